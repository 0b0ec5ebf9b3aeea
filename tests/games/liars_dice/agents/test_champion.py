"""The champion as an agent: legal, repeatable, and clear about files that are missing or wrong."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mendax.conformance import check_agent
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.agents import champion as agents
from mendax.games.liars_dice.agents.champion import ChampionFactory, check_champion_game, legal_numbers
from mendax.games.liars_dice.kernel.numbering import num_actions, number_of
from mendax.games.liars_dice.learning.champion.features import num_features
from mendax.games.liars_dice.learning.champion.player_file import PLAYER_FILE, Player, read_player, save_player
from mendax.games.liars_dice.rules import Answer, Bid, LiarsDice
from mendax.games.one_die.rules import OneDie
from tests.games.liars_dice.agents.soar_positions import wander


def some_player(players: int, seed: int = 1) -> Player:
    rng = np.random.default_rng(seed)
    sizes = (num_features(players), 24, num_actions(players))
    layers = [
        (rng.standard_normal((before, after), np.float32) / np.float32(4), rng.standard_normal(after, np.float32))
        for before, after in pairwise(sizes)
    ]
    return Player(players, tuple(layers))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_player(tmp_path / PLAYER_FILE, some_player(3))
    return tmp_path


def test_it_is_an_agent(folder: Path) -> None:
    check_agent(LiarsDice(players=3), build_agent("liars-dice", f"champion:{folder}"), matches=2)
    check_agent(LiarsDice(players=3, dice=2, push=False, exact=False), ChampionFactory(folder / PLAYER_FILE), matches=2)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_package_has_a_player_for_every_table(players: int) -> None:
    check_agent(LiarsDice(players=players, dice=2), build_agent("liars-dice", "champion"), matches=1)


@pytest.mark.parametrize("game", [LiarsDice(players=2), LiarsDice(players=4, push=False), LiarsDice(players=5)])
def test_it_considers_every_legal_action_that_has_a_number(game: LiarsDice) -> None:
    for state, seat in list(wander(game, Random(3), 3))[:80]:
        actions, view = game.actions(state), game.view(state, seat)
        wanted = {number_of(action, view.cup, game.players) for action in actions if isinstance(action, Bid | Answer)}
        assert set(legal_numbers(view, actions, push=game.options.push)) == wanted - {None}


def test_a_larger_tables_player_sees_the_others_as_out(folder: Path) -> None:
    """Two at a table for three: as in a match of three when the last seat is out."""
    two, three = LiarsDice(players=2), LiarsDice(players=3)
    small, large = (ChampionFactory(folder)(game, 0, Random(1)) for game in (two, three))
    for state, seat in list(wander(two, Random(4), 2))[:40]:
        out = state._replace(
            dice=(*state.dice, 0),
            exacts=(*state.exacts, False),
            had_special=(*state.had_special, False),
            cups=(*state.cups, ()),
            shown=(*state.shown, ()),
        )
        found = small.mix(two.view(state, seat), two.actions(state))
        assert found == large.mix(three.view(out, seat), three.actions(out))
        assert found.keys() <= set(two.actions(state))


def test_a_file_is_read_as_it_was_written(folder: Path) -> None:
    player = read_player((folder / PLAYER_FILE).read_bytes(), "it")
    assert player.digest == some_player(3).digest != some_player(3, seed=2).digest
    assert player.layers[0][0].dtype == np.float32


def test_games_it_does_not_play() -> None:
    with pytest.raises(MendaxError, match="champion does not play one-die"):
        check_champion_game(OneDie())
    for game in (LiarsDice(faces=8), LiarsDice(wild="none"), LiarsDice(rules="official"), LiarsDice(order="natural")):
        with pytest.raises(MendaxError, match="six faces, 1s wild"):
            check_champion_game(game)
    with pytest.raises(MendaxError, match="at most 6 players and 5 dice"):
        check_champion_game(LiarsDice(players=7))


def test_files_that_cannot_be_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MendaxError, match=r"player\.npz is a player for at most 3 seats, not for 4"):
        ChampionFactory(folder / PLAYER_FILE)(LiarsDice(players=4), 0, Random(1))
    with pytest.raises(MendaxError, match="nothing does not exist"):
        build_agent("liars-dice", f"champion:{folder / 'nothing'}")
    (folder / PLAYER_FILE).write_bytes(b"no zip file")
    with pytest.raises(MendaxError, match="cannot be read"):
        build_agent("liars-dice", f"champion:{folder}")
    player = some_player(3)
    save_player(folder / PLAYER_FILE, Player(2, player.layers))
    with pytest.raises(MendaxError, match="do not fit together"):
        build_agent("liars-dice", f"champion:{folder}")
    broken = [(weight * np.nan, bias) for weight, bias in player.layers]
    save_player(folder / PLAYER_FILE, Player(3, tuple(broken)))
    with pytest.raises(MendaxError, match="not finite"):
        build_agent("liars-dice", f"champion:{folder}")
    monkeypatch.setattr(agents, "PLAYERS", "mendax.games.liars_dice.agents")
    agents.package_player.cache_clear()
    with pytest.raises(MendaxError, match=r"no player for 2 seats in this package: champion-2\.npz is missing"):
        build_agent("liars-dice", "champion")(LiarsDice(players=2), 0, Random(1))
    agents.package_player.cache_clear()
