"""What Soar agents have learned, as an object: rules with values and update counts, and where they come from.

It is saved to a file and loaded (`docs/soar-learning.md` has the format), merged with what other runs learned, and
exported as a rule file that Soar's own tools load. `mendax.soar.learning_agent` takes it from a kernel and puts it
into one.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from mendax.core.files import write_whole
from mendax.soar.errors import SoarError
from mendax.soar.rule_text import read_rule

FORMAT: Final = "mendax-soar-rules"
VERSION: Final = 1
_NUMBER = re.compile(r"(\^operator\s+<[^\s<>]+>\s*=\s*)[-+]?[0-9.][-+0-9.eE]*")
_DOCUMENTATION = re.compile(r'\n\s*"(?:\\.|[^"\\])*"(?=\n)')
_GZIP: Final = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where learned rules come from."""

    game: str = ""
    """The game's text, such as `NAME:players=2`."""
    agent: str = ""
    """Whose rules they were learned with."""
    settings: dict[str, Any] = field(default_factory=dict)
    """How it learned: rate, discount, policy, selection and the like."""
    opponents: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()
    """Of the runs that they were learned in."""
    games: int = 0
    """How many games it learned from."""

    def joined(self, other: Origin) -> Origin:
        """The origin of what was learned here and there, by the same agent in the same game."""
        for name in ("game", "agent", "settings"):
            if getattr(self, name) != getattr(other, name):
                raise SoarError(f"rules of another {name.rstrip('s')} cannot be merged with these")
        return replace(
            self,
            opponents=tuple(dict.fromkeys((*self.opponents, *other.opponents))),
            seeds=tuple(dict.fromkeys((*self.seeds, *other.seeds))),
            games=self.games + other.games,
        )


@dataclass(frozen=True, slots=True)
class LearnedRule:
    """A chunk, or a written rule whose value reward has changed."""

    name: str
    text: str
    """The rule, loadable; its value is written with all digits."""
    value: float | None = None
    """The numeric preference of an RL rule; other chunks have none."""
    num_updates: int = 0
    initial: float | None = None
    """The value before the first update, where it is known."""

    @property
    def moved(self) -> float:
        """How far reward has moved the value; 0 where that is not known."""
        return self.value - self.initial if self.value is not None and self.initial is not None else 0.0

    def with_value(self, value: float) -> LearnedRule:
        """The same rule with another value."""
        return replace(self, value=value, text=write_value(self.text, value))

    @property
    def counted_text(self) -> str:
        """The rule with its update count as a documentation string, which `rl --set meta on` makes Soar read."""
        if not self.num_updates:
            return self.text
        first, _, rest = self.text.partition("\n")
        return f'{first}\n    "rl-updates={self.num_updates};delta-bar-delta-h=0;"\n{rest}'

    def to_json(self) -> dict[str, Any]:
        """The rule as JSON; what it has not is left out."""
        found = {"name": self.name, "text": self.text, "updates": self.num_updates}
        numbers = {"value": self.value, "initial": self.initial}
        return {**found, **{name: number for name, number in numbers.items() if number is not None}}


@dataclass(frozen=True, slots=True)
class LearnedRules:
    """The rules that an agent has learned, in the order of their names."""

    rules: tuple[LearnedRule, ...] = ()
    origin: Origin = Origin()
    exact: bool = True
    """Whether values have all digits; else six, which is what the kernel prints."""

    @property
    def num_updates(self) -> int:
        """Updates of all rules together."""
        return sum(rule.num_updates for rule in self.rules)

    def save(self, path: Path) -> None:
        """Write the rules to one file at once; equal rules give equal bytes. A name that ends in .gz is compressed."""
        about = {**asdict(self.origin), "opponents": list(self.origin.opponents), "seeds": list(self.origin.seeds)}
        head = json.dumps({"format": FORMAT, "version": VERSION, "origin": about, "exact": self.exact}, sort_keys=True)
        lines = [json.dumps(rule.to_json(), sort_keys=True) for rule in self.rules]
        data = "\n".join([head, *lines, ""]).encode()
        write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)

    @classmethod
    def load(cls, path: Path) -> LearnedRules:
        """The rules of a saved file."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise SoarError(f"{path} cannot be read: {error.strerror or error}") from None
        try:
            if data.startswith(_GZIP):
                data = gzip.decompress(data)
            head, *lines = data.decode().splitlines()
            about = json.loads(head)
            if about["format"] != FORMAT:
                raise ValueError(f"it is {about['format']!r}")
            if about["version"] != VERSION:
                raise ValueError(f"it is of version {about['version']}, and this Mendax reads version {VERSION}")
            origin: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value for name, value in about["origin"].items()
            }
            return cls(tuple(map(_read, lines)), Origin(**origin), bool(about["exact"]))
        except (ValueError, TypeError, KeyError, AttributeError, EOFError, OSError) as error:
            raise SoarError(f"{path} does not hold learned Soar rules: {error}") from None

    def merge(self, others: Sequence[LearnedRules]) -> LearnedRules:
        """What all have learned: values are averaged, each weighted by its number of updates.

        Chunks have other names in every run, so rules are matched by what they test. A rule that nobody has updated
        keeps the mean of its values.
        """
        origin, exact = self.origin, self.exact
        same: dict[str, list[LearnedRule]] = {}
        for one in (self, *others):
            for rule in one.rules:
                same.setdefault(read_rule(rule.text).signature(), []).append(rule)
        for other in others:
            origin, exact = origin.joined(other.origin), exact and other.exact
        return LearnedRules(named_apart(map(_merged, same.values())), origin, exact)

    def put_back(self, which: Callable[[LearnedRule], bool]) -> LearnedRules:
        """The same rules, some of them with the values they began with: what the others alone have gained."""

        def changed(rule: LearnedRule) -> LearnedRule:
            if rule.initial is None or not which(rule):
                return rule
            return replace(rule.with_value(rule.initial), num_updates=0)

        return replace(self, rules=tuple(map(changed, self.rules)))

    def to_soar(self) -> str:
        """A rule file for any Soar: the origin as a comment, then the rules, each with its update count.

        Soar reads the counts after `rl --set meta on`, and else takes them for documentation.
        """
        about = json.dumps(asdict(self.origin), sort_keys=True)
        digits = "all digits" if self.exact else "six digits"
        head = f"# {len(self.rules)} learned rules, values with {digits}\n# {about}\n\n"
        return head + "".join(f"{rule.counted_text}\n\n" for rule in self.rules)


def write_value(text: str, value: float) -> str:
    """The text of an RL rule with another value, to all digits, and without a documentation string.

    >>> write_value("sp {r (state <s> ^operator <o> +) --> (<s> ^operator <o> = 0.333333)}", 1 / 3)
    'sp {r (state <s> ^operator <o> +) --> (<s> ^operator <o> = 0.3333333333333333)}'
    """
    digits = repr(float(value))
    if "." not in digits:  # the kernel takes 1e-05 for a word, and 1.0e-05 for a number
        digits = digits.replace("e", ".0e")
    return _NUMBER.sub(rf"\g<1>{digits}", _DOCUMENTATION.sub("", text, count=1), count=1)


def named_apart(rules: Iterable[LearnedRule]) -> tuple[LearnedRule, ...]:
    """The rules in the order of their names; a name that another rule has already gets a number."""
    found: dict[str, LearnedRule] = {}
    for rule in rules:
        name, number = rule.name, 1
        while name in found:
            number += 1
            name = f"{rule.name}*{number}"
        if name != rule.name:
            rule = replace(rule, name=name, text=rule.text.replace(rule.name, name, 1))
        found[name] = rule
    return tuple(found[name] for name in sorted(found))


def _merged(rules: Sequence[LearnedRule]) -> LearnedRule:
    """Rules that test the same as one."""
    first, total = rules[0], sum(rule.num_updates for rule in rules)
    if first.value is None:
        return first
    values = [(rule.value or 0.0, rule.num_updates if total else 1) for rule in rules]
    value = sum(value * weight for value, weight in values) / (total or len(rules))
    before = [rule.initial for rule in rules if rule.initial is not None]
    initial = sum(before) / len(before) if before else None
    return replace(first.with_value(value), num_updates=total, initial=initial)


def _read(line: str) -> LearnedRule:
    found = json.loads(line)
    return LearnedRule(found["name"], found["text"], found.get("value"), found["updates"], found.get("initial"))
