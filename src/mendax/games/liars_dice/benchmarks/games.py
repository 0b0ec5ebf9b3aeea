"""How fast random games of Liar's Dice are played, beside OpenSpiel's plain one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from os import cpu_count

from mendax.bench import Line, Measured, not_installed
from mendax.bench.timing import median_seconds
from mendax.core.catalogue import build_agent
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.liars_dice.kernel.playouts import random_games
from mendax.games.liars_dice.rules import LiarsDice


@dataclass(frozen=True, slots=True)
class Amount:
    """How many games are measured, and how often."""

    repeats: int
    full_rules: tuple[tuple[int, int], ...]
    """Players, and games."""
    one_round: int
    by_the_rules: int
    open_spiel: int

    def rate(self, games: int, work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
        """Games a second of one processor's time, or by another clock."""
        return games / median_seconds(work, self.repeats, clock)


FULL = Amount(5, ((4, 400_000), (2, 1_000_000)), 1_000_000, 20, 20_000)
QUICK = Amount(1, ((4, 2_000), (2, 2_000)), 20_000, 1, 1_000)


def games(quick: bool = False) -> Measured:
    """Whole games under the full rules, and OpenSpiel's one-round game on both."""
    amount, processors = QUICK if quick else FULL, cpu_count() or 1
    lines = []
    for players, number in amount.full_rules:
        lines += _kernel(amount, LiarsDice(players=players), number, processors)
    rules = _by_the_rules(amount)
    lines.append(Line("mendax rules in Python, full rules, 4 players, 1 processor", rules, "games/s"))
    plain = LiarsDice(players=2, rules="open-spiel", single_round=True)
    random_games(plain, 1000)  # warm: tables made
    ours = amount.rate(amount.one_round, lambda: random_games(plain, amount.one_round, 1, 1))
    lines.append(Line("mendax kernel, OpenSpiel's rules, 2 players, 5 dice, one round, 1 processor", ours, "games/s"))
    try:
        theirs = _open_spiel(amount)
    except ImportError:
        return Measured(tuple(lines), not_installed("OpenSpiel"))
    lines.append(
        Line("open_spiel liars_dice (numdice=5), its C++ loop and random bots, 1 processor", theirs, "games/s")
    )
    lines.append(Line("ratio on the same game, mendax / open_spiel", ours / theirs, "times"))
    note = (
        "Every legal action is equally likely, pushes included. A game of the full rules is many rounds, until "
        "one player is left; OpenSpiel's is one round without push, pass and exact. One processor is measured by "
        "its own time, all of them by wall time: other work on the machine slows down only the latter."
    )
    return Measured(tuple(lines), note)


def _kernel(amount: Amount, game: LiarsDice, number: int, processors: int) -> list[Line]:
    """The full rules on one processor and on all."""
    actions = random_games(game, number).actions / number  # and warm: compiled, tables made
    one = amount.rate(number, partial(random_games, game, number, 1, 1))
    all_ = amount.rate(number, partial(random_games, game, number, 1, processors), time.perf_counter)
    what = f"mendax kernel, full rules, {game.players} players"
    return [
        Line(f"{what}, 1 processor", one, "games/s"),
        Line(f"{what}, {processors} processors", all_, "games/s"),
        Line(f"the same, {actions:.1f} actions a game", all_ * actions, "actions/s"),
    ]


def _by_the_rules(amount: Amount) -> float:
    """Matches a second of the readable rules with `random` in every seat."""
    game = LiarsDice()
    factory = build_agent(game.name, "random")

    def play() -> None:
        for at in range(amount.by_the_rules):
            agents = [factory(game, seat, Stream(1, at, 1 + seat)) for seat in range(game.seats)]
            play_match(game, agents, Stream(1, at, 0), strict=True)

    return amount.rate(amount.by_the_rules, play)


def _open_spiel(amount: Amount) -> float:
    """Games a second of OpenSpiel's own uniform random bots in its own loop, both in C++."""
    import pyspiel

    game = pyspiel.load_game("liars_dice", {"numdice": 5})
    bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in (0, 1)]

    def play() -> None:
        for at in range(amount.open_spiel):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, at)

    return amount.rate(amount.open_spiel, play)
