"""`honest`: bids what its dice support, and challenges when it cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.agents.weighing import Weighing, liars_dice, own_dice_alike, plain_bids
from mendax.games.liars_dice.rules import CHALLENGE_BID, CHALLENGE_PASS, PASS, Action, Bid, View
from mendax.games.liars_dice.rules.odds import matching_faces
from mendax.games.liars_dice.rules.wording import EXPECTED, number_word


class Honest(Weighing):
    """Bids what its dice and the expected number support, and challenges when it cannot.

    The expected number is the paper's: the dice it sees, and a share of those it does not. Of the bids that are
    supported it makes the one that is furthest below the expected number. It passes only if the pass is true, and
    challenges a pass only if it can neither bid nor pass honestly nor challenge the bid.
    """

    scale = EXPECTED

    def weigh(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """The supported bids by their difference to the expected number; without one, an honest answer."""
        expected = [self.expected(view, face) for face in range(self.game.faces + 1)]
        differences = {bid: expected[bid.face] - bid.count for bid in plain_bids(actions)}
        supported: list[tuple[Action, float]] = [(bid, value) for bid, value in differences.items() if value >= 0]
        if supported:
            return dict(sorted(supported, key=lambda option: -option[1]))
        if PASS in actions and own_dice_alike(view):
            return {PASS: 0.0}
        if CHALLENGE_BID in actions:
            bid = view.bid
            return {CHALLENGE_BID: 0.0 if bid is None else bid.count - self.expected(view, bid.face)}
        return {CHALLENGE_PASS: 0.0}

    def sentence(self, weighed: Mapping[Action, float]) -> str:
        best, difference = next(iter(weighed.items()))
        if isinstance(best, Bid):
            others = f", more to spare than its {number_word(len(weighed) - 1)} other honest bids" * (len(weighed) > 1)
            return f"It expects {difference:.1f} more {best.face}s than that{others}."
        if best is CHALLENGE_BID:
            return f"It has no honest bid, and expects {difference:.1f} fewer than were bid."
        return "It has no honest bid."

    def expected(self, view: View, face: int) -> float:
        """The expected number of dice that count for a face."""
        return view.known(face) + view.unknown * matching_faces(face, view.wild) / self.game.faces


def honest(game: AnyGame, seat: Seat, rng: Random) -> Honest:
    """The factory of `honest`."""
    return Honest(liars_dice(game, "honest"), rng)
