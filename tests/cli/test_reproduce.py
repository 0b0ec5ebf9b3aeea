"""`mendax reproduce`: the command; `tests/games/test_studies.py` has the studies."""

from __future__ import annotations

import pytest

from mendax.report.study import studies
from tests.command_line import assert_refused, call, first_words


def test_help_lists_the_studies_with_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "reproduce", "--help")
    assert code == 0
    text = " ".join(out.split())
    assert {"one-die", "soar-dice", "yahtzee-rl"} <= set(studies())
    for study in studies().values():
        assert f"{study.name}: {study.about}." in text
        for part in study.parts:
            assert f"{study.name} --part {part.name}: {part.about}." in text


BAD = [
    (["reproduce"], "which study? There is: "),
    (["reproduce", "one-dice"], "did you mean 'one-die'"),
    (["reproduce", "one-die", "--out", "/dev/null/x"], "cannot be used"),
    (["reproduce", "one-die", "--part", "table-1"], "one-die has no parts"),
    (["reproduce", "soar-dice", "--part", "figure-9"], "there is no part 'figure-9'; did you mean 'figure-2'?"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)
