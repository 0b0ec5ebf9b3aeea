"""Drawing lessons from the solved endgame.

Self-play forgets what nobody does any more, and where nobody comes its answers are anything. The tablebase knows the
answers with one or two dice each; lessons are drawn so that the other seat does there what it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.numbering import NUM_FACES, num_actions, number_of
from mendax.games.liars_dice.kernel.numpy_tables import Tables
from mendax.games.liars_dice.learning.champion.features import features, num_present
from mendax.games.liars_dice.learning.champion.lessons import PLAYERS, WHOLE, Lessons
from mendax.games.liars_dice.learning.champion.positions import table_of
from mendax.games.liars_dice.learning.champion.self_play import seen_at
from mendax.games.liars_dice.rules import Answer, Bid, LiarsDice, Said
from mendax.games.liars_dice.solver.endgame.positions import Position
from mendax.games.liars_dice.solver.endgame.round_tree import PUSH, Numbers, RoundTree
from mendax.games.liars_dice.solver.endgame.tablebase import Tablebase, action_number, node_mix, weights_at
from mendax.games.liars_dice.solver.endgame.views import cups_at, view_at

HANDS: Final = 3
"""Looked at in a history, as often as the seat comes there with them."""
STRAYS: Final = 0.125
"""How often the seat that teaches takes any action that its strategy takes with some hand."""
NOISE: Final = (0.1, 0.5)
"""How often the other seat says anything at all, in one playout after the other."""
SHARES: Final = {2: 1, 3: 2, 4: 4}
"""Lessons in a position, by its dice; more dice have more histories."""
_CHUNK: Final = 20_000


class _Lesson(NamedTuple):
    table: Tables
    """One."""
    mix: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Place:
    """A history in the tree with the strategy of one seat, and how often that seat comes there, by hand."""

    tree: RoundTree
    table: npt.NDArray[np.float32]
    seat: Seat
    state: int
    base: int
    reach: Numbers

    @property
    def turn(self) -> Seat:
        return int(self.tree.arrays.states[self.state, 0])

    @property
    def actions(self) -> tuple[Bid | Answer, ...]:
        return self.tree.actions[self.state]

    def mix(self) -> Numbers:
        """By action and hand."""
        return node_mix(self.tree, self.table, self.state, self.base)

    def after(self, said: Said) -> _Place | None:
        """The history after it was said; `None` where the round is over, or the tree does not go."""
        at = action_number(self.tree, self.state, said)
        if at is None:
            return None
        kind, to, _, skip, _ = self.tree.arrays.edges[self.tree.arrays.states[self.state, 3] + at].tolist()
        if not kind or to < 0:
            return None
        reach = self.reach
        if said.seat == self.seat:
            reach = reach * self.mix()[at]
            if kind == PUSH:
                reach = np.full(NUM_FACES, reach.sum() / NUM_FACES)
        return _Place(self.tree, self.table, self.seat, to, self.base + skip, reach)


def _playout(base: Tablebase, position: Position, seat: Seat, noise: float, rng: np.random.Generator) -> list[_Lesson]:
    """Lessons of one seat along one round: it plays its strategy, and the other its own or anything."""
    first = [base.table(position, one) for one in (0, 1)]
    places: list[_Place | None] = [
        _Place(tree, table, one, 0, 0, tree.deals[one]) for one, (tree, table) in enumerate(first)
    ]
    said, found = tuple[Said, ...](), list[_Lesson]()
    while (own := places[seat]) is not None and own.reach.sum() > 0:
        other = places[1 - seat]
        if own.turn == seat:
            found += _lessons_at(own, said, rng)
            action = _by_strategy(own, rng, strays=rng.random() < STRAYS)
        elif other is not None and other.reach.sum() > 0 and rng.random() >= noise:
            action = _by_strategy(other, rng)
        else:
            action = _anything(own, rng)
        said = (*said, Said(own.turn, action))
        places = [place and place.after(said[-1]) for place in places]
    return found


def _by_strategy(place: _Place, rng: np.random.Generator, *, strays: bool = False) -> Bid | Answer:
    """An action as often as the seat takes it; or any that it takes, as often as any other."""
    chances = (place.mix() * place.reach).sum(axis=1)
    if strays:
        chances = (chances > 0).astype(np.float64)
    return place.actions[int(rng.choice(len(chances), p=chances / chances.sum()))]


def _anything(place: _Place, rng: np.random.Generator) -> Bid | Answer:
    """Any action, more often an answer or a low bid."""
    most = len(place.actions)
    reach = most if rng.random() < 0.5 else int(rng.integers(1, most + 1))
    return place.actions[int(rng.integers(reach))]


def _lessons_at(place: _Place, said: tuple[Said, ...], rng: np.random.Generator) -> Iterator[_Lesson]:
    """What to do there with some hands."""
    if len(place.actions) < 2:
        return
    mix, known = place.mix(), weights_at(place.tree, place.table, place.state, place.base).sum(axis=0) > 0
    cups = cups_at(place.tree, place.state, place.seat)
    for hand in np.unique(rng.choice(len(cups), HANDS, p=place.reach / place.reach.sum())).tolist():
        if not known[hand]:
            continue
        view = view_at(place.tree, place.state, said, place.seat, cups[hand])
        row = np.zeros(num_actions(PLAYERS))
        for action, share in zip(place.actions, mix[:, hand].tolist(), strict=True):
            number = number_of(action, view.cup, PLAYERS)
            if number is not None:  # the champion has one push for each bid
                row[number] += share
        if row.sum() > 0.5:
            yield _Lesson(table_of(view, PLAYERS), row / row.sum())


def draw_lessons(
    base: Tablebase, number: int, rng: np.random.Generator, report: Callable[[str], None] = lambda text: None
) -> Lessons:
    """So many lessons, from all positions that are solved, each seat as often as the other."""
    if not base.rounds:
        raise MendaxError("nothing of this endgame is solved yet, so there is nothing to learn from it")
    shares = [SHARES[sum(position.dice)] for position in base.rounds for _ in (0, 1)]
    ends = [number * so_far // sum(shares) for so_far in accumulate(shares, initial=0)]
    wanted = iter(after - before for before, after in pairwise(ends))
    parts = list[Lessons]()
    for position in base.rounds:
        for seat in (0, 1):
            report(f"{position.name}, {'answering' if seat else 'opening'}")
            found, playouts, most = list[_Lesson](), 0, next(wanted)
            while len(found) < most:
                found += _playout(base, position, seat, NOISE[playouts % len(NOISE)], rng)
                playouts += 1
            if most:
                parts.append(_stacked(base.game, found[:most]))
        base.forget_tables()
    return Lessons(*(np.concatenate(rows) for rows in zip(*((p.seen, p.mix, p.legal) for p in parts), strict=True)))


def _stacked(game: LiarsDice, found: list[_Lesson]) -> Lessons:
    tables = Tables(*(np.concatenate(rows) for rows in zip(*(lesson.table for lesson in found), strict=True)))
    parts = [tables.at(np.arange(at, min(at + _CHUNK, len(found)))) for at in range(0, len(found), _CHUNK)]
    seen = [features(np, seen_at(part), PLAYERS)[:, : num_present(PLAYERS)] for part in parts]
    mix = np.rint(np.stack([lesson.mix for lesson in found]) * WHOLE).astype(np.uint8)
    return Lessons(np.concatenate(seen), mix, many.legal(tables, game))
