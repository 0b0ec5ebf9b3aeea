"""The same turns decided by deliberation and by chunks, side by side."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from statistics import median
from typing import TypeAlias

from mendax.bench import Line, Measured
from mendax.core.game import Turn
from mendax.games.liars_dice.agents.learner import PLAIN_DECISIONS
from mendax.games.liars_dice.agents.soar.agent import DECISIONS, read_action, tree
from mendax.games.liars_dice.agents.soar.chunking import BASES, chunking_agent, chunking_settings
from mendax.games.liars_dice.rules import Action, LiarsDice, View
from mendax.soar import Reply, SoarAgent

GAMES = 200
TURNS = 600
REPEATS = 5
Asked: TypeAlias = tuple[View, Sequence[Action]]


class Player:
    """A kernel agent that is shown one position after the other."""

    def __init__(self, agent: SoarAgent, game: LiarsDice) -> None:
        self.agent, self.game, self.turn = agent, game, 0

    def answer(self, view: View, actions: Sequence[Action], explain: bool = False) -> Reply:
        self.turn ^= 1
        self.agent.show(tree(self.game, view, actions, self.turn))
        return self.agent.run(DECISIONS, explain)

    def act(self, view: View, actions: Sequence[Action]) -> Action:
        return read_action(self.answer(view, actions).command, view)

    def decisions(self, view: View, actions: Sequence[Action]) -> int:
        """How many decisions of the kernel a turn takes: more with a subgoal."""
        before = self.agent.num_decisions
        self.act(view, actions)
        return self.agent.num_decisions - before

    def games(self, number: int, seed: int) -> Iterator[Asked]:
        """The turns of games against itself."""
        rng, game = Random(seed), self.game
        for _ in range(number):
            state = game.start()
            while (turn := game.turn(state)) is not Turn.OVER:
                if turn is Turn.CHANCE:
                    state = game.apply(state, game.draw(state, rng))
                    continue
                assert isinstance(turn, int)
                view, actions = game.view(state, turn), game.actions(state)
                action = self.act(view, actions)
                yield view, actions
                state = game.apply(state, action)

    def seconds(self, turns: Sequence[Asked]) -> float:
        """What these turns take."""
        began = time.perf_counter()
        for view, actions in turns:
            self.act(view, actions)
        return time.perf_counter() - began


def chunks(quick: bool = False) -> Measured:
    """After some games with chunking on: turns that need no subgoal, and what they take of the time by deliberation."""
    game = LiarsDice(players=2, dice=2) if quick else LiarsDice(players=2)
    games, wanted, repeats = (4, 20, 1) if quick else (GAMES, TURNS, REPEATS)
    lines = []
    for name in BASES[:1] if quick else BASES:
        with (
            chunking_agent(name, rng=Random(1)) as learned,
            chunking_agent(name, chunking=False, rng=Random(2)) as plain,
        ):
            chunked, deliberating = Player(learned, game), Player(plain, game)
            for _ in chunked.games(games, seed=1):
                pass
            learned.configure(chunking_settings(chunking=False))
            turns = list(islice(deliberating.games(games, seed=2), wanted))
            known = [turn for turn in turns if chunked.decisions(*turn) <= PLAIN_DECISIONS]
            lines.append(Line(f"{name}: chunks", len(learned.rules.learned()), "rules"))
            lines.append(Line(f"{name}: turns without a subgoal", 100 * len(known) / len(turns), "%"))
            if not known:
                continue
            ratios = [(chunked.seconds(known), deliberating.seconds(known)) for _ in range(repeats)]
            lines.append(
                Line(f"{name}: such a turn by deliberation", len(known) / median(two for _, two in ratios), "turns/s")
            )
            lines.append(Line(f"{name}: by chunks", len(known) / median(one for one, _ in ratios), "turns/s"))
            lines.append(
                Line(f"{name}: by chunks, of the time by deliberation", 100 * median(a / b for a, b in ratios), "%")
            )
    note = (
        f"Two players under the paper's rules, one core: chunks of {games} games with chunking on, then {wanted} turns "
        "of other games with it off. Both agents are shown the same turns, one after the other, in each repetition."
    )
    return Measured(tuple(lines), note)
