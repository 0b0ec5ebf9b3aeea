"""Turns a second of the paper's eight agents, and how much of a turn is the kernel's own time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from mendax.agents.liars_dice.soar_mind import RULES, SoarMind, rule_files, settings
from mendax.bench import line
from mendax.bench.soar import Timed
from mendax.core.agent import Decision
from mendax.core.chance import Stream
from mendax.core.match import play_match
from mendax.games.liars_dice import Action, LiarsDice, View

MATCHES = 3
REPEATS = 5


class Recorded(SoarMind):
    """A player that keeps what it was asked."""

    def __init__(self, name: str, game: LiarsDice, rng: Stream) -> None:
        super().__init__(name, game, rng)
        self.asked: list[tuple[View, Sequence[Action]]] = []

    def act(self, view: View, actions: Sequence[Action], why: bool = False) -> Decision[Action]:
        """The decision, and a note of it."""
        self.asked.append((view, actions))
        return super().act(view, actions, why)


def turns() -> dict[str, Any]:
    """Whole turns, from the view to the action, in games of four agents of one kind."""
    lines = []
    for name in RULES:
        games = [_play(name, number) for number in range(MATCHES)]
        with Timed(name, rule_files(name), settings=settings()) as mind:
            _think(mind, name, games)  # warm
            runs = [_think(mind, name, games) for _ in range(REPEATS)]
            counts = mind.counts()
        lines.append(line(f"{name}", median(rate for rate, _ in runs), "turns/s"))
        lines.append(line(f"{name}: our bridge's share", 100 * median(share for _, share in runs), "%"))
        lines.append(line(f"{name}: rules", counts.rules, "rules"))
    return {
        "lines": lines,
        "note": (
            f"The turns of one player in each of {MATCHES} games of four under the paper's rules, from the view to the "
            "action, one core. The kernel's time is that inside the one call that runs it; the bridge's is the rest: "
            "the tree, its differences, the command and the check that the action is legal."
        ),
    }


def _play(name: str, number: int) -> list[tuple[View, Sequence[Action]]]:
    game = LiarsDice()
    players = [Recorded(name, game, Stream(number, 1 + seat)) for seat in range(game.seats)]
    play_match(game, players, Stream(number, 0), strict=True)
    return max((player.asked for player in players), key=len)


def _think(mind: Timed, name: str, games: Sequence[Sequence[tuple[View, Sequence[Action]]]]) -> tuple[float, float]:
    """Turns a second, and the share of the time that was not the kernel's."""
    player = SoarMind(name, LiarsDice(), Stream(1))
    player.mind = mind
    num_turns, spent, mind.inside = 0, 0.0, 0.0
    for asked in games:
        mind.reset(Stream(2))
        began = time.perf_counter()
        for view, actions in asked:
            player.act(view, actions)
        spent += time.perf_counter() - began
        num_turns += len(asked)
    return num_turns / spent, 1 - mind.inside / spent
