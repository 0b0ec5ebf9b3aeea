"""Dealing the hidden dice of Blufpoker again, written apart from the rules' own views.

Every turn of the round is dealt again that the seat did not roll itself, earlier cups too. What the seat saw stays: the
dice that lay open after each turn, the cups it was handed, its own rolls.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

from mendax.core import AnyGame, Seat, Turn
from mendax.games.blufpoker.rules import Blufpoker, Dice, Phase, Rolling, State

ALL_DICE = range(1, 7)


def high_first(dice: Dice) -> Dice:
    return tuple(sorted(dice, reverse=True))


def contains(cup: Dice, part: Dice) -> bool:
    return not Counter(part) - Counter(cup)


def without(cup: Dice, part: Dice) -> Dice:
    return high_first(tuple((Counter(cup) - Counter(part)).elements()))


def redeal(game: AnyGame, state: State, seat: Seat | None, rng: Random) -> State:
    """The same round as far as this seat saw it, with all other dice fallen anew."""
    assert isinstance(game, Blufpoker)
    if state.player is None:
        return state
    true = played_turns(state)
    dealt: list[Rolling] = []
    for number, rolling in enumerate(true):
        player = state.turns[number].seat
        if player == seat:
            dealt.append(rolling)
            continue
        before = dealt[-1] if dealt else None
        choices = possible(game, state, seat, true, number, before)
        dealt.append(rng.choice(choices))
    own = [list[Rolling]() for _ in range(game.players)]
    for turn, rolling in zip(state.turns, dealt, strict=True):
        own[turn.seat].append(rolling)
    state = state._replace(own=tuple(map(tuple, own)))
    if state.phase is Phase.ANSWER:
        return state._replace(hidden=without(cup_of(dealt[-1]), state.open))
    if state.phase in (Phase.ROLL, Phase.BID) and state.player != seat:
        return redeal_turn(game, state, dealt[-1] if dealt else None, rng)
    if state.phase is Phase.ROLL and dealt:
        # One's own turn: the cup was handed over, and what lies under it is what was handed.
        return state._replace(hidden=without(cup_of(dealt[-1]), state.open))
    return state


def played_turns(state: State) -> list[Rolling]:
    """The finished turns of the round as they were."""
    left = [list(turns) for turns in state.own]
    return [left[turn.seat].pop(0) for turn in state.turns]


def cup_of(rolling: Rolling) -> Dice:
    return high_first(rolling.kept + rolling.fallen)


def possible(
    game: Blufpoker, state: State, seat: Seat | None, true: list[Rolling], number: int, before: Rolling | None
) -> list[Rolling]:
    """Every turn of another player that fits what came before it and what the seat saw after it."""
    turn = state.turns[number]
    passed = before is not None and not true[number].picked
    found = []
    for fallen in [()] if passed else product(ALL_DICE, repeat=3 - len(turn.open)):
        if passed:
            assert before is not None
            rolling = Rolling(cup_of(before), (), ())
        else:
            picked = () if before is None else without(cup_of(before), turn.open)
            rolling = Rolling(turn.open, picked, fallen)
        if fits(game, state, seat, true, number, cup_of(rolling)):
            found.append(rolling)
    assert true[number] in found or number > 0, "what happened must be possible"
    assert found
    return found


def fits(game: Blufpoker, state: State, seat: Seat | None, true: list[Rolling], number: int, cup: Dice) -> bool:
    """Whether a cup at the end of a turn fits the bid and all that the seat saw later."""
    bid, order = state.turns[number].bid, game.order
    if number == 0 and game.opening == "truthful" and cup != bid:
        return False
    if not game.underbids and order.ranks[cup] > order.ranks[bid]:
        return False
    after = number + 1
    if after == len(state.turns):
        # The player whose turn it is has been handed this cup, if the bid was believed.
        mine = state.player == seat and state.phase in (Phase.ROLL, Phase.BID)
        if mine:
            return cup == high_first(state.rolling.kept + state.rolling.picked)
        return state.phase is not Phase.BID or passing(state) or contains(cup, state.open)
    if state.turns[after].seat == seat:
        return cup == high_first(true[after].kept + true[after].picked)
    if not true[after].picked:  # passed on: the same cup lies there one turn later
        return fits(game, state, seat, true, after, cup)
    return contains(cup, state.turns[after].open)


def passing(state: State) -> bool:
    """Whether the player who bids now has passed the cup on."""
    return bool(state.turns) and not state.rolling.picked


def redeal_turn(game: Blufpoker, state: State, before: Rolling | None, rng: Random) -> State:
    """Another player's turn that is not finished; while it rolls, nobody else knows how many dice it has rolled."""
    if state.phase is Phase.BID:
        return redeal_bidder(game, state, before, rng)
    if before is None:
        fallen = tuple(rng.choice(ALL_DICE) for _ in range(rng.randrange(3)))
        return state._replace(rolling=Rolling((), (), fallen))
    cup = list(cup_of(before))
    rng.shuffle(cup)
    picked = tuple(cup[: rng.randrange(3)])
    fallen = tuple(rng.choice(ALL_DICE) for _ in picked)
    falling = bool(picked) and rng.random() < 0.5
    rolling = Rolling(without(cup_of(before), picked), picked, fallen[:-1] if falling else fallen)
    assert state.player is not None
    hidden = without(cup_of(before), state.open)
    return state._replace(turn=Turn.CHANCE if falling else state.player, rolling=rolling, hidden=hidden)


def redeal_bidder(game: Blufpoker, state: State, before: Rolling | None, rng: Random) -> State:
    """Another player who has stopped rolling and is about to bid."""
    if before is not None and passing(state):
        cup = cup_of(before)
        return state._replace(rolling=Rolling(cup), hidden=without(cup, state.open))
    fallen = tuple(rng.choice(ALL_DICE) for _ in range(3 - len(state.open)))
    picked = () if before is None else without(cup_of(before), state.open)
    return state._replace(rolling=Rolling(state.open, picked, fallen), hidden=high_first(fallen))
