"""`mendax solve` and `mendax exploit` of one-die."""

from __future__ import annotations

import pytest

from tests.command_line import call, call_json


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    found = call_json(capsys, "solve", "one-die")
    assert found["value"] == pytest.approx(11 / 30, abs=1e-9)
    assert abs(found["exploitability"]) < 1e-9
    assert len(found["subgames"]) == 10
    assert found["published"]["seconds"] == 36_000
    code, out, _ = call(capsys, "solve", "one-die")
    assert code == 0
    assert "over ten hours" in " ".join(out.split())


@pytest.mark.parametrize(("agent", "expected"), [("tree", 25 / 108), ("matrix", 0.367943), ("equilibrium", 0.0)])
def test_exploit(capsys: pytest.CaptureFixture[str], agent: str, expected: float) -> None:
    found = call_json(capsys, "exploit", "one-die", agent)
    assert found["exploitability"] == pytest.approx(expected, abs=1e-6)
    assert len(found["by_seat"]) == 2
    assert call(capsys, "exploit", "one-die", agent)[0] == 0
