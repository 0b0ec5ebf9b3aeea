"""A trained policy network as a player: it takes the most probable action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import equinox as eqx
import numpy as np

from mendax.core.agent import Agent, Decision, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee.kernel.dice_sets import FIRST_ROLL, NUMBER
from mendax.games.yahtzee.kernel.jax_kernel import NONE, Array, State
from mendax.games.yahtzee.kernel.tables import NUM_KEEPS, RULE_NUMBER, action_of, keeps_by_number
from mendax.games.yahtzee.learning.model_folder import load_model, model_file
from mendax.games.yahtzee.learning.task import ROLL, SCORE, YahtzeeTask
from mendax.games.yahtzee.rules import Action, Event, Rules, Score, View, Yahtzee
from mendax.games.yahtzee.rules.scoring import BOXES, NUM_BOXES, OPEN
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN
from mendax.learn import policy
from mendax.learn.network import Network


def state_of(view: View, rules: Rules) -> State:
    """A view as the kernel's state of one game: that of the player whose turn it is."""
    card = view.card
    numbers = {
        "filled": sum(1 << box for box in BOXES if card.points[box] != OPEN),
        "upper": card.upper,
        "score": card.total,
        "roll": NUMBER[view.dice] - FIRST_ROLL,
        "rolls": view.rolls,
        "refused": NONE,
        "variant": RULE_NUMBER[rules],
    }
    arrays = {name: np.array([number], np.int32) for name, number in numbers.items()}
    return State(armed=np.array([card.armed]), done=np.array([False]), **arrays)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class PolicyModel:
    """A policy network, the task it was trained on, and a compiled program for each kind of decision."""

    task: YahtzeeTask
    network: Network
    scale: float
    """The critic's values times this are points."""

    def evaluate(self, state: State, head: int) -> tuple[int, Any, float]:
        """The action, the policy and the critic's value at one position."""
        action, shares, value = _compiled(self.task, head)(self.network, state)
        return int(action), np.asarray(shares), float(value) * self.scale


@lru_cache(maxsize=8)
def _compiled(task: YahtzeeTask, head: int) -> Any:
    def run(network: Network, state: State) -> tuple[Array, Array, Array]:
        hidden, legal = network.encode(task.observe(state)), task.legal(state, head)
        logits, kind, subsets = network.logits(hidden, head), task.heads[head], network.settings.subsets
        shares = policy.probabilities(kind, subsets, logits, legal)
        return policy.best(kind, subsets, logits, legal)[0], shares[0], network.value(hidden)[0]

    return eqx.filter_jit(run)


class PolicyAgent(Agent[View, Action, Event]):
    """Plays the most probable action of a policy network."""

    remembers = False

    def __init__(self, model: PolicyModel, rules: Rules) -> None:
        self.model, self.rules = model, rules

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        head = ROLL if view.rolls < ROLLS_PER_TURN else SCORE
        number, shares, value = self.model.evaluate(state_of(view, self.rules), head)
        chosen = action_of(number + NUM_KEEPS if head == SCORE else number, view.dice)
        if not explain:
            return Decision(chosen)
        probabilities: dict[Action, float] = dict.fromkeys(actions, 0.0)
        for each, share in enumerate(shares.tolist()):
            action = Score(BOXES[each]) if head == SCORE else keeps_by_number(view.dice)[each]
            if action in probabilities:  # keeps that leave the same dice are one action
                probabilities[action] += share
        options = tuple(Option(action, share, float(action == chosen)) for action, share in probabilities.items())
        scale = f"share in the policy, whose critic expects {value:.1f} further points"
        return Decision(chosen, Explanation(options, scale=scale))


@dataclass(frozen=True, slots=True)
class PolicyModelFactory:
    """Builds agents from the folder of a training; the network is read once in a process."""

    path: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> PolicyAgent:
        """An agent for a match."""
        if not isinstance(game, Yahtzee):
            raise MendaxError(f"this agent does not play {game.name}")
        return PolicyAgent(self.model(), game.joker)

    def model(self) -> PolicyModel:
        """The model as the file is now."""
        file = model_file(Path(self.path))
        changed = file.stat().st_mtime_ns if file.exists() else 0
        return _load(self.path, changed)

    def files(self) -> tuple[Path, ...]:
        """The file that travels to other machines."""
        return (model_file(Path(self.path)),)

    def reading(self, places: Mapping[Path, Path]) -> PolicyModelFactory:
        """The same with its file in another place."""
        return PolicyModelFactory(str(places[model_file(Path(self.path))]))

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Thousands of games on the compiled kernel."""
        if not isinstance(game, Yahtzee):
            return None
        from mendax.games.yahtzee.learning.lockstep import play_alone

        model = self.model()
        task = replace(model.task, turns=1 if game.single_turn else NUM_BOXES, cards="empty", rules=game.rules)
        return play_alone(model.network, task, seed, first, count)


@lru_cache(maxsize=4)
def _load(path: str, changed: int) -> PolicyModel:
    plan, network = load_model(Path(path))
    return PolicyModel(plan.task, network, plan.learning.reward_scale)


def policy_model(path: str) -> PolicyModelFactory:
    """The factory for a folder that holds a usable network."""
    factory = PolicyModelFactory(path)
    factory.model()
    return factory
