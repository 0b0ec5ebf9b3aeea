"""Where an exploiter wins: gains of rounds that add up to what was won."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from mendax.cli.app import run
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.kernel.numbering import FIRST_BID, PASS, num_bids
from mendax.games.liars_dice.learning.champion.player_file import Player, save_player
from mendax.games.liars_dice.learning.champion.training import ChampionTraining
from mendax.games.liars_dice.learning.champion.winnings import Winnings, _words, winnings
from tests.games.liars_dice.learning.champion.test_update import tiny


def random_player(seed: int, players: int = 2, sharp: float = 1.0) -> Player:
    """A player that learned nothing; its last layer is made larger."""
    training = ChampionTraining(tiny(players, seed=seed))
    player = training.player(training.begin())
    *others, (weight, bias) = player.layers
    return replace(player, layers=(*others, (weight * np.float32(sharp), bias)))


@lru_cache
def found(sharp: float) -> Winnings:
    return winnings(random_player(4), random_player(3, sharp=sharp), 400, 7)


def test_the_gains_of_rounds_add_up_to_what_was_won() -> None:
    at_first = random_player(3).win_chances(np.array([[5, 5]]), np.array([[True, True]]))[0, 0]
    one = found(1.0)
    assert one.won == pytest.approx(at_first + one.gain, abs=1e-6)
    assert sum(part.gain for part in one.by_dice) == pytest.approx(one.gain)
    assert [part.name for part in one.by_dice] == [str(number) for number in range(2, 11)]
    assert one.by_dice[-1].rounds >= 1
    assert 0.3 < one.won < 0.7


def test_rare_words_are_what_the_other_hardly_ever_says() -> None:
    """Against a player who takes everything nearly equally often, and one who has preferences."""
    assert found(1.0).rare.rounds < found(1000.0).rare.rounds
    words = found(1000.0).by_word
    assert len(words) == 10
    assert [word.gain for word in words] == sorted((word.gain for word in words), reverse=True)
    assert sum(word.rounds for word in words) <= found(1000.0).rare.rounds
    assert found(1000.0).rare.rounds <= sum(part.rounds for part in found(1000.0).by_dice)


def test_the_same_seed_finds_the_same() -> None:
    assert winnings(random_player(4), random_player(3, sharp=1000.0), 400, 7) == found(1000.0)


def test_words_have_names() -> None:
    assert _words(PASS, 1) == "pass after 1x2"
    assert _words(FIRST_BID, 0) == "1x2 first"
    assert _words(FIRST_BID + num_bids(2) + 4, 1) == "1x6 with a push after 1x2"


def test_what_does_not_fit() -> None:
    with pytest.raises(MendaxError, match="for two players"):
        winnings(random_player(1, 3), random_player(1, 3), 10, 1)
    with pytest.raises(MendaxError, match="no value of scores"):
        winnings(random_player(1), replace(random_player(1), score=()), 10, 1)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in (3, 4):
        save_player(tmp_path / f"{seed}.npz", random_player(seed))
    command = ["exploit", "liars-dice", f"champion:{tmp_path / '3.npz'}", "--by", str(tmp_path / "4.npz")]
    assert run([*command, "--matches", "40", "--seed", "7"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "of 40 matches, seed 7; all rounds add up to" in said
    assert run([*command[:-1], str(tmp_path / "none.npz")]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert run(["exploit", "liars-dice", "pmh", *command[-2:]]) == 2
    assert "exploiters of champion or champion:FILE, not of pmh" in capsys.readouterr().err
