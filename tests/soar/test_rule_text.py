"""Rules read from their text: conditions of all shapes, and which rules are the same."""

from __future__ import annotations

import pytest

from mendax.soar import RuleError
from mendax.soar.rule_text import Comparison, Variable, read_rule

CHUNK = """sp {chunk*numeric*t7-1
    "rl-updates=7;delta-bar-delta-h=0;"
    :chunk
    (state <s1> ^operator <o1> + ^table <t2>)
    (<o1> ^thrown 3 ^rung <r1>)
    (<r1> ^count 2 ^tally <t1> ^face <f1>)
    (<t1> ^known 0 ^unknown { > 1 <= 4 } ^word |two words|)
    (<t2> ^bid.face { <> <f1> } ^kind << a 2 >>)
   -(<t2> ^pass)
   -{(<t1> ^limit 0.5)
     (<t1> ^limit { < 3 <> <f1> })}
    -->
    (<s1> ^operator <o1> = -0.604938)
}"""


def test_what_a_rule_tests() -> None:
    rule = read_rule(CHUNK)
    assert rule.name == "chunk*numeric*t7-1"
    assert (rule.state, rule.operator, rule.preference, rule.value) == ("s1", "o1", "=", -0.604938)
    assert rule.paths()[Variable("t1")] == ("operator", "rung", "tally")
    tally = rule.of(Variable("t1"))
    assert tally["known"][0].constant == 0
    assert tally["unknown"][0].comparisons == (Comparison(">", 1), Comparison("<=", 4))
    assert tally["word"][0].constant == "two words"
    assert "limit" not in tally, "what may not be there is not there"
    table = rule.of(Variable("t2"))
    assert table["kind"][0].comparisons == (Comparison("in", ("a", 2)),)
    (face,) = rule.of(table["bid"][0].variable or Variable())["face"]
    assert face.comparisons == (Comparison("<>", Variable("f1")),)


def test_negations_are_told_apart() -> None:
    negated = [condition for condition in read_rule(CHUNK).conditions if condition.negation]
    assert [condition.attribute for condition in negated] == ["pass", "limit", "limit"]
    assert negated[0].comparisons == ()
    assert negated[0].negation != negated[1].negation == negated[2].negation


def test_a_rule_is_the_same_by_what_it_tests() -> None:
    """Another name, another value, other variables, another order."""
    same = """sp {other
        (state <s> ^table <a> ^operator <b> +)
        (<a> ^kind << a 2 >> ^bid <x>)
        (<x> ^face { <> <e> })
        (<b> ^rung <c>)
        (<c> ^tally <d> ^face <e> ^count 2)
       -(<a> ^pass)
        (<d> ^word |two words| ^unknown { <= 4 > 1 } ^known 0)
       -{(<d> ^limit { <> <e> < 3 })
         (<d> ^limit 0.5)}
        (<b> ^thrown 3)
        -->
        (<s> ^operator <b> = 0.25)
    }"""
    assert read_rule(same).signature() == read_rule(CHUNK).signature()
    for old, new in (
        ("^thrown 3", "^thrown 4"),
        ("-(<a> ^pass)", "(<a> ^pass)"),
        ("<b> = 0.25", "<b> >"),
        ("3", "3.0"),
    ):
        assert read_rule(same.replace(old, new, 1)).signature() != read_rule(CHUNK).signature(), new


def test_which_object_is_tested_counts() -> None:
    """Two objects under one attribute: one has both values, or each has one."""
    rule = "sp {{r (state <s> ^operator <o> + ^die <a> ^die <b>) {} --> (<s> ^operator <o> = 0.0)}}"
    both = read_rule(rule.format("(<a> ^face 1 ^cup 2) (<b> ^face 3)"))
    each = read_rule(rule.format("(<a> ^face 1) (<b> ^face 3 ^cup 2)"))
    swapped = read_rule(rule.format("(<b> ^face 1 ^cup 2) (<a> ^face 3)"))
    assert both.signature() != each.signature()
    assert both.signature() == swapped.signature()


def test_preferences_without_a_number() -> None:
    rule = read_rule("sp {best (state <s> ^operator <o> +) (<o> ^name go) --> (<s> ^operator <o> >)}")
    assert (rule.preference, rule.value, rule.makes) == (">", None, "best")


def test_rules_that_make_something_else() -> None:
    """A chunk may put attributes on an operator; what it makes is part of which rule it is."""
    text = "sp {{r (state <s> ^operator <o> +) (<o> ^face 1) --> (<o> ^class {} ^rank 4)}}"
    safe, certain = read_rule(text.format("safe")), read_rule(text.format("certain"))
    assert certain.makes == "class certain, rank 4"
    assert certain.signature() != safe.signature()
    assert certain.signature() == read_rule(text.format("certain").replace("<o>", "<x>")).signature()


@pytest.mark.parametrize(
    "text",
    ["nonsense", "sp {empty --> (<s> ^a b)}", "sp {open (state <s> ^a --> (<s> ^b c)}", "sp {x (state <s> ^a b)}"],
)
def test_what_is_no_rule_is_an_error_of_one_line(text: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_rule(text)
    assert "\n" not in str(caught.value)
