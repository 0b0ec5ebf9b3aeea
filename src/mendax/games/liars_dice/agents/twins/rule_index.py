"""Learned rules as tables: which of them speak for an action in a situation, by a few lookups instead of a match.

A rule tests the situation (table, bid, turn) and an action. Rules that test the same attributes share a table, with the
tested values as key. There are two steps: what a situation leaves of the rules is found once a turn, and what of that
speaks for an action by one lookup for each kind of rule. Only what is known here can be tested; any other rule is
refused, for it would be passed over else.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from mendax.soar.errors import RuleError
from mendax.soar.learned_rules import LearnedRule
from mendax.soar.mirror import Value
from mendax.soar.rule_shapes import RuleShapes, ShapedRule, Slot
from mendax.soar.rule_text import Condition, RuleText, Variable

Test: TypeAlias = tuple[str, str, str, Value]
"""An object, one of its attributes, a relation and a value, which is a `Slot` in a shape."""

_LINKS: Final = {
    ("state", "operator"): "operator",
    ("state", "table"): "table",
    ("state", "turn"): "turn",
    ("table", "turn"): "turn",
    ("table", "bid"): "bid",
    ("table", "dice"): "dice",
    ("operator", "rung"): "rung",
    ("operator", "tally"): "tally",
    ("operator", "pass"): "pass",
    ("rung", "tally"): "rung-tally",
}
"""The objects that rules reach, by the object and the attribute that lead there."""
_TALLY: Final = ("face", "by", "known", "jokers", "unknown", "sides", "sure", "most")
OF_ACTION: Final = {
    "operator": ("name", "push", "pushed", "pushed-jokers", "thrown"),
    "rung": ("count", "face"),
    "tally": _TALLY,
    "rung-tally": _TALLY,
    "pass": ("answer", "cup", "num-shown", "refuted"),
}
"""What can be tested of an action: its own attributes, and those of the objects that belong to it."""
OF_SITUATION: Final = {
    "table": ("in-play", "num-shown", "cup", "own-dice", "own-dice-are", "unknown", "jokers"),
    "bid": ("count", "face", "pushed", "mine", "cup"),
    "turn": ("model",),
    "dice": ("face", "by", "cup", "shown", "sides"),
}
"""What can be tested of the situation."""


class Kind(NamedTuple):
    """A kind of action: the words that it is known by, and the objects that belong to it."""

    words: Mapping[str, str]
    objects: frozenset[str]


_OF_BID: Final = frozenset({"rung", "rung-tally"})
_OF_ANSWER: Final = frozenset({"rung", "tally"})
_OF_DOUBT: Final = frozenset({"pass"})
KINDS: Final = (
    Kind({"operator.name": "bid", "operator.push": "no"}, _OF_BID),
    Kind({"operator.name": "bid", "operator.push": "yes"}, _OF_BID),
    Kind({"operator.name": "challenge-bid"}, _OF_ANSWER),
    Kind({"operator.name": "challenge-pass"}, _OF_DOUBT),
    Kind({"operator.name": "challenge-first-pass"}, _OF_DOUBT),
    Kind({"operator.name": "exact"}, _OF_ANSWER),
    Kind({"operator.name": "pass"}, frozenset()),
)
"""In the order of `weigh`."""
ALONE: Final = 1
"""The face that stands alone: 1s are wild."""
_RELATIONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_VALUE = re.compile(r"\(<\S+> \^operator <(\S+)> = 0\.0\)")
_RANK = re.compile(r"\(<(\S+)> \^class \S+ \^rank (\d+)\)")


class Facts(dict[str, Value | None]):
    """Values by object and attribute, such as `table.cup`; what is not there is `None`, which no rule asks for."""

    def __missing__(self, key: str) -> None:
        return None


class Side(NamedTuple):
    """What rules test of the situation, or of the action: values that must be equal, and other comparisons."""

    reads: tuple[str, ...]
    guards: tuple[tuple[str, str, Value], ...]
    words: tuple[tuple[str, Value], ...] = ()
    """Of the action, those of `KINDS` that the rules ask for: one side is for some kinds of actions only."""

    def kinds(self) -> list[int]:
        """The kinds of actions that can pass, as places in `KINDS`."""
        names = {*self.reads, *(name for name, _, _ in self.guards)}
        asked = {name.partition(".")[0] for name in names} - {"operator"}
        return [
            place
            for place, kind in enumerate(KINDS)
            if asked <= kind.objects and all(kind.words.get(name) == word for name, word in self.words)
        ]

    def passes(self, facts: Facts) -> bool:
        """Whether the comparisons hold."""
        for name, relation, bound in self.guards:
            value = facts[name]
            if value is None or not _RELATIONS[relation](value, bound):
                return False
        return True


class _Table:
    """Rules that test the same attributes of an action."""

    __slots__ = ("guarded", "key", "said", "side")

    def __init__(self, side: Side) -> None:
        self.side, self.guarded, self.key = side, bool(side.guards), _getter(side.reads)
        self.said: dict[Hashable, float] = {}


class _Tables:
    """Tables by what they test of an action, and by the kinds of actions that they are for."""

    __slots__ = ("by_kind", "by_side")

    def __init__(self) -> None:
        self.by_side: dict[Side, _Table] = {}
        self.by_kind: list[list[_Table]] = [[] for _ in KINDS]

    def at(self, side: Side) -> _Table:
        table = self.by_side.get(side)
        if table is None:
            table = self.by_side[side] = _Table(side)
            for kind in side.kinds():
                self.by_kind[kind].append(table)
        return table


class _Group:
    """Rules that test the same attributes of the situation: by the values of these, the tables that are left."""

    __slots__ = ("key", "left", "side")

    def __init__(self, side: Side) -> None:
        self.side, self.key = side, _getter(side.reads)
        self.left: dict[Hashable, _Tables] = {}


class RuleIndex:
    """What rules say of actions."""

    def __init__(self) -> None:
        self._groups: dict[Side, _Group] = {}

    def table(self, situation: Side, key: Hashable, action: Side) -> dict[Hashable, float]:
        """What rules say that test these attributes, and of the situation these values: by the values of the action."""
        group = self._groups.get(situation)
        if group is None:
            group = self._groups[situation] = _Group(situation)
        tables = group.left.get(key)
        if tables is None:
            tables = group.left[key] = _Tables()
        return tables.at(action).said

    def in_situation(self, facts: Facts) -> list[_Tables]:
        """The tables that a situation leaves."""
        found = []
        for group in self._groups.values():
            tables = group.left.get(group.key(facts))
            if tables is not None and group.side.passes(facts):
                found.append(tables)
        return found


def look_up(left: Iterable[_Tables], kind: int, action: Facts) -> list[float]:
    """What each rule says of an action of a kind, in a situation that leaves these tables."""
    found = []
    for tables in left:
        for table in tables.by_kind[kind]:
            said = table.said.get(table.key(action))
            if said is not None and (not table.guarded or table.side.passes(action)):
                found.append(said)
    return found


class LearnedIndex:
    """The values and the classes that learned rules give to actions."""

    def __init__(self, rules: Iterable[LearnedRule]) -> None:
        self.values, self.ranks = RuleIndex(), RuleIndex()
        shapes, readings = RuleShapes(), dict[int, _Reading]()
        for rule in rules:
            shaped = shapes.read(rule.text)
            reading = readings.get(id(shaped.shape))
            if reading is None:
                reading = readings[id(shaped.shape)] = _Reading(shaped.shape)
            self._add(rule, reading, shaped)

    def _add(self, rule: LearnedRule, reading: _Reading, shaped: ShapedRule) -> None:
        (situation, of_situation), (action, of_action) = reading.of(shaped.numbers)
        if reading.rank is not None:
            self.ranks.table(situation, of_situation, action)[of_action] = reading.rank
            return
        if rule.value is None:
            raise RuleError(f"the rule {rule.name} has no value")
        said = self.values.table(situation, of_situation, action)
        said[of_action] = said.get(of_action, 0.0) + rule.value  # the kernel adds up what several rules say


class _Half(NamedTuple):
    """The tests of the situation or of the action while a plan is made."""

    reads: list[tuple[str, int]]
    guards: list[tuple[str, str, Value]]
    words: list[tuple[str, Value]]

    def side(self) -> tuple[Side, list[int]]:
        """The side, and the places of what it reads: in one order for all rules that test the same."""
        reads, words = sorted(self.reads), sorted(self.words, key=str)
        side = Side(tuple(name for name, _ in reads), tuple(sorted(self.guards, key=str)), tuple(words))
        return side, [place for _, place in reads]


class _Plan(NamedTuple):
    """Where the keys of a rule come from: places among its numbers and the words that its shape tests."""

    situation: Side
    situation_key: Callable[[Any], Hashable]
    action: Side
    action_key: Callable[[Any], Hashable]
    words: tuple[Value, ...]


class _Reading:
    """A shape as tests of the situation and of the action."""

    def __init__(self, shape: RuleText) -> None:
        self.shape = shape
        self.roles = self._roles()
        self.rank = self._rank()
        self.tests = [*self._tests()]
        self._check_objects()
        self._plans: dict[tuple[Value, ...], _Plan] = {}
        # Numbers that decide which attributes are read, and the bounds of other comparisons; the rest is in keys.
        structural = [
            value
            for role, attribute, relation, value in self.tests
            if isinstance(value, Slot) and (relation != "=" or (attribute == "face" and role not in OF_ACTION))
        ]
        self._structural = _getter(structural, always_tuple=True)

    def of(self, numbers: tuple[Value, ...]) -> tuple[tuple[Side, Hashable], tuple[Side, Hashable]]:
        """What a rule of this shape tests of the situation and of the action, with the keys of its values."""
        chosen = self._structural(numbers)
        plan = self._plans.get(chosen)
        if plan is None:
            plan = self._plans[chosen] = self._plan(numbers)
        values = (*numbers, *plan.words)
        return (plan.situation, plan.situation_key(values)), (plan.action, plan.action_key(values))

    def _rank(self) -> int | None:
        """The class that rules of this shape give, as its rank; `None` for those that give a value."""
        rule = self.shape
        actions = [variable for variable, role in self.roles.items() if role == "operator"]
        value, rank = _VALUE.fullmatch(rule.actions), _RANK.fullmatch(rule.actions)
        made = value or rank
        if made is None or [made[1]] != actions:
            raise RuleError(f"the twin does not know what the rule {rule.name} makes: {rule.actions}")
        return int(rank[2]) if rank else None

    def _roles(self) -> dict[Variable, str]:
        """The object that each variable stands for; dice have a number each, for there may be several."""
        rule = self.shape
        found: dict[Variable, str] = {rule.state: "state"}
        reached, dice = [rule.state], 0
        for start in reached:
            # The action first: its tally is among those of the turn.
            for condition in sorted(rule.conditions, key=lambda one: one.attribute != "operator"):
                variable = condition.variable
                if condition.object != start or condition.negation or variable is None or variable in found:
                    continue
                role = _LINKS.get((found[start].partition("*")[0], condition.attribute))
                if role is not None:
                    dice += role == "dice"
                    found[variable] = f"dice*{dice}" if role == "dice" else role
                    reached.insert(reached.index(start) + 1 if role in OF_ACTION else len(reached), variable)
        return found

    def _tests(self) -> Iterable[Test]:
        """The tests of values; what only leads from object to object is checked here."""
        rule, known = self.shape, {**OF_ACTION, **OF_SITUATION}
        operands = [one.operand for each in rule.conditions for one in each.comparisons]
        for condition in rule.conditions:
            role, attribute = self.roles.get(condition.object, "?"), condition.attribute
            kind = role.partition("*")[0]
            if self._is_link(condition, kind):
                continue
            if condition.negation or attribute not in known.get(kind, ()):
                raise self._unknown(condition)
            tested = 0
            for relation, operand in condition.comparisons:
                if isinstance(operand, Variable) and relation == "=" and operands.count(operand) == 1:
                    continue
                compared = relation in _RELATIONS and f"{role}.{attribute}" not in KINDS[0].words
                if isinstance(operand, (Variable, tuple)) or not (compared or relation == "="):
                    raise self._unknown(condition)
                tested += 1
                yield role, attribute, relation, operand
            if not tested:
                raise self._unknown(condition)

    def _check_objects(self) -> None:
        """Refuse a rule that only asks whether something is there: lookups are by the values of attributes."""
        tested = {role for role, _, _, _ in self.tests} | {"state", "operator", "table", "turn"}
        if "rung-tally" in tested:
            tested.add("rung")
        for role in self.roles.values():
            if role not in tested:
                raise RuleError(
                    f"the rule {self.shape.name} does not say what it tests of the {role.partition('*')[0]}"
                )

    def _is_link(self, condition: Condition, kind: str) -> bool:
        """Whether a condition only leads to an object, of which others test something."""
        if condition.negation or condition.variable is None or len(condition.comparisons) != 1:
            return False
        role = self.roles.get(condition.variable, "?").partition("*")[0]
        if kind == "turn" and condition.attribute == "tally":
            return role in ("tally", "rung-tally")  # of the tallies of the turn, the one that the action refers to
        return _LINKS.get((kind, condition.attribute)) == role

    def _unknown(self, condition: Condition) -> RuleError:
        path = ".".join((*self.shape.paths().get(condition.object, ("?",)), condition.attribute))
        return RuleError(f"the twin does not know a test of the rule {self.shape.name}: {path} {condition.comparisons}")

    def _plan(self, numbers: Sequence[Value]) -> _Plan:
        """The attributes that a rule with these numbers tests."""
        names = self._object_names(numbers)
        sides: dict[bool, _Half] = {True: _Half([], [], []), False: _Half([], [], [])}
        words: list[Value] = []
        for role, attribute, relation, operand in self.tests:
            half = sides[role in OF_ACTION]
            name = f"{names.get(role, role)}.{attribute}"
            if relation != "=":
                half.guards.append((name, relation, numbers[operand] if isinstance(operand, Slot) else operand))
            elif name in KINDS[0].words:
                half.words.append((name, numbers[operand] if isinstance(operand, Slot) else operand))
            elif isinstance(operand, Slot):
                half.reads.append((name, int(operand)))
            else:
                half.reads.append((name, len(numbers) + len(words)))
                words.append(operand)
        (situation, at_situation), (action, at_action) = sides[False].side(), sides[True].side()
        return _Plan(situation, _getter(at_situation), action, _getter(at_action), tuple(words))

    def _object_names(self, numbers: Sequence[Value]) -> dict[str, str]:
        """Which dice the rule means: those of the bid's face, or of a face of its own."""

        def wanted(role: str, attribute: str) -> Value | None:
            for test in self.tests:
                if test[:3] == (role, attribute, "="):
                    return numbers[test[3]] if isinstance(test[3], Slot) else test[3]
            return None

        found = {}
        for role in self.roles.values():
            if role.startswith("dice"):
                face = ALONE if wanted(role, "by") == "alone" else wanted(role, "face")
                if face is None:
                    raise RuleError(f"the rule {self.shape.name} does not say of which face its dice are")
                found[role] = "bid-dice" if face == wanted("bid", "face") else f"dice-{face}"
        return found


def _getter(places: Sequence[Any], always_tuple: bool = False) -> Callable[[Any], Any]:
    """What is at some places, as a tuple; the thing itself where it is one."""
    if not places:
        return _nothing
    if always_tuple and len(places) == 1:
        places = [*places, *places]
    return operator.itemgetter(*places)


def _nothing(of: object) -> tuple[()]:
    return ()
