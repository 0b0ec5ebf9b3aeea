"""Turns a second of the paper's eight agents, and how much of a turn is the kernel's own time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import TypeAlias

from mendax.bench import Line, Measured
from mendax.bench.soar import Timed
from mendax.core.agent import Decision
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.liars_dice.agents.soar.agent import RULES, SoarDiceAgent, rule_files, settings
from mendax.games.liars_dice.rules import Action, LiarsDice, View

MATCHES = 3
REPEATS = 5
Asked: TypeAlias = list[tuple[View, Sequence[Action]]]
"""Positions in which a player was asked for an action, with the legal ones."""


class Recorded(SoarDiceAgent):
    """A player that keeps what it was asked."""

    def __init__(self, name: str, game: LiarsDice, rng: Stream) -> None:
        super().__init__(name, game, rng)
        self.asked: Asked = []

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self.asked.append((view, actions))
        return super().act(view, actions, explain)


def turns(quick: bool = False) -> Measured:
    """Whole turns, from the view to the action, in games of four agents of one kind."""
    matches, repeats = (1, 1) if quick else (MATCHES, REPEATS)
    game = LiarsDice(dice=2) if quick else LiarsDice()
    lines = []
    for name in RULES:
        games = [_play(name, game, number) for number in range(matches)]
        with Timed(name, rule_files(name), settings=settings()) as agent:
            if not quick:
                _run(agent, name, game, games)  # warm
            runs = [_run(agent, name, game, games) for _ in range(repeats)]
            counts = agent.counts()
        lines.append(Line(f"{name}", median(rate for rate, _ in runs), "turns/s"))
        lines.append(Line(f"{name}: our bridge's share", 100 * median(share for _, share in runs), "%"))
        lines.append(Line(f"{name}: rules", counts.rules, "rules"))
    note = (
        f"The turns of one player in each of {matches} games of four under the paper's rules, from the view to the "
        "action, one core. The kernel's time is that inside the one call that runs it; the bridge's is the rest: "
        "the tree, its differences, the command and the check that the action is legal."
    )
    return Measured(tuple(lines), note)


def _play(name: str, game: LiarsDice, number: int) -> Asked:
    """What the player with the most turns of a match was asked."""
    players = [Recorded(name, game, Stream(number, 1 + seat)) for seat in range(game.seats)]
    play_match(game, players, Stream(number, 0), strict=True)
    return max((player.asked for player in players), key=len)


def _run(agent: Timed, name: str, game: LiarsDice, games: Sequence[Asked]) -> tuple[float, float]:
    """Turns a second, and the share of the time that was not the kernel's."""
    player = SoarDiceAgent(name, game, Stream(1))
    player.agent = agent
    num_turns, spent, agent.inside = 0, 0.0, 0.0
    for asked in games:
        agent.reset(Stream(2))
        began = time.perf_counter()
        for view, actions in asked:
            player.act(view, actions)
        spent += time.perf_counter() - began
        num_turns += len(asked)
    return num_turns / spent, 1 - agent.inside / spent
