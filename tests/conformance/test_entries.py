"""The suite for entries passes every game of the catalogue and notices broken entries."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import pytest

from mendax.conformance import check_entry
from mendax.conformance.entries import check_agent_entry
from mendax.core import AgentEntry, GameEntry
from mendax.core.catalogue import GENERAL_AGENTS, games
from mendax.core.game import AnyGame


@pytest.mark.parametrize("name", list(games()))
def test_the_catalogue_passes(name: str) -> None:
    check_entry(games()[name])


@pytest.mark.parametrize("entry", GENERAL_AGENTS, ids=lambda entry: entry.name)
def test_the_general_agents_pass(entry: AgentEntry) -> None:
    check_agent_entry(entry, KUHN.build(), "random" if entry.argument else "")


KUHN = GameEntry("kuhn", "Three cards", "tests.kuhn:Kuhn")
HERE = __name__


def undescribed(game: AnyGame, colour: str = "red") -> None:
    """A command whose option has no description."""


def described(game: AnyGame, colour: Annotated[str, "which"] = "red") -> None:
    """A command whose option has one."""


def not_a_factory(game: AnyGame, seat: int, rng: object) -> str:
    return "no agent"


BROKEN: list[tuple[GameEntry, str]] = [
    (replace(KUHN, about=""), "no line about itself"),
    (replace(KUHN, name="khun"), "the entry is named khun, the game kuhn"),
    (replace(KUHN, rules="tests.kuhn:redeal"), "is not a class"),
    (replace(KUHN, advisor="nobody"), "the advisor nobody is not among the agents"),
    (replace(KUHN, solver="tests.kuhn:CARDS"), "cannot be called"),
    (replace(KUHN, coach="tests.kuhn:CARDS"), "has no review"),
    (replace(KUHN, face="tests.kuhn:CARDS"), "is not a Face"),
    (replace(KUHN, tour="tests.kuhn:CARDS"), "is not a Tour"),
    (replace(KUHN, studies=("tests.kuhn:CARDS",)), "is not a Study"),
    (replace(KUHN, benchmarks=("tests.kuhn:CARDS",)), "is not a tuple of benchmarks"),
    (replace(KUHN, commands={"guess": f"{HERE}:described"}), "there is no command 'guess'"),
    (replace(KUHN, commands={"solve": f"{HERE}:undescribed"}), "the option colour is not Annotated"),
    (replace(KUHN, agents=(AgentEntry("a", "An agent", f"{HERE}:not_a_factory"),)), "does not build an Agent"),
]


@pytest.mark.parametrize(("entry", "complaint"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_entry_is_noticed(entry: GameEntry, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_entry(entry)


def test_a_good_entry_from_outside_passes() -> None:
    responder = AgentEntry("responder", "Knows AGENT", "mendax.theory.agents:best_response_to", "AGENT")
    entry = replace(KUHN, commands={"solve": f"{HERE}:described"}, agents=(responder,))
    check_entry(entry)
    check_entry(entry, {"responder": "random"})
