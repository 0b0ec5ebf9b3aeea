"""Hold'em is a game: the suite that every game passes, over tables of several sizes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mendax.conformance import check_agent, check_game
from mendax.conformance.games import check_views, playthrough
from mendax.core.catalogue import build_agent
from mendax.core.face import Face
from mendax.core.game import Seat, game_text
from mendax.games.holdem.rules import Holdem, State, View
from tests.games.holdem.redeal import redeal
from tests.games.holdem.table import play

TABLES = [
    Holdem(players=2, hands=4),
    Holdem(players=2, hands=3, raises=0),
    Holdem(players=3, hands=4, raises=1),
    Holdem(players=6),
    Holdem(players=4, hands=3, raises=5),
    Holdem(players=10),
]


@pytest.mark.parametrize("game", TABLES, ids=game_text)
def test_holdem_is_a_game(game: Holdem) -> None:
    """A kind of chance node for every number of cards that can be left: two a player, and five."""
    check_game(game, redeal, chance_kinds=2 * game.players + 5, matches=3)


@pytest.mark.parametrize("name", ["random", "always-call", "always-raise", "always-fold", "tight", "loose", "odds"])
@pytest.mark.parametrize("game", [Holdem(players=2, hands=5), Holdem(players=5, hands=3)], ids=game_text)
def test_agents_play_it(game: Holdem, name: str) -> None:
    check_agent(game, build_agent("holdem", name), matches=3)


def test_equilibrium_plays_it_heads_up() -> None:
    check_agent(Holdem(players=2, hands=5), build_agent("holdem", "equilibrium"), matches=3)


def test_hidden_cards_are_dealt_again() -> None:
    game, rng = Holdem(players=3), Random(1)
    state = play(game, "2c 3c 4c 2d 3d 4d fold call check Ah Kh Qh")
    assert [game.hole_cards(state, seat) for seat in range(3)] == [(0, 1), (4, 5), (8, 9)]
    for seat in range(3):
        dealt = [redeal(game, state, seat, rng) for _ in range(400)]
        assert {other.cards[6:] for other in dealt} == {state.cards[6:]}, "the board lies open"
        assert {game.hole_cards(other, seat) for other in dealt} == {game.hole_cards(state, seat)}
        for other_seat in {0, 1, 2} - {seat}:
            seen = {card for other in dealt for card in game.hole_cards(other, other_seat)}
            assert len(seen) == 52 - 5, "any card that the seat has not seen, also of the hand that was folded"


def leak_opponent(game: Holdem, state: State, seat: Seat | None) -> View:
    other = 0 if seat is None else (seat + 1) % game.players
    return VIEW(game, state, seat)._replace(cards=game.hole_cards(state, other))


def leak_folded(game: Holdem, state: State, seat: Seat | None) -> View:
    view = VIEW(game, state, seat)
    out = [card for at, gone in enumerate(view.betting.folded) if gone for card in game.hole_cards(state, at)]
    return view._replace(board=(*view.board, *out))


VIEW = Holdem.view


@pytest.mark.parametrize("leaky", [leak_opponent, leak_folded])
def test_the_suite_finds_a_leak(leaky: Callable[..., View], monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = Holdem(players=4, hands=3), Random(0)
    steps = playthrough(game, rng)
    check_views(game, steps, redeal, rng, Face())
    monkeypatch.setattr(Holdem, "view", leaky)
    with pytest.raises(AssertionError, match="a view depends on what it hides"):
        check_views(game, steps, redeal, rng, Face())
