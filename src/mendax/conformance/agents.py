"""The suite for agents: legal, repeatable and picklable, with explanations that fit the decisions."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, TypeAlias

from mendax.core.agent import Agent, AnyAgent, Decision, Factory, MixedAgent, listens
from mendax.core.game import AnyGame, Seat
from mendax.core.match import Outcome, play_match
from mendax.core.streams import Stream

Rebuild: TypeAlias = Callable[[Random], AnyAgent]
"""Builds the same agent again."""


class AnyAction(Agent[Any, Any, Any]):
    """An opponent for the suite: any legal action."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        return Decision(self.rng.choice(list(actions)))


class Watched(Agent[Any, Any, Any]):
    """An agent whose every decision is checked."""

    def __init__(self, agent: AnyAgent, explain: bool, rng: Stream, rebuild: Rebuild | None = None) -> None:
        self.agent, self.explain, self.rng, self.rebuild = agent, explain, rng, rebuild

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        before = self.rng.getstate()
        if self.rebuild is not None and not self.agent.remembers and not listens(self.agent):
            self.check_rebuilt(view, actions, before)
        decision = self.agent.act(view, actions, self.explain)
        assert decision.action in actions, f"{decision.action} is not legal at {view}"
        if self.explain:
            check_explanation(decision, actions)
        if isinstance(self.agent, MixedAgent):
            mix = dict(self.agent.mix(view, actions))
            assert abs(sum(mix.values()) - 1) < 1e-9, f"the mix at {view} adds up to {sum(mix.values())}"
            assert all(share >= 0 for share in mix.values()), f"a negative share at {view}"
            assert {action for action, share in mix.items() if share > 0} <= set(actions), f"an illegal share at {view}"
            assert mix.get(decision.action, 0) > 0, f"{decision.action} was played and is not in the mix at {view}"
        return decision

    def check_rebuilt(self, view: Any, actions: Sequence[Any], generator: tuple[Any, ...]) -> None:
        """Check that an agent without memory, built in the middle of the match, decides the same."""
        assert self.rebuild is not None
        rng = Stream()
        fresh = self.rebuild(rng)
        rng.setstate(generator)
        expected = self.agent.act(view, actions, False).action
        self.rng.setstate(generator)
        assert fresh.act(view, actions, False).action == expected, (
            f"it says that it does not remember, but at {view} it does"
        )

    def hear(self, event: object) -> None:
        self.agent.hear(event)

    def end(self, view: object, payoffs: Sequence[float]) -> None:
        self.agent.end(view, payoffs)


def check_explanation(decision: Decision[Any], actions: Sequence[Any]) -> None:
    """Check that an explanation fits its decision: the chosen action is an option, and could have been chosen.

    Its sentence, where it has one, is one line.
    """
    explanation = decision.explanation
    if explanation is None:
        return
    options = {option.action: option for option in explanation.options}
    assert options.keys() <= set(actions), "an option that is not legal"
    assert not options or decision.action in options, "the chosen action is not among the options"
    shares = [option.probability for option in explanation.options if option.probability is not None]
    if shares:
        assert abs(sum(shares) - 1) < 1e-9, f"the options' probabilities add up to {sum(shares)}"
        assert options[decision.action].probability != 0, "the explanation gives the chosen action no probability"
    assert all(0 <= belief.probability <= 1 for belief in explanation.beliefs), "a belief is a probability"
    assert len(explanation.sentence.splitlines()) <= 1, "a sentence of more than one line"


def check_agent(game: AnyGame, factory: Factory, *, matches: int = 40, seed: int = 0) -> None:
    """Check an agent over a number of matches in every seat; raises `AssertionError` with the reason."""
    copy = pickle.loads(pickle.dumps(factory))
    for seat in range(game.seats):
        played = [_play(game, factory, seat, seed, number, explain=False) for number in range(matches)]
        # In reverse order, with explanations, and by a copy: an agent without hidden state plays the same.
        again = [_play(game, factory, seat, seed, number, explain=True) for number in reversed(range(matches))]
        assert again[::-1] == played, "asking for explanations, or the matches before, changed the play"
        copied = [_play(game, copy, seat, seed, number, explain=False) for number in range(matches)]
        assert copied == played, "a pickled factory plays differently"


def _play(game: AnyGame, factory: Factory, seat: Seat, seed: int, number: int, *, explain: bool) -> Outcome:
    agents: list[AnyAgent] = []
    for chair in range(game.seats):
        rng = Stream(seed, number, 1 + chair)
        rebuild = partial(factory, game, chair) if number == 0 else None  # one match: building may take long
        agents.append(Watched(factory(game, chair, rng), explain, rng, rebuild) if chair == seat else AnyAction(rng))
    return play_match(game, agents, Stream(seed, number, 0), keep_moves=True, strict=True)
