"""`probability`: takes what is most likely to succeed, by the odds of the hidden dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.agents.weighing import Weighing, liars_dice, own_dice_alike, plain_bids
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    Dice,
    Said,
    View,
)
from mendax.games.liars_dice.rules.odds import all_alike, exactly, matching_faces
from mendax.games.liars_dice.rules.wording import CHANCE, bid_words, number_word, percent


class Probability(Weighing):
    """Takes the option that is most likely to succeed.

    A bid succeeds if it is true, a challenge if what it challenges is not, an exact if the number is right.
    Between options that are equally likely, a challenge comes before a bid and a high bid before a low one; then
    a true pass, and last a push. A push is considered where it shows all dice that count for the bid, as the
    paper's players do.
    """

    scale = CHANCE

    def weigh(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """Every answer; for each face the lowest bid, since no higher one is likelier, and every certain bid."""
        answers = [action for action in actions[: len(Answer)] if isinstance(action, Answer)]
        options: dict[Action, float] = {answer: self._answer(view, answer) for answer in answers}
        known = [view.known(face) for face in range(self.game.faces + 1)]
        highest_first = list(plain_bids(actions))[::-1]
        lowest = {bid.face: bid for bid in highest_first}
        for bid in highest_first:
            if bid is lowest[bid.face] or bid.count <= known[bid.face]:
                options[bid] = self.truth(view, bid)
        for bid in lowest.values():
            push = tuple(die for die in view.cup if die in (bid.face, view.wild))
            thrown = tuple(die for die in view.cup if die not in (bid.face, view.wild))
            if self.game.options.push and push and thrown:
                options[Bid(bid.count, bid.face, push)] = self.truth(view, bid, thrown)
        return dict(sorted(options.items(), key=lambda option: (-round(option[1], 12), _preference(option[0]))))

    def other_values(
        self, view: View, actions: Sequence[Action], weighed: Mapping[Action, float]
    ) -> dict[Action, float]:
        """The chance of every other bid; with a push those dice stay that are shown."""
        found = dict[Action, float]()
        for bid in actions:
            if isinstance(bid, Bid) and bid not in weighed:
                found[bid] = self.truth(view, bid, _without(view.cup, bid.push) if bid.push else ())
        return found

    def sentence(self, weighed: Mapping[Action, float]) -> str:
        best, chance = next(iter(weighed.items()))
        rank = f"the best of {number_word(len(weighed))} options" if len(weighed) > 1 else "the only option"
        if isinstance(best, Bid):
            hold = "holds" if best.count == 1 else "hold"
            return f"By the odds {bid_words(best)} {hold} with {percent(chance)}: {rank}."
        return f"By the odds this is right with {percent(chance)}: {rank}."

    def _answer(self, view: View, answer: Answer) -> float:
        if answer is PASS:
            return 1.0 if own_dice_alike(view) else 0.0
        bid = view.bid
        assert bid is not None, "an answer comes after a bid"
        if answer is CHALLENGE_BID:
            return 1.0 - self.truth(view, bid)
        if answer is EXACT:
            missing = bid.count - view.known(bid.face)
            return exactly(missing, view.unknown, matching_faces(bid.face, view.wild), self.game.faces)
        said: Said = view.said[-2 if answer is CHALLENGE_FIRST_PASS else -1]
        return 1.0 - all_alike(view.shown[said.seat], view.hidden[said.seat], self.game.faces)


def _without(cup: Dice, push: Dice) -> Dice:
    left = list(cup)
    for die in push:
        left.remove(die)
    return tuple(left)


def _preference(action: Action) -> int:
    """The order of actions with equal chances: lower comes first."""
    if isinstance(action, Bid):
        return 4 if action.push else 2
    return 3 if action is PASS else 1 if action is EXACT else 0


def probability(game: AnyGame, seat: Seat, rng: Random) -> Probability:
    """The factory of `probability`."""
    return Probability(liars_dice(game, "probability"), rng)
