"""From text to formula.

The syntax, loosest operator first; `->` and `<->` group to the right, brackets are free:

    p <-> q    p -> q    p | q    p & q
    ~p    K{a} p    M{a} p    Kw{a} p    E{a,b} p    C{a,b} p    D{a,b} p
    [! p] q    <! p> q    [A, e] p    <A, e> p
    p    sum=7    sum>=7    true    false    (p)

The signs of the second and third line bind tightest, to the formula right after them. An atom may compare two names; it
is one atom all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mendax.logic.actions import ActionModel
from mendax.logic.errors import ATOM, NAME, FormulaError
from mendax.logic.formulas import (
    FALSE,
    TRUE,
    AfterAnnouncing,
    AfterEvent,
    And,
    Atom,
    CanAnnounce,
    CanHappen,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
)

DEEPEST = 200
"""How many operators may stand inside each other, where brackets count twice: Python's own stack is the limit."""

_OTHER_SIGNS = {"¬": "~", "!": "~", "∧": "&", "∨": "|", "→": "->", "↔": "<->", "⊤": "true", "⊥": "false"}
_ATOM = rf"{NAME.pattern}(?:\s*(?:>=|<=|=)\s*{NAME.pattern})?"
_TOKEN = re.compile(rf"\s*(?:((?:Kw|K|M|E|C|D)\{{)|({_ATOM})|(<->|->|\[!|<!|[~&|()\[\]<>,}}¬!∧∨→↔⊤⊥]))")
_BINARY = {"<->": 1, "->": 2, "|": 3, "&": 4}


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    position: int


def parse(text: str, actions: Iterable[ActionModel] = ()) -> Formula:
    """The formula of a text; event models that it names are given beside it.

    >>> parse("K{a} (p & ~q) -> [! p] C{a,b} p")
    Implies(left=Knows(agent='a', inner=And(parts=(Atom(name='p'), Not(inner=Atom(name='q'))))), \
right=AfterAnnouncing(said=Atom(name='p'), inner=Common(group=('a', 'b'), inner=Atom(name='p'))))
    >>> print(parse("K{a} sum >= 7 -> sum=8"))
    K{a} sum>=7 -> sum=8
    >>> parse("K{a} (p & )")
    Traceback (most recent call last):
    mendax.logic.errors.FormulaError: at character 11: expected a formula, found ')': K{a} (p & )
    """
    return _Parser(text, {action.name: action for action in actions}).whole()


class _Parser:
    """Reads tokens from left to right, one ahead."""

    def __init__(self, text: str, actions: dict[str, ActionModel]) -> None:
        self.text = text
        self.actions = actions
        self.tokens = self._tokens()
        self.place = 0
        self.depth = 0

    def _tokens(self) -> list[_Token]:
        found = []
        position = 0
        end = len(self.text.rstrip())
        while position < end:
            match = _TOKEN.match(self.text, position)
            if match is None:
                start = position + len(self.text[position:]) - len(self.text[position:].lstrip())
                raise FormulaError(self.text, start, f"{self.text[start]!r} has no meaning in a formula")
            position = match.end()
            sign = "".join(match[match.lastindex or 0].split())  # spaces around a comparison are free
            found.append(_Token(_OTHER_SIGNS.get(sign, sign), match.start(match.lastindex or 0)))
        return [*found, _Token("", len(self.text))]

    def whole(self) -> Formula:
        formula = self._binary(1)
        if self._next.text:
            raise self._expected("an operator or the end")
        return formula

    @property
    def _next(self) -> _Token:
        return self.tokens[self.place]

    def _take(self) -> _Token:
        token = self._next
        self.place += 1
        return token

    def _expected(self, what: str) -> FormulaError:
        found = repr(self._next.text) if self._next.text else "the end"
        return FormulaError(self.text, self._next.position, f"expected {what}, found {found}")

    def _sign(self, sign: str) -> None:
        if self._next.text != sign:
            raise self._expected(f"{sign!r}")
        self.place += 1

    def _binary(self, weakest: int) -> Formula:
        """A formula of operators that bind at least so tightly."""
        self._deeper()
        left = self._unary()
        while (strength := _BINARY.get(self._next.text, 0)) >= weakest:
            sign = self._take().text
            if sign in ("&", "|"):
                parts = [left, self._binary(strength + 1)]
                while self._next.text == sign:
                    self.place += 1
                    parts.append(self._binary(strength + 1))
                left = And(tuple(parts)) if sign == "&" else Or(tuple(parts))
            else:
                right = self._binary(strength)
                left = Implies(left, right) if sign == "->" else Iff(left, right)
        self.depth -= 1
        return left

    def _unary(self) -> Formula:
        self._deeper()
        formula = self._prefixed()
        self.depth -= 1
        return formula

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaError(self.text, self._next.position, "too many operators inside each other")

    def _prefixed(self) -> Formula:
        token = self._next
        if token.text == "~":
            self.place += 1
            return Not(self._unary())
        if token.text.endswith("{"):
            return self._modal()
        if token.text in ("[!", "<!"):
            self.place += 1
            said = self._binary(1)
            self._sign("]" if token.text == "[!" else ">")
            return (AfterAnnouncing if token.text == "[!" else CanAnnounce)(said, self._unary())
        if token.text in ("[", "<"):
            return self._event()
        if token.text == "(":
            self.place += 1
            inner = self._binary(1)
            self._sign(")")
            return inner
        if not ATOM.fullmatch(token.text):
            raise self._expected("a formula")
        self.place += 1
        return {"true": TRUE, "false": FALSE}.get(token.text) or Atom(token.text)

    def _modal(self) -> Formula:
        operator = self._take().text[:-1]
        start = self._next.position
        group = [self._name("an agent")]
        while self._next.text == ",":
            self.place += 1
            group.append(self._name("an agent"))
        self._sign("}")
        if operator in ("E", "C", "D"):
            kind = {"E": Everyone, "C": Common, "D": Distributed}[operator]
            return kind(tuple(group), self._unary())
        if len(group) > 1:
            raise FormulaError(self.text, start, f"{operator} takes one agent; E, C and D take groups")
        (agent,) = group
        if operator == "M":
            return Not(Knows(agent, Not(self._unary())))
        return (Knows if operator == "K" else KnowsWhether)(agent, self._unary())

    def _name(self, what: str) -> str:
        if not NAME.fullmatch(self._next.text):
            raise self._expected(what)
        return self._take().text

    def _event(self) -> Formula:
        box = self._take().text == "["
        start = self._next.position
        name = self._name("the name of an event model, or '!' for an announcement")
        if name not in self.actions:
            known = ", ".join(self.actions) or "none was given"
            raise FormulaError(self.text, start, f"there is no event model {name!r} (known: {known})")
        action = self.actions[name]
        self._sign(",")
        start = self._next.position
        event = self._name("an event")
        if event not in action.names:
            raise FormulaError(self.text, start, f"event model {name} has no event {event!r}")
        self._sign("]" if box else ">")
        return (AfterEvent if box else CanHappen)(action, event, self._unary())
