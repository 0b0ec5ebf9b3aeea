"""Positions of Liar's Dice and what a Soar agent thinks of them, for the tests of these agents."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mendax.core.agent import AnyAgent, Explanation
from mendax.core.catalogue import build_agent
from mendax.core.game import Turn
from mendax.games.liars_dice.agents.soar.agent import RULES
from mendax.games.liars_dice.rules import (
    Action,
    Bid,
    LiarsDice,
    State,
    View,
)

AGENTS = list(RULES)
VARIANTS = [
    LiarsDice(),
    LiarsDice(players=3, dice=3, rules="official"),
    LiarsDice(players=2, dice=2),
    LiarsDice(players=10, dice=1),
    LiarsDice(players=3, dice=3, faces=9, wild="none"),
    LiarsDice(players=2, dice=3, faces=2, wild="2"),
    LiarsDice(players=3, dice=3, wild="6"),
    LiarsDice(players=3, dice=3, wild="3"),
    LiarsDice(players=3, dice=3, rules="open-spiel"),
    LiarsDice(players=4, dice=2, rules="plain", wild="none"),
]


def sit(name: str, game: LiarsDice, seat: int, rng: Random) -> AnyAgent:
    return build_agent("liars-dice", name)(game, seat, rng)


def think(name: str, game: LiarsDice, view: View | str, actions: tuple[Action, ...] = ()) -> Explanation[Action]:
    """The explanation of an agent about a view; its text has all but what is legal, which is computed by the rules."""
    if isinstance(view, str):
        view = game.parse_view(view)
    state = imagine(view)
    seat = view.seat
    assert seat is not None
    assert game.turn(state) == seat
    decision = sit(name, game, seat, Random(1)).act(view, game.actions(state), explain=True)
    assert decision.explanation is not None
    return decision.explanation


def imagine(view: View) -> State:
    """A state that looks like this view: all other hidden dice are 1s."""
    cups = tuple(view.cup if seat == view.seat else (1,) * number for seat, number in enumerate(view.hidden))
    return State(
        view.dice, view.exacts, view.had_special, view.special, view.rounds, view.opener, cups, view.shown, view.said
    )


def numbers(explanation: Explanation[Action]) -> dict[Action, float | None]:
    return {option.action: option.value for option in explanation.options}


def notes(explanation: Explanation[Action]) -> dict[Action, str]:
    return {option.action: option.note for option in explanation.options}


FOUR = LiarsDice()


def table(dice: str, cup: str, said: str = "", shown: str = "-,-,-,-", hidden: str = "", wild: int = 1) -> str:
    """Seat 0 of four is to speak."""
    heard = f" said={said}" if said else ""
    opener = said[0] if said else "0"
    return (
        f"seat=0 turn=0 round=0 opener={opener} dice={dice} hidden={hidden or dice} cup={cup} "
        f"shown={shown} exacts=0,1,2,3 wild={wild}{heard}"
    )


def wander(game: LiarsDice, rng: Random, matches: int) -> Iterator[tuple[State, int]]:
    """States in which somebody speaks, in matches of cautious and of reckless players."""
    for _ in range(matches):
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                state = game.apply(state, game.draw(state, rng))
                continue
            assert isinstance(turn, int)
            yield state, turn
            actions = game.actions(state)
            bids = [action for action in actions if isinstance(action, Bid)]
            near = bids[: 1 + rng.randrange(8)]
            state = game.apply(state, rng.choice([*actions[:5], *near, *near] if rng.random() < 0.9 else [*actions]))
