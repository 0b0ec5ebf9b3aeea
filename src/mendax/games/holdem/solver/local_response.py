# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""Local best response: a lower bound of what can be won from an agent that states its mix (Lisy and Bowling, 2017).

The responder knows the agent. It keeps the weight of every holding that the agent may have, by Bayes, and takes the
action that is best if both only check or call from then on; a raise also wins when the agent folds to it. What it wins
on average can be won, so a perfect opponent wins at least as much.

Boards and the responder's cards are dealt, and the agent's bets are drawn from the weighted mixes of all its holdings.
Its folds and the showdown are not drawn: they count with their probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.core.streams import Stream
from mendax.games.holdem.kernel.evaluate import CARD_BITS
from mendax.games.holdem.kernel.holdings import BOARD, HOLDING_BITS, NUM_HOLDINGS, holding_number
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules import CALL, CHECK, FOLD, SMALL_BET, Cards, Stage
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BOARD_SIZES
from mendax.games.holdem.solver.betting_tree import bettings
from mendax.games.holdem.solver.river_strengths import fast, rank_holdings
from mendax.games.holdem.solver.stated_mixes import StatedMixes

Outcomes = npt.NDArray[np.float64]
HANDS: Final = 24
"""Holdings of the responder for each board; each is played in both seats."""
_PREFLOP_BOARDS: Final = 400
"""Random boards that the responder's chances before the flop are estimated from; its choices need no more."""
LUCKY_STAGES: Final = (Stage.FLOP, Stage.TURN, Stage.RIVER)
"""Where the luck of the cards is counted exactly."""
_SALT: Final = 1_326


@fast
def _compare(table: Numbers, boards: Numbers, own: Numbers, sums: Outcomes, met: Outcomes) -> None:
    """Add, for each own holding (rows) and each other one, the outcomes on some full boards, and count the boards."""
    values = np.zeros(NUM_HOLDINGS, np.int16)
    for board in range(len(boards)):
        rank_holdings(table, boards[board], values)
        for row in range(len(own)):
            value, bits = values[own[row]], HOLDING_BITS[own[row]]
            if value < 0:
                continue
            for holding in range(NUM_HOLDINGS):
                other = values[holding]
                if other >= 0 and not HOLDING_BITS[holding] & bits:
                    sums[row, holding] += (value > other) - np.int64(value < other)
                    met[row, holding] += 1


@lru_cache(maxsize=1)
def _preflop_boards() -> Numbers:
    stream = Stream(_SALT)
    return np.array([stream.sample(range(NUM_CARDS), BOARD) for _ in range(_PREFLOP_BOARDS)])


def outcomes_against(own: Sequence[int], board: Cards) -> Outcomes:
    """By own holding and by other holding: from -1 to 1, how it fares over all cards to come.

    Before the flop it is an estimate from random boards.
    """
    boards = _preflop_boards()
    if board:
        left = [card for card in range(NUM_CARDS) if card not in board]
        boards = np.array([(*board, *more) for more in combinations(left, BOARD - len(board))])
    sums, met = np.zeros((len(own), NUM_HOLDINGS)), np.zeros((len(own), NUM_HOLDINGS))
    _compare(evaluator_table(), boards, np.array(own), sums, met)
    return np.divide(sums, met, out=np.zeros_like(sums), where=met > 0)


class BoardResult(NamedTuple):
    """What a board gave."""

    big_blind: float
    """What was won as big blind: the mean over the holdings, in small bets."""
    button: float
    luck: tuple[float, ...]
    """By stage of `LUCKY_STAGES`: how the holdings fare against unknown cards, the mean of numbers from -1 to 1.

    Two players get the same cards on average, so the luck of many boards is zero. It goes with what is won, and what
    goes with it can be taken off.
    """


class LocalResponder:
    """Plays hands against an agent's stated mixes."""

    def __init__(self, opponent: StatedMixes) -> None:
        self.opponent, self.tree = opponent, opponent.tree
        self.paid = [tuple(chips / SMALL_BET for chips in betting.paid) for betting in bettings(opponent.raises)]

    def play_board(self, seed: int, number: int) -> BoardResult:
        """Play a random board with some random holdings in both seats."""
        stream = Stream(seed, number)
        deck = stream.sample(range(NUM_CARDS), NUM_CARDS)
        board = tuple(deck[:BOARD])
        holdings = [holding_number(*stream.sample(deck[BOARD:], 2)) for _ in range(HANDS)]
        by_stage = [outcomes_against(holdings, board[:size]) for size in BOARD_SIZES]
        totals, luck = [0.0, 0.0], np.zeros(len(LUCKY_STAGES))
        for row, own in enumerate(holdings):
            outcomes = [found[row] for found in by_stage]
            for at, stage in enumerate(LUCKY_STAGES):
                seen = HOLDING_BITS[own] | _bits(board[: BOARD_SIZES[stage]])
                luck[at] += outcomes[stage][HOLDING_BITS & seen == 0].mean()
            for seat in (0, 1):
                totals[seat] += self._play(own, board, outcomes, seat, stream)
        return BoardResult(totals[0] / HANDS, totals[1] / HANDS, tuple((luck / HANDS).tolist()))

    def _play(self, own: int, board: Cards, outcomes: Sequence[Outcomes], seat: Seat, stream: Stream) -> float:
        """What the responder wins in one hand, the agent's folds and its holding averaged over.

        `outcomes` has a row for each stage, by the agent's holding.
        """
        nodes, sign = self.tree.nodes, -1 if seat else 1
        weights = (HOLDING_BITS & HOLDING_BITS[own] == 0).astype(np.float64)
        node, won, likely = 0, 0.0, 1.0
        while node >= 0:
            stage = int(nodes.stage[node])
            seen = board[: BOARD_SIZES[stage]]
            weights[HOLDING_BITS & _bits(seen) != 0] = 0.0
            leads = nodes.leads[nodes.first[node] : nodes.first[node + 1]].tolist()
            if nodes.seat[node] == seat:
                node = leads[self._choose(node, leads, board, weights, outcomes[stage], seat)]
                continue
            mixes = self.opponent.all_mixes(node, board)
            shares = weights @ mixes / weights.sum()
            if self.tree.actions[node][0] is FOLD:
                won += likely * float(shares[0]) * sign * float(nodes.fixed[-1 - leads[0]])
                likely *= 1 - float(shares[0])
                shares[0] = 0.0
            if likely < 1e-9:
                return won
            action = stream.choices(range(len(leads)), shares)[0]
            weights = weights * mixes[:, action]
            node = leads[action]
        end = -1 - node
        if not nodes.stake[end]:
            return won + likely * sign * float(nodes.fixed[end])
        return won + likely * float(nodes.stake[end]) * _mean(weights, outcomes[-1])

    def _choose(
        self, node: int, leads: list[int], board: Cards, weights: Outcomes, outcomes: Outcomes, seat: Seat
    ) -> int:
        """The action with the greatest value if both check or call from then on."""
        paid, values = self.paid[node], list[float]()
        for action, lead in zip(self.tree.actions[node], leads, strict=True):
            if action is FOLD:
                values.append(-paid[seat])
            elif action in (CHECK, CALL):
                values.append(max(paid) * _mean(weights, outcomes))
            else:
                mixes, called = self.opponent.all_mixes(lead, board), max(self.paid[lead])
                folds = float(weights @ mixes[:, 0] / weights.sum())
                left = weights * (1 - mixes[:, 0])
                showdown = called * _mean(left, outcomes) if folds < 1 - 1e-9 else 0.0
                values.append(folds * self.paid[lead][1 - seat] + (1 - folds) * showdown)
        return int(np.argmax(values))


def _mean(weights: Outcomes, outcomes: Outcomes) -> float:
    return float(weights @ outcomes / weights.sum())


def _bits(cards: Cards) -> Any:
    return CARD_BITS[list(cards)].sum(dtype=np.uint64) if cards else np.uint64(0)
