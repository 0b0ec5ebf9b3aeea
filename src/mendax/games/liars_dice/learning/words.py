"""Learned rules in words, read from the rules themselves.

>>> print(rule_words('''sp {one
...    (state <s> ^operator <o> +)
...    (<o> ^name bid ^push no ^rung <r>)
...    (<r> ^count 5 ^face 2 ^tally <t>)
...    (<t> ^known 1 ^jokers 0 ^unknown 4)
...    -->
...    (<s> ^operator <o> = -0.8754)
... }'''))
bid five 2s, no push; no 1s and one 2 known, four unknown

Every constant that a rule tests appears: what has no phrase of its own is given by its attributes, as in
`table only-face 3`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mendax.soar.rule_text import Comparison, Condition, RuleText, Variable, read_rule

_NUMBERS: Final = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_RELATIONS: Final = {"<>": "not ", "<": "fewer than ", ">": "more than ", "<=": "at most ", ">=": "at least "}
_ANSWERS: Final = {
    "challenge-bid": "challenge",
    "exact": "exact",
    "pass": "pass",
    "challenge-pass": "challenge the pass",
    "challenge-first-pass": "challenge the pass before the last",
}
_MODEL: Final = {
    "opening": "there is no bid yet",
    "own-bid": "the last bid was one's own",
    "rerolled": "the last bidder pushed and rolled again",
    "certain": "an action is certain without the model",
    "used": "the model of the last bidder was used",
}


def rule_words(text: str) -> str:
    """What a learned rule is for: the action, and the situation."""
    return _Reading(read_rule(text)).text()


def rule_action(text: str) -> str:
    """The action that a learned rule is about, such as `bid`, `exact` or `challenge-bid`."""
    reading = _Reading(read_rule(text))
    names = [str(one.operand) for one in reading.peek(reading.operator, "name")]
    if names:
        return names[0]
    # Chunks know a bid by its push, and the challenge of a pass by the pass.
    return "challenge-pass" if reading.below(reading.operator, "pass") else "bid"


class _Reading:
    """A rule that is being read: each condition is told once."""

    def __init__(self, rule: RuleText) -> None:
        self.rule = rule
        self.paths = rule.paths()
        self.told: set[Condition] = set()
        self.operator = [rule.operator] if rule.operator is not None else self.below([rule.state], "operator")
        self.rung = self.below(self.operator, "rung")
        named = [*self.below(self.rung, "tally"), *self.below(self.operator, "tally")]
        self.tallies = [*named, *self.sources(named, "of")]
        self.table = [*self.below([rule.state], "table"), *self.below(self.below([rule.state], "io"), "input-link")]
        self.bid = [one for one in self.below(self.table, "bid") if one not in self.rung]
        asked = self.peek([*self.rung, *self.tallies], "face")
        face = next((one.operand for one in asked if isinstance(one.operand, int)), None)
        self.faces: dict[Variable, object] = dict.fromkeys(self.below([*self.rung, *self.tallies], "face"), face)
        """The faces that variables stand for, where the rule says which."""
        wild = self.below([*self.below(self.table, "game"), *self.below([rule.state], "game")], "wild")
        self.faces.update(dict.fromkeys(wild, 1))
        self.face = face

    def text(self) -> str:
        parts = [self.action(), self.dice(), self.model(), self.last_bid(), *self.cups(), *self.passes(), *self.rest()]
        return "; ".join(part for part in parts if part)

    def action(self) -> str:
        """The action that the rule is about."""
        name = " or ".join(str(one.operand) for one in self.tell(self.operator, "name") if one.relation == "=")
        count = self.number(self.rung, "count")
        self.tell([*self.rung, *self.tallies], "face")
        what = _dice(count, self.face) if count or self.face else ""
        if name in _ANSWERS:
            return f"{_ANSWERS[name]} {'of ' if name == 'exact' and what else ''}{what}".strip()
        if not name and self.below(self.operator, "pass"):
            return "challenge a pass"
        push = self.push()
        if name == "bid" or push:
            return ", ".join([f"bid {what or 'anything'}", *push])
        return f"{name or 'an action'}{' of ' if what else ''}{what}"

    def push(self) -> list[str]:
        """What is pushed with a bid, and what is rolled again."""
        words = [str(one.operand) for one in self.tell(self.operator, "push")]
        wild, own = self.number(self.operator, "pushed-jokers"), self.number(self.operator, "pushed")
        thrown = self.number(self.operator, "thrown")
        if "no" in words or (thrown == "no" and not words):
            return ["no push"]
        dice = [_dice(number, face) for number, face in ((wild, 1), (own, self.face)) if number not in ("", "no")]
        found = [f"pushing {' and '.join(dice)}"] if dice else ["with a push"] if words else []
        return [*found, *([f"rolling {thrown} again"] if thrown else [])]

    def dice(self) -> str:
        """The known and the unknown dice that the rule goes by."""
        wild, known = self.number(self.tallies, "jokers"), self.number(self.tallies, "known")
        unknown, sides = self.number(self.tallies, "unknown"), self.number(self.tallies, "sides")
        self.tell(self.tallies, "by")  # whether 1s help: the face says so
        seen = [_dice(wild, 1)] if wild and not (self.face == 1 and wild == "no") else []
        seen += [_dice(known, self.face or "the face")] if known else []
        parts = [f"{' and '.join(seen)} known"] if seen else []
        parts += [f"{unknown} unknown"] if unknown else []
        parts += [f"one in {sides} counts"] if sides and self.face is None else []
        return ", ".join(parts)

    def model(self) -> str:
        """Whether the opponent's dice were modelled, and why not."""
        turn = [*self.below(self.table, "turn"), *self.below([self.rule.state], "turn")]
        return ", ".join(_MODEL.get(str(one.operand), f"model {one.operand}") for one in self.tell(turn, "model"))

    def last_bid(self) -> str:
        """What is tested of the bid that stands, where the action is not an answer to it."""
        count = self.number(self.bid, "count")
        asked: list[object] = [one.operand for one in self.tell(self.bid, "face")]
        asked += [self.faces.get(variable) for variable in self.below(self.bid, "face")]
        face = next(filter(None, asked), None)
        pushed = [str(one.operand) for one in self.tell([*self.bid, *self.rung], "pushed")]
        mine = [str(one.operand) for one in self.tell([*self.bid, *self.rung], "mine")]
        cup = self.number([*self.bid, *self.rung], "cup")
        parts = [f"the last bid was {_dice(count, face)}"] if count or face else []
        parts += ["it came with a push" if word == "yes" else "it came without a push" for word in pushed]
        parts += ["it was one's own" if word == "yes" else "it was another's" for word in mine]
        parts += [f"{_things(cup)} under that cup"] if cup else []
        return ", ".join(parts)

    def cups(self) -> Iterator[str]:
        """What is tested of the cups and of the dice that all can see."""
        for holders, attribute, where in (
            (self.table, "cup", "under the own cup"),
            (self.below(self.operator, "pass"), "cup", "under the passer's cup"),
            (self.table, "in-play", "in play"),
            (self.table, "num-shown", "shown to all"),
        ):
            number = self.number(holders, attribute)
            if number:
                yield f"{_things(number)} {where}"
        bid_faces = self.below(self.bid, "face")
        for dice in self.below(self.table, "dice"):
            asked: list[object] = [one.operand for one in self.tell([dice], "face") if one.relation == "="]
            kind = [one.operand for one in self.tell([dice], "by")]
            self.tell([dice], "sides")
            for variable in self.below([dice], "face"):
                asked += [self.faces.get(variable), "the face bid" if variable in bid_faces else None]
            asked.append(1 if "alone" in kind else "another face" if kind else None)
            face = next(filter(None, asked), None)
            for attribute, where in (("cup", "under the own cup"), ("shown", "shown")):
                for one in self.tell([dice], attribute):
                    yield f"{_dice(_amount(one), face)} {where}"

    def passes(self) -> Iterator[str]:
        """Whether the own dice show one face, and what all can see of a passer."""
        for one in self.tell(self.table, "own-dice-are"):
            yield {"alike": "all own dice show one face"}.get(str(one.operand), "the own dice show several faces")
        own = self.number(self.table, "own-dice")
        if own:
            yield f"{_things(own)} of one's own"
        passed = self.below(self.operator, "pass")
        shown = self.number(passed, "num-shown")
        if shown:
            yield f"{_things(shown)} of the passer shown"
        for one in self.tell(passed, "refuted"):
            yield f"the shown dice {'refute' if one.operand == 'yes' else 'do not refute'} it"

    def rest(self) -> Iterator[str]:
        """Everything that has not been told, by its attributes."""
        for condition in self.rule.conditions:
            if condition in self.told:
                continue
            constants = [one for one in condition.comparisons if not isinstance(one.operand, Variable)]
            path = " ".join((*self.paths.get(condition.object, ("its",)), condition.attribute))
            if path == "superstate":
                continue
            if condition.negation:
                yield f"no {path} {' '.join(map(_plain, constants))}".strip()
            else:
                yield from (f"{path} {_plain(one)}" for one in constants)

    # What is at an attribute of some objects.

    def below(self, objects: Iterable[Variable], attribute: str) -> list[Variable]:
        """The variables that an attribute of these objects is bound to."""
        found = (condition.variable for each in objects for condition in self.rule.of(each).get(attribute, ()))
        return [variable for variable in found if variable is not None]

    def sources(self, targets: list[Variable], attribute: str) -> list[Variable]:
        """The objects whose attribute is bound to one of these variables."""
        return [
            condition.object
            for condition in self.rule.conditions
            if condition.attribute == attribute and condition.variable in targets
        ]

    def peek(self, objects: Iterable[Variable], attribute: str) -> list[Comparison]:
        """The comparisons with constants."""
        conditions = [condition for each in objects for condition in self.rule.of(each).get(attribute, ())]
        return [one for condition in conditions for one in condition.comparisons if _constant(one)]

    def tell(self, objects: Iterable[Variable], attribute: str) -> list[Comparison]:
        """The comparisons with constants, which are told now."""
        objects = [*objects]
        for each in objects:
            self.told.update(self.rule.of(each).get(attribute, ()))
        return self.peek(objects, attribute)

    def number(self, objects: Iterable[Variable], attribute: str) -> str:
        """A number in words, empty where none is tested."""
        return " and ".join(dict.fromkeys(map(_amount, self.tell(objects, attribute))))


def _constant(one: Comparison) -> bool:
    return not isinstance(one.operand, Variable)


def _amount(one: Comparison) -> str:
    number = one.operand
    if one.relation == ">" and number == 0:
        return "some"
    word = _NUMBERS[number] if isinstance(number, int) and 0 <= number < len(_NUMBERS) else str(number)
    return _RELATIONS.get(one.relation, "") + word


def _plain(one: Comparison) -> str:
    if isinstance(one.operand, tuple):
        return " or ".join(map(str, one.operand))
    return f"{_RELATIONS.get(one.relation, '')}{one.operand}"


def _dice(count: str, face: object) -> str:
    """`five 2s`, `one 2`, `five of a face`, `no dice of the face bid`."""
    count = count or "some"
    if isinstance(face, int):
        return f"{count} {face}{'' if count == 'one' else 's'}"
    return f"{_things(count) if count == 'no' else count} of {face or 'a face'}"


def _things(number: str) -> str:
    return f"{number} {'die' if number == 'one' else 'dice'}"
