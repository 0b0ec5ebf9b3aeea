"""The reward of a round's end, for everybody at the table."""

from __future__ import annotations

import pytest

from mendax.games.liars_dice.learning.reward import game_reward, round_reward
from mendax.games.liars_dice.rules.types import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    EXACT,
    Answer,
    Showdown,
)


@pytest.mark.parametrize("answer", [CHALLENGE_BID, CHALLENGE_PASS, CHALLENGE_FIRST_PASS])
@pytest.mark.parametrize("right", [True, False])
def test_a_challenge_is_won_by_one_and_lost_by_the_other(answer: Answer, right: bool) -> None:
    end = Showdown(2, answer, 0, 1, right, 0 if right else 2, ((), (), ()))
    won = 1.0 if right else -1.0
    assert [round_reward(end, seat) for seat in range(3)] == [-won, 0.0, won]


@pytest.mark.parametrize("right", [True, False])
def test_an_exact_is_its_speaker_s_alone(right: bool) -> None:
    end = Showdown(1, EXACT, 0, 3, right, None if right else 1, ((), ()))
    assert [round_reward(end, seat) for seat in range(2)] == [0.0, 1.0 if right else -1.0]


def test_the_game_is_won_or_lost() -> None:
    assert [game_reward((-1.0, 3.0, -1.0, -1.0), seat) for seat in range(4)] == [-1.0, 1.0, -1.0, -1.0]
