"""Hand strength, potential and outs: how a hand stands against holdings that are not known.

Hand strength and potential are those of Billings, Papp, Schaeffer and Szafron, "Opponent Modeling in Poker" (1998). An
opponent's holding is one of all that the seen cards leave, each with a weight; without weights all count the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.equity import against_holdings, check_hands, count_json, hand_sums, weights_or_ones
from mendax.games.holdem.kernel.evaluate import evaluate
from mendax.games.holdem.kernel.holdings import (
    BOARD,
    HOLDING_BITS,
    HOLDINGS,
    NUM_HOLDINGS,
    Sums,
    Weights,
    completions,
    sums_of,
    unseen_cards,
)
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table

AHEAD, TIED, BEHIND = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Strength:
    """The weight of the holdings that a hand beats now, ties with and loses to; counts if nothing is weighted."""

    ahead: float
    tied: float
    behind: float

    @property
    def value(self) -> float:
        """Hand strength: how likely the hand is the best against one opponent, half of the ties counted."""
        return (self.ahead + self.tied / 2) / (self.ahead + self.tied + self.behind)

    def against(self, opponents: int) -> float:
        """Hand strength against several opponents, as if their holdings did not depend on each other."""
        return float(self.value**opponents)

    def to_json(self) -> dict[str, float]:
        """Hand strength, and the counts or weights it is made of."""
        parts = {name: count_json(getattr(self, name)) for name in ("ahead", "tied", "behind")}
        return {"hand_strength": self.value, **parts}


@dataclass(frozen=True, slots=True)
class Potential:
    """Hand strength, and how the cards to come may change it."""

    strength: Strength
    positive: float
    """Ppot: how likely a hand that is behind comes out ahead; 0 if it is never behind."""
    negative: float
    """Npot: how likely a hand that is ahead falls behind; 0 if it is never ahead."""

    def effective(self, opponents: int = 1) -> float:
        """Effective hand strength: ahead now, or behind and then ahead."""
        strength = self.strength.against(opponents)
        return strength + (1 - strength) * self.positive

    def to_json(self) -> dict[str, float]:
        """Strength, its parts, and both potentials."""
        return {**self.strength.to_json(), "ppot": self.positive, "npot": self.negative}


def _compare(
    hole: Sequence[int], boards: Sums, number: int, weights: Weights, now: Numbers | None = None
) -> tuple[tuple[float, float, float], ...]:
    """By standing now, ahead, tied and behind on `number` board cards; one row if no standing is given."""
    totals = np.zeros((1 if now is None else 3, 3))
    standing = np.zeros(NUM_HOLDINGS, dtype=np.int8) if now is None else now
    against_holdings(evaluator_table(), number + 2, *boards, hand_sums(hole), weights, standing, totals)
    return tuple((float(row[AHEAD]), float(row[TIED]), float(row[BEHIND])) for row in totals)


def _check(hole: Sequence[int], board: Sequence[int]) -> None:
    check_hands([hole], board, others=1)
    if not board:
        raise MendaxError("hand strength needs a board of 3, 4 or 5 cards; before the flop there is equity")


def hand_strength(hole: Sequence[int], board: Sequence[int], weights: Weights | None = None) -> Strength:
    """How a hand stands on a board now.

    >>> hand_strength((49, 40), (6, 8, 38))  # Ad Qc on 3h 4c Jh
    Strength(ahead=628.0, tied=9.0, behind=444.0)
    """
    _check(hole, board)
    boards = completions(board, unseen_cards(*hole, *board), 0)
    strength = Strength(*_compare(hole, boards, len(board), weights_or_ones(weights))[0])
    if not strength.ahead + strength.tied + strength.behind:
        raise MendaxError("every possible holding has weight 0")
    return strength


def best_hand_probability(
    hole: Sequence[int], board: Sequence[int], opponents: int, weights: Weights | None = None
) -> float:
    """How likely a hand is the best against some opponents, as if their holdings did not depend on each other."""
    if opponents < 0:
        raise MendaxError("there is no negative number of opponents")
    return hand_strength(hole, board, weights).against(opponents)


def _standing(hole: Sequence[int], board: Sequence[int]) -> Numbers:
    """By holding: ahead, tied or behind now; ahead of holdings that share a card with what is seen."""
    seen = sums_of(np.array([*hole, *board], dtype=np.uint8))[1]
    free = np.flatnonzero((HOLDING_BITS & seen) == 0)
    hands = np.empty((len(free) + 1, 2 + len(board)), dtype=np.uint8)
    hands[:-1, :2], hands[-1, :2], hands[:, 2:] = HOLDINGS[free], hole, board
    values = evaluate(hands).astype(np.int64)
    standing = np.full(NUM_HOLDINGS, AHEAD, dtype=np.int8)
    standing[free] = 1 + np.sign(values[:-1] - values[-1])
    return standing


def potential(
    hole: Sequence[int], board: Sequence[int], weights: Weights | None = None, cards: int | None = None
) -> Potential:
    """Strength and potential over the next `cards` board cards; over all that are to come by default."""
    strength = hand_strength(hole, board, weights)
    to_come = BOARD - len(board)
    cards = to_come if cards is None else cards
    if not 0 <= cards <= to_come:
        raise MendaxError(f"{to_come} cards are still to come, not {cards}")
    if cards == 0:
        return Potential(strength, 0.0, 0.0)
    boards = completions(board, unseen_cards(*hole, *board), cards)
    after = _compare(hole, boards, len(board) + cards, weights_or_ones(weights), _standing(hole, board))
    ahead, tied, behind = after
    # A tie is half of each: half of it can be lost, half of it can be won.
    gained = behind[AHEAD] + behind[TIED] / 2 + tied[AHEAD] / 2
    lost = ahead[BEHIND] + ahead[TIED] / 2 + tied[BEHIND] / 2
    was_behind, was_ahead = sum(behind) + sum(tied) / 2, sum(ahead) + sum(tied) / 2
    return Potential(strength, gained / was_behind if was_behind else 0.0, lost / was_ahead if was_ahead else 0.0)


def outs(hole: Sequence[int], board: Sequence[int], weights: Weights | None = None) -> tuple[int, ...]:
    """The outs of a hand: the cards that, drawn next, make it the winner against most of what beats it now.

    A card is an out if it leaves the hand ahead of more than half of those holdings, by weight, that are ahead of it
    now. A hand that nothing beats has no outs. Against unweighted holdings a bare pair is often enough; weights that
    leave out what nobody plays give the count a player makes.
    """
    _check(hole, board)
    chances, standing = weights_or_ones(weights), _standing(hole, board)
    unseen = unseen_cards(*hole, *board)
    if len(board) == BOARD:
        return ()
    found = []
    for card in unseen.tolist():
        boards = completions((*board, card), unseen, 0)
        ahead, tied, behind = _compare(hole, boards, len(board) + 1, chances, standing)[BEHIND]
        if ahead > tied + behind:
            found.append(card)
    return tuple(found)


def outs_against(hole: Sequence[int], board: Sequence[int], hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The cards that, drawn next, turn a hand that does not win against these known hands into one that does."""
    _check(hole, board)
    check_hands([hole, *hands], board)
    if len(board) == BOARD or _wins(hole, board, hands):
        return ()
    unseen = unseen_cards(*hole, *board, *(card for hand in hands for card in hand))
    return tuple(card for card in unseen.tolist() if _wins(hole, (*board, card), hands))


def _wins(hole: Sequence[int], board: Sequence[int], hands: Sequence[Sequence[int]]) -> bool:
    """Whether a hand beats all others on a board."""
    own, *others = evaluate(np.array([(*hand, *board) for hand in (hole, *hands)], dtype=np.uint8)).tolist()
    return bool(own > max(others))
