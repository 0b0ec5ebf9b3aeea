"""An agent's strategy in the two-player round, read from the mixes that it states.

The rules are played along one history to each public state (dice, believed bid), and the agent is asked on the views
that follow, die by die. Only states that the agent and some opponent can come to are visited. The order in which dice
were rolled is known to the roller alone, so turns that differ in it are added up.

A best response on public states is exact only if the agent's mix depends on nothing that happened before the last
belief. So a part of the states is visited again by another history, and an agent that differs there is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from mendax.core.agent import AnyMixedAgent
from mendax.core.errors import MendaxError
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    STOP,
    Action,
    Bid,
    Blufpoker,
    Dice,
    Die,
    Keep,
    Phase,
    RollDie,
    Start,
)
from mendax.games.blufpoker.rules.order import DIE_OUTCOMES
from mendax.games.blufpoker.rules.rolls import FACES, FIRST_POKER, RANKS, ROLLS, SORTED, Roll
from mendax.games.blufpoker.rules.types import State
from mendax.games.blufpoker.solver.poker_phase import odds_of
from mendax.games.blufpoker.solver.round_strategy import Level, RoundBuilder, RoundStrategy, divide_flow, empty_level
from mendax.games.blufpoker.solver.turn_trees import NUM_BELIEVABLE, NUM_FACES, NUM_ROLLS, Floats, turn_trees

AGENT, OTHER = 0, 1
"""The seats: the agent's, and its opponent's."""
CHECK_EVERY: Final = 8
"""One public state in so many is visited by a second history."""
SAME: Final = 1e-9
"""Probabilities that differ by less are equal."""
MarkReached = Callable[[int, int], None]
"""Notes that a public state (cup, bid) can be reached."""


class AgentReader:
    """Asks one agent for its mixes, level by level of the believed bid, the lowest first."""

    def __init__(self, game: Blufpoker, agent: AnyMixedAgent, name: str) -> None:
        self.game, self.agent, self.name = game, agent, name
        self.free = game.opening == "free"
        trees = turn_trees()
        self.node_numbers: dict[tuple[int, Dice, Dice], int] = {
            (dice, unrolled, rolled): number for number, (dice, unrolled, rolled) in enumerate(trees.nodes)
        }
        places = zip(trees.option_node.tolist(), trees.option_face.tolist(), strict=True)
        self.option_numbers = {place: number for number, place in enumerate(places)}
        self.rolls_reached = np.zeros((NUM_ROLLS, NUM_ROLLS), dtype=np.bool_)
        """By cup and bid: whether the agent can be where it believed this bid of the other."""
        self.bids_reached = np.zeros((NUM_ROLLS, NUM_ROLLS), dtype=np.bool_)
        """By cup and bid: whether the agent makes this bid with this cup."""

    def read(self, report: Callable[[str], None] | None = None) -> RoundStrategy:
        """The agent's whole strategy."""
        bids, calls = self._read_opening()
        builder = RoundBuilder()
        for believed in range(NUM_BELIEVABLE):
            if report is not None:
                report(f"bids over {''.join(map(str, ROLLS[believed]))}")
            builder.put(believed, self._read_level(believed))
        poker = np.array([odds_of(face, self._keep_policy(face)) for face in FACES])
        return builder.build(bids, calls, poker)

    def ask(self, state: State) -> list[tuple[Action, float]]:
        """The agent's mix at a state, without what it never does."""
        actions = self.game.actions(state)
        mix = self.agent.mix(self.game.view(state, AGENT), actions)
        taken = [(action, share) for action, share in mix.items() if share]
        legal = actions if len(taken) < 4 else set(actions)
        fits = all(share > 0 and action in legal for action, share in taken)
        if not fits or abs(sum(share for _, share in taken) - 1) > SAME:
            raise MendaxError(f"{self.name} states no mix of the legal actions at {self.game.view(state, AGENT)}")
        return taken

    def _read_opening(self) -> tuple[Floats, Floats]:
        """Its opening bids by roll, and its calls of the other's opening bids."""
        bids, calls = np.zeros((NUM_ROLLS, NUM_ROLLS)), np.zeros(NUM_ROLLS)
        for rank, roll in enumerate(ROLLS):
            for action, share in self.ask(self._play([Start(AGENT), *map(Die, roll)])):
                bids[rank, RANKS[_rolled(action)]] = share
            calls[rank] = dict(self.ask(self._reach([(rank, rank)], OTHER))).get(CALL, 0.0)
        self.bids_reached |= bids > 0
        cups = np.ones((NUM_ROLLS, NUM_ROLLS), dtype=np.bool_) if self.free else np.eye(NUM_ROLLS, dtype=np.bool_)
        self.rolls_reached |= cups & (calls < 1)
        return bids, calls

    def _read_level(self, believed: int) -> Level:
        flow = empty_level()
        for dice in np.flatnonzero(self.rolls_reached[:, believed]).tolist():
            self._read_turn(dice, believed, flow)
        for dice in np.flatnonzero(self.bids_reached[:, believed]).tolist():
            self._read_answers(dice, believed, flow)
        return divide_flow(flow)

    def _read_turn(self, dice: int, believed: int, flow: Level) -> None:
        """How the agent's turn flows when it believed a bid and was handed these dice."""
        first, second = self._histories(dice, believed)
        options, bids = self._flow_of(first, dice)
        if second and (dice + believed) % CHECK_EVERY == 0 and not _same((options, bids), self._flow_of(second, dice)):
            raise self._refusal()
        for option, share in options.items():
            flow.rolling[option] = share
        for (node, bid), share in bids.items():
            flow.bids[node - NUM_ROLLS, bid] = share
            self.bids_reached[turn_trees().cup[node], bid] = True

    def _flow_of(
        self, history: list[tuple[int, int]], dice: int
    ) -> tuple[dict[int, float], dict[tuple[int, int], float]]:
        """By option, and by node and bid: how likely the turn is to come there, from its start."""
        options, bids = dict[int, float](), dict[tuple[int, int], float]()
        apply, phase_of_bids = self.game.apply, Phase.BID
        stack = [(apply(self._reach(history, OTHER), BELIEVE), 1.0)]
        while stack:
            state, weight = stack.pop()
            kept, _, fallen = state.rolling
            node = self.node_numbers[dice, kept, SORTED[fallen]]
            for action, share in self.ask(state):
                flow = weight * share
                if state.phase is phase_of_bids:
                    place = node, RANKS[_rolled(action)]
                    bids[place] = bids.get(place, 0.0) + flow
                elif action is STOP:
                    stack.append((apply(state, action), flow))
                else:
                    assert isinstance(action, RollDie)
                    option, after = self.option_numbers[node, action.face], apply(state, action)
                    options[option] = options.get(option, 0.0) + flow
                    stack.extend((apply(after, die), flow / NUM_FACES) for die in DIE_OUTCOMES)
        return options, bids

    def _read_answers(self, dice: int, believed: int, flow: Level) -> None:
        """How often the agent calls after its own bid was believed, by what lies open and the new bid."""
        first, second = self._histories(dice, believed)
        trees = turn_trees()
        for number, (handed, opened) in enumerate(trees.open_sets):
            if handed != dice:
                continue
            calls = self._calls_of(first, opened)
            if (
                second
                and (number + believed) % CHECK_EVERY == 0
                and np.abs(calls - self._calls_of(second, opened)).max() > SAME
            ):
                raise self._refusal()
            flow.calls[number] = calls
            trusted = np.flatnonzero(calls[believed + 1 :] < 1) + believed + 1
            cups = np.array([self.game.order.ranks[opened + hidden] for hidden in _all_dice(3 - len(opened))])
            self.rolls_reached[np.ix_(cups, trusted)] = True

    def _calls_of(self, history: list[tuple[int, int]], opened: Dice) -> Floats:
        """By bid: how often the agent calls after the other left these dice open; hidden dice are not in its view."""
        game, calls = self.game, np.zeros(NUM_ROLLS)
        state = game.apply(self._reach(history, AGENT), BELIEVE)
        hidden = list(state.rolling.kept)
        for face in opened:
            hidden.remove(face)
        for face in hidden:
            state = game.apply(game.apply(state, RollDie(face)), DIE_OUTCOMES[0])
        if state.phase is Phase.ROLL:
            state = game.apply(state, STOP)
        for bid in game.actions(state):
            calls[RANKS[_rolled(bid)]] = dict(self.ask(game.apply(state, bid))).get(CALL, 0.0)
        return calls

    def _keep_policy(self, target: int) -> Callable[[Roll, int], dict[Dice, Fraction | float]]:
        """The dice that the agent keeps in the poker phase, by the dice on the table and the rolls left."""
        poker = FIRST_POKER + target - 1
        start = self.game.apply(self._reach([(0, 0), (poker, poker)], OTHER), BELIEVE)

        def policy(dice: Roll, left: int) -> dict[Dice, Fraction | float]:
            # The first roll is one that never succeeds, and the second rolls all dice again.
            state = start
            if left == 1:
                state = self.game.apply(self._play(map(Die, ROLLS[0]), state), Keep(()))
            asked = self.ask(self._play(map(Die, dice), state))
            return {action.dice: share for action, share in asked if isinstance(action, Keep)}

        return policy

    def _histories(self, dice: int, bid: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Two ways to a bid over these dice, as cups and bids of turns that roll all dice; the second may be empty."""
        opened = [(dice, bid)] if self.free or dice == bid else []
        found = [[(0, 0), (dice, bid)]] if bid > 0 else []
        found += [opened] if opened else []
        found += [[(0, 0), (bid - 1, bid - 1), (dice, bid)]] if bid > 1 else []
        return found[0], found[1] if len(found) > 1 else []

    def _reach(self, history: list[tuple[int, int]], bidder: int) -> State:
        """The state after these turns, each rolling all three dice, with the last bid by `bidder` not answered yet."""
        state = self._play([Start(bidder if len(history) % 2 else 1 - bidder)])
        for cup, bid in history:
            if state.phase is Phase.ANSWER:
                state = self.game.apply(state, BELIEVE)
                dice = zip(state.rolling.kept, ROLLS[cup], strict=True)
                moves: Sequence[Action] = [move for old, new in dice for move in (RollDie(old), Die(new))]
            else:
                moves = [*map(Die, ROLLS[cup])]
            state = self._play([*moves, Bid(ROLLS[bid])], state)
        return state

    def _play(self, moves: Iterable[Action], state: State | None = None) -> State:
        state = self.game.start() if state is None else state
        for move in moves:
            state = self.game.apply(state, move)
        return state

    def _refusal(self) -> MendaxError:
        return MendaxError(
            f"{self.name} plays differently when the same dice and bid were come to in another way; "
            "an exact best response needs a mix that depends on nothing before the last belief"
        )


def _rolled(action: Action) -> Roll:
    assert isinstance(action, Bid)
    return action.roll


def _all_dice(count: int) -> list[Dice]:
    """Every set of so many dice, the highest first."""
    return [dice for dice, high_first in SORTED.items() if len(dice) == count and dice == high_first]


def _same(one: tuple[dict[Any, float], ...], other: tuple[dict[Any, float], ...]) -> bool:
    """Whether two flows are equal up to rounding."""
    return all(
        abs(mine.get(key, 0.0) - theirs.get(key, 0.0)) < SAME
        for mine, theirs in zip(one, other, strict=True)
        for key in mine.keys() | theirs.keys()
    )
