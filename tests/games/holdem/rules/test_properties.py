"""What holds in every session, whoever plays how."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core.game import Turn
from mendax.core.streams import Stream
from mendax.games.holdem.rules import BET, FOLD, RAISE, Holdem, State

tables = st.builds(Holdem, st.integers(2, 10), st.integers(1, 3), st.integers(0, 5))


def states(game: Holdem, rng: Random, patience: float) -> list[State]:
    found = [game.start()]
    while (turn := game.turn(found[-1])) is not Turn.OVER:
        state = found[-1]
        if turn is Turn.CHANCE:
            found.append(game.apply(state, game.draw(state, rng)))
            continue
        actions = list(game.actions(state))
        if actions[0] is FOLD and rng.random() < patience:
            actions = actions[1:]
        found.append(game.apply(state, rng.choice(actions)))
    return found


@settings(max_examples=60, deadline=None)
@given(game=tables, rng=st.randoms(use_true_random=False), patience=st.sampled_from([0.0, 0.8, 1.0]))
def test_what_holds_in_every_state(game: Holdem, rng: Random, patience: float) -> None:
    for state in states(game, rng, patience):
        betting = state.betting
        assert sum(state.money) == 0
        assert len(set(state.cards)) == len(state.cards)
        if state.last is not None:
            assert sum(state.last.gains) == 0
            assert sum(map(bool, state.last.shown)) != 1, "nobody shows alone"
        for stage, acts in enumerate(betting.said):
            bold = [said for said in acts if said.act in (BET, RAISE)]
            assert len(bold) <= game.raises + (stage > 0)
        if isinstance(state.turn, int):
            assert not betting.folded[state.turn]
            assert 1 <= len(game.actions(state)) <= 3
            in_play = [bet for bet, out in zip(betting.bets, betting.folded, strict=True) if not out]
            assert max(betting.bets) == max(in_play), "the highest bet is of somebody who is in"
            assert all(paid >= bet for paid, bet in zip(betting.paid, betting.bets, strict=True))


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 10), seed=st.integers(0, 2**32), one=st.randoms(), two=st.randoms())
def test_a_deal_is_the_same_whoever_plays(players: int, seed: int, one: Random, two: Random) -> None:
    """The arena plays every deal in all seatings: what is dealt must not depend on what is done."""
    game = Holdem(players)
    dealt = []
    for rng in (one, two):
        chance, state, cards = Stream(seed), game.start(), tuple[int, ...]()
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                state = game.apply(state, game.draw(state, chance))
                cards = state.cards
            else:
                state = game.apply(state, rng.choice(list(game.actions(state))))
        dealt.append(cards)
    assert all(a == b for a, b in zip(*dealt, strict=False))
