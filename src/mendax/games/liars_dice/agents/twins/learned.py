"""Native twins of the agents that have learned: the same chance for every action as by the kernel with the same rules.

They play where nothing is learned any more: tests, and measurements. What rules test is computed from the view, what
they say is looked up, and where no rule speaks the twin deliberates, as the kernel's agent does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import numpy as np

from mendax.core.agent import Decision, MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.games.liars_dice.agents.twins import situation as at
from mendax.games.liars_dice.agents.twins import weigh as compiled
from mendax.games.liars_dice.agents.twins.agent import action_of, parts_of, twin_game
from mendax.games.liars_dice.agents.twins.rule_index import KINDS, Facts, LearnedIndex, look_up
from mendax.games.liars_dice.agents.twins.settle import NO_RANK, first_value, settle
from mendax.games.liars_dice.agents.twins.situation import situation
from mendax.games.liars_dice.learning.agent_constants import BY_CHANCE
from mendax.games.liars_dice.learning.turn_counts import TurnCounts
from mendax.games.liars_dice.rules import Action, Event, LiarsDice, View
from mendax.soar.errors import RuleError
from mendax.soar.learned_rules import LearnedRules

BASELINE: Final = "b-0"
BASELINE_DICE: Final = 5
"""The baseline has rules for a pass with at most so many dice."""
_MODEL: Final = ("opening", "own-bid", "rerolled", "certain", "used")
"""As the rules call what `deliberate` returns."""
_FACES: Final = range(1, 7)
_YES: Final = ("no", "yes")


class LearnedTwin:
    """What a learned player knows, ready to be looked up; agents of many matches share it."""

    def __init__(self, name: str, learned: LearnedRules, temperature: float) -> None:
        self.name, self.temperature = name, temperature
        knowledge, _, values = name.partition("-")
        self.deliberates = name != BASELINE
        self.parts = parts_of(knowledge) if self.deliberates else BY_CHANCE
        self.computes = values == "#"
        """Whether a value begins with what is computed, and not with zero."""
        self.index = LearnedIndex(learned.rules)

    def check(self, game: AnyGame) -> LiarsDice:
        """The game, if the twin plays it; a `MendaxError` else."""
        checked = twin_game(game, self.name)
        if not self.deliberates and checked.dice > BASELINE_DICE:
            raise MendaxError(f"the twin of {self.name} plays with at most {BASELINE_DICE} dice")
        return checked


class LearnedTwinAgent(MixedAgent[View, Action, Event]):
    """Chooses with the chances of the Soar agent that has learned the same rules."""

    def __init__(self, twin: LearnedTwin, game: LiarsDice, rng: Random, counts: TurnCounts | None = None) -> None:
        super().__init__(rng)
        self.twin, self.game = twin, game
        self.counts = counts or TurnCounts()
        self.deliberated = False
        """Whether the last mix took the subgoal."""
        room = compiled.ROOM
        self._actions = np.zeros((room, 4), dtype=np.int64)
        self._computed, self._chances = np.zeros(room), np.zeros(room)
        self._ranks = np.zeros(room, dtype=np.int64)

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        decision = super().act(view, actions, explain)
        self.counts.turns += 1
        self.counts.deliberated += self.deliberated
        return decision

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        twin, row = self.twin, situation(self.game, view, actions)
        number, model = compiled.deliberate(twin.parts, row, self._actions, self._computed, self._ranks)
        numbers, candidates = row.tolist(), self._actions[:number].tolist()
        chances = self._computed[:number].tolist()
        computed = [
            first_value.py_func(kind, chance) if twin.computes else 0.0
            for (kind, *_), chance in zip(candidates, chances, strict=True)
        ]
        values, ranks = self._learned(numbers, _MODEL[model], candidates)
        if not twin.deliberates:  # a rule that is not among the learned ones has never been updated
            values = [0.0 if value is None else value for value in values]
        self.deliberated = settle(
            twin.parts,
            row,
            self._actions,
            number,
            twin.temperature,
            np.array([np.nan if value is None else value for value in values]),
            np.array(ranks, dtype=np.int64),
            np.array(computed),
            self._ranks,
            self._chances,
        )
        found = zip(candidates, self._chances[:number].tolist(), strict=True)
        return {action_of(action, view): chance for action, chance in found if chance}

    def _learned(
        self, row: Sequence[int], model: str, candidates: Sequence[Sequence[int]]
    ) -> tuple[list[float | None], list[int]]:
        """The value and the rank that learned rules give to each candidate; `None` and `NO_RANK` where none speaks."""
        index, facts = self.twin.index, situation_facts(row, model)
        of_values, of_ranks = index.values.in_situation(facts), index.ranks.in_situation(facts)
        values: list[float | None] = []
        ranks = []
        for (kind, *_), action in zip(candidates, action_facts(row, candidates), strict=True):
            said = look_up(of_values, kind, action)
            values.append(sum(said) if said else None)
            classes = {*look_up(of_ranks, kind, action)} if of_ranks else ()
            if len(classes) > 1:
                raise RuleError(f"learned rules of {self.twin.name} put one action into several classes")
            ranks.append(int(*classes) if classes else NO_RANK)
        return values, ranks


def situation_facts(row: Sequence[int], model: str) -> Facts:
    """What rules can test of a situation, by the names that `rule_index` gives it."""
    found = Facts()
    cup, shown = row[at.CUP : at.CUP + 7], row[at.SHOWN : at.SHOWN + 7]
    found["table.in-play"], found["table.num-shown"] = row[at.TOTAL], sum(shown)
    found["table.cup"], found["table.own-dice"] = row[at.OWN_CUP], row[at.OWN_DICE]
    found["table.own-dice-are"] = "alike" if row[at.ALIKE] else "mixed"
    found["table.unknown"], found["table.jokers"] = row[at.UNKNOWN], cup[1] + shown[1]
    found["turn.model"] = model
    for face in _FACES:
        _dice(found, f"dice-{face}", face, cup[face], shown[face])
    if row[at.COUNT]:
        face = row[at.FACE]
        found["bid.count"], found["bid.face"], found["bid.cup"] = row[at.COUNT], face, row[at.BIDDER_CUP]
        found["bid.pushed"], found["bid.mine"] = _YES[row[at.PUSHED]], _YES[row[at.MINE]]
        _dice(found, "bid-dice", face, cup[face], shown[face])
    return found


def _dice(found: Facts, name: str, face: int, cup: int, shown: int) -> None:
    found[f"{name}.face"], found[f"{name}.cup"], found[f"{name}.shown"] = face, cup, shown
    found[f"{name}.by"], found[f"{name}.sides"] = ("alone", 6) if face == 1 else ("helped", 3)


def action_facts(row: Sequence[int], candidates: Sequence[Sequence[int]]) -> Iterator[Facts]:
    """What rules can test of each candidate, beyond the words that its kind is known by."""
    tallies: dict[int, Facts] = {}
    for kind, count, face, thrown in candidates:
        if kind <= compiled.PUSH:
            if face not in tallies:
                tallies[face] = _tally("rung-tally", row, face)
            found = Facts(tallies[face])
            found["rung.count"], found["rung.face"], found["operator.thrown"] = count, face, thrown
            if kind == compiled.PUSH:
                found["operator.pushed"] = row[at.CUP + face]
                found["operator.pushed-jokers"] = row[at.CUP + 1] if face != 1 else 0
        elif kind in (compiled.CHALLENGE_BID, compiled.EXACT):
            found = _tally("tally", row, face)
            found["rung.count"], found["rung.face"] = count, face
        elif kind == compiled.PASS:
            found = Facts()
        else:
            first = at.PASSES + (3 if kind == compiled.CHALLENGE_FIRST_PASS else 0)
            found = Facts({"pass.cup": row[first], "pass.num-shown": row[first + 1]})
            found["pass.refuted"], found["pass.answer"] = _YES[row[first + 2]], KINDS[kind].words["operator.name"]
        yield found


def _tally(name: str, row: Sequence[int], face: int) -> Facts:
    """What is known of a face: dice of it, wild dice that help, and unknown ones."""
    found, unknown = Facts(), row[at.UNKNOWN]
    known = row[at.CUP + face] + row[at.SHOWN + face]
    jokers = row[at.CUP + 1] + row[at.SHOWN + 1] if face != 1 else 0
    found[f"{name}.face"], found[f"{name}.known"], found[f"{name}.jokers"] = face, known, jokers
    found[f"{name}.by"], found[f"{name}.sides"] = ("alone", 6) if face == 1 else ("helped", 3)
    found[f"{name}.unknown"], found[f"{name}.sure"] = unknown, known + jokers
    found[f"{name}.most"] = known + jokers + unknown
    return found
