"""Yahtzee for one player as a Gymnasium environment, over the readable rules."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box as Numbers

from mendax.core.errors import MendaxError
from mendax.core.game import Turn
from mendax.games.yahtzee.environments.features import features, num_features
from mendax.games.yahtzee.environments.turns import Faces, LegalActions, begin, decide, legal_mask, throws
from mendax.games.yahtzee.face import FACE
from mendax.games.yahtzee.rules import State, Yahtzee

Features = npt.NDArray[np.float32]


class YahtzeeEnv(gymnasium.Env[Features, np.int64]):
    """One game of 39 decisions, or with `single_turn` one turn of three; the reward is the points of each decision.

    Actions and observations are those of `docs/environments.md`; `info["action_mask"]` says which of the 45
    actions are legal, and an illegal one raises `IllegalAction`. All dice follow from `reset(seed=...)`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(self, rules: str = "forced", single_turn: bool = False, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise MendaxError(f"there is no render mode '{render_mode}'; there is: ansi")
        self.game = Yahtzee(rules=rules, single_turn=single_turn)
        self.render_mode = render_mode
        self.observation_space = Numbers(0.0, 1.0, (num_features(players=1),), np.float32)
        self.action_space: LegalActions = LegalActions()
        self._state: State | None = None

    def throw(self) -> Faces:
        """The next faces of five dice; a subclass may override this to play with given dice."""
        faces: Faces = throws(self.np_random, 1)[0]
        return faces

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """A new game; there are no options."""
        if options:
            raise MendaxError(f"yahtzee has no options to reset with, such as {next(iter(options))!r}")
        super().reset(seed=seed)
        self._state = begin(self.game, self.throw)
        return self._observe()

    def step(self, action: np.int64 | int) -> tuple[Features, float, bool, bool, dict[str, Any]]:
        """One decision."""
        before = self._here()
        self._state = decide(self.game, before, action, self.throw)
        gained = self._state.cards[0].total - before.cards[0].total
        observation, info = self._observe()
        return observation, float(gained), self.game.turn(self._state) is Turn.OVER, False, info

    def render(self) -> str | None:
        """The card and the dice in words."""
        if self.render_mode is None:
            return None
        return FACE.for_game(self.game).describe(self.game.view(self._here(), 0))

    def _here(self) -> State:
        if self._state is None:
            raise MendaxError("reset the environment before using it")
        return self._state

    def _observe(self) -> tuple[Features, dict[str, Any]]:
        state = self._here()
        self.action_space.legal = legal_mask(self.game, state)
        view = self.game.view(state, 0)
        return features(view, self.game.joker), {"action_mask": self.action_space.legal.copy()}
