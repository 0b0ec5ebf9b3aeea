"""The explanation of a decision of `reasoning`: its costs, its beliefs, and a sentence made of these numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mendax.core.agent import Belief, Explanation, Option
from mendax.games.blufpoker.agents.reasoning.beliefs import Beliefs
from mendax.games.blufpoker.agents.reasoning.layouts import OPEN_INDEX
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Bid, Phase, View
from mendax.games.blufpoker.rules.rolls import roll_text

if TYPE_CHECKING:  # the agent imports this module
    from mendax.games.blufpoker.agents.reasoning.agent import Reasoning

SHOWN_CUPS: Final = 5
SHOWN_BIDS: Final = 8
SCALE: Final = "expected cost of the round, negative, in penalty points of one's own"


def explanation(agent: Reasoning, view: View, costs: Mapping[Action, float], chosen: Action) -> Explanation[Action]:
    """Every option with its cost, of many bids the best ones; what is believed; and why the chosen one is best."""
    shown = sorted(costs, key=costs.__getitem__)[:SHOWN_BIDS] if view.phase is Phase.BID else list(costs)
    if chosen not in shown:
        shown.append(chosen)
    forced = len(costs) == 1
    poker = view.phase is Phase.POKER
    options = tuple(
        Option(action, None if forced else 1 - costs[action] if poker else -costs[action], float(action == chosen))
        for action in shown
    )
    scale = "chance to reach the bid" if poker else SCALE
    return Explanation(options, _beliefs(agent.beliefs, view), (), scale, _sentence(agent, view, costs, chosen))


def _beliefs(beliefs: Beliefs, view: View) -> tuple[Belief, ...]:
    """What the cup holds, where others hid it, and the likeliest habits of each opponent."""
    found = list[Belief]()
    if view.phase is Phase.ANSWER:
        found.append(Belief(f"the cup holds at least {_last(view)}", min(beliefs.chance_true(), 1.0)))
        likeliest = sorted(range(len(beliefs.cup)), key=lambda rank: -beliefs.cup[rank])[:SHOWN_CUPS]
        found += [
            Belief(f"the cup holds {roll_text(beliefs.order.rolls[rank])}", min(float(beliefs.cup[rank]), 1.0))
            for rank in likeliest
            if beliefs.cup[rank] > 0
        ]
    for seat, opponent in beliefs.opponents.items():
        (roll, roll_chance), (bid, bid_chance) = opponent.likely_habits()
        found.append(Belief(f"seat {seat} rolls {roll}", min(roll_chance, 1.0)))
        found.append(Belief(f"seat {seat} bids {bid}", min(bid_chance, 1.0)))
    return tuple(found)


def _sentence(agent: Reasoning, view: View, costs: Mapping[Action, float], chosen: Action) -> str:
    if len(costs) == 1 and view.phase is not Phase.POKER:
        return f"There is nothing to choose: {chosen}."
    if view.phase is Phase.ANSWER:
        return _answer(agent, view, costs, chosen)
    if view.phase is Phase.ROLL:
        return _roll(view, costs, chosen)
    if view.phase is Phase.BID and isinstance(chosen, Bid):
        return _bid(agent, view, costs, chosen)
    left = 3 - len(view.poker)
    rolls = "one roll" if left == 1 else f"{left} rolls"
    return f"With {rolls} left, {chosen} reaches {_last(view)} or more with {_percent(1 - costs[chosen])}."


def _answer(agent: Reasoning, view: View, costs: Mapping[Action, float], chosen: Action) -> str:
    beliefs, bidder = agent.beliefs, view.turns[-1].seat
    did = "believed" if chosen is BELIEVE else "called"
    true = (
        f"{_last(view)} is true by the rules"
        if beliefs.certain
        else f"of the cups on which seat {bidder} would bid {_last(view)}, {_percent(beliefs.chance_true())} hold it"
    )
    return f"I {did}: {true}; a call costs {_points(costs[CALL])}, to believe it costs {_points(costs[BELIEVE])}."


def _roll(view: View, costs: Mapping[Action, float], chosen: Action) -> str:
    others = {action: cost for action, cost in costs.items() if action != chosen}
    second = min(others, key=others.__getitem__)
    did = "stop" if chosen is STOP else str(chosen)
    cup = f"The cup holds {roll_text(view.rolling.cup)} and {_last(view)} was bid"
    return f"{cup}: to {did} costs {_points(costs[chosen])}, to {second} {costs[second]:.3f}."


def _bid(agent: Reasoning, view: View, costs: Mapping[Action, float], chosen: Bid) -> str:
    beliefs, seat = agent.beliefs, agent.next_seat()
    ranks, cup = agent.game.order.ranks, view.rolling.cup
    believes = float(beliefs.opponents[seat].believes[OPEN_INDEX[view.open], ranks[chosen.roll]])
    told = "true" if ranks[cup] >= ranks[chosen.roll] else "a bluff"
    what = f"I bid {roll_text(chosen.roll)}, {told} with {roll_text(cup)} in the cup"
    return f"{what}: seat {seat} believes it with {_percent(believes)}, and it costs {_points(costs[chosen])}."


def _last(view: View) -> str:
    return roll_text(view.turns[-1].bid)


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _points(cost: float) -> str:
    return f"{cost:.3f} points"
