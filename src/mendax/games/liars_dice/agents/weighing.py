"""The base of agents in plain Python that give each option a value and take the best one.

They use the rules and their view, and nothing else: they do not bluff, and infer nothing from what others say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from mendax.core.agent import Belief, Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.games.liars_dice.rules import Action, Bid, Dice, Event, LiarsDice, View
from mendax.games.liars_dice.rules.odds import at_least, matching_faces


class Weighing(MixedAgent[View, Action, Event]):
    """An agent that gives each option a value and takes the best one."""

    scale = ""

    def __init__(self, game: LiarsDice, rng: Random) -> None:
        super().__init__(rng)
        self.game = game

    @abstractmethod
    def weigh(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """The options it considers, the best first, each with its value."""

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        return {next(iter(self.weigh(view, actions))): 1.0}

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """The options with their values, and how likely the standing bid is to be true."""
        weighed = self.weigh(view, actions)
        sentence = self.sentence(weighed)
        weighed |= self.other_values(view, actions, weighed)
        options = tuple(Option(action, value, mix.get(action, 0.0)) for action, value in weighed.items())
        bid = view.bid
        believed = () if bid is None else (Belief(f"{bid.count}x{bid.face} is true", self.truth(view, bid)),)
        return Explanation(options, believed, scale=self.scale, sentence=sentence)

    def other_values(
        self, view: View, actions: Sequence[Action], weighed: Mapping[Action, float]
    ) -> dict[Action, float]:
        """The values of options that it did not consider, for whoever asks about them."""
        return {}

    def sentence(self, weighed: Mapping[Action, float]) -> str:
        """What was weighed, the best first, in one sentence."""
        return ""

    def truth(self, view: View, bid: Bid, thrown: Dice = ()) -> float:
        """The chance that a bid is true, by what this seat sees; it would roll the dice in `thrown` again."""
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


def liars_dice(game: AnyGame, who: str) -> LiarsDice:
    """The game, if it is Liar's Dice; else an error that names the agent."""
    if not isinstance(game, LiarsDice):
        raise MendaxError(f"{who} does not play {game.name}")
    return game
