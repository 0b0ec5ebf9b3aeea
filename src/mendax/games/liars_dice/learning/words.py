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

Whatever a rule tests appears: what has no phrase of its own is given by its attributes, as in `operator thrown 2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mendax.soar.rule_text import Comparison, Condition, RuleText, Variable, read_rule

_NUMBERS: Final = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_RELATIONS: Final = {"<>": "not ", "<": "fewer than ", ">": "more than ", "<=": "at most ", ">=": "at least "}
_PREFERENCES: Final = {">": "best", "<": "worst", "-": "rejected", "~": "forbidden", "!": "required", "+": "proposed"}
_PUSHES: Final = {"no": "no push", "yes": "with a push"}
_ANSWERS: Final = {
    "challenge-bid": "challenge",
    "exact": "exact",
    "pass": "pass",
    "challenge-pass": "challenge the pass",
    "challenge-first-pass": "challenge the pass before the last",
}


def rule_words(text: str) -> str:
    """What a learned rule says: the action, and the situation that it is for."""
    return _Reading(read_rule(text)).text()


def value_words(value: float | None, preference: str = "=") -> str:
    """A value with four digits, or what a preference without a number says."""
    return _PREFERENCES.get(preference, "preferred") if value is None else f"{value:+.4f}"


class _Reading:
    """A rule that is being read: each condition is told once."""

    def __init__(self, rule: RuleText) -> None:
        self.rule = rule
        self.paths = rule.paths()
        self.told: set[Condition] = set()

    def text(self) -> str:
        dice, action = self.dice(), self.action()
        parts = [action, dice, self.last_bid(), *self.cups(), *self.passes(), *self.rest()]
        return "; ".join(part for part in parts if part)

    def action(self) -> str:
        """The action that the preference is for."""
        name = self.word("operator", "name")
        count, face = self.number("operator", "rung", "count"), self.number("operator", "rung", "face")
        what = _dice(count, face) if count or face else ""
        self.number("operator", "rung", "tally", "face")
        pushes = self.told_of("operator", "push")
        thrown = self.told_of("operator", "thrown")
        if name in _ANSWERS:
            known = _ANSWERS[name]
            return f"{known} {'of ' if name == 'exact' and what else ''}{what}".strip()
        if name == "bid" or pushes or thrown:
            push = [_PUSHES.get(str(one.operand), f"push {one.operand}") for one in pushes]
            if thrown:
                again = " and ".join(_amount(one) for one in thrown)
                push = [*([] if again == "no" and push else push)]
                push += [] if again == "no" and push else ["no push" if again == "no" else f"rolling {again} again"]
            return ", ".join([f"bid {what or 'anything'}", *dict.fromkeys(push)])
        return f"{name or 'an action'}{' of ' if what else ''}{what}"

    def dice(self) -> str:
        """The known and the unknown dice that the rule goes by."""
        found = [path for path in (("operator", "rung", "tally"), ("operator", "tally")) if self.at(*path)]
        if not found:
            return ""
        path = found[0]
        face = next((one.operand for one in self.peek("operator", "rung", "face") if one.relation == "="), None)
        wild = self.number(*path, "jokers")
        known = self.number(*path, "known")
        name = face if isinstance(face, int) else "face"
        seen = [_dice(wild, 1)] if wild and not (face == 1 and wild == "no") else []
        seen += [_dice(known, name)] if known else []
        parts = [f"{' and '.join(seen)} known"] if seen else []
        unknown = self.number(*path, "unknown")
        parts += [f"{unknown} unknown"] if unknown else []
        sides = self.number(*path, "sides")
        if sides and not isinstance(face, int):
            parts.append(f"one in {sides} counts")
        return ", ".join(parts)

    def last_bid(self) -> str:
        """What is tested of the bid that stands."""
        if not self.at("table", "bid"):
            return ""
        count, face = self.number("table", "bid", "count"), self.number("table", "bid", "face")
        pushed = [str(one.operand) for one in self.told_of("table", "bid", "pushed")]
        mine = [str(one.operand) for one in self.told_of("table", "bid", "mine")]
        cup = self.number("table", "bid", "cup")
        parts = [f"the last bid was {_dice(count, face)}"] if count or face else []
        parts += ["it came with a push" if word == "yes" else "it came without a push" for word in pushed]
        parts += ["it was one's own" if word == "yes" else "it was another's" for word in mine]
        parts += [f"{_things(cup)} under that cup"] if cup else []
        return ", ".join(parts)

    def cups(self) -> Iterator[str]:
        """What is tested of the own cup and of the passer's."""
        cup = self.number("table", "cup")
        if cup:
            yield f"{_things(cup)} under the own cup"
        cup = self.number("operator", "pass", "cup")
        if cup:
            yield f"{_things(cup)} under the passer's cup"
        for variable in self.at("table", "dice"):
            held = self.rule.of(variable)
            faces = [one.operand for condition in held.get("face", ()) for one in self.tell(condition)]
            for attribute, where in (("cup", "under the own cup"), ("shown", "shown to all")):
                for condition in held.get(attribute, ()):
                    for one in self.tell(condition):
                        yield f"{_dice(_amount(one), faces[0] if faces else None)} {where}"

    def passes(self) -> Iterator[str]:
        """Whether the own dice show one face, and whether the shown dice refute a pass."""
        about = [condition for condition in self.rule.conditions if condition.attribute == "own-face"]
        if any(condition.negation for condition in about):
            self.told.update(about)
            one = any(not condition.negation for condition in about)
            yield "all own dice show one face" if one else "the own dice show several faces"
        for condition in self.rule.conditions:
            if condition.attribute == "refuted":
                self.told.add(condition)
                yield f"the shown dice {'do not refute' if condition.negation else 'refute'} it"

    def rest(self) -> Iterator[str]:
        """Everything that has not been told, by its attributes."""
        for condition in self.rule.conditions:
            if condition in self.told or (condition.object not in self.paths and not condition.negation):
                continue
            constants = [one for one in condition.comparisons if not isinstance(one.operand, Variable)]
            path = " ".join((*self.paths.get(condition.object, ("its",)), condition.attribute))
            if path in ("superstate", "operator name"):
                continue
            if condition.negation:
                yield f"no {path} {' '.join(map(_plain, constants))}".strip()
            else:
                yield from (f"{path} {_plain(one)}" for one in constants)

    # What is at a path, told or not.

    def at(self, *path: str) -> list[Variable]:
        """The variables that a path leads to."""
        alike = {path, ("io", "input-link", *path[1:])} if path[0] == "table" else {path}
        return [variable for variable, way in self.paths.items() if way in alike]

    def conditions(self, *path: str) -> list[Condition]:
        """The conditions on the last attribute of a path."""
        holders = self.at(*path[:-1]) if path[:-1] else [self.rule.state]
        return [condition for holder in holders for condition in self.rule.of(holder).get(path[-1], ())]

    def peek(self, *path: str) -> list[Comparison]:
        """The comparisons with constants at a path."""
        return [one for condition in self.conditions(*path) for one in condition.comparisons if _constant(one)]

    def tell(self, condition: Condition) -> list[Comparison]:
        self.told.add(condition)
        return [one for one in condition.comparisons if _constant(one)]

    def told_of(self, *path: str) -> list[Comparison]:
        """The comparisons with constants at a path, which are told now."""
        return [one for condition in self.conditions(*path) for one in self.tell(condition)]

    def word(self, *path: str) -> str:
        return " or ".join(str(one.operand) for one in self.told_of(*path) if one.relation == "=")

    def number(self, *path: str) -> str:
        """A number in words, empty where none is tested."""
        return " and ".join(_amount(one) for one in self.told_of(*path))


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
    """`five 2s`, `one 2`, `five of a face`."""
    digit = {word: str(number) for number, word in enumerate(_NUMBERS)}.get(str(face), str(face))
    if not face or digit == "None":
        return f"{count or 'some'} of a face"
    if digit == "face":
        return f"{count or 'some'} of the face"
    return f"{count or 'some'} {digit}{'' if count == 'one' else 's'}"


def _things(number: str) -> str:
    return f"{number} {'die' if number == 'one' else 'dice'}"
