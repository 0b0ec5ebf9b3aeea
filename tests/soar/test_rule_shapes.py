"""Shapes of rules: read once, the same as when every rule is read by itself."""

from __future__ import annotations

import pytest

from mendax.soar import RuleError
from mendax.soar.rule_shapes import RuleShapes, ShapedRule, Slot
from mendax.soar.rule_text import Comparison, Condition, read_rule

CHUNK = """sp {chunk*numeric*t10-28-32
    :chunk
    (state <s1> ^table <t1> ^operator <o1> +)
    (<t1> ^num-shown 0 ^own-dice { <o2> > 2 } ^dice <d1>
          ^face { <f1> <> 4 })
    (<d1> ^shown << 1 2 >> ^share -0.5)
    (<o1> ^push no ^count 10)
    -->
    (<s1> ^operator <o1> = -0.25)
}"""


def filled_in(rule: ShapedRule) -> tuple[Condition, ...]:
    """The conditions of a rule with its numbers in their places."""

    def value(operand: object) -> object:
        if isinstance(operand, tuple):
            return tuple(map(value, operand))
        return rule.numbers[operand] if isinstance(operand, Slot) else operand

    return tuple(
        condition._replace(
            comparisons=tuple(Comparison(one.relation, value(one.operand)) for one in condition.comparisons)  # type: ignore[arg-type]
        )
        for condition in rule.shape.conditions
    )


def test_a_shape_with_its_numbers_is_the_rule() -> None:
    found = RuleShapes().read(CHUNK)
    assert found.numbers == (0, 2, 4, 1, 2, -0.5, 10)
    assert filled_in(found) == read_rule(CHUNK).conditions


def test_rules_of_one_shape_are_read_once() -> None:
    shapes = RuleShapes()
    first = shapes.read(CHUNK)
    other = CHUNK.replace("t10-28-32", "t9-1-1").replace("count 10", "count 7").replace("= -0.25", "= 1.0e-05")
    assert shapes.read(other).shape is first.shape
    assert shapes.read(other).numbers == (*first.numbers[:-1], 7)
    for change in (
        ("push no", "push yes"),
        ("> 2", "< 2"),
        ("<s1> ^operator <o1> = -0.25", "<o1> ^class safe ^rank 3"),
    ):
        assert shapes.read(CHUNK.replace(*change)).shape is not first.shape


@pytest.mark.parametrize("text", ["", "sp {name}", "sp {name --> (<s> ^a 1)}", "a word", "sp {name (<s> ^a §1) --> }"])
def test_what_is_no_rule(text: str) -> None:
    with pytest.raises(RuleError, match=r"this is no rule|tests nothing"):
        RuleShapes().read(text)
