"""`mendax solve blufpoker` and `mendax exploit blufpoker AGENT`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mendax.cli.app import run


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = call(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "blufpoker:players=5"),
        ("solve", "blufpoker:top321=true"),
        ("exploit", "blufpoker:pass_on=true", "naive"),
        ("exploit", "blufpoker", "nobody"),
        ("exploit", "blufpoker", "naive:one/truthful/sometimes"),
        ("match", "blufpoker", "equilibrium", "naive", "naive"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = call(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1


@pytest.mark.slow
def test_solve_for_programs_and_people(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "solve", "blufpoker", "--workers", "2")
    assert list(found["poker_phase"]) == ["111", "222", "333", "444", "555", "666"]
    assert found["poker_phase"]["111"]["fail"] == 9125 / 11664
    assert found["poker_phase"]["111"]["fail_fraction"] == "9125/11664"
    assert found["poker_phase"]["666"]["equal"] == pytest.approx((91 / 216) ** 3, abs=1e-15)
    assert found["value_truthful_opening"] == pytest.approx(-0.107187791571, abs=1e-9)
    assert found["value_free_opening"] == pytest.approx(0.066613645974, abs=1e-9)
    assert found["value"] == found["value_truthful_opening"]
    assert abs(found["exploitability"]) < 1e-9
    assert found["seconds"] > 0
    code, out, _ = call(capsys, "solve", "blufpoker:opening=free")
    text = " ".join(out.split())
    assert code == 0
    assert "free opening +0.066613645974" in text
    assert "This is the round, not the match." in text


@pytest.mark.slow
def test_exploit_for_programs_and_people(capsys: pytest.CaptureFixture[str]) -> None:
    name = "naive:greedy/truthful/call"
    found = answered(capsys, "exploit", "blufpoker", name)
    starting, answering = found["by_role"]
    assert starting["response_value"] == pytest.approx(1.0)  # a call of a truthful opening loses
    assert starting["equilibrium_value"] == -answering["equilibrium_value"] == found["value"]
    assert found["exploitability"] == (starting["response_value"] + answering["response_value"]) / 2
    code, out, _ = call(capsys, "exploit", "blufpoker", name)
    text = " ".join(out.split())
    assert code == 0
    assert f"Exploitability {found['exploitability']:.6f}" in text
    assert "one round for two players, not the match" in text
