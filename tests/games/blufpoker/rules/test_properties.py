"""What is true of every match of Blufpoker, whoever plays."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.conformance.games import playthrough
from mendax.core.streams import Stream
from mendax.games.blufpoker.rules import CALL, Bid, Blufpoker, Phase, State

GAMES = st.builds(
    Blufpoker,
    players=st.integers(2, 8),
    points=st.integers(1, 3),
    opening=st.sampled_from(["truthful", "free"]),
    top321=st.booleans(),
    pass_on=st.booleans(),
    underbids=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(GAMES, st.integers(0, 2**32))
def test_every_match(game: Blufpoker, seed: int) -> None:
    draws = 0
    steps = playthrough(game, Stream(seed))
    for before, move, after in steps:
        ranks = [game.order.ranks[turn.bid] for turn in after.turns]
        assert ranks == sorted(set(ranks)), "bids rise"
        check_dice(after)
        if isinstance(move.action, Bid) and not game.underbids:
            assert ranks[-1] >= game.order.ranks[after.open + after.hidden]
        if after.rounds == before.rounds:
            assert after.points == before.points
            continue
        end = after.end
        assert end is not None
        draws += end.loser is None
        if move.action is CALL:
            cup = before.open + before.hidden
            true = game.order.ranks[cup] >= game.order.ranks[end.bid]
            assert end.loser == (end.answerer if true else end.bidder), "a call is decided by the cup"
            assert sorted(cup) == sorted(end.dice)
        else:
            assert before.phase is Phase.POKER
            assert game.order.ranks[end.bid] >= game.order.first_poker, "only a poker ends in open rolls"
        if after.player is not None:
            assert after.player == (end.answerer if end.loser is None else end.loser)
    last = steps[-1].after
    assert sum(last.points) == last.rounds - draws
    assert sorted(last.points)[-1] == game.points
    assert sum(points == game.points for points in last.points) == 1, "one loser"
    assert abs(sum(game.payoffs(last))) < 1e-12


def check_dice(state: State) -> None:
    """Three dice in all, in every phase in which they lie on the table."""
    if state.phase in (Phase.BID, Phase.ANSWER):
        assert len(state.open) + len(state.hidden) == 3
    if state.phase is Phase.BID:
        assert sorted(state.rolling.cup) == sorted(state.open + state.hidden)
    if state.turns and state.phase is Phase.ROLL:
        kept, picked, fallen = state.rolling
        assert len(kept) + len(picked) == 3
        assert len(picked) - len(fallen) in (0, 1)
    if state.phase is Phase.POKER:
        assert 1 <= len(state.poker) <= 3


@given(st.integers(0, 2**32))
def test_a_true_cup_is_never_punished(seed: int) -> None:
    """Whoever bids what the cup holds does not lose by a call."""
    for before, move, after in playthrough(Blufpoker(points=2), Stream(seed)):
        if move.action is CALL and sorted(before.turns[-1].bid) == sorted(before.open + before.hidden):
            assert after.end.loser == move.seat
