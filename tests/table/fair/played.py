"""Matches played with fair dice, and what the rules showed in them, told from events and views alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from mendax.core.catalogue import build_game
from mendax.core.game import AnyGame, Turn
from mendax.games.blufpoker.rules.events import Covered, Ended, Handed
from mendax.games.blufpoker.rules.events import Rolled as RolledUnderCup
from mendax.games.blufpoker.rules.types import Die, Phase, Start
from mendax.games.holdem.rules.cards import TEXTS
from mendax.games.liars_dice.rules.types import Bid, Lifted, Opened, Spoke
from mendax.games.liars_dice.rules.types import Rolled as RolledCup
from mendax.games.one_die.rules.types import CHALLENGE
from mendax.games.one_die.rules.types import Roll as OneDieRoll
from mendax.games.yahtzee.rules.types import Roll as YahtzeeRoll
from mendax.table.fair import Draw, FairChance, Proof, proof_lines

Viewer = int | None
GAMES = (
    "one-die",
    "one-die:dice=2,faces=5",
    "one-die:kept=true",
    "liars-dice:players=3,dice=3",
    "liars-dice:players=4",
    "liars-dice:players=2,dice=2,rules=official",
    "yahtzee:players=2,single_turn=true",
    "yahtzee:players=3,single_turn=true",
    "blufpoker:points=2",
    "blufpoker:players=2,points=1,pass_on=true,opening=free",
    "blufpoker:players=4,points=1,pass_on=true,top321=true",
    "holdem:players=2,hands=3",
    "holdem:players=5,hands=2",
)


@dataclass
class Played:
    """A match with everything that its chance gave out."""

    game: AnyGame
    secret: bytes
    mixes: dict[int, dict[int, str]] = field(default_factory=dict)
    moves: list[Any] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    """Before each move, and after the last."""
    proofs: list[dict[Viewer, tuple[Proof, ...]]] = field(default_factory=list)
    draws: list[tuple[Draw, ...]] = field(default_factory=list)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*range(self.game.seats), None)

    def lines(self, viewer: Viewer, is_open: bool = False) -> list[dict[str, object]]:
        return proof_lines("m1", self.game, self.secret, self.mixes, self.moves, viewer, is_open=is_open)


def choose(game: AnyGame, state: Any, rng: Random) -> Any:
    """A random action; a long list of bids is mostly used from its beginning, so that rounds last."""
    actions = game.actions(state)
    return actions[rng.randrange(min(len(actions), 12)) if rng.random() < 0.6 else rng.randrange(len(actions))]


def play(text: str, seed: int) -> Played:
    """A random match, with texts of some of the seats mixed into each round."""
    game, rng = build_game(text), Random(seed)
    played = Played(game, rng.randbytes(32))
    chance = FairChance(game, played.secret)
    state = game.start()
    while (turn := game.turn(state)) is not Turn.OVER:
        if (number := chance.pending(state)) is not None:
            chance.begin_round(number)
            given = {seat: f"t\u00eaxt {rng.random()}" for seat in range(game.seats) if rng.random() < 0.5}
            played.mixes[number] = given
            chance.mix(number, given)
        action = chance.draw(state) if turn is Turn.CHANCE else choose(game, state, rng)
        after = game.apply(state, action)
        played.states.append(state)
        played.moves.append(action)
        played.proofs.append(chance.after(state, action, after))
        played.draws.append(chance.announced)
        state = after
    played.states.append(state)
    return played


Shown = Callable[[Played, int, Viewer, set[Viewer]], list[str]]


def texts(values: Iterable[int]) -> list[str]:
    return [str(value) for value in values]


def shown_in_one_die(played: Played, at: int, viewer: Viewer, known: set[Viewer]) -> list[str]:
    before, action, after = played.states[at], played.moves[at], played.states[at + 1]
    (event,) = played.game.events(before, action, after, viewer)
    dice: int = played.game.dice  # type: ignore[attr-defined]
    if isinstance(event.action, OneDieRoll):
        return str(event.action).split()[1:]
    if event.action is CHALLENGE and viewer != before.caller:
        return str(OneDieRoll(before.dice[before.caller], dice)).split()[1:]
    return []


def shown_in_liars_dice(played: Played, at: int, viewer: Viewer, known: set[Viewer]) -> list[str]:
    before, action, after = played.states[at], played.moves[at], played.states[at + 1]
    found: list[str] = []
    for event in played.game.events(before, action, after, viewer):
        if isinstance(event, RolledCup):
            found += texts(event.dice)
        elif isinstance(event, Spoke) and isinstance(event.action, Bid) and event.seat != viewer:
            found += texts(event.action.push)
        elif isinstance(event, Lifted) and event.seat != viewer:
            found += texts((Counter(event.dice) - Counter(before.shown[event.seat])).elements())
        elif isinstance(event, Opened):
            openers = played.game.openers(before)  # type: ignore[attr-defined]
            found += [str(1 + openers.index(event.seat))] if len(openers) > 1 else []
    return found


def shown_in_yahtzee(played: Played, at: int, viewer: Viewer, known: set[Viewer]) -> list[str]:
    action = played.moves[at]
    return texts(action.dice) if isinstance(action, YahtzeeRoll) else []


def shown_in_blufpoker(played: Played, at: int, viewer: Viewer, known: set[Viewer]) -> list[str]:
    """`known`: who has seen the dice under the cup."""
    before, action, after = played.states[at], played.moves[at], played.states[at + 1]
    hidden = texts(before.hidden)
    found: list[str] = []
    if isinstance(action, Start):
        return [str(action.seat + 1)]
    if before.phase is Phase.POKER and isinstance(action, Die):
        return [str(action.face)]
    for event in played.game.events(before, action, after, viewer):
        if isinstance(event, RolledUnderCup):
            found.append(str(event.face))
        elif isinstance(event, Handed) and viewer not in known:
            found += hidden
        elif isinstance(event, Covered) and before.rolling.picked and viewer not in known:
            found += texts((Counter(event.open) - Counter(before.open)).elements())
        elif isinstance(event, Ended) and event.end.called and viewer not in known:
            found += hidden
    return found


def knowing_in_blufpoker(played: Played, at: int, known: set[Viewer]) -> set[Viewer]:
    """Who has seen the dice under the cup after a move."""
    before, after = played.states[at], played.states[at + 1]
    if before.phase is Phase.ANSWER and after.phase is Phase.ROLL and after.turns:
        return known | {before.player}
    if before.phase is Phase.ROLL and after.phase is Phase.BID and after.rolling.fallen:
        return {before.player}
    return known


def shown_in_holdem(played: Played, at: int, viewer: Viewer, known: set[Viewer]) -> list[str]:
    before, after = (played.game.view(played.states[place], viewer) for place in (at, at + 1))
    if after.hands == before.hands:
        return [TEXTS[card] for card in (*after.cards, *after.board) if card not in (*before.cards, *before.board)]
    return [TEXTS[card] for seat, cards in enumerate(after.last.shown) for card in cards if seat != viewer]


SHOWN: dict[str, Shown] = {
    "one-die": shown_in_one_die,
    "liars-dice": shown_in_liars_dice,
    "yahtzee": shown_in_yahtzee,
    "blufpoker": shown_in_blufpoker,
    "holdem": shown_in_holdem,
}


def check_shown(played: Played) -> int:
    """Every die and card that the rules show comes with one proof to each who saw it, and nothing else does."""
    shown, known = SHOWN[played.game.name], set[Viewer]()
    given, orders = set[tuple[Viewer, int, int]](), set[tuple[int, int]]()
    for at, proofs in enumerate(played.proofs):
        orders |= {(draw.round, draw.order) for draw in played.draws[at] if draw.ordered}
        assert set(proofs) <= set(played.viewers)
        for viewer in played.viewers:
            own = proofs.get(viewer, ())
            pieces = [proof for proof in own if (proof.round, proof.leaf) not in orders]
            expected = shown(played, at, viewer, known)
            assert Counter(proof.result for proof in pieces) == Counter(expected), (at, viewer)
            keys = {(viewer, proof.round, proof.leaf) for proof in own}
            assert len(keys) == len(own)
            assert not keys & given
            given |= keys
            # The order in which a turn's dice fall is for the one who rolls them.
            hidden = [proof for proof in own if (proof.round, proof.leaf) in orders]
            assert not hidden or viewer == played.states[at].player
        if played.game.name == "blufpoker":
            known = knowing_in_blufpoker(played, at, known)
    return len(given)
