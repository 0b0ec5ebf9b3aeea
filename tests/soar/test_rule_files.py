"""Rule files: every rule is in the kernel, or an error names the one that is not and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from mendax.soar import RuleError, RuleFile, SoarAgent
from tests.soar.rule_sets import BID, INDIFFERENT

BODY = "(state <s> ^superstate nil) --> (<s> ^mark {})"


def rule(name: str, mark: str = "1") -> str:
    return f"sp {{{name} {BODY.format(mark)}}}"


def load(*texts: str) -> set[str]:
    with SoarAgent("reader", [RuleFile.of_text(text, f"{number}.soar") for number, text in enumerate(texts)]) as agent:
        return {name for name in agent.rules.names() if not name.startswith("mendax*")}


@pytest.mark.parametrize(
    "text",
    [
        rule("a"),
        f"# a }} in a comment\n{rule('a')} # and another {{",
        f"sp {{a # why, {{ and |\n{BODY.format(1)}}}",
        rule("a", "|}|"),
        rule("a", "|a \\| bar and a { brace|"),
        f'sp {{a "a text about it" {BODY.format(1)}}}',
        f"  sp  {{a\n\n{BODY.format(1)}\n}}\n",
    ],
)
def test_a_rule_however_it_is_written(text: str) -> None:
    assert load(text) == {"a"}


def test_rules_that_generate_rules() -> None:
    assert load("gp {g (state <s> ^superstate nil ^x [a b]) --> (<s> ^y [1 2])}") == {f"g*{n}" for n in range(1, 5)}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (rule("p1"), r"0\.soar, line 1: rule p1: the kernel takes a letter and digits for an identifier"),
        (f"{rule('a')}\n\n{rule('a', '2')}", r"0\.soar, line 3: rule a is there already, on line 1"),
        (f"{rule('a')}\n{rule('b')}", r"line 2: rule b: Ignoring b because it is a duplicate of a"),
        (rule("a")[:-1], r"line 1: rule a: a \{ that is not closed"),
        (rule("a", "|open"), r"line 1: rule a: a \| that is not closed"),
        (rule("a") + "}", r"expected a rule, .*, not '}'"),
        (f"{rule('a')}\nchunk always", r"line 2: expected a rule, .*, not 'chunk'; settings are made in Python"),
        ("sp {}", r"line 1: a rule without a name"),
        ("sp {a (state <s> ^x 1 --> (<s> ^y 1)}", r"rule a: Expected variable or constant for test$"),
        ("sp {a (state <s> ^x 1) --> (<s> ^y )}", r"rule a: Illegal value for RHS value$"),
        ("sp {a (state <s> ^x 1) --> (<z> ^y 1)}", r"rule a: Attempted to add rule with ungrounded action"),
        ("sp {a (<z> ^x 1) --> (<z> ^y 1)}", r"rule a: Warning: .* is not connected to any goal"),
        ("sp {a (state <s> ^x 1) --> (<s> ^y (twice 1))}", r"rule a: there is no right-hand-side function twice"),
        ("sp {a (state <s> ^x 1) --> (<s> ^y (exec twice 1))}", r"there is no right-hand-side function twice"),
    ],
)
def test_a_bad_rule_is_named_with_its_file(text: str, complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        load(text)


def test_two_files_cannot_have_a_rule_of_one_name() -> None:
    with pytest.raises(RuleError, match=r"1\.soar, line 1: rule a is there already, from 0\.soar, line 1"):
        load(rule("a"), rule("a", "2"))


def test_a_file_is_read_from_disk_or_from_a_package(tmp_path: Path) -> None:
    path = tmp_path / "one.soar"
    path.write_text(rule("one"))
    assert [each.name for each in RuleFile.of_path(path).rules()] == ["one"]
    assert [each.line for each in RuleFile.of_package("mendax.soar", "commands.soar").rules()] == [5]


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"cannot read the rule file .*none\.soar: No such file"):
        RuleFile.of_path(tmp_path / "none.soar")
    with pytest.raises(RuleError, match=r"cannot read the rule file none\.soar of mendax\.soar: No such file"):
        RuleFile.of_package("mendax.soar", "none.soar")
    with pytest.raises(RuleError, match=r"of no_such_package: No module named"):
        RuleFile.of_package("no_such_package", "none.soar")
    (tmp_path / "latin.soar").write_bytes(b"\xff\xfe")
    with pytest.raises(RuleError, match=r"latin\.soar: .*decode"):
        RuleFile.of_path(tmp_path / "latin.soar")


def test_rules_are_counted_replaced_and_excised() -> None:
    with SoarAgent("owner", [BID]) as agent:
        before = agent.rules.names()
        assert agent.rules.load(INDIFFERENT, RuleFile.of_text(rule("a"))) == 2
        assert agent.rules.names() - before == {"select*any", "a"}
        assert agent.counts().rules == len(before) + 2
        assert agent.rules.load(RuleFile.of_text(rule("a", "2")), replace=True) == 0
        agent.rules.excise("a", "select*any")
        assert agent.rules.names() == before
        agent.rules.load(INDIFFERENT)
