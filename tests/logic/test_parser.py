"""The text of a formula and the formula are the same thing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.core.errors import MendaxError
from mendax.logic import (
    ActionModel,
    AfterAnnouncing,
    AfterEvent,
    And,
    Atom,
    CanAnnounce,
    CanHappen,
    Common,
    Constant,
    Distributed,
    Event,
    Everyone,
    Formula,
    FormulaError,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    LogicError,
    Not,
    Or,
    conjunction,
    disjunction,
    parse,
)
from mendax.logic.parser import DEEPEST
from tests.logic.strategies import EXAMPLES, hidden_actions, static, with_actions

P, Q, R = Atom("p"), Atom("q"), Atom("r")
COIN = ActionModel("A", (Event("e"), Event("f")))


@given(static(12))
@EXAMPLES
def test_text_parses_back(formula: Formula) -> None:
    assert parse(str(formula)) == formula
    assert hash(parse(str(formula))) == hash(formula)


@given(with_actions(hidden_actions()))
@EXAMPLES
def test_text_with_event_models_parses_back(formula: Formula) -> None:
    def named(inner: Formula) -> list[ActionModel]:
        if isinstance(inner, AfterEvent | CanHappen):
            return [inner.action]
        return named(inner.inner) if isinstance(inner, Knows | AfterAnnouncing) else []

    assert parse(str(formula), named(formula)) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("p & q & r", And((P, Q, R))),
        ("(p & q) & r", And((And((P, Q)), R))),
        ("p | q & r", Or((P, And((Q, R))))),
        ("p -> q -> r", Implies(P, Implies(Q, R))),
        ("p <-> q -> r", Iff(P, Implies(Q, R))),
        ("~p & q", And((Not(P), Q))),
        ("K{a} p & q", And((Knows("a", P), Q))),
        ("Kw{a}p", KnowsWhether("a", P)),
        ("M{a} p", Not(Knows("a", Not(P)))),
        ("E{b,a} p", Everyone(("a", "b"), P)),
        ("C{ a , b , a } p", Common(("a", "b"), P)),
        ("D{1,2} p", Distributed(("1", "2"), P)),
        ("[! p] K{a} p", AfterAnnouncing(P, Knows("a", P))),
        ("<!p> q", CanAnnounce(P, Q)),
        ("[! p][! q] r", AfterAnnouncing(P, AfterAnnouncing(Q, R))),
        ("[A, e] p", AfterEvent(COIN, "e", P)),
        ("<A,f> p", CanHappen(COIN, "f", P)),
        ("true & ~false", And((Constant(True), Not(Constant(False))))),
        ("¬p ∧ q ∨ r → ⊥ ↔ ⊤", Iff(Implies(Or((And((Not(P), Q)), R)), Constant(False)), Constant(True))),
        ("K & Kw", And((Atom("K"), Atom("Kw")))),
        ("d4.2 & x'", And((Atom("d4.2"), Atom("x'")))),
    ],
)
def test_syntax(text: str, formula: Formula) -> None:
    assert parse(text, [COIN]) == formula


@pytest.mark.parametrize(
    ("text", "position", "fault"),
    [
        ("", 1, "expected a formula, found the end"),
        ("K{a} (p & )", 11, "expected a formula, found ')'"),
        ("(p & q", 7, "expected ')', found the end"),
        ("p q", 3, "expected an operator or the end, found 'q'"),
        ("p # q", 3, "'#' has no meaning in a formula"),
        ("K{} p", 3, "expected an agent, found '}'"),
        ("K{a,b} p", 3, "K takes one agent; E, C and D take groups"),
        ("[! p q", 6, "expected ']', found 'q'"),
        ("[B, e] p", 2, "there is no event model 'B' (known: A)"),
        ("[A, g] p", 5, "event model A has no event 'g'"),
        ("p -> -> q", 6, "expected a formula, found '->'"),
    ],
)
def test_faults_show_their_position(text: str, position: int, fault: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text, [COIN])
    assert str(caught.value) == f"at character {position}: {fault}: {text}"
    assert caught.value.picture().splitlines()[1].index("^") == position - 1
    assert isinstance(caught.value, MendaxError)


@given(st.text("pqK{a}()[]<>!~&|-, wECD\n¬", max_size=20))
@EXAMPLES
def test_any_text_is_a_formula_or_one_line(text: str) -> None:
    try:
        formula = parse(text)
    except FormulaError as error:
        assert 0 <= error.position <= len(text)
        assert "\n" not in str(error)
    else:
        assert parse(str(formula)) == formula


def test_depth_is_limited() -> None:
    assert parse("~" * (DEEPEST - 2) + "p")
    for text in ("~" * DEEPEST + "p", "(" * 5000 + "p", "p -> " * 5000 + "p"):
        with pytest.raises(FormulaError):
            parse(text)


def test_operators_build_formulas() -> None:
    assert parse("p & ~q | r -> p") == (P & ~Q | R) >> P
    assert conjunction([]) == Constant(True)
    assert disjunction([]) == Constant(False)
    assert conjunction([P]) == P
    assert disjunction([P, Or((Q, R))]) == Or((P, Q, R))


def test_what_has_no_text_is_no_formula() -> None:
    for build in (
        lambda: Atom("a b"),
        lambda: Atom("true"),
        lambda: Knows("", P),
        lambda: Common((), P),
        lambda: And((P,)),
    ):
        with pytest.raises(LogicError):
            build()
    with pytest.raises(LogicError, match="no event 'h'"):
        AfterEvent(COIN, "h", P)
