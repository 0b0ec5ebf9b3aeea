"""How many random hands of fixed-limit Hold'em are played a second, beside PokerKit in the same run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from mendax.bench import Line, Measured, not_installed
from mendax.bench.timing import seconds_of
from mendax.core.catalogue import build_agent
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.holdem.kernel.hands import random_hands
from mendax.games.holdem.rules.game import Holdem

THREADS: Final = (1, 2)
TABLES: Final = (6, 2)
"""Players at a table."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many hands are measured, and how often; the best run counts."""

    kernel: int
    python: int
    """Hands by the rules and by PokerKit."""
    kernel_runs: int
    python_runs: int


FULL: Final = Amount(40_960, 20, 150, 25)
"""Short runs and many of them: on a busy machine some are left alone."""
QUICK: Final = Amount(2_000, 1, 1, 1)


def _best(hands: int, work: Callable[[], object], runs: int) -> float:
    """Hands a second in the best of some runs, by wall time."""
    return hands / min(seconds_of(work) for _ in range(runs))


def hands(quick: bool = False) -> Measured:
    """Whole hands from the deal to the payoffs; every legal action is equally likely."""
    amount = QUICK if quick else FULL
    lines: list[Line] = []
    rates: dict[str, dict[str, float]] = {}
    missing = False
    for players in TABLES:
        actions = random_hands(players, amount.kernel).actions / amount.kernel  # and warm: compiled
        rates[str(players)] = found = {
            str(threads): _best(amount.kernel, _kernel(players, amount.kernel, threads), amount.kernel_runs)
            for threads in THREADS
        }
        for threads, rate in found.items():
            lines.append(Line(f"mendax kernel, {players} players, threads: {threads}", rate, "hands/s"))
        lines.append(Line(f"the same, {actions:.1f} actions a hand", max(found.values()) * actions, "actions/s"))
        rules = _best(amount.python, _rules(players, amount.python), amount.python_runs)
        lines.append(Line(f"mendax rules in Python, {players} players", rules, "hands/s"))
        try:
            theirs = _best(amount.python, _pokerkit(players, amount.python), amount.python_runs)
        except ImportError:
            missing = True
            continue
        lines.append(Line(f"pokerkit, {players} players", theirs, "hands/s"))
        lines.append(Line(f"ratio, {players} players, one thread, kernel / pokerkit", found["1"] / theirs, "times"))
    note = "The best of some runs of each. The kernel is tested step by step against the rules and against PokerKit."
    if missing:
        note += f" {not_installed('PokerKit')}"
    return Measured(tuple(lines), note, {"hands_per_second": rates})


def _kernel(players: int, number: int, threads: int) -> Callable[[], object]:
    return lambda: random_hands(players, number, seed=1, workers=threads)


def _rules(players: int, number: int) -> Callable[[], object]:
    """Matches of one hand by the readable rules, with `random` in every seat."""
    game = Holdem(players=players)
    factory = build_agent(game.name, "random")

    def play() -> None:
        for at in range(number):
            agents = [factory(game, seat, Stream(1, at, 1 + seat)) for seat in range(players)]
            play_match(game, agents, Stream(1, at, 0), strict=True)

    return play


def _pokerkit(players: int, number: int) -> Callable[[], object]:
    """Hands at PokerKit's own fixed-limit table, with everything automatic but the players' actions."""
    from pokerkit import Automation, FixedLimitTexasHoldem

    table = FixedLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2, 4)

    def play() -> None:
        rng = Random(1)
        for _ in range(number):
            state = table((1000,) * players, players)
            while state.status:
                choices: list[Callable[[], object]] = [state.check_or_call]
                if state.checking_or_calling_amount:
                    choices.append(state.fold)
                if state.can_complete_bet_or_raise_to():
                    choices.append(state.complete_bet_or_raise_to)
                rng.choice(choices)()

    return play
