"""`tree`: the thesis's pure-strategy agent (its sections 3.3.1 and 4.1), by dynamic programming.

Each sub-game, entered by accepting a call, gets a value for its roller: the thesis's probability of
winning, last sub-game first. These values are the thesis's own and not those of an equilibrium: they
assume how often the opponent challenges instead of solving for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from mendax.core.agent import Explanation, MixedAgent, Option
from mendax.core.game import AnyGame, Seat
from mendax.games.one_die.agents.beliefs import lie_belief, thesis_game
from mendax.games.one_die.rules import ACCEPT, CHALLENGE, Action, Call, Event, View


@dataclass(frozen=True, slots=True)
class Trees:
    """The thesis's sub-game trees, reduced to the values at their roots."""

    faces: int
    roots: tuple[float, ...]
    """By accepted call: the probability that the one who accepted it, and now rolls, wins."""

    @classmethod
    def build(cls, faces: int) -> Trees:
        """Fill the roots from the last sub-game to the first (equation 3: the mean over the rolls)."""
        roots = [0.0] * (faces + 1)  # accepting the top call loses
        trees = cls(faces, tuple(roots))
        for accepted in range(faces - 1, -1, -1):
            best = (max(trees.calls(accepted, roll).values()) for roll in range(1, faces + 1))
            roots[accepted] = sum(best) / faces
            trees = cls(faces, tuple(roots))
        return trees

    def lie(self, call: int) -> float:
        """The thesis's probability that a call is a lie: of the rolls it allows, all but one."""
        return 1 - 1 / call

    def call_value(self, call: int, roll: int) -> float:
        """Equation 1: the caller's probability of winning with a call after a roll."""
        accepting_wins = self.roots[call]
        challenging_wins = self.lie(call)
        accepted = accepting_wins * (1 - accepting_wins)
        if call != roll:
            return accepted
        # Equation 2: how likely a challenge is. A call of 1 is never a lie and never challenged.
        either = challenging_wins + accepting_wins
        return accepted + (challenging_wins / either if either else 0.0)

    def calls(self, accepted: int, roll: int) -> dict[int, float]:
        """Every call that beats the accepted one and is not below the roll, with its value."""
        return {call: self.call_value(call, roll) for call in range(max(accepted + 1, roll), self.faces + 1)}

    def answers(self, call: int) -> dict[Action, float]:
        """Section 3.3.1.1.2: win after accepting and roll higher, or win a challenge of what was rolled."""
        better = (self.faces - call) / self.faces
        return {ACCEPT: self.roots[call] * better, CHALLENGE: self.lie(call) / self.faces}


@lru_cache(maxsize=4096)
def _choice(faces: int, accepted: int, roll: int, call: int) -> dict[Action, float]:
    """The best action; accepting must be the more probable way to win, not an equal one."""
    values = _values(faces, accepted, roll, call)
    if call:
        return {ACCEPT if values[ACCEPT] > values[CHALLENGE] else CHALLENGE: 1.0}
    return {max(values, key=values.__getitem__): 1.0}


def _values(faces: int, accepted: int, roll: int, call: int) -> dict[Action, float]:
    """The thesis's value of each action."""
    if call:
        return trees(faces).answers(call)
    return {Call(call): value for call, value in trees(faces).calls(accepted, roll).items()}


@lru_cache(maxsize=32)
def trees(faces: int) -> Trees:
    """The trees for a die, built once a process."""
    return Trees.build(faces)


class Tree(MixedAgent[View, Action, Event]):
    """Takes the call or the answer with the highest value: one decision for every position."""

    def __init__(self, faces: int, rng: Random) -> None:
        super().__init__(rng)
        self.faces = faces

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        return _choice(self.faces, view.accepted, view.die, view.call)

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """The values compared, and how likely a lie is by the thesis's count."""
        values = _values(self.faces, view.accepted, view.die, view.call)
        return Explanation(
            tuple(Option(action, values[action], mix.get(action, 0.0)) for action in actions),
            lie_belief(view, trees(self.faces).lie(view.call) if view.call else None),
            scale="the thesis's probability of winning",
        )


def tree(game: AnyGame, seat: Seat, rng: Random) -> Tree:
    """The factory of `tree`."""
    return Tree(thesis_game(game, "tree").faces, rng)
