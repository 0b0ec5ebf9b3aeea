"""The paper's open questions: which rules the gain comes from, four seats, and who is best at two."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from mendax.arena.learning import Course, play_block
from mendax.arena.pool import dismiss_idle
from mendax.arena.run import run_games
from mendax.arena.schedule import Schedule, rotations
from mendax.arena.statistics import Z95, wilson
from mendax.core.agent import Factory
from mendax.core.files import write_whole
from mendax.core.game import AnyGame, Seat
from mendax.core.learner import digest_of
from mendax.games.liars_dice.agents.learned import LearnedDiceAgent, LearnedFactory, forget_players
from mendax.games.liars_dice.agents.learner import DiceLearnerFactory, Player
from mendax.games.liars_dice.agents.training import TWO_PLAYERS
from mendax.games.liars_dice.agents.twins.agent import NAMES, TwinFactory
from mendax.games.liars_dice.agents.twins.games import PairGames, pair_games
from mendax.games.liars_dice.learning.words import rule_action
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.study.learning.curves import Rate, title
from mendax.games.liars_dice.study.learning.plan import OPPONENT, Size
from mendax.report.study import StudyOptions
from mendax.soar.learned_rules import LearnedRule, LearnedRules

FOUR_PLAYERS: Final = LiarsDice(players=4)
FOUR_OPPONENT: Final = "emh"
"""The paper's best agent at four seats."""
MATCH_SEED: Final = 1_500_000
FOUR_SEED: Final = 1_600_000
PAIR_SEED: Final = 1_700_000
"""Seeds that nothing else in the study uses; no choice was made by them."""
_NO_LIMIT: Final = 0.0
"""Seconds a move: loading a hundred thousand rules before the first one takes long."""


@dataclass(frozen=True, slots=True)
class LearnedPlayer:
    """A run whose learned rules are looked at."""

    agent: str
    seed: int
    blocks: int
    path: Path


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A learned player, or a part of it, against the native twin of PMH."""

    variant: str
    games: int
    wins: float

    @property
    def ci95(self) -> tuple[float, float]:
        """Wilson's interval of the win rate."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Where the gain of a learned player comes from."""

    agent: str
    seed: int
    blocks: int
    results: tuple[MatchResult, ...]
    num_rules: int
    num_challenges: int
    """Rules about challenges."""
    updates: int
    updates_challenges: int

    def rates(self) -> dict[str, Rate]:
        """The win rate of every variant; they are of one run, so that nothing varies but the games."""
        return {each.variant: Rate(each.games, each.wins, (0.0,), trained=False) for each in self.results}


@dataclass(frozen=True, slots=True)
class FourSeats:
    """One player against three EMH."""

    agent: str
    learned: bool
    games: int
    wins: float
    turns: int = 0
    """In the games in which turns were counted."""
    deliberated: int = 0
    """Turns in which no rule that was learned at two seats knew all actions."""
    sample: int = 0
    """Games in which turns were counted."""

    @property
    def ci95(self) -> tuple[float, float]:
        """Wilson's interval of the win rate."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent of the round robin."""

    agent: str
    mean: float
    """Games won, the mean over the other seven."""
    ci95: tuple[float, float]
    beaten: int
    """How many of the others it won more than half against."""


@dataclass(frozen=True, slots=True)
class Questions:
    """The answers that are complete."""

    tunings: tuple[Tuning, ...] = ()
    four_seats: tuple[FourSeats, ...] = ()
    round_robin: tuple[PairGames, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The answers as JSON."""
        return {
            "tunings": [asdict(each) for each in self.tunings],
            "four_seats": [asdict(each) for each in self.four_seats],
            "round_robin": [each.to_json() for each in self.round_robin],
            "standings": [asdict(each) for each in standings(self.round_robin)],
        }


def is_challenge(rule: LearnedRule) -> bool:
    """Whether a learned rule is about a challenge, of a bid or of a pass."""
    # Reading all rules takes long, and these words are in all that are wanted.
    may_be = "challenge" in rule.text or "^pass " in rule.text
    return may_be and rule_action(rule.text).startswith("challenge")


VARIANTS: Final[dict[str, Callable[[LearnedRule], bool] | None]] = {
    "as-learned": None,
    "only-challenges": lambda rule: not is_challenge(rule),
    "all-but-challenges": is_challenge,
    "untuned": lambda rule: True,
}
"""Which rules are put back to the values they began with."""


def tuning(player: LearnedPlayer, size: Size, folder: Path, options: StudyOptions) -> Tuning:
    """Play the learned rules, and copies with some values put back, against the twin of PMH: the same deals for all.

    Raises `KeyboardInterrupt` if it was stopped; the games are kept.
    """
    learned = LearnedRules.load(player.path)
    digest = digest_of(player.path)[:12]
    results = []
    with options.progress(size.match * len(VARIANTS), f"{title(player.agent)}: which rules matter") as update:
        for number, (variant, put_back) in enumerate(VARIANTS.items()):
            path = player.path
            if put_back is not None:
                path = folder / "players" / f"{player.agent}-{variant}-{digest}.json.gz"
                if not path.exists():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    learned.put_back(put_back).save(path)
            won = _match(
                TWO_PLAYERS,
                (f"{player.agent} {variant}", LearnedFactory(path.resolve())),
                OPPONENT,
                size.match,
                MATCH_SEED + options.seed,
                folder / f"{player.agent}-{variant}-{digest}-seed-{options.seed}",
                options,
                _shifted(update, number * size.match),
            )
            results.append(MatchResult(variant, size.match, won))
    challenges = [rule for rule in learned.rules if is_challenge(rule)]
    return Tuning(
        player.agent,
        player.seed,
        player.blocks,
        tuple(results),
        len(learned.rules),
        len(challenges),
        learned.num_updates,
        sum(rule.num_updates for rule in challenges),
    )


def four_seats(
    players: Sequence[LearnedPlayer], size: Size, folder: Path, options: StudyOptions
) -> tuple[FourSeats, ...]:
    """One of each against three twins of EMH, and beside them the untrained agents that they began as, by twins.

    Raises `KeyboardInterrupt` if it was stopped; the games are kept.
    """
    bases = sorted({player.agent.partition("-")[0] for player in players if player.agent != "b-0"}, key=NAMES.index)
    entrants: list[tuple[str, Factory, str, LearnedPlayer | None]] = [
        (name, TwinFactory(name), "untrained", None) for name in bases
    ]
    for player in players:
        own = LearnedFactory(player.path.resolve())
        entrants.append((player.agent, own, digest_of(player.path)[:12], player))
    found = []
    with options.progress(size.match * len(entrants), "One against three EMH") as update:
        for number, (name, factory, mark, learned) in enumerate(entrants):
            won = _match(
                FOUR_PLAYERS,
                (name, factory),
                FOUR_OPPONENT,
                size.match,
                FOUR_SEED + options.seed,
                folder / f"{name}-four-seats-{mark}-seed-{options.seed}",
                options,
                _shifted(update, number * size.match),
            )
            counted = (0, 0, 0) if learned is None else count_turns(learned, size.sample, FOUR_SEED + options.seed)
            found.append(FourSeats(name, learned is not None, size.match, won, *counted))
    return tuple(found)


def count_turns(player: LearnedPlayer, games: int, seed: int) -> tuple[int, int, int]:
    """Turns of a learned player at four seats, those in which it deliberated, and the games they were counted in."""
    factory, before = LearnedFactory(player.path.resolve()), dict[Player, tuple[int, int]]()

    def build(game: AnyGame, seat: Seat, rng: Random) -> LearnedDiceAgent:
        agent = factory(game, seat, rng)
        before.setdefault(agent.player, (agent.player.turns, agent.player.deliberated))
        return agent

    opponents = (TwinFactory(FOUR_OPPONENT),) * (FOUR_PLAYERS.seats - 1)
    play_block(Course(FOUR_PLAYERS, DiceLearnerFactory("p-#"), opponents, seed, games, 1, player.path.parent), build, 0)
    _free_players()
    turns = sum(each.turns - start for each, (start, _) in before.items())
    deliberated = sum(each.deliberated - start for each, (_, start) in before.items())
    return turns, deliberated, games


def round_robin(size: Size, options: StudyOptions) -> tuple[PairGames, ...]:
    """Every pair of the eight agents at two seats, by their native twins."""
    pairs = list(combinations(NAMES, 2))
    found = []
    with options.progress(len(pairs) * size.pair, "The eight at two seats") as update:
        for number, (first, second) in enumerate(pairs):
            # A seed for each pair, so that no two pairs have games in common.
            seed = PAIR_SEED + len(pairs) * options.seed + number
            found.append(pair_games(first, second, size.pair, seed, players=2))
            update((number + 1) * size.pair)
    return tuple(found)


def standings(pairs: Sequence[PairGames]) -> list[Standing]:
    """The agents of a round robin by their mean win rate, the best first."""
    rates: dict[str, list[tuple[float, int]]] = {}
    for pair in pairs:
        rates.setdefault(pair.first, []).append((1 - pair.win_rate, pair.games))
        rates.setdefault(pair.second, []).append((pair.win_rate, pair.games))
    found = []
    for name, each in rates.items():
        mean = sum(rate for rate, _ in each) / len(each)
        half = Z95 * math.sqrt(sum(rate * (1 - rate) / games for rate, games in each)) / len(each)
        found.append(Standing(name, mean, (mean - half, mean + half), sum(rate > 0.5 for rate, _ in each)))
    return sorted(found, key=lambda standing: -standing.mean)


def save_answer(folder: Path, name: str, lines: Sequence[Mapping[str, object]]) -> None:
    """Write the answer to a question as a file of its own."""
    write_whole(folder / f"{name}.json", json.dumps(list(lines), indent=1) + "\n")


def _match(
    game: LiarsDice,
    player: tuple[str, Factory],
    opponent: str,
    games: int,
    seed: int,
    out: Path,
    options: StudyOptions,
    progress: Callable[[int], None],
) -> float:
    """Games of one player against twins at all other seats; return how many it won."""
    seats = rotations([0, *[1] * (game.seats - 1)])
    agents: list[tuple[str, Factory]] = [player, (f"twin of {opponent}", TwinFactory(opponent))]
    schedule = Schedule((seats,), games)
    run = run_games(
        game,
        agents,
        schedule,
        seed=seed,
        workers=options.workers,
        engine=options.engine,
        out=out,
        progress=progress,
        move_seconds=_NO_LIMIT,
    )
    _free_players()
    if run.interrupted:
        raise KeyboardInterrupt
    return float((run.results.wins() * (run.results.seatings() == 0)).sum())


def _free_players() -> None:
    """Let go of what was played, here and in workers: a hundred thousand rules take 300 MB."""
    dismiss_idle()
    forget_players()


def _shifted(update: Callable[[int], None], before: int) -> Callable[[int], None]:
    return lambda done: update(before + done)
