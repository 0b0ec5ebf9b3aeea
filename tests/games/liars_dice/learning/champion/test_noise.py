"""Past selves that now and then take any legal action."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from mendax.games.liars_dice.learning.champion.networks import IMPOSSIBLE
from mendax.games.liars_dice.learning.champion.plan import PRESETS, exploiter_plan, make_plan
from mendax.games.liars_dice.learning.champion.rollout import with_noise

LEGAL = jnp.array([[True, True, False, True], [False, True, False, False]])
LOG_PROBS = jnp.where(LEGAL, jnp.log(jnp.array([[0.5, 0.4, 0.0, 0.1], [0.0, 1.0, 0.0, 0.0]])), IMPOSSIBLE)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_noise_is_shared_evenly_by_what_is_legal(share: float) -> None:
    found = np.exp(np.asarray(with_noise(LOG_PROBS, LEGAL, share)))
    own = np.array([[0.5, 0.4, 0.0, 0.1], [0.0, 1.0, 0.0, 0.0]])
    evenly = np.array([[1 / 3, 1 / 3, 0, 1 / 3], [0, 1, 0, 0]])
    assert found == pytest.approx((1 - share) * own + share * evenly, abs=1e-6)


def test_an_exploiter_plays_the_frozen_player_without_noise() -> None:
    plan = make_plan("champion", changes={"opponents.noise": 0.2})
    assert plan.opponents.noise == 0.2
    assert exploiter_plan(plan, 10**9, 1, "x").opponents.noise == 0
    assert all(preset.opponents.noise == 0 for preset in PRESETS.values())
