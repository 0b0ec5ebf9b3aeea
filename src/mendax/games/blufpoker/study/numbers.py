"""The numbers of the study, as its report and `numbers.json` have them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from mendax.games.blufpoker.study.answers import Answers
from mendax.games.blufpoker.study.comparison import Comparison, Losses
from mendax.games.blufpoker.study.exact import ExactValues, Exploited
from mendax.games.blufpoker.study.pair_map import FAIR, PairMap
from mendax.games.blufpoker.study.published import LINE_UPS
from mendax.games.blufpoker.study.walkthrough import Walkthrough

LEVEL: Final = 0.05 / len(LINE_UPS)
"""A line differs if its p-value is below: then six lines that are all right look wrong in 5 of 100 studies."""


@dataclass(frozen=True, slots=True)
class PlayedLineUp:
    """A line-up as it was played here, with one reading of the knowledge agent."""

    agent: str
    losses: Losses
    published: Comparison
    """Ours less the published figures."""
    answers: Answers
    """Of player 3."""

    @property
    def agrees(self) -> bool:
        """Whether the published losses can come from this table."""
        return self.published.p_value >= LEVEL


@dataclass(frozen=True, slots=True)
class SlipRun:
    """A line-up in the bare simulation, with some slips of the authors' program."""

    line_up: int
    slips: tuple[str, ...]
    losses: Losses
    published: Comparison
    """The simulation less the published figures."""
    arena: Comparison
    """The simulation less the games of `knowing:authors` that were played by our rules."""


@dataclass(frozen=True, slots=True)
class ReadingRun:
    """A line-up with one sentence of the paper read differently."""

    line_up: int
    reading: str
    losses: Losses
    published: Comparison


@dataclass(frozen=True, slots=True)
class LineUpResult:
    """A line of the authors' results and ours beside it."""

    players: tuple[str, ...]
    """The letters of players 1 and 2, then the knowledge agent."""
    published: Losses
    ours: PlayedLineUp
    """With the readings of the authors' program."""
    text: PlayedLineUp
    """With the default readings of the paper's text."""
    verdict: str
    """`confirmed`, `explained`, or `not explained`."""

    @property
    def name(self) -> str:
        """The letters of players 1 and 2."""
        return f"{self.players[0]}, {self.players[1]}"


@dataclass(frozen=True, slots=True)
class ReasoningLine:
    """Losses of `reasoning` in the third seat of a line-up."""

    players: tuple[str, ...]
    drawn: bool
    """Drawn by the seed, and not one of the authors'."""
    losses: Losses
    knowing_lost: float
    """What `knowing` lost in the same seat."""
    knowing_games: int

    @property
    def lost(self) -> float:
        """The share of games that `reasoning` lost."""
        return self.losses.loss_rates[2]

    @property
    def below_third(self) -> str:
        """Whether that is less than a third: `yes`, `no`, or `not decided` by this many games."""
        low, high = self.losses.ci95[2]
        return "yes" if high < FAIR else "no" if low > FAIR else "not decided"


@dataclass(frozen=True, slots=True)
class BlufpokerNumbers:
    """All numbers of the study."""

    game: str
    seed: int
    quick: bool
    line_ups: tuple[LineUpResult, ...]
    slips: tuple[SlipRun, ...]
    readings: tuple[ReadingRun, ...]
    map: PairMap
    walkthrough: Walkthrough
    exact: ExactValues
    exploitability: tuple[Exploited, ...]
    reasoning: tuple[ReasoningLine, ...]
    """Empty where there is no such agent."""

    def slip_run(self, line_up: int, slips: tuple[str, ...]) -> SlipRun:
        """The simulation of a line-up with these slips."""
        return next(run for run in self.slips if (run.line_up, run.slips) == (line_up, slips))

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return {
            "paper": "blufpoker",
            "game": self.game,
            "seed": self.seed,
            "quick": self.quick,
            "line_ups": [_line_up(line) for line in self.line_ups],
            "slips": [asdict(run) for run in self.slips],
            "readings": [asdict(run) for run in self.readings],
            "map": self.map.to_json(),
            "walkthrough": self.walkthrough.to_json(),
            **asdict(self.exact),
            "exploitability": [one.to_json() for one in self.exploitability],
            "reasoning": [{**asdict(line), "below_third": line.below_third} for line in self.reasoning],
        }


def _line_up(line: LineUpResult) -> dict[str, Any]:
    return {
        "players": list(line.players),
        "published": list(line.published.loss_rates),
        "ours": _played(line.ours),
        "text": _played(line.text),
        "verdict": line.verdict,
    }


def _played(played: PlayedLineUp) -> dict[str, Any]:
    """Losses, the comparison with the published ones, and the answers, on one level."""
    return {
        "agent": played.agent,
        **asdict(played.losses),
        "differences": list(played.published.differences),
        "differences_ci95": [list(ends) for ends in played.published.ci95],
        "p_value": played.published.p_value,
        **{name: value for name, value in asdict(played.answers).items() if name != "games"},
    }
