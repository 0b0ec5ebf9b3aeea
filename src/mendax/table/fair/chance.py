"""The chance of a match at a table: drawn from a secret, committed to before each round, mixed with players' texts.

One object a match. `begin_round`, then `mix`, then `draw` for each chance turn; `after` for every move of the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from random import Random
from typing import Any, TypeAlias

from mendax.core.catalogue import games, load_pieces
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat, Turn
from mendax.core.pieces import CARD, Drawn, Group, Lay, Pieces, Reserve, Shift
from mendax.table.fair.commitment import FairRound, Key, RoundCommitment, die, mix_of, shuffled
from mendax.table.fair.proofs import Draw, Proof
from mendax.table.fair.tray import PieceOnTable, Tray

Viewer: TypeAlias = Seat | None
"""A seat, or `None` for a spectator."""
Proofs: TypeAlias = dict[Viewer, tuple[Proof, ...]]


class _Reserved:
    """A group of dice that is set apart: where it begins, and in which order its dice are taken."""

    __slots__ = ("first", "move", "order", "taken")

    def __init__(self, first: int, move: int | None, order: tuple[int, ...]) -> None:
        self.first, self.move, self.order, self.taken = first, move, order, 0


class FairChance:
    """Chance that is fixed by a secret before each round and proved piece by piece."""

    def __init__(self, game: AnyGame, secret: bytes, pieces: Pieces | None = None) -> None:
        found = pieces if pieces is not None else load_pieces(game)
        if found is None:
            raise MendaxError(f"{game.name} does not say what its chance is made of: its dice cannot be proved")
        self.game = game
        self.pieces: Pieces = found
        self.viewers: tuple[Viewer, ...] = (*range(game.seats), None)
        self.moves = 0
        """How many moves of the match it was told of."""
        self.announced: tuple[Draw, ...] = ()
        """What the last move drew or set apart: public."""
        self._secret = secret
        self._deck = self.pieces.deck
        self._round: FairRound | None = None
        self._mix: Key | None = None
        self._cards: tuple[int, ...] = ()
        self._next = 0
        self._groups: dict[str, _Reserved] = {}
        self._ready: tuple[Any, Any, tuple[PieceOnTable, ...]] | None = None
        self._tray = Tray(lambda leaf: b"")

    def pending(self, state: Any) -> int | None:
        """The round that must be begun before play goes on; `None` if it is begun or the match is over."""
        number = self.game.round(state)
        begun = self._round is not None and self._round.number == number
        return None if begun or self.game.turn(state) is not Turn.CHANCE else number

    @property
    def mixed(self) -> bool:
        """Whether the round that was begun last has its mix."""
        return self._mix is not None

    def begin_round(self, number: int) -> RoundCommitment:
        """Fix everything of a round; what comes back is to be published before anybody contributes."""
        fresh = FairRound(self._secret, number, self.pieces.most, bool(self._deck))
        self._round, self._mix, self._cards, self._ready = fresh, None, (), None
        self._next, self._groups, self._tray = 0, {}, Tray(fresh.tie)
        return fresh.commitment

    def mix(self, number: int, contributions: Mapping[Seat, str]) -> None:
        """Mix in what the players contributed after the commitment; once a round."""
        current = self._current(number)
        if self._mix is not None:
            raise MendaxError(f"round {number} is mixed already")
        self._mix = mix_of(current.root, contributions)
        self._cards = shuffled(len(self._deck), self._mix, "deck") if self._deck else ()

    def draw(self, state: Any) -> Any:
        """The next chance outcome; asked again for the same state it is the same."""
        if self._ready is None or self._ready[0] is not state:
            drawn = self.pieces.drawn(state)
            found = self._take(self.game.round(state), drawn)
            self._ready = state, self.pieces.outcome(state, tuple(piece.result for piece in found)), found
        return self._ready[1]

    def after(self, before: Any, action: Any, after: Any) -> Proofs:
        """The proofs that become due for each seat and the spectators by a move, with the draws in `announced`.

        It is to be told of every move of the match, in order. A chance outcome must be the one that `draw` gives.
        """
        announced: list[Draw] = []
        found: tuple[PieceOnTable, ...] = ()
        if self.game.turn(before) is Turn.CHANCE:
            if self.draw(before) != action:
                raise MendaxError(f"move {self.moves}: {action} is not what was drawn")
            assert self._ready is not None
            found = self._ready[2]
            self._ready = None
            announced += self._draw_out(self.pieces.drawn(before), found)
        due: dict[Viewer, list[Proof]] = {}
        for step in self.pieces.steps(before, action, after):
            if isinstance(step, Lay):
                self._tray.lay(step.place, found)
            elif isinstance(step, Shift):
                self._tray.shift(step)
            elif isinstance(step, Reserve):
                announced.append(self._reserve(step.group))
            else:
                self._show(self._tray.at(step.place), self.viewers if step.seats is None else step.seats, due)
        self.moves += 1
        self.announced = tuple(announced)
        return {viewer: tuple(proofs) for viewer, proofs in due.items()}

    def open_round(self) -> Proofs:
        """For a table that shows everything when a round has ended: proofs of what each viewer has not seen yet.

        Of a deck these are all cards, also those that were not dealt.
        """
        due: dict[Viewer, list[Proof]] = {}
        orders = {group.first for group in self._groups.values()}
        # The order in which a turn's dice fell can be checked only by who saw them fall.
        self._show([piece for piece in self._tray.pieces if piece.order not in orders], self.viewers, due)
        for order in range(self._next, len(self._cards)):
            piece = self._card(order)
            for viewer in self.viewers:
                due.setdefault(viewer, []).append(self._proof(piece, None))
        return {viewer: tuple(proofs) for viewer, proofs in due.items()}

    @classmethod
    def replay(
        cls, game: AnyGame, secret: bytes, mixes: Mapping[int, Mapping[Seat, str]], moves: Iterable[Any]
    ) -> FairChance:
        """The chance of a match that was played so far, from its secret, the mixes by round and the actions.

        A round without a mix is begun only if a chance outcome of it is among the moves.
        """
        chance = cls(game, secret)
        state = game.start()
        for action in moves:
            chance.catch_up(state, mixes)
            after = game.apply(state, action)
            chance.after(state, action, after)
            state = after
        chance.catch_up(state, mixes)
        return chance

    def catch_up(self, state: Any, mixes: Mapping[int, Mapping[Seat, str]]) -> RoundCommitment | None:
        """Begin and mix the round that is due in this state, if its mix is stored; the commitment if it was begun."""
        number = self.pending(state)
        if number is None or number not in mixes:
            return None
        commitment = self.begin_round(number)
        self.mix(number, mixes[number])
        return commitment

    @property
    def _move(self) -> int | None:
        """The number of the next move, where it may be told."""
        return self.moves if self.pieces.moves_public else None

    def _current(self, number: int) -> FairRound:
        if self._round is None or self._round.number != number:
            raise MendaxError(f"round {number} is not begun")
        return self._round

    def _take(self, number: int, drawn: Drawn) -> tuple[PieceOnTable, ...]:
        """The next pieces of the round; nothing is changed by looking at them."""
        self._current(number)
        if self._mix is None:
            raise MendaxError(f"round {number} is not mixed")
        if drawn.group is not None:
            return self._from_group(drawn.group, len(drawn.sides))
        return tuple(
            self._card(order) if sides == CARD else self._die(order, sides, self._move)
            for order, sides in enumerate(drawn.sides, self._next)
        )

    def _from_group(self, group: Group, number: int) -> tuple[PieceOnTable, ...]:
        reserved = self._groups.get(group.place) or self._reservation(group)
        places = reserved.order[reserved.taken : reserved.taken + number]
        if len(places) < number:
            raise MendaxError(f"the group {group.place} has {group.dice} dice")
        return tuple(self._die(reserved.first + 1 + place, group.sides, reserved.move) for place in places)

    def _reservation(self, group: Group) -> _Reserved:
        orders = tuple(permutations(range(group.dice)))
        which = self._die(self._next, len(orders), self._move).result
        return _Reserved(self._next, self._move, orders[which - 1])

    def _reserve(self, group: Group) -> Draw:
        """Set a group apart; its first piece is the order of the others."""
        reserved = self._reservation(group)
        self._groups[group.place] = reserved
        sides = (len(tuple(permutations(range(group.dice)))), *(group.sides,) * group.dice)
        self._tray.lay(group.place, (self._die(self._next, sides[0], self._move),))
        return self._announce(sides, ordered=True)

    def _draw_out(self, drawn: Drawn, found: tuple[PieceOnTable, ...]) -> list[Draw]:
        """Take what a chance outcome was made of; what is announced by it."""
        if drawn.group is None:
            return [self._announce(drawn.sides)] if drawn.sides else []
        announced = [] if drawn.group.place in self._groups else [self._reserve(drawn.group)]
        self._groups[drawn.group.place].taken += len(found)
        return announced

    def _announce(self, sides: tuple[int, ...], ordered: bool = False) -> Draw:
        assert self._round is not None
        draw = Draw(self._round.number, self._move, self._next, sides, ordered)
        self._next += len(sides)
        if self._next > self._round.size:
            raise MendaxError(f"round {self._round.number} uses more pieces than the {self._round.size} it has")
        return draw

    def _die(self, leaf: int, sides: int, move: int | None) -> PieceOnTable:
        assert self._round is not None
        assert self._mix is not None
        result = die(self._round.value(leaf), self._mix, leaf, sides)
        return PieceOnTable(leaf, leaf, move, result, str(result))

    def _card(self, order: int) -> PieceOnTable:
        assert self._round is not None
        leaf = self._cards[order]
        card = int(self._round.value(leaf))
        return PieceOnTable(leaf, order, self._move, card, self._deck[card])

    def _show(self, pieces: Iterable[PieceOnTable], viewers: Iterable[Viewer], due: dict[Viewer, list[Proof]]) -> None:
        """A proof for each who sees a piece for the first time.

        They come in the order of the announcement: the order in which dice lie could tell which of them fell first.
        """
        for piece in sorted(pieces, key=lambda one: one.order):
            new = [viewer for viewer in viewers if viewer not in piece.seen]
            if new:
                proof = self._proof(piece, piece.move)
                piece.seen.update(new)
                for viewer in new:
                    due.setdefault(viewer, []).append(proof)

    def _proof(self, piece: PieceOnTable, move: int | None) -> Proof:
        current = self._round
        assert current is not None
        leaf = piece.leaf
        return Proof(
            current.number,
            leaf,
            current.salt(leaf),
            current.value(leaf),
            current.path(leaf),
            piece.text,
            move,
            piece.order,
        )


class UnprovenChance:
    """The chance of a game that does not say what it is made of: drawn from the secret, with nothing to show for it."""

    def __init__(self, game: AnyGame, secret: bytes) -> None:
        self.game = game
        self.moves = 0
        self._key = Key(secret)

    def draw(self, state: Any) -> Any:
        """The next chance outcome; asked again for the same state it is the same."""
        return self.game.draw(state, Random(self._key.of(f"move {self.moves}")))

    def after(self, before: Any, action: Any, after: Any) -> Proofs:
        """It is to be told of every move; no proof ever becomes due."""
        self.moves += 1
        return {}


def table_chance(game: AnyGame, secret: bytes) -> FairChance | UnprovenChance:
    """Chance for a match of this game: proved, where the game says what its chance is made of."""
    known = games().get(game.name)
    return FairChance(game, secret) if known is not None and known.pieces else UnprovenChance(game, secret)
