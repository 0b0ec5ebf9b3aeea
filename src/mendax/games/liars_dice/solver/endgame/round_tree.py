"""One round of a position as a folded public tree, with push, pass and exact.

A hand is what lies under a cup: the roll, and after a push the die that was rolled again. The die that a push rolled
again is forgotten: it changes nothing that can still happen, and the other player never sees it, so nothing is lost.
A bid that the shown dice make impossible is left out: the answer is a challenge that is surely right, and whoever
speaks does at least as well by a challenge. Public states that are equal have equal futures and are stored once; the
numbers of a node are stored for every history that leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_PASS,
    EXACT,
    PASS,
    Answer,
    Bid,
    Dice,
    LiarsDice,
)
from mendax.games.liars_dice.rules.bids import Ladder, count_matching, ladder, roll_chances
from mendax.games.liars_dice.solver.endgame.positions import After, Position, after_challenge, after_exact

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Edge: TypeAlias = tuple[int, int, int, int, int]

END, SAY, PUSH = range(3)
"""Kinds of edges: the round ends; a bid without a push, or a pass; a bid with a push."""
OF_BID, OF_EXACT, OF_PASS = range(3)
"""Kinds of ends."""


class Menu(NamedTuple):
    """Which actions a round has; the default is all that the rules allow."""

    pushes: str = "all"
    """`all`, `counting` (a push shows a die that counts for its bid) or `none`."""
    passes: bool = True
    most: int = 99
    """The highest number of dice that is bid."""


FULL: Final = Menu()
WIDTH: Final = 8
"""Hands in a vector; a hand of one of six faces fits in one, the 21 hands of two dice in three."""


class Public(NamedTuple):
    """What everybody knows of a round and what still matters of it."""

    turn: Seat = 0
    bid: int = -1
    """The place of the standing bid on the ladder; -1 before there is one."""
    passes: int = 0
    """How many passes followed it."""
    passed: tuple[bool, bool] = (False, False)
    """Who has passed since the last roll."""
    shown: tuple[int, int] = (0, 0)
    """The face that each has pushed; 0 without a push."""


class Ending(NamedTuple):
    """How a round ends, as far as everybody knows."""

    kind: int
    speaker: Seat
    face: int
    need: int
    """How many hidden dice must count for the bid to be true."""
    shown: tuple[int, int]


class Arrays(NamedTuple):
    """The tree as compiled code reads it, in few tables: every call hands all of them on."""

    states: Integers
    """By state: who speaks, the vectors that the hands of the speaker and of the other take, the first edge, the last
    edge's end, whether there are pushes, and the row of the constants with equal shares of all actions."""
    edges: Integers
    """By edge: its kind, the next state or the ending, where its vectors begin and where those below it begin (both
    counted from the node's first), and the pushed face from 0."""
    ends: Integers
    """By ending: its kind, who spoke, the need, and the rows of the constants for the hands of each seat."""
    pay: Numbers
    """By ending: what seat 0 gets when the speaker is right, and when not."""
    pair: Integers
    """By two faces from 0: the number of the hand of two dice."""
    constants: Numbers
    """Vectors by hand: the chance of a roll of one die; 1 where just one die counts, then where two do, by hidden dice
    and face; 1 where all dice of a seat are alike, by shown face; and by state one over the number of actions."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundTree:
    """A folded tree; `round_tree` makes one."""

    game: LiarsDice
    position: Position
    menu: Menu
    states: tuple[Public, ...]
    numbers: dict[Public, int]
    actions: tuple[tuple[Bid | Answer, ...], ...]
    """By state."""
    endings: tuple[Ending, ...]
    arrays: Arrays
    size: tuple[int, ...]
    """By state: how many vectors are stored for it and all below it."""
    nodes: int
    """Histories with a choice."""
    information_sets: int
    """Histories where a seat speaks, times its hands."""
    depth: int

    @property
    def deals(self) -> tuple[Numbers, Numbers]:
        """The probability of each hand of each seat."""
        first, second = (
            np.array([chance for _, chance in roll_chances(number, self.game.faces)]) for number in self.position.dice
        )
        return first, second

    @property
    def most_edges(self) -> int:
        """The most actions that any state has."""
        return int((self.arrays.states[:, 4] - self.arrays.states[:, 3]).max())

    def priced(self, pay: Numbers) -> Arrays:
        """The arrays with what each ending is worth."""
        return self.arrays._replace(pay=pay)


BLOCK: Final = 3
"""Vectors for the hands of any cup."""


def vectors(hidden: int) -> int:
    """How many vectors the hands of so many hidden dice take."""
    return BLOCK if hidden > 1 else 1


def hands_of(dice: int, faces: int) -> tuple[Dice, ...]:
    """Every hand of some hidden dice, in the order in which they are numbered."""
    return tuple(combinations_with_replacement(range(1, faces + 1), dice))


class _Builder:
    def __init__(self, game: LiarsDice, position: Position, menu: Menu) -> None:
        self.game, self.position, self.menu = game, position, menu
        self.faces, self.wild = game.faces, game.options.wild
        self.ladder: Ladder = ladder(sum(position.dice), game.faces, self.wild, game.options.order)
        self.endings = dict[Ending, int]()
        self.moves = dict[Public, list[tuple[Bid | Answer, Public | Ending]]]()
        self.done = list[Public]()

    def hidden(self, public: Public, seat: Seat) -> int:
        return self.position.dice[seat] - (public.shown[seat] > 0)

    def num_hands(self, public: Public, seat: Seat) -> int:
        return len(hands_of(self.hidden(public, seat), self.faces))

    def need(self, public: Public, bid: Bid) -> int:
        return bid.count - count_matching(tuple(filter(None, public.shown)), bid.face, self.wild)

    def possible(self, public: Public, bid: Bid) -> bool:
        return self.need(public, bid) <= self.hidden(public, 0) + self.hidden(public, 1)

    def answers(self, public: Public) -> list[tuple[Bid | Answer, Public | Ending]]:
        """What can be said instead of a bid."""
        if public.bid < 0:
            return []
        seat, bid = public.turn, self.ladder.bids[public.bid]
        what = (seat, bid.face, self.need(public, bid), public.shown)
        found: list[tuple[Bid | Answer, Public | Ending]] = []
        if public.passes:
            found.append((CHALLENGE_PASS, Ending(OF_PASS, seat, 1, 0, public.shown)))
        else:
            found.append((CHALLENGE_BID, Ending(OF_BID, *what)))
        # Behind one pass the bid is one's own; behind two it is the other's again.
        if self.position.exacts[seat] and public.passes != 1:
            found.append((EXACT, Ending(OF_EXACT, *what)))
        may_pass = self.menu.passes and self.game.options.passes and self.position.dice[seat] > 1
        if may_pass and not public.passed[seat]:
            passed = (public.passed[0] or seat == 0, public.passed[1] or seat == 1)
            found.append((PASS, public._replace(turn=1 - seat, passes=public.passes + 1, passed=passed)))
        return found

    def bids(self, public: Public) -> list[tuple[Bid | Answer, Public | Ending]]:
        """Every higher bid that is possible, then each again with every push."""
        seat, found, pushed = public.turn, [], []
        may_push = self.game.options.push and self.menu.pushes != "none" and self.hidden(public, seat) > 1
        for place in range(public.bid + 1, len(self.ladder.bids)):
            bid = self.ladder.bids[place]
            after = public._replace(turn=1 - seat, bid=place, passes=0)
            passed = (public.passed[0] and seat != 0, public.passed[1] and seat != 1)
            if bid.count > self.menu.most or not self.possible(public, bid):
                continue
            found.append((bid, after))
            for face in range(1, self.faces + 1) if may_push else ():
                if self.menu.pushes == "counting" and not count_matching((face,), bid.face, self.wild):
                    continue
                shown = _put(public.shown, seat, face)
                after = public._replace(turn=1 - seat, bid=place, passes=0, passed=passed, shown=shown)
                if self.possible(after, bid):
                    pushed.append((Bid(bid.count, bid.face, (face,)), after))
        return [*found, *pushed]

    def constants(self, legal: Integers) -> tuple[Numbers, Callable[[Ending], tuple[int, int]], int]:
        """The vectors of `Arrays.constants`, where those of an ending begin for each seat, and where the shares do."""
        faces = self.faces
        chances = np.pad(np.full(faces, 1 / faces), (0, BLOCK * WIDTH - faces)).reshape(-1, WIDTH)
        ones, twos, alike = _matches(faces, self.wild, 1), _matches(faces, self.wild, 2), _alike(faces)
        shares = np.where(legal > 0, 1.0 / np.maximum(legal, 1), 0.0).reshape(-1, WIDTH)

        def at(ending: Ending) -> tuple[int, int]:
            def of(seat: Seat) -> int:
                if ending.kind == OF_PASS:
                    return BLOCK + 2 * len(ones) + ending.shown[seat] * BLOCK
                hidden = self.position.dice[seat] - (ending.shown[seat] > 0)
                return BLOCK + ((hidden - 1) * faces + ending.face - 1) * BLOCK

            return of(0), of(1)

        parts = [chances, ones, twos, alike, shares]
        return np.concatenate(parts), at, sum(map(len, parts[:-1]))

    def order(self) -> None:
        """Every state, the start first and each before those it leads to."""
        stack = [(Public(), False)]
        while stack:
            public, left = stack.pop()
            if left:
                self.done.append(public)
            elif public not in self.moves:
                self.moves[public] = [*self.answers(public), *self.bids(public)]
                stack.append((public, True))
                stack.extend((after, False) for _, after in self.moves[public] if isinstance(after, Public))
        self.done.reverse()

    def arrays(self, states: Sequence[Public], spans: Sequence[Sequence[Edge]], legal: Integers) -> Arrays:
        """The tables, from the edges of each state and how many actions each of its hands has."""
        first = np.cumsum([0, *map(len, spans)]).tolist()
        constants, ends_at, shares_at = self.constants(legal)
        of_states = [
            (
                public.turn,
                vectors(self.hidden(public, public.turn)),
                vectors(self.hidden(public, 1 - public.turn)),
                first[at],
                first[at + 1],
                any(edge[0] == PUSH for edge in spans[at]),
                shares_at + at * BLOCK,
            )
            for at, public in enumerate(states)
        ]
        of_ends = [(one.kind, one.speaker, one.need, *ends_at(one)) for one in self.endings]
        return Arrays(
            np.array(of_states, dtype=np.int64),
            np.array([edge for span in spans for edge in span], dtype=np.int64),
            np.array(of_ends, dtype=np.int64),
            np.zeros((len(of_ends), 2)),
            _pairs(self.faces),
            constants,
        )

    def build(self) -> RoundTree:
        self.order()
        # A state whose only action ends the round needs no numbers: what leads to it leads to that ending.
        ends = {public: moves[0][1] for public, moves in self.moves.items() if len(moves) == 1}
        states = [public for public in self.done if not isinstance(ends.get(public), Ending)]
        number = {public: at for at, public in enumerate(states)}
        size, nodes, sets, depth = ([0] * len(states) for _ in range(4))
        spans = list[list[Edge]]([[] for _ in states])
        pairs = _pairs(self.faces)
        legal = np.zeros((len(states), BLOCK * WIDTH), dtype=np.int64)
        for at in reversed(range(len(states))):
            public = states[at]
            hands, row = self.num_hands(public, public.turn), 0
            wide = vectors(self.hidden(public, public.turn))
            rows = []
            for action, _ in self.moves[public]:
                rows.append(row)
                pushed = isinstance(action, Bid) and action.push
                row += 1 if pushed else wide
                if isinstance(action, Bid) and action.push:
                    legal[at, np.unique(pairs[action.push[0] - 1])] += 1
                else:
                    legal[at, :hands] += 1
            size[at], nodes[at], sets[at], depth[at] = row, 1, hands, 1
            for (action, after), start in zip(self.moves[public], rows, strict=True):
                face = action.push[0] - 1 if isinstance(action, Bid) and action.push else -1
                lone = ends.get(after) if isinstance(after, Public) else after
                if isinstance(lone, Ending):
                    if isinstance(after, Public):
                        sets[at] += self.num_hands(after, after.turn)
                    end = self.endings.setdefault(lone, len(self.endings))
                    spans[at].append((END, end, start, 0, -1) if face < 0 else (PUSH, -1 - end, start, 0, face))
                    continue
                assert isinstance(after, Public)
                below = number[after]
                spans[at].append((PUSH if face >= 0 else SAY, below, start, size[at], face))
                size[at] += size[below]
                nodes[at] += nodes[below]
                sets[at] += sets[below]
                depth[at] = max(depth[at], 1 + depth[below])
        arrays = self.arrays(states, spans, legal)
        return RoundTree(
            self.game,
            self.position,
            self.menu,
            tuple(states),
            number,
            tuple(tuple(action for action, _ in self.moves[public]) for public in states),
            tuple(self.endings),
            arrays,
            tuple(size),
            nodes[0],
            sets[0],
            depth[0],
        )


def _put(pair: tuple[int, int], seat: Seat, value: int) -> tuple[int, int]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _pairs(faces: int) -> Integers:
    at = {hand: number for number, hand in enumerate(hands_of(2, faces))}
    every = range(1, faces + 1)
    return np.array([[at[min(one, other), max(one, other)] for other in every] for one in every])


def _matches(faces: int, wild: int, number: int) -> Numbers:
    table = np.zeros((2, faces, BLOCK * WIDTH))
    for dice in (1, 2):
        for face in range(1, faces + 1):
            for at, hand in enumerate(hands_of(dice, faces)):
                table[dice - 1, face - 1, at] = count_matching(hand, face, wild) == number
    return table.reshape(-1, WIDTH)


def _alike(faces: int) -> Numbers:
    table = np.zeros((faces + 1, BLOCK * WIDTH))
    for at, hand in enumerate(hands_of(2, faces)):
        table[0, at] = hand[0] == hand[1]
    for face in range(1, faces + 1):
        table[face, face - 1] = 1.0
    return table.reshape(-1, WIDTH)


def round_tree(game: LiarsDice, position: Position, menu: Menu = FULL) -> RoundTree:
    """The folded tree of a round."""
    return _Builder(game, position, menu).build()


def after_ending(tree: RoundTree, ending: Ending, *, right: bool) -> After:
    """What an ending leads to, if its speaker is right or wrong."""
    if ending.kind == OF_EXACT:
        return after_exact(tree.game, tree.position, ending.speaker, right=right)
    return after_challenge(tree.position, ending.speaker, right=right)
