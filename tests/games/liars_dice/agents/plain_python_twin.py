"""What the paper's agents would do, computed again in plain Python: written apart from their rules, to test them.

Only for the paper's game: six faces, 1s wild, a push allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from mendax.games.liars_dice.rules import CHALLENGE_BID, CHALLENGE_PASS, EXACT, PASS, Action, Answer, Bid, View
from mendax.games.liars_dice.rules.bids import height, ladder
from mendax.games.liars_dice.rules.odds import at_least, exactly
from mendax.games.liars_dice.rules.options import Order
from mendax.games.liars_dice.rules.turns import next_seat

CERTAIN, SAFE, RISKY, VERY_RISKY, LOST = 4, 3, 2, 1, 0


@dataclass(frozen=True)
class Tally:
    """What counts for a face: dice known, dice unknown, and the one in so many of them."""

    known: int
    unknown: int
    sides: int

    def at_least(self, count: int, thrown: int = 0) -> float:
        return at_least(count - self.known, self.unknown + thrown, 6 // self.sides, 6)

    def exactly(self, count: int) -> float:
        return exactly(count - self.known, self.unknown, 6 // self.sides, 6)

    def spare(self, count: int, thrown: int = 0) -> float:
        return self.known + (self.unknown + thrown) / self.sides - count


def mix_of(view: View, answers: list[Answer], name: str) -> Mapping[Action, float]:
    """The chance of every action, for the agent of that name."""
    assert view.seat is not None
    own = view.dice[view.seat]
    actions: list[Action] = [*candidates(view), *(a for a in answers if a is not EXACT or own < 5)]
    tallies = {face: Tally(view.known(face), view.unknown, 6 if face == 1 else 3) for face in range(1, 7)}
    by_chance = name.startswith("p")
    judge = chances if by_chance else classes
    judged = judge(view, actions, tallies, believing=False)
    certain = 1.0 if by_chance else CERTAIN
    if "m" in name and max(judged.values()) < certain and (holds := opponent(view)):
        judged = judge(view, actions, believed(view, tallies, holds), believing=True)
    ranks = {action: chance_class(value) for action, value in judged.items()} if by_chance else judged
    left = list(judged)
    if "h" in name and not (by_chance and max(ranks.values()) < SAFE):  # where nothing is safe, numbers decide
        left = [action for action in left if not held_back(action, ranks, view)]
    if "h" in name or not by_chance:
        best = max(ranks[action] for action in left)
        left = [action for action in left if ranks[action] == best]
    weights = {action: exp((2 * judged[action] - 1) / 0.16) if by_chance else 1.0 for action in left}
    return {action: weight / sum(weights.values()) for action, weight in weights.items()}


def candidates(view: View) -> list[Bid]:
    rungs = ladder(view.total, 6, 1, Order.DOUBLE).bids
    heights = {bid: height(bid.count, bid.face, 6, 1, Order.DOUBLE) for bid in rungs}
    base = max(
        [bid for bid in (view.bid, Bid(view.total // 3 - 1, 2)) if bid is not None and bid.count > 0],
        key=lambda bid: height(bid.count, bid.face, 6, 1, Order.DOUBLE),
        default=Bid(0, 6),
    )
    low, high = (height(base.count + more, base.face, 6, 1, Order.DOUBLE) for more in (0, 1))
    found = []
    for bid in rungs:
        if low < heights[bid] <= high:
            found.append(bid)
            push = tuple(die for die in view.cup if die in (1, bid.face))
            if view.bid is not None and 0 < len(push) < len(view.cup):
                found.append(Bid(bid.count, bid.face, push))
    return found


def thrown(view: View, bid: Bid) -> int:
    return len(view.cup) - len(bid.push) if bid.push else 0


def pass_is_true(view: View) -> bool:
    assert view.seat is not None
    return len({*view.cup, *view.shown[view.seat]}) == 1


def bluff(view: View) -> tuple[float, int]:
    """The chance and the class of a pass that is not true."""
    assert view.seat is not None
    return (0.4, RISKY) if view.dice[view.seat] == 2 else (0.08, VERY_RISKY)


def doubt(view: View, answer: Answer) -> tuple[float, int]:
    """The chance and the class of a challenge of a pass."""
    passer = view.said[-1 if answer is CHALLENGE_PASS else -2].seat
    hidden, shown = view.hidden[passer], view.shown[passer]
    if len(set(shown)) > 1:
        return 1.0, CERTAIN
    if shown:
        return (0.4, RISKY) if hidden == 1 else (0.95, SAFE)
    return (0.95, SAFE) if hidden > 2 else (0.4, RISKY)


def chances(view: View, actions: list[Action], tallies: Mapping[int, Tally], believing: bool) -> dict[Action, float]:
    found: dict[Action, float] = {}
    for action in actions:
        if isinstance(action, Bid):
            found[action] = tallies[action.face].at_least(action.count, thrown(view, action))
        elif action is PASS:
            found[action] = 1.0 if pass_is_true(view) else bluff(view)[0]
        elif action in (CHALLENGE_BID, EXACT):
            assert view.bid is not None
            tally = tallies[view.bid.face]
            found[action] = tally.exactly(view.bid.count) if action is EXACT else 1 - tally.at_least(view.bid.count)
        else:
            assert isinstance(action, Answer)
            found[action] = doubt(view, action)[0]
    return found


def chance_class(chance: float) -> int:
    return CERTAIN if chance == 1 else SAFE if chance > 0.75 else RISKY


def classes(view: View, actions: list[Action], tallies: Mapping[int, Tally], believing: bool) -> dict[Action, float]:
    return {action: class_of(view, action, tallies, believing) for action in actions}


def class_of(view: View, action: Action, tallies: Mapping[int, Tally], believing: bool) -> int:
    if action is PASS:
        return CERTAIN if pass_is_true(view) else bluff(view)[1]
    if isinstance(action, Bid):
        found = bid_class(tallies[action.face], action.count, thrown(view, action), believing)
        return min(found, SAFE) if action.push else found
    assert isinstance(action, Answer)
    assert view.bid is not None
    tally, count = tallies[view.bid.face], view.bid.count
    possible = tally.known <= count <= tally.known + tally.unknown
    if action is EXACT:
        near = abs(tally.spare(count)) <= 0.4
        return LOST if not possible else CERTAIN if not tally.unknown else RISKY if near else VERY_RISKY
    if action is not CHALLENGE_BID:
        return doubt(view, action)[1]
    if count > tally.known + tally.unknown:
        return SAFE if believing else CERTAIN
    turned = {CERTAIN: LOST, SAFE: VERY_RISKY, RISKY: RISKY, VERY_RISKY: SAFE}
    return turned[bid_class(tally, count, 0, believing)]


def bid_class(tally: Tally, count: int, more: int, believing: bool) -> int:
    if count <= tally.known:
        return SAFE if believing else CERTAIN
    spare = tally.spare(count, more)
    return SAFE if spare >= 0 else RISKY if spare >= -1 else VERY_RISKY


def opponent(view: View) -> int:
    """How many of the bidder's dice are believed to count for its bid."""
    said, bid = view.bid_said, view.bid
    if said is None or bid is None or bid.push or said.seat == view.seat:
        return 0
    cup, matching = view.hidden[said.seat], 1 if bid.face == 1 else 2
    shown = [die for dice in view.shown for die in dice]
    missing = bid.count - sum(die in (1, bid.face) for die in shown)
    for holds in range(1, cup + 1):
        if at_least(holds, cup, matching, 6) < 0.16:
            return holds - 1
        if at_least(missing - holds, view.total - len(shown) - cup, matching, 6) > 0.57:
            return holds
    return cup


def believed(view: View, tallies: Mapping[int, Tally], holds: int) -> dict[int, Tally]:
    said, bid = view.bid_said, view.bid
    assert said is not None
    assert bid is not None
    cup, found = view.hidden[said.seat], {}
    for face, tally in tallies.items():
        more = holds if bid.face in (1, face) else 0
        gone = cup if face in (1, bid.face) else holds
        found[face] = Tally(tally.known + more, tally.unknown - gone, tally.sides)
    return found


def held_back(action: Action, ranks: Mapping[Action, float], view: View) -> bool:
    rank = ranks[action]
    bids = [bid for bid in ranks if isinstance(bid, Bid)]
    if action is PASS:
        return any(ranks[bid] >= SAFE for bid in bids)
    if not isinstance(action, Bid):
        return rank < CERTAIN and any(ranks[bid] >= rank for bid in bids)
    if action.push and ranks[Bid(action.count, action.face)] == rank:
        return True
    assert view.seat is not None
    after = next_seat(view.dice, view.seat)
    spoken = [said.action.face for said in view.said if said.seat == after and isinstance(said.action, Bid)][-1:]
    favoured = {*spoken, *([view.bid.face] if view.bid else [])}
    return action.face not in favoured and any(
        not bid.push and bid.face in favoured and ranks[bid] == rank for bid in bids
    )
