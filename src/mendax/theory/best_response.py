"""Best responses and exploitability: what a perfect opponent wins from a policy that it knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mendax.core.game import AnyGame, Seat
from mendax.theory.sequences import Policy, SequenceForm, leaf_value, walk


@dataclass(frozen=True, slots=True)
class Response:
    """A best response: what it wins for its seat, and its action at every view."""

    seat: Seat
    value: float
    choices: dict[Any, Any]
    values: dict[Any, dict[Any, float]]
    """The value of each action, at each view that the opponent's policy can lead to."""


@dataclass(frozen=True, slots=True)
class Exploit:
    """How far a pair of policies is from an equilibrium."""

    responses: tuple[Response, Response]

    @property
    def exploitability(self) -> float:
        """What best responses win on average over the two seats: half of NashConv."""
        return (self.responses[0].value + self.responses[1].value) / 2


def exploit(game: AnyGame, first: Policy, second: Policy) -> Exploit:
    """Best responses against two policies, one for each seat (often of the same agent)."""
    found = Responding(game, second, 0), Responding(game, first, 1)
    for form in walk(game):
        for one in found:
            one.step(form)
    return Exploit((found[0].response(), found[1].response()))


def best_response(game: AnyGame, policy: Policy, seat: Seat) -> Response:
    """The best response of a seat to the other seat's policy, by backward induction."""
    found = Responding(game, policy, seat)
    for form in walk(game):
        found.step(form)
    return found.response()


def evaluate(game: AnyGame, first: Policy, second: Policy) -> float:
    """What seat 0 wins on average when the two policies meet, exactly."""
    values: dict[Any, float] = {}
    for form in walk(game):
        reach = form.plan(0, first), form.plan(1, second)
        values[form.root] = sum(
            leaf.chance
            * float(reach[0][leaf.sequences[0]] * reach[1][leaf.sequences[1]])
            * leaf_value(game, leaf, 0, values)
            for leaf in form.leaves
        )
    return values[game.start()]


def beliefs(game: AnyGame, policy: Policy, seat: Seat, claim: Callable[[Any], bool]) -> dict[Any, float]:
    """The probability of a claim about the state at each view of a seat, by Bayes, if the other seat follows
    the policy. Views that the policy cannot lead to are left out.
    """
    believed: dict[Any, float] = {}
    for form in walk(game):
        reach = form.plan(1 - seat, policy)
        for info in form.sets[seat].values():
            weights = [node.chance * float(reach[node.other]) for node in info.nodes]
            if (total := sum(weights)) > 0:
                true = sum(w for w, node in zip(weights, info.nodes, strict=True) if claim(node.state))
                believed[info.view] = true / total
    return believed


class Responding:
    """Backward induction, sub-game by sub-game in the order of `walk`: whoever walks for more can share the walk."""

    def __init__(self, game: AnyGame, policy: Policy, seat: Seat) -> None:
        self.game, self.policy, self.seat = game, policy, seat
        self.choices: dict[Any, Any] = {}
        self.values: dict[Any, dict[Any, float]] = {}
        self._worth: dict[Any, float] = {}
        """What the response wins from each sub-game on."""

    def step(self, form: SequenceForm) -> None:
        """Respond in a sub-game; those that it leads to came before."""
        seat = self.seat
        reach = form.plan(1 - seat, self.policy)
        gain = np.zeros(form.num_sequences[seat])  # by own sequence: payoffs weighted by reach
        weight = np.zeros(form.num_sequences[seat])
        for leaf in form.leaves:
            likely = leaf.chance * float(reach[leaf.sequences[1 - seat]])
            gain[leaf.sequences[seat]] += likely * leaf_value(self.game, leaf, seat, self._worth)
            weight[leaf.sequences[seat]] += likely
        for info in reversed(form.sets[seat].values()):
            span = slice(info.first, info.first + len(info.actions))
            best = int(np.argmax(gain[span]))
            self.choices[info.view] = info.actions[best]
            if (happens := float(weight[span][best])) > 0:
                self.values[info.view] = {
                    action: float(total) / happens for action, total in zip(info.actions, gain[span], strict=True)
                }
            gain[info.parent] += gain[span][best]
            weight[info.parent] += happens
        self._worth[form.root] = float(gain[0])

    def response(self) -> Response:
        """The whole response, after the last step."""
        return Response(self.seat, self._worth[self.game.start()], self.choices, self.values)
