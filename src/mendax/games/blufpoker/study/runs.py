"""Runs the study of Blufpoker: line-ups, slips, readings, the map, one game told, exact values, and `reasoning`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from mendax.arena.results import Results
from mendax.core.catalogue import build_game, games
from mendax.core.errors import Stopped
from mendax.core.game import game_text
from mendax.core.record import Record, read_records
from mendax.core.streams import Stream
from mendax.games.blufpoker.agents.strategies import ALL_STRATEGIES, Strategy
from mendax.games.blufpoker.study import exact, pair_map
from mendax.games.blufpoker.study.answers import Answers, faced_bids
from mendax.games.blufpoker.study.authors_slips import ALL, NONE, SINGLE, Slips, count_losses
from mendax.games.blufpoker.study.comparison import Comparison, Losses
from mendax.games.blufpoker.study.kept import keep
from mendax.games.blufpoker.study.numbers import (
    LEVEL,
    BlufpokerNumbers,
    LineUpResult,
    PlayedLineUp,
    ReadingRun,
    ReasoningLine,
    SlipRun,
)
from mendax.games.blufpoker.study.page import write
from mendax.games.blufpoker.study.published import GAMES, LINE_UPS, LineUp
from mendax.games.blufpoker.study.tables import GAME, Table, losses_at, play_tables
from mendax.games.blufpoker.study.walkthrough import Walkthrough, choose, tell
from mendax.report.study import StudyOptions, save_numbers

AUTHORS: Final = "knowing:authors"
TEXT: Final = "knowing"
OURS: Final = "reasoning"
READINGS: Final = ("listed-only", "above-coin", "above-stop", "roll-on", "poker-if-open", "count-all")
TOLD: Final = 1
"""The line-up that the walked-through game is from: R, GO."""
DRAWN: Final = 20
"""Line-ups that are drawn for `reasoning`."""
SEAT: Final = 2
"""Of the knowledge agent."""
_DRAW, _SLIPS = 1, 2
"""Names of random streams."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played."""

    line_ups: int
    """Games of each line-up with each reading."""
    slips: int
    readings: int
    map: int
    """Games of each pair."""
    reasoning: int
    agents: tuple[str, ...]
    """Whose exploitability is computed."""
    strategies: tuple[Strategy, ...] = ALL_STRATEGIES
    """Whose pairs are on the map, and are drawn from."""


FULL: Final = Plan(10_000, 20_000, 2_000, 1_000, 4_000, exact.AGENTS)
QUICK: Final = Plan(300, 1_000, 50, 3, 20, exact.QUICK_AGENTS)


def reproduce(options: StudyOptions) -> BlufpokerNumbers:
    """Play and compute everything, write `report.html` and `numbers.json`, and return the numbers.

    Every finished part is kept in the folder, and the games of an unfinished one too: the same call goes on from there.
    """
    plan = QUICK if options.quick else FULL
    parts = options.out / f"{'quick' if options.quick else 'full'}-seed-{options.seed}"
    inside = replace(options, out=parts)
    try:
        numbers = _compute(plan, inside)
    except KeyboardInterrupt:
        raise Stopped("stopped; what is finished is kept, and the same command goes on from here") from None
    save_numbers(numbers, options.out)
    write(numbers, options.out / "report.html")
    return numbers


def _compute(plan: Plan, options: StudyOptions) -> BlufpokerNumbers:
    by_text = [play_line_up(line, TEXT, plan.line_ups, options) for line in LINE_UPS]
    as_authors = [play_line_up(line, AUTHORS, plan.line_ups, options) for line in LINE_UPS]
    slips = simulate_slips(as_authors, plan.slips, options)
    readings = play_readings(plan.readings, options)
    told = keep(options.out / "walkthrough.json", Walkthrough, lambda: tell_game(plan.line_ups, options))
    tables = pair_map.tables(plan.strategies)
    pairs = pair_map.make_map(
        play_tables(tables, plan.map, options, f"map-{plan.map}", "the map of pairs"), plan.strategies
    )
    return BlufpokerNumbers(
        game_text(GAME),
        options.seed,
        options.quick,
        tuple(
            line_up_result(at, line, ours, text, slips)
            for at, (line, ours, text) in enumerate(zip(LINE_UPS, as_authors, by_text, strict=True))
        ),
        slips,
        readings,
        pairs,
        told,
        keep(options.out / "exact.json", exact.ExactValues, exact.exact_values),
        tuple(measure_agents(plan.agents, options)),
        play_reasoning(by_text, pairs, plan, options),
    )


def play_line_up(line: LineUp, agent: str, games: int, options: StudyOptions) -> PlayedLineUp:
    """One of the authors' line-ups: its losses, and what player 3 answered."""
    folder = f"line-up-{line.first}-{line.second}-{agent.replace(':', '-')}-{games}"

    def play() -> PlayedLineUp:
        results = _line_up_games(line, agent, games, options, folder)
        losses = losses_at(results, 0)
        with options.progress(games, f"answers in {line.name}") as update:
            answers = Answers.of(faced_bids(record, SEAT) for record in _records(results, update))
        return PlayedLineUp(agent, losses, Comparison.of(losses, Losses.published(line.lost, GAMES)), answers)

    return keep(options.out / f"{folder}.json", PlayedLineUp, play)


def _line_up_games(line: LineUp, agent: str, games: int, options: StudyOptions, folder: str) -> Results:
    return play_tables([line.players(agent)], games, options, folder, f"{line.name} with {agent}", records=True)


def _records(results: Results, update: Callable[[int], None] | None = None) -> Iterator[Record]:
    """The records of a run in order; `update` is told how many were read."""
    for number in range(len(results.done)):
        yield read_records(results.records[number], build_game)[0]
        if update is not None:
            update(number + 1)


def simulate_slips(arena: list[PlayedLineUp], games: int, options: StudyOptions) -> tuple[SlipRun, ...]:
    """Every line-up without slips and with all; those that the rules do not give, with each slip alone too."""
    wanted = [(at, slips) for slips in (NONE, ALL) for at in range(len(LINE_UPS))]
    wanted += [(at, slips) for at in range(len(LINE_UPS)) if not arena[at].agrees for slips in SINGLE]
    found = []
    with options.progress(len(wanted), "slips of the authors' program") as update:
        for number, (at, slips) in enumerate(wanted):
            found.append(_simulate(at, slips, games, arena[at], options))
            update(number + 1)
    return tuple(found)


def _simulate(at: int, slips: Slips, games: int, arena: PlayedLineUp, options: StudyOptions) -> SlipRun:
    which = [slips.greedy_rolls_nothing, slips.poker_counted_again, slips.dice_sorted_between]
    code = sum(made << place for place, made in enumerate(which))

    def play() -> SlipRun:
        line = LINE_UPS[at]
        lost = count_losses(line.players(AUTHORS), slips, games, Stream(options.seed, _SLIPS, at, code))
        losses = Losses.of(lost)
        published = Comparison.of(losses, Losses.published(line.lost, GAMES))
        return SlipRun(at, slips.names, losses, published, Comparison.of(losses, arena.losses))

    return keep(options.out / f"slips-{at}-{code}-{games}.json", SlipRun, play)


def play_readings(games: int, options: StudyOptions) -> tuple[ReadingRun, ...]:
    """Each reading alone in each line-up but the first, where three equal agents sit."""
    wanted = [(at, reading) for reading in READINGS for at in range(1, len(LINE_UPS))]
    tables = [LINE_UPS[at].players(f"knowing:{reading}") for at, reading in wanted]
    results = play_tables(tables, games, options, f"readings-{games}", "readings of the paper")
    found = []
    for number, (at, reading) in enumerate(wanted):
        losses = losses_at(results, number)
        published = Comparison.of(losses, Losses.published(LINE_UPS[at].lost, GAMES))
        found.append(ReadingRun(at, reading, losses, published))
    return tuple(found)


def tell_game(games: int, options: StudyOptions) -> Walkthrough:
    """The first game of its line-up in which the knowledge agent called a bluff and called a true bid, told."""
    line = LINE_UPS[TOLD]
    results = _line_up_games(line, TEXT, games, options, f"line-up-{line.first}-{line.second}-{TEXT}-{games}")
    number, record = choose(_records(results), SEAT)
    return tell(record, number, options.seed, SEAT)


def line_up_result(
    at: int, line: LineUp, ours: PlayedLineUp, text: PlayedLineUp, slips: tuple[SlipRun, ...]
) -> LineUpResult:
    """A line with its verdict: confirmed, or explained by the slips of the authors' program, or neither."""
    verdict = "confirmed"
    if not ours.agrees:
        with_all = next(run for run in slips if (run.line_up, run.slips) == (at, ALL.names))
        without = next(run for run in slips if (run.line_up, run.slips) == (at, NONE.names))
        explained = with_all.published.p_value >= LEVEL and without.arena.p_value >= LEVEL
        verdict = "explained" if explained else "not explained"
    players = (line.first, line.second, "K")
    return LineUpResult(players, Losses.published(line.lost, GAMES), ours, text, verdict)


def measure_agents(agents: tuple[str, ...], options: StudyOptions) -> Iterator[exact.Exploited]:
    """The exploitability of each agent."""
    with options.progress(len(agents), "best responses") as update:
        for number, agent in enumerate(agents):
            path = options.out / f"exploit-{agent.replace(':', '-').replace('/', '-')}.json"
            yield keep(path, exact.Exploited, partial(exact.exploited, agent))
            update(number + 1)


def draw_line_ups(seed: int, strategies: Sequence[Strategy] = ALL_STRATEGIES) -> list[Table]:
    """Pairs of naive players that are not the authors', no pair twice, drawn by the seed; `reasoning` sits third."""
    names = [f"naive:{strategy}" for strategy in strategies]
    known = {line.players(TEXT)[:2] for line in LINE_UPS}
    pairs = [(first, second) for first in names for second in names if (first, second) not in known]
    return [(first, second, OURS) for first, second in Stream(seed, _DRAW).sample(pairs, DRAWN)]


def play_reasoning(
    text: list[PlayedLineUp], pairs: pair_map.PairMap, plan: Plan, options: StudyOptions
) -> tuple[ReasoningLine, ...]:
    """`reasoning` in the authors' line-ups and in drawn ones; nothing where there is no such agent."""
    if OURS not in {agent.name for agent in games()[GAME.name].agents}:
        return ()
    drawn = draw_line_ups(options.seed, plan.strategies)
    tables = [(*line.players(TEXT)[:2], OURS) for line in LINE_UPS] + drawn
    results = play_tables(tables, plan.reasoning, options, f"{OURS}-{plan.reasoning}", OURS)
    found = []
    for number, table in enumerate(tables):
        losses = losses_at(results, number)
        if number < len(LINE_UPS):
            played = text[number].losses
            beside = played.loss_rates[SEAT], played.games
        else:
            first, second = (name.removeprefix("naive:") for name in table[:2])
            beside = pairs.lost_with(first, second), pairs.games
        found.append(ReasoningLine(table, number >= len(LINE_UPS), losses, *beside))
    return tuple(found)
