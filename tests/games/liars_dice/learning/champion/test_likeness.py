"""How like agents of the paper a seat speaks: by a memory of events, and by the native twins' own mixes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, log
from random import Random

import numpy as np
import pytest

from mendax.core.game import Turn
from mendax.games.liars_dice.agents.champion import ChampionAgent
from mendax.games.liars_dice.agents.twins.agent import TwinAgent, TwinFactory
from mendax.games.liars_dice.kernel.habits import (
    AS_EMH,
    AS_PMH,
    EIGHTHS,
    LEAST_LOG,
    LEAST_SUM,
    NUM_HABITS,
    ROUNDS,
    WORDS,
    Counts,
    FinishedRound,
    Memory,
)
from mendax.games.liars_dice.learning.champion.features import num_with_habits
from mendax.games.liars_dice.learning.champion.likeness import RoundJudge
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.rules import Action, Bid, LiarsDice, State
from mendax.games.liars_dice.rules.types import CHALLENGE_BID, Lifted, Opened, Ruled, Showdown, Spoke
from tests.games.liars_dice.agents.test_champion import some_player

SEATS = ("pmh", "emh", "anybody", "anybody")
"""Who plays: two agents of the paper, and others who do anything."""


@dataclass
class Listener:
    """Counts words by the twins' mixes while they are said."""

    game: LiarsDice
    wanted: Counts
    this_round: Counts = field(init=False)

    def __post_init__(self) -> None:
        self.twins = [TwinFactory(name)(self.game, 0, Random(1)) for name in ("pmh", "emh")]
        self.this_round = np.zeros_like(self.wanted)

    def hear(self, state: State, seat: int, action: Action) -> None:
        """A word is about to be said."""
        if isinstance(action, Bid) and action.push:
            self.this_round[seat] = 0
            return
        view, actions = self.game.view(state, seat), self.game.actions(state)
        shares = [twin.mix(view, actions).get(action, 0.0) for twin in self.twins]
        self.this_round[seat] += [1, *(round(EIGHTHS * log(max(share, exp(LEAST_LOG)))) for share in shares)]

    def end_round(self) -> None:
        self.wanted += self.this_round
        self.this_round[:] = 0


def choose(agent: TwinAgent | None, game: LiarsDice, state: State, seat: int, rng: Random) -> Action:
    """A twin's choice; anybody else answers, bids a little more, or does whatever is legal, any push included."""
    actions = game.actions(state)
    if agent is not None:
        return agent.act(game.view(state, seat), actions).action
    return rng.choice(actions[:8] if rng.random() < 0.7 else actions)


def play(game: LiarsDice, seats: int, matches: int, seed: int) -> tuple[Counts, int, int]:
    """The counts by seat of all matches together, rounds, and pushes; compared at the end of every round."""
    rng, total, rounds, pushes = Random(seed), np.zeros((seats, 3), np.int32), 0, 0
    for _ in range(matches):
        memory = Memory(seats, RoundJudge(game, seats), game.start().exacts)
        players = [TwinFactory(name)(game, 0, rng) if name != "anybody" else None for name in SEATS[: game.players]]
        listener = Listener(game, np.zeros((seats, 3), np.int32))
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                action = game.draw(state, rng)
            else:
                assert isinstance(turn, int)
                action = choose(players[turn], game, state, turn, rng)
                listener.hear(state, turn, action)
                pushes += isinstance(action, Bid) and bool(action.push)
            after = game.apply(state, action)
            for event in game.events(state, action, after, None):
                memory.hear(event)
            if after.showdown is not None and state.showdown is None:
                listener.end_round()
                rounds += 1
                found = memory.habits[:, NUM_HABITS:]
                assert found[:, 0].tolist() == listener.wanted[:, 0].tolist()
                # Twins compute in double precision: a log-chance between two eighths may be rounded to either.
                assert np.all(np.abs(found - listener.wanted).max(1) <= found[:, 0])
                assert (found == listener.wanted).mean() > 0.9
            state = after
        total += memory.habits[:, NUM_HABITS:]
    return total, rounds, pushes


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (LiarsDice(players=2), 2),
        (LiarsDice(players=4), 4),
        (LiarsDice(players=3, dice=3, push=False), 4),
        (LiarsDice(players=2, dice=2, exact=False, passes=False), 3),
    ],
)
def test_a_memory_judges_words_as_the_twins_mix_says(game: LiarsDice, seats: int) -> None:
    counts, rounds, pushes = play(game, seats, 40 // game.players, 5)
    assert rounds > 40
    assert (pushes > 5) == game.options.push
    assert not counts[game.players :].any(), "seats that are added never speak"
    means = counts[:, 1:] / (EIGHTHS * np.maximum(counts[:, :1], 1))
    for seat, column in ((0, 0), (1, 1)):
        assert means[seat, column] > -2, "what an agent says is likely for it"
        assert means[seat, column] > means[seat, 1 - column]
    assert np.all(means[2 : game.players] < -3), "anybody says what the agents would not"


def test_sums_have_a_lowest_value() -> None:
    def judge(over: FinishedRound) -> Counts:
        assert over.lifted == {0: (2, 3), 1: (4,)}
        assert [word.action for word in over.spoken] == [Bid(1, 2), CHALLENGE_BID]
        return np.array([[9, -20_000, -5], [1, -8, 0]], np.int32)

    memory = Memory(2, judge)
    end = Showdown(1, CHALLENGE_BID, 0, 1, False, 1, ((2, 3), (4,)))
    for _ in range(3):
        memory.hear(Opened(0, special=False))
        for event in (Spoke(0, Bid(1, 2)), Spoke(1, CHALLENGE_BID), Lifted(0, (2, 3)), Lifted(1, (4,))):
            memory.hear(event)
        memory.hear(Ruled(end, Bid(1, 2)))
    assert memory.habits[:, NUM_HABITS:].tolist() == [[27, LEAST_SUM, -15], [3, -24, 0]]
    assert np.array_equal(memory.habits, memory.habits.astype(np.int16))


def test_only_a_player_that_sees_it_pays_for_it() -> None:
    whole, game = some_player(2), LiarsDice(players=2)
    (weight, bias), *others = whole.layers
    old = Player(2, ((weight[: num_with_habits(2)], bias), *others))
    for player in (whole, old):
        agent, rng = ChampionAgent(player, game, Random(1)), Random(3)
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            action = game.draw(state, rng) if turn is Turn.CHANCE else choose(None, game, state, int(turn), rng)
            after = game.apply(state, action)
            for event in game.events(state, action, after, 0):
                agent.hear(event)
            state = after
        assert agent.memory.habits[:, ROUNDS].min() > 4
        assert bool(agent.memory.habits[:, [WORDS, AS_PMH, AS_EMH]].any()) == player.sees_likeness
