"""How fast random games of Liar's Dice are played, beside OpenSpiel's plain one."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from os import cpu_count
from statistics import median
from typing import Any

from mendax.bench import Line
from mendax.core.catalogue import build_agent
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.liars_dice.kernel.playouts import random_games
from mendax.games.liars_dice.rules import LiarsDice

REPEATS = 5


def rate(number: int, work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """How many a second of one processor's time, the median of some runs; with another clock, by that."""
    spent = []
    for _ in range(REPEATS):
        began = clock()
        work()
        spent.append(clock() - began)
    return number / median(spent)


def games() -> dict[str, Any]:
    """Whole games under the full rules, and OpenSpiel's one-round game on both."""
    all_of_them = cpu_count() or 1
    lines = []
    for players, number in ((4, 400_000), (2, 1_000_000)):
        lines += _kernel(LiarsDice(players=players), number, all_of_them)
    lines.append(Line("mendax rules in Python, full rules, 4 players, 1 processor", _by_the_rules(), "games/s"))
    plain, number = LiarsDice(players=2, rules="open-spiel", single_round=True), 1_000_000
    random_games(plain, 1000)
    ours = rate(number, lambda: random_games(plain, number, 1, 1))
    lines.append(Line("mendax kernel, OpenSpiel's rules, 2 players, 5 dice, one round, 1 processor", ours, "games/s"))
    try:
        theirs = _open_spiel()
    except ImportError:
        return {"lines": lines, "note": "OpenSpiel is not installed; `make bench` installs it."}
    lines.append(
        Line("open_spiel liars_dice (numdice=5), its C++ loop and random bots, 1 processor", theirs, "games/s")
    )
    lines.append(Line("ratio on the same game, mendax / open_spiel", ours / theirs, "times"))
    return {
        "lines": lines,
        "note": (
            "Every legal action is equally likely, pushes included. A game of the full rules is many rounds, until "
            "one player is left; OpenSpiel's is one round without push, pass and exact. One processor is measured by "
            "its own time, all of them by the clock on the wall: others at work on the machine slow down only these."
        ),
    }


def _kernel(game: LiarsDice, number: int, processors: int) -> list[dict[str, Any]]:
    """The full rules on one processor and on all."""
    actions = random_games(game, number).actions / number  # and warm: compiled, tables made
    one = rate(number, partial(random_games, game, number, 1, 1))
    all_ = rate(number, partial(random_games, game, number, 1, processors), time.perf_counter)
    what = f"mendax kernel, full rules, {game.players} players"
    return [
        Line(f"{what}, 1 processor", one, "games/s"),
        Line(f"{what}, {processors} processors", all_, "games/s"),
        Line(f"the same, {actions:.1f} actions a game", all_ * actions, "actions/s"),
    ]


def _by_the_rules() -> float:
    """Matches a second of the readable rules with `random` in every seat."""
    game, number = LiarsDice(), 20
    factory = build_agent(game.name, "random")

    def play() -> None:
        for at in range(number):
            agents = [factory(game, seat, Stream(1, at, 1 + seat)) for seat in range(game.seats)]
            play_match(game, agents, Stream(1, at, 0), strict=True)

    return rate(number, play)


def _open_spiel() -> float:
    """Games a second of OpenSpiel's own uniform random bots in its own loop, both in C++."""
    import pyspiel

    number = 20_000
    game = pyspiel.load_game("liars_dice", {"numdice": 5})
    bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in (0, 1)]

    def play() -> None:
        for at in range(number):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, at)

    return rate(number, play)
