"""What is thought of one opponent: how likely it has each habit, given everything that was seen of it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mendax.games.blufpoker.agents.reasoning.answers import STEADY, Answers
from mendax.games.blufpoker.agents.reasoning.habits import BID_HABITS, BID_PRIOR, ROLL_HABITS, ROLL_PRIOR
from mendax.games.blufpoker.agents.reasoning.layouts import Floats

_STEADY: Final = len(STEADY)
_ALWAYS: Final = np.array(STEADY)


class Sketch(NamedTuple):
    """An opponent in round numbers: what the values of a round are computed for."""

    roll: int
    """The likeliest way to roll."""
    bid: int
    """The likeliest way to bid."""
    believes: int
    """How often a steady answerer believes, in tenths."""
    calls_top: bool
    """Whether it more likely than not calls the highest bid on principle."""
    counts: int
    """How likely it answers by counting, in halves."""
    counting: int
    """The likeliest way to count."""


class Opponent:
    """Weights over habits, multiplied by how likely each habit made what was seen (Bayes' rule)."""

    __slots__ = ("_answers", "_believes", "answering", "habits")

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.habits: Floats = np.outer(ROLL_PRIOR, BID_PRIOR)
        """By way to roll and way to bid."""
        self.answering: Floats = answers.prior
        self._believes: Floats | None = None

    def saw_turn(self, likelihood: Floats) -> None:
        """Learn from a turn: how likely each way to roll and to bid made what was seen."""
        habits = self.habits * likelihood
        total = habits.sum()
        if total > 0:
            self.habits = habits / total

    def saw_answer(self, open_set: int, bid: int, believed: bool, certain: bool) -> None:
        """Learn from an answer to a bid; `certain`: the rules made that bid true."""
        chances = self._answers.certain[:, bid] if certain else self._answers.believes[:, open_set, bid]
        answering = self.answering * (chances if believed else 1 - chances)
        self.answering = answering / answering.sum()
        self._believes = None

    @property
    def believes(self) -> Floats:
        """By open dice and bid: the probability that it believes."""
        if self._believes is None:
            self._believes = np.tensordot(self.answering, self._answers.believes, 1)
        return self._believes

    def likely_habits(self) -> tuple[tuple[str, float], tuple[str, float]]:
        """The likeliest way to roll and the likeliest way to bid, each with its probability."""
        by_roll, by_bid = self.habits.sum(axis=1), self.habits.sum(axis=0)
        roll, bid = int(by_roll.argmax()), int(by_bid.argmax())
        return (ROLL_HABITS[roll], float(by_roll[roll])), (BID_HABITS[bid], float(by_bid[bid]))

    def sketch(self) -> Sketch:
        """This opponent in round numbers."""
        roll, bid = divmod(int(self.habits.argmax()), self.habits.shape[1])
        steady, top, counting = np.split(self.answering, [_STEADY, 2 * _STEADY])
        share = float(counting.sum())
        often = float((steady + top) @ _ALWAYS) / max(1 - share, 1e-9)
        calls_top = float(top.sum()) / max(1 - share, 1e-9)
        counts = round(2 * share)
        return Sketch(
            roll,
            bid,
            0 if counts == 2 else round(10 * often),
            counts < 2 and calls_top > 0.5,
            counts,
            int(counting.argmax()) if counts else 0,
        )


def sketched_answers(answers: Answers, sketch: Sketch) -> Floats:
    """By open dice and bid: the probability that an opponent like this believes."""
    believes = np.full_like(answers.believes[0], sketch.believes / 10)
    if sketch.calls_top:
        believes[:, -1] = 0.0
    share = sketch.counts / 2
    mixed: Floats = (1 - share) * believes + share * answers.believes[2 * _STEADY + sketch.counting]
    return mixed
