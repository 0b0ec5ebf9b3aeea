"""Settings: checked when made, hashable, through JSON and back, changed by text."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from mendax.core.errors import MendaxError
from mendax.learn.settings import LearningSettings, NetworkSettings, Ramp, Stage, as_json, from_json, override


def test_through_json_and_back() -> None:
    settings = LearningSettings(entropy=(Ramp(0.1, 0.2),), curriculum=(Stage(3, 0.5),))
    assert from_json(LearningSettings, as_json(settings)) == settings
    assert hash(from_json(LearningSettings, as_json(settings))) == hash(settings)
    with pytest.raises(FrozenInstanceError):
        settings.games = 5  # type: ignore[misc]


def test_changes_by_text() -> None:
    changed = override(LearningSettings(), {"games": "1e3", "entropy.1.first": "0.5", "normalise": "false"})
    assert (changed.games, changed.entropy[1], changed.normalise) == (1000, Ramp(0.5, 0.0005), False)
    assert override(NetworkSettings(), {"trunk": "attention"}).trunk == "attention"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"gamse": "4"}, "there is no setting 'gamse'"),
        ({"entropy.2.first": "4"}, "there is no setting 'entropy.2.first': at '2' there is 0 to 1"),
        ({"games": "many"}, "games should be a valid integer, .* not many"),
        ({"games": "0"}, "games should be greater than or equal to 1, not 0"),
        ({"games": "1e12"}, "games should be less than or equal to 1000000"),
        ({"games": "30", "parts": "4"}, "30 games cannot be split into 4 equal parts"),
        ({"trace": "nan"}, "trace should be a finite number"),
        ({"algorithm": "a3c"}, "algorithm should be 'reinforce', 'a2c' or 'ppo'"),
        ({"curriculum": [{"turns": 1, "share": 0.6}] * 2}, "shares of more than 1"),
    ],
)
def test_bad_settings_are_one_clear_line(changes: dict[str, object], why: str) -> None:
    with pytest.raises(MendaxError, match=why):
        override(LearningSettings(), changes)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"width": "1000000000"}, "width should be less than or equal to 65536, not 1000000000"),
        ({"width": "60000"}, "weights is too large"),
        ({"layers": "1000", "width": "8192"}, "weights is too large"),
        ({"trunk": "attention", "width": "10"}, "cannot be shared by 4 attention heads"),
    ],
)
def test_absurd_networks_are_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(MendaxError, match=why):
        override(NetworkSettings(), changes)
