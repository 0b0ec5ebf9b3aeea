"""Hand strength, potential and outs: how a hand stands against holdings that are not known.

Hand strength and potential are those of Billings, Papp, Schaeffer and Szafron, "Opponent Modeling in Poker" (1998). An
opponent's holding is one of all that the seen cards leave, each with a weight; without weights all count the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.equity import check_hands, count_json, weights_or_ones
from mendax.games.holdem.kernel.evaluate import evaluate
from mendax.games.holdem.kernel.holdings import BOARD, HOLDING_BITS, NUM_HOLDINGS, Weights, sums_of, unseen_cards
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.kernel.tally import AHEAD, BEHIND, TIED, stand, tally_one, tally_two


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


def _check(hole: Sequence[int], board: Sequence[int]) -> None:
    check_hands([hole], board, others=1)
    if not board:
        raise MendaxError("hand strength needs a board of 3, 4 or 5 cards; before the flop there is equity")


def hand_strength(hole: Sequence[int], board: Sequence[int], weights: Weights | None = None) -> Strength:
    """How a hand stands on a board now.

    >>> hand_strength((49, 40), (6, 8, 38))  # Ad Qc on 3h 4c Jh
    Strength(ahead=628.0, tied=9.0, behind=444.0)
    """
    return _strength(_stand(hole, board, weights_or_ones(weights))[1])


def _stand(hole: Sequence[int], board: Sequence[int], weights: Weights) -> tuple[Numbers, Weights]:
    """By holding: ahead, tied or behind now, ahead of those that are not possible; and the weights of the three."""
    _check(hole, board)
    standing, totals = np.empty(NUM_HOLDINGS, dtype=np.int64), np.empty(3)
    stand(evaluator_table(), np.array(hole), np.array(board), weights, standing, totals)
    return standing, totals


def _strength(totals: Weights) -> Strength:
    """The strength that these weights make."""
    if not totals.any():
        raise MendaxError("every possible holding has weight 0")
    return Strength(*totals.tolist())


def best_hand_probability(
    hole: Sequence[int], board: Sequence[int], opponents: int, weights: Weights | None = None
) -> float:
    """How likely a hand is the best against some opponents, as if their holdings did not depend on each other."""
    if opponents < 0:
        raise MendaxError("there is no negative number of opponents")
    return hand_strength(hole, board, weights).against(opponents)


def _after(hole: Sequence[int], board: Sequence[int], cards: int, weights: Weights) -> tuple[Numbers, Weights]:
    """The unseen cards; and by row of weights ahead, tied and behind after so many more cards.

    After one card that is by card too, after two it is the sum over all boards.
    """
    unseen = unseen_cards(*hole, *board)
    seen = sums_of(np.array([*hole, *board], dtype=np.uint8))[1]
    totals = np.empty((len(weights), 3) if cards == 2 else (len(unseen), len(weights), 3))
    tally = tally_two if cards == 2 else tally_one
    tally(evaluator_table(), np.array(hole), np.array(board), unseen, weights * (HOLDING_BITS & seen == 0), totals)
    return unseen, totals


def potential(
    hole: Sequence[int], board: Sequence[int], weights: Weights | None = None, cards: int | None = None
) -> Potential:
    """Strength and potential over the next `cards` board cards; over all that are to come by default."""
    chances = weights_or_ones(weights)
    standing, now = _stand(hole, board, chances)
    strength = _strength(now)
    to_come = BOARD - len(board)
    cards = to_come if cards is None else cards
    if not 0 <= cards <= to_come:
        raise MendaxError(f"{to_come} cards are still to come, not {cards}")
    if cards == 0:
        return Potential(strength, 0.0, 0.0)
    by_standing = chances * (standing == np.array([[AHEAD], [TIED], [BEHIND]]))
    _, after = _after(hole, board, cards, by_standing)
    ahead, tied, behind = (after if cards == 2 else after.sum(axis=0)).tolist()
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
    chances = weights_or_ones(weights)
    standing, _ = _stand(hole, board, chances)
    if len(board) == BOARD:
        return ()
    unseen, after = _after(hole, board, 1, (chances * (standing == BEHIND))[None])
    ahead, tied, behind = after[:, 0].T
    return tuple(unseen[ahead > tied + behind].tolist())


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
