"""Yahtzee for several players as a PettingZoo environment, over the readable rules."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box as Numbers
from gymnasium.spaces import Space
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from mendax.core.errors import MendaxError
from mendax.core.face import NO_BREAK
from mendax.core.game import Turn
from mendax.games.yahtzee.environments.features import features, num_features
from mendax.games.yahtzee.environments.turns import Faces, LegalActions, begin, decide, legal_mask, throws
from mendax.games.yahtzee.face import FACE
from mendax.games.yahtzee.kernel.tables import NUM_ACTIONS
from mendax.games.yahtzee.rules import State, Yahtzee

Features = npt.NDArray[np.float32]
REWARDS = ("points", "win")


def env(
    players: int = 2,
    rules: str = "forced",
    single_turn: bool = False,
    reward: str = "points",
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """The environment in PettingZoo's usual wrapper, which enforces the order of calls."""
    return OrderEnforcingWrapper(YahtzeeAEC(players, rules, single_turn, reward, render_mode))


class YahtzeeAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has types, but does not say so
    """One to six players in turn, three decisions a turn.

    With `reward="points"` the reward is the points as they are made; with `reward="win"` it is 1 at the end
    for the winner, shared by equal winners, and zero before. `infos[agent]["action_mask"]` says what
    is legal for the player whose turn it is, and an illegal action raises `IllegalAction`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "yahtzee_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        rules: str = "forced",
        single_turn: bool = False,
        reward: str = "points",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise MendaxError(f"there is no reward '{reward}'; there is: {', '.join(REWARDS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise MendaxError(f"there is no render mode '{render_mode}'; there is: human, ansi")
        self.game = Yahtzee(players, rules, single_turn)
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        width = num_features(players)
        self.observation_spaces = {agent: Numbers(0.0, 1.0, (width,), np.float32) for agent in self.possible_agents}
        self._actions = {agent: LegalActions() for agent in self.possible_agents}
        self.action_spaces = dict(self._actions)
        self._rng, _ = np_random()
        self._state: State | None = None

    def observation_space(self, agent: str) -> Space[Features]:
        """The same for every player."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[np.int64]:
        """The same for every player; a sample without a mask is legal for the one whose turn it is."""
        return self.action_spaces[agent]

    def throw(self) -> Faces:
        """The next faces of five dice; a subclass may override this to play with given dice."""
        faces: Faces = throws(self._rng, 1)[0]
        return faces

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; options are taken, as PettingZoo asks, and there are none."""
        if seed is not None:
            self._rng, _ = np_random(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_to(begin(self.game, self.throw))

    def step(self, action: np.int64 | int | None) -> None:
        """One decision of the player whose turn it is; `None` once the game is over, as PettingZoo asks."""
        before, agent = self._here(), self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        after = decide(self.game, before, action, self.throw)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        over = self.game.turn(after) is Turn.OVER
        if self.reward == "points":
            self.rewards[agent] = float(after.cards[before.seat].total - before.cards[before.seat].total)
        elif over:
            self.rewards = dict(zip(self.agents, self.game.wins(self.game.payoffs(after)), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self._accumulate_rewards()
        self._go_to(after)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Features:
        """The table, the player's own card, then the others' in turn."""
        return features(self.game.view(self._here(), self.possible_agents.index(agent)), self.game.joker)

    def render(self) -> str | None:
        """The cards and the dice in words, printed or handed back."""
        if self.render_mode is None:
            return None
        text = FACE.for_game(self.game).describe(self.game.view(self._here(), None)).replace(NO_BREAK, " ")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _here(self) -> State:
        if self._state is None:
            raise MendaxError("reset the environment before using it")
        return self._state

    def _go_to(self, state: State) -> None:
        """Take a position, with whose turn it is and what is legal there."""
        self._state = state
        self.agent_selection = self.possible_agents[state.seat]
        masks = {agent: np.zeros(NUM_ACTIONS, np.int8) for agent in self.agents}
        masks[self.agent_selection] = legal_mask(self.game, state)
        for agent, mask in masks.items():
            self._actions[agent].legal = mask
        self.infos = {agent: {"action_mask": mask.copy()} for agent, mask in masks.items()}
