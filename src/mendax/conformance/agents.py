"""The suite that any mind passes: legal, repeatable, picklable, and honest about its thoughts."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from mendax.core.agent import Agent, AnyAgent, Decision, Factory, MixedAgent
from mendax.core.chance import Stream
from mendax.core.game import AnyGame, Seat
from mendax.core.match import Outcome, play_match


class Anyone(Agent[Any, Any, Any]):
    """An opponent for the suite: any legal action."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def act(self, view: object, actions: Sequence[Any], why: bool = False) -> Decision[Any]:
        """Any legal action."""
        return Decision(self.rng.choice(list(actions)))


class Watched(Agent[Any, Any, Any]):
    """A mind with someone looking over its shoulder at every decision."""

    listens: ClassVar[bool] = True

    def __init__(self, mind: AnyAgent, why: bool) -> None:
        self.mind, self.why = mind, why

    def act(self, view: Any, actions: Sequence[Any], why: bool = False) -> Decision[Any]:
        """The mind's decision, checked."""
        decision = self.mind.act(view, actions, self.why)
        assert decision.action in actions, f"{decision.action} is not legal at {view}"
        if self.why:
            check_thoughts(decision, actions)
        if isinstance(self.mind, MixedAgent):
            mix = dict(self.mind.mix(view, actions))
            assert abs(sum(mix.values()) - 1) < 1e-9, f"the mix at {view} adds up to {sum(mix.values())}"
            assert all(share >= 0 for share in mix.values()), f"a negative share at {view}"
            assert {action for action, share in mix.items() if share > 0} <= set(actions), f"an illegal share at {view}"
            assert mix.get(decision.action, 0) > 0, f"{decision.action} was played and is not in the mix at {view}"
        return decision

    def hear(self, event: object) -> None:
        """Passed on."""
        self.mind.hear(event)

    def end(self, view: object, payoffs: Sequence[float]) -> None:
        """Passed on."""
        self.mind.end(view, payoffs)


def check_thoughts(decision: Decision[Any], actions: Sequence[Any]) -> None:
    """Thoughts belong to the decision: the chosen action is an option, and could have been chosen."""
    thoughts = decision.thoughts
    if thoughts is None:
        return
    options = {option.action: option for option in thoughts.options}
    assert options.keys() <= set(actions), "an option that is not legal"
    assert not options or decision.action in options, "the chosen action is not among the options"
    shares = [option.probability for option in thoughts.options if option.probability is not None]
    if shares:
        assert abs(sum(shares) - 1) < 1e-9, f"the options' probabilities add up to {sum(shares)}"
        assert options[decision.action].probability != 0, "the chosen action was impossible by the mind's own word"
    assert all(0 <= belief.probability <= 1 for belief in thoughts.beliefs), "a belief is a probability"


def check_agent(game: AnyGame, factory: Factory, *, matches: int = 40, seed: int = 0) -> None:
    """Everything, over a number of matches in every seat."""
    copy = pickle.loads(pickle.dumps(factory))
    for seat in range(game.seats):
        played = [_play(game, factory, seat, seed, number, why=False) for number in range(matches)]
        # Backwards, asked for its reasons, and by a copy: a clean mind does the same in each match.
        again = [_play(game, factory, seat, seed, number, why=True) for number in reversed(range(matches))]
        assert again[::-1] == played, "asking why, or the matches before, changed the play"
        copied = [_play(game, copy, seat, seed, number, why=False) for number in range(matches)]
        assert copied == played, "a pickled factory plays differently"


def _play(game: AnyGame, factory: Factory, seat: Seat, seed: int, number: int, *, why: bool) -> Outcome:
    agents: list[AnyAgent] = []
    for chair in range(game.seats):
        rng = Stream(seed, number, 1 + chair)
        agents.append(Watched(factory(game, chair, rng), why) if chair == seat else Anyone(rng))
    return play_match(game, agents, Stream(seed, number, 0), keep_moves=True, strict=True)
