"""`honest` and `probability`: two simple minds in plain Python, for tests and for scale.

Both know the rules and their view, and nothing else. Neither bluffs, and neither reads anything
into what the others say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from mendax.core.agent import Belief, MixedAgent, Option, Thoughts
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    Dice,
    Event,
    LiarsDice,
    Said,
    View,
)
from mendax.games.liars_dice.odds import all_alike, at_least, exactly, matching_faces


class Weighing(MixedAgent[View, Action, Event]):
    """A mind that gives each option a number and takes the best one."""

    scale = ""

    def __init__(self, game: LiarsDice, rng: Random) -> None:
        super().__init__(rng)
        self.game = game

    @abstractmethod
    def weigh(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """The options it considers, the best first, each with its worth."""

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        """The best option, always."""
        return {next(iter(self.weigh(view, actions))): 1.0}

    def thoughts(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Thoughts[Action]:
        """The options with their worth, and how likely the standing bid is to be true."""
        weighed = self.weigh(view, actions)
        options = tuple(Option(action, worth, mix.get(action, 0.0)) for action, worth in weighed.items())
        bid = view.bid
        believed = () if bid is None else (Belief(f"{bid.count}x{bid.face} is true", self.truth(view, bid)),)
        return Thoughts(options, believed, scale=self.scale)

    def truth(self, view: View, bid: Bid, thrown: Dice = ()) -> float:
        """The chance that a bid is true, for all this seat can see; `thrown` of its dice it would roll again."""
        hidden = view.unknown + len(thrown)
        known = view.known(bid.face) - sum(die in (bid.face, view.wild) for die in thrown)
        return at_least(bid.count - known, hidden, matching_faces(bid.face, view.wild), self.game.faces)


def plain_bids(actions: Sequence[Action]) -> Iterator[Bid]:
    """The legal bids without a push, the lowest first."""
    for action in actions:
        if isinstance(action, Bid):
            if action.push:  # the rules list these last
                return
            yield action


def own_dice_alike(view: View) -> bool:
    """Whether a pass would be the truth."""
    shown = () if view.seat is None else view.shown[view.seat]
    return len({*view.cup, *shown}) == 1


class Honest(Weighing):
    """Bids what its dice and the expected number support, and challenges when it cannot.

    The expected number is the paper's: what it sees, and a share of what it does not. Of the bids that
    it supports it makes the one with the most to spare. It passes only if the pass is true, and takes
    every other pass for true as long as it has anything honest to say.
    """

    scale = "expected, less what was bid"

    def weigh(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """Honest bids by what they have to spare; without one, the first honest answer there is."""
        expected = [self.expected(view, face) for face in range(self.game.faces + 1)]
        spare = {bid: expected[bid.face] - bid.count for bid in plain_bids(actions)}
        supported: list[tuple[Action, float]] = [(bid, left) for bid, left in spare.items() if left >= 0]
        if supported:
            return dict(sorted(supported, key=lambda option: -option[1]))
        if PASS in actions and own_dice_alike(view):
            return {PASS: 0.0}
        if CHALLENGE_BID in actions:
            bid = view.bid
            return {CHALLENGE_BID: 0.0 if bid is None else bid.count - self.expected(view, bid.face)}
        return {CHALLENGE_PASS: 0.0}

    def expected(self, view: View, face: int) -> float:
        """How many dice of a face to expect."""
        return view.known(face) + view.unknown * matching_faces(face, view.wild) / self.game.faces


class Probability(Weighing):
    """Takes the option that is most likely to succeed.

    A bid succeeds if it is true, a challenge if what it challenges is not, exact if it is. Between
    options that are equally likely it would rather challenge than bid, and rather bid high than low; a
    true pass it keeps for later, and a push it makes only where that is likelier to succeed. A push is
    weighed where it shows all dice that count for the bid, as the paper's players do.
    """

    scale = "chance of success"

    def weigh(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """Every answer; for each face the lowest bid, since no higher one is likelier, and all that are certain."""
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
            if self.game.law.push and push and thrown:
                options[Bid(bid.count, bid.face, push)] = self.truth(view, bid, thrown)
        return dict(sorted(options.items(), key=lambda option: (-round(option[1], 12), _liking(option[0]))))

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


def _liking(action: Action) -> int:
    """Which kind of action goes first when chances are equal."""
    if isinstance(action, Bid):
        return 4 if action.push else 2
    return 3 if action is PASS else 1 if action is EXACT else 0


def honest(game: AnyGame, seat: Seat, rng: Random) -> Honest:
    """The factory of `honest`."""
    return Honest(_liars_dice(game, "honest"), rng)


def probability(game: AnyGame, seat: Seat, rng: Random) -> Probability:
    """The factory of `probability`."""
    return Probability(_liars_dice(game, "probability"), rng)


def _liars_dice(game: AnyGame, who: str) -> LiarsDice:
    if not isinstance(game, LiarsDice):
        raise MendaxError(f"{who} does not play {game.name}")
    return game
