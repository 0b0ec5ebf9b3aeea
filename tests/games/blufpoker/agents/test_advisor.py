"""`advisor`: exact where two play, counting elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.catalogue import build_agent, find_game
from mendax.core.errors import MendaxError
from mendax.games.blufpoker.agents.equilibrium import RoundEquilibriumAgent
from mendax.games.blufpoker.agents.odds import Odds
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.one_die.rules import OneDie
from tests.games.blufpoker.high_band import band


def test_who_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mendax.games.blufpoker.agents.equilibrium.load_or_solve", band)
    advisor = build_agent("blufpoker", find_game("blufpoker").advisor)
    assert isinstance(advisor(Blufpoker(players=2), 0, Random(0)), RoundEquilibriumAgent)
    assert isinstance(advisor(Blufpoker(players=2, pass_on=True), 0, Random(0)), Odds)
    assert isinstance(advisor(Blufpoker(), 0, Random(0)), Odds)
    with pytest.raises(MendaxError, match="one-die"):
        advisor(OneDie(), 0, Random(0))
