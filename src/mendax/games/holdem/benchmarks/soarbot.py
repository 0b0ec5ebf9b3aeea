"""Decisions a second of SoarBot, and how much of a decision is the kernel's own time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple, TypeAlias

from mendax.bench import Line, Measured
from mendax.bench.soar import Timed
from mendax.core.agent import Agent, AnyAgent, Decision
from mendax.core.catalogue import build_agent
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.holdem.agents.soarbot.agent import RULES, SoarBot, SoarBotFactory, rule_files
from mendax.games.holdem.rules import Action, Event, Holdem, View

HANDS: Final = 300
REPEATS: Final = 5
TABLE: Final = ("tight", "loose", "always-call", "random", "loose")
"""Who sits with SoarBot."""


class Asked(NamedTuple):
    """A question: the view and the legal actions."""

    view: View
    actions: Sequence[Action]


Told: TypeAlias = Event | Asked
"""What a player was told, and where it was asked for an action."""


class Recorded(Agent[View, Action, Event]):
    """A player that keeps what it was told and asked."""

    def __init__(self, player: SoarBot) -> None:
        self.player = player
        self.told: list[Told] = []

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self.told.append(Asked(view, actions))
        return self.player.act(view, actions, explain)

    def hear(self, event: Event) -> None:
        self.told.append(event)
        self.player.hear(event)


def decisions(quick: bool = False) -> Measured:
    """Whole decisions, from the view to the action, in a session of six players."""
    hands, repeats = (5, 1) if quick else (HANDS, REPEATS)
    game = Holdem(players=1 + len(TABLE), hands=hands)
    lines = []
    for name in RULES:
        told = _play(name, game)
        with Timed(name, rule_files(name)) as agent:
            runs = [_run(agent, name, game, told) for _ in range(repeats + 1)][not quick :]  # the first one warms up
            counts = agent.counts()
        lines.append(Line(name, median(rate for rate, _ in runs), "decisions/s"))
        lines.append(Line(f"{name}: our bridge's share", 100 * median(share for _, share in runs), "%"))
        lines.append(Line(f"{name}: rules", counts.rules, "rules"))
    note = (
        f"The decisions of one SoarBot in a session of {hands} hands with {', '.join(TABLE)}, from the view to the "
        "action, one core. The kernel's time is that inside the one call that runs it; the bridge's is the rest: the "
        "numbers of the input link, its differences, the command and the check that the action is legal."
    )
    return Measured(tuple(lines), note)


def _play(name: str, game: Holdem) -> list[Told]:
    """What SoarBot was told and asked in a session."""
    player = Recorded(SoarBotFactory(name)(game, 0, Stream(1, 0)))
    others = [build_agent("holdem", other)(game, seat, Stream(1, seat)) for seat, other in enumerate(TABLE, 1)]
    table: list[AnyAgent] = [player, *others]
    play_match(game, table, Stream(1), strict=True)
    return player.told


def _run(agent: Timed, name: str, game: Holdem, told: Sequence[Told]) -> tuple[float, float]:
    """Decisions a second, and the share of the time that was not the kernel's."""
    player = SoarBotFactory(name)(game, 0, Stream(1, 0))
    player.agent = agent
    agent.reset(Stream(2))
    number, spent, agent.inside = 0, 0.0, 0.0
    for each in told:
        if isinstance(each, Asked):
            began = time.perf_counter()
            player.act(each.view, each.actions)
            spent += time.perf_counter() - began
            number += 1
        else:
            player.hear(each)
    return number / spent, 1 - agent.inside / spent
