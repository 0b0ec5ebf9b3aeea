"""The tablebase as a judge: values by the solved endgame, wherever it reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.games.liars_dice.coach.judges import Estimate, Judgement, OptionValue
from mendax.games.liars_dice.rules import Action, LiarsDice, View
from mendax.games.liars_dice.rules.options import Opens
from mendax.games.liars_dice.solver.endgame import Position, Tablebase, endgame_fault, load_tablebase

_SHOWN: Final = 6
"""Options that are told, beside the one that was played."""


def solved_endgame(game: LiarsDice) -> TablebaseJudge | None:
    """The judge of a game whose endgame was solved, at least in part; nothing is computed."""
    if endgame_fault(game) or game.options.opens is not Opens.RANDOM:
        return None
    base = load_tablebase(game)
    return TablebaseJudge(base) if base.rounds else None


class TablebaseJudge:
    """Both seats by the solved strategies, so no value depends on chance."""

    name = "tablebase"

    def __init__(self, base: Tablebase) -> None:
        self.base = base

    def reaches(self, view: View) -> bool:
        """One's own turn in a solved position; between rounds, where whoever opens is solved."""
        return self._score(view, 0) is not None if view.seat is None else self.base.reaches(view)

    def options(self, view: View, actions: Sequence[Action], played: Action | None = None) -> Judgement:
        """The likeliest options, then the best of the others."""
        probe = self.base.probe(view, actions)
        if probe is None:
            raise MendaxError("the tablebase does not reach this position")
        options = [(one.action, one.probability, _chance(one.value)) for one in probe.options]
        if played is not None and all(action != played for action, _, _ in options):
            options.append((played, 0.0, self._surely_challenged(view)))
        ordered = sorted(options, key=lambda option: (-round(option[1], 3), -option[2]))
        told = [option for at, option in enumerate(ordered) if at < _SHOWN or option[0] == played]
        # Of those that are worth the same, what the strategy itself says.
        best = max(told, key=lambda option: (round(option[2], 3), option[1]))
        told_best = f"The solved endgame wins with {100 * best[2]:.1f} % here by '{best[0]}'"
        return Judgement(
            self.name,
            tuple(OptionValue(action, np.array([value]), probability) for action, probability, value in told),
            sentence=f"{told_best}, known to {50 * probe.round.error:.3f} points.",
        )

    def before_words(self, view: View) -> Estimate:
        """By the best first word; the tablebase reaches only the opener's."""
        probe = self.base.probe(view, self._openings(view))
        assert probe is not None
        return Estimate(_chance(probe.value))

    def score(self, view: View, seat: Seat) -> Estimate:
        found = self._score(view, seat)
        assert found is not None
        return Estimate(found)

    def _openings(self, view: View) -> Sequence[Action]:
        position = self.base.position_of(view)
        assert position is not None
        tree, _ = self.base.table(position, 1)
        return tuple(tree.actions[0])

    def _score(self, view: View, seat: Seat) -> float | None:
        """The win chance before a round, when chance says who opens; `None` where that is not solved."""
        (mine, theirs), (my_exact, their_exact) = view.dice, view.exacts
        if seat:
            mine, theirs, my_exact, their_exact = theirs, mine, their_exact, my_exact
        if not mine or not theirs:
            return float(mine > 0)
        values = self.base.values
        first = values.get(Position((mine, theirs), (my_exact, their_exact)))
        second = values.get(Position((theirs, mine), (their_exact, my_exact)))
        return None if first is None or second is None else (_chance(first) + _chance(-second)) / 2

    def _surely_challenged(self, view: View) -> float:
        """What is left after a bid that the shown dice make impossible: the other challenges, and a die is lost."""
        assert view.seat is not None
        dice = tuple(number - (seat == view.seat) for seat, number in enumerate(view.dice))
        found = self._score(view._replace(dice=dice), view.seat)
        assert found is not None, "every position after a lost die is solved before"
        return found


def _chance(value: float | None) -> float:
    """A payoff of -1 to 1 as a win chance."""
    assert value is not None
    return (1 + value) / 2
