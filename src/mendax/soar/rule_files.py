"""Rule files: reading them and splitting them into rules.

The kernel drops a rule silently if its name looks like an identifier, if it repeats another rule or if it does
not parse, and it replaces a rule of the same name. So a file is split into its rules here, with names and nesting
checked, and `Productions.load` (an agent's `rules.load`) passes them to the kernel one by one and checks that each
one arrived.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from mendax.soar.errors import RuleError

_IDENTIFIER = re.compile(r"[A-Za-z]\d+")
_HEAD = re.compile(r"(sp|gp)[ \t]+\{")
_NAME = re.compile(r"\s*([^\s()|\"{}#]+)")
_SKIP = re.compile(r"(?:\s+|#[^\n]*)+")
_WORD = re.compile(r"[^\s{]+")
_PIECE = re.compile(r'#[^\n]*|\|(?:\\.|[^|\\])*\||"(?:\\.|[^"\\])*"|[{}]|\||"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rule:
    """One `sp` or `gp` rule, and where it is written."""

    name: str
    text: str
    """The whole rule, from `sp {` to its closing brace."""
    file: str
    line: int

    @property
    def place(self) -> str:
        """The file, line and name, for messages."""
        return f"{self.file}, line {self.line}: rule {self.name}"

    @property
    def generates(self) -> bool:
        """Whether it is a `gp` rule, which the kernel turns into several."""
        return self.text.startswith("gp")


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The text of some rules, with a name for messages.

    >>> rules = RuleFile.of_text('''
    ...     # With nothing else to do, wait.
    ...     sp {wait
    ...         (state <s> ^type state)
    ...         -->
    ...         (<s> ^operator.name wait)}
    ... ''')
    >>> [rule.name for rule in rules.rules()]
    ['wait']
    """

    name: str
    text: str

    @classmethod
    def of_path(cls, path: Path | str) -> RuleFile:
        """A file on disk."""
        path = Path(path)
        try:
            return cls(path.name, path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise RuleError(f"cannot read the rule file {path}: {_reason(error)}") from None

    @classmethod
    def of_package(cls, package: str, *names: str) -> RuleFile:
        """A file of a Python package: `of_package("mendax.soar", "commands.soar")`."""
        try:
            text = files(package).joinpath(*names).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError, ModuleNotFoundError) as error:
            raise RuleError(f"cannot read the rule file {'/'.join(names)} of {package}: {_reason(error)}") from None
        return cls("/".join(names), text)

    @classmethod
    def of_text(cls, text: str, name: str = "text") -> RuleFile:
        """Rules given as text."""
        return cls(name, text)

    def rules(self) -> tuple[Rule, ...]:
        """Its rules; raises `RuleError` on anything else that is not a comment, and on two of one name."""
        found: dict[str, Rule] = {}
        for rule in self._split():
            if rule.name in found:
                raise RuleError(f"{rule.place} is there already, on line {found[rule.name].line}")
            found[rule.name] = rule
        return tuple(found.values())

    def _split(self) -> Iterator[Rule]:
        at, text = 0, self.text
        while True:
            if skip := _SKIP.match(text, at):
                at = skip.end()
            if at >= len(text):
                return
            line = text.count("\n", 0, at) + 1
            head = _HEAD.match(text, at)
            if head is None:
                word = _WORD.match(text, at)
                raise RuleError(
                    f"{self.name}, line {line}: expected a rule, sp {{...}} or gp {{...}}, "
                    f"not {word[0] if word else text[at]!r}; settings are made in Python"
                )
            name = _NAME.match(text, head.end())
            if name is None:
                raise RuleError(f"{self.name}, line {line}: a rule without a name")
            rule = Rule(name[1], text[at : self._end(name[1], line, head.end())], self.name, line)
            if _IDENTIFIER.fullmatch(rule.name):
                raise RuleError(f"{rule.place}: the kernel takes a letter and digits for an identifier, not for a name")
            yield rule
            at += len(rule.text)

    def _end(self, name: str, line: int, at: int) -> int:
        """Where the brace that was opened before `at` is closed."""
        depth = 1
        while piece := _PIECE.search(self.text, at):
            at, mark = piece.end(), piece[0]
            if mark == "{":
                depth += 1
            elif mark == "}":
                depth -= 1
                if depth == 0:
                    return at
            elif mark in ("|", '"'):
                raise RuleError(f"{self.name}, line {line}: rule {name}: a {mark} that is not closed")
        raise RuleError(f"{self.name}, line {line}: rule {name}: a {{ that is not closed")


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
