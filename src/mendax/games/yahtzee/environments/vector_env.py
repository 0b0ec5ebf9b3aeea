# mypy: disable-error-code="untyped-decorator"
"""Many games of Yahtzee at once as a Gymnasium vector environment, over the Numba kernel."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box as Numbers
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numba import njit

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.environments.features import (
    COUNTS,
    FULL_POINTS,
    FULL_SCORE,
    POTENTIAL,
    ROLLED,
    TABLE_WIDTH,
    dice_features,
    num_features,
)
from mendax.games.yahtzee.environments.turns import Faces, throws
from mendax.games.yahtzee.kernel import numba_kernel as kernel
from mendax.games.yahtzee.kernel.tables import NUM_ACTIONS, read_rules
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NUM_BOXES, NUM_DICE, ROLLS
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN

Features: TypeAlias = npt.NDArray[np.float32]
Whole: TypeAlias = npt.NDArray[Any]

_DICE = np.array([*map(dice_features, ROLLS), [0.0] * COUNTS.stop], np.float32)
_NO_DICE = len(ROLLS)
_POTENTIAL = (np.arange(FULL_POINTS + 1) / FULL_POINTS).astype(np.float32)
_UPPER = (np.minimum(np.arange(sum(range(1, 7)) * NUM_DICE + 1), BONUS_AT) / BONUS_AT).astype(np.float32)


@njit(cache=True, nogil=True, error_model="numpy")
def _show(
    filled: Whole, upper: Whole, armed: Whole, score: Whole, roll: Whole, rolls: Whole, points: Whole, seen: Features
) -> None:
    """The features of each game, row by row."""
    for game in range(len(filled)):
        row = seen[game]
        playing = rolls[game] > 0
        dice = _DICE[roll[game] if playing else _NO_DICE]
        for at in range(COUNTS.stop):
            row[at] = dice[at]
        for at in range(ROLLS_PER_TURN):
            row[ROLLED.start + at] = rolls[game] == at + 1
        for box in range(NUM_BOXES):
            row[POTENTIAL.start + box] = _POTENTIAL[points[game, box]]
        for box in range(NUM_BOXES):
            row[TABLE_WIDTH + box] = (filled[game] >> box) & 1
        row[TABLE_WIDTH + NUM_BOXES] = _UPPER[upper[game]]
        row[TABLE_WIDTH + NUM_BOXES + 1] = armed[game]
        row[TABLE_WIDTH + NUM_BOXES + 2] = score[game] / FULL_SCORE
        row[TABLE_WIDTH + NUM_BOXES + 3] = playing


def batch_features(games: kernel.Games) -> Features:
    """The observations of all games, as `features` gives them one by one."""
    seen = np.empty((len(games), num_features(players=1)), np.float32)
    points = kernel.box_points(games)
    _show(games.filled, games.upper, games.armed, games.score, games.roll, games.rolls, points, seen)
    return seen


class LegalBatch(MultiDiscrete):
    """An action for each game; a sample without a mask is drawn from those that are legal now."""

    def __init__(self, num_envs: int) -> None:
        super().__init__([NUM_ACTIONS] * num_envs)
        self.games: kernel.Games | None = None
        """The games to play; the environment says which."""

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """Random actions: legal ones, or as the masks or the probabilities say."""
        if mask is not None or probability is not None or self.games is None:
            return super().sample(mask, probability)
        return kernel.pick(self.games, self.np_random.random(self.shape))


class YahtzeeVectorEnv(VectorEnv[Features, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`YahtzeeEnv` many times over: the same actions, observations, rewards and masks, one row a game.

    A game that ends begins again in the same step (`AutoresetMode.SAME_STEP`), so every step is a decision
    in every game: the observation is the new game's first, and the old one's last is in `infos["final_obs"]`.
    All dice follow from `reset(seed=...)`; with one game they are those of `YahtzeeEnv`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(self, num_envs: int = 1, rules: str = "forced", single_turn: bool = False) -> None:
        if num_envs < 1:
            raise MendaxError(f"a vector environment has at least one game, not {num_envs}")
        self.num_envs = num_envs
        self.rules, self.single_turn = read_rules(rules), single_turn
        self.single_observation_space = Numbers(0.0, 1.0, (num_features(players=1),), np.float32)
        self.single_action_space = Discrete(NUM_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: LegalBatch = LegalBatch(num_envs)
        self._games: kernel.Games | None = None

    def throw(self) -> Faces:
        """The next faces of five dice in every game; a subclass may override this to play with given dice."""
        return throws(self.np_random, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """New games, all of them; there are no options."""
        if options:
            raise MendaxError(f"yahtzee has no options to reset with, such as {next(iter(options))!r}")
        super().reset(seed=seed)
        self._games = kernel.start(self.throw(), self.rules, single_turn=self.single_turn)
        self.action_space.games = self._games
        return batch_features(self._games), self._infos(self._games)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Features, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """A decision in every game; if any is illegal this raises and no game has moved."""
        if self._games is None:
            raise MendaxError("reset the environment before using it")
        games, faces, infos = self._games, self.throw(), dict[str, Any]()
        rewards = kernel.step(games, actions, faces).astype(np.float64)
        over = games.done.copy()
        if over.any():
            infos = _final_infos(games, over)
            kernel.restart(games)
        infos |= self._infos(games)
        return batch_features(games), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _infos(self, games: kernel.Games) -> dict[str, Any]:
        """The infos of every game, with Gymnasium's mark for the games that have them."""
        return {"action_mask": kernel.legal(games).view(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}


def _final_infos(games: kernel.Games, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Gymnasium's infos for games that ended and began again in the same step."""
    last, final = batch_features(games), np.full(len(games), None, object)
    for game in np.flatnonzero(over):
        final[game] = last[game]
    info = {"action_mask": np.zeros((len(games), NUM_ACTIONS), np.int8), "_action_mask": over.copy()}
    return {"final_obs": final, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}
