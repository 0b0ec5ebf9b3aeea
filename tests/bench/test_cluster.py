"""Every study says what it computes, and a plan comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import pytest

from mendax.arena.engines.simulation import Games, Machines, Simulated
from mendax.arena.engines.workload import Planned
from mendax.bench.cluster import Prediction, cluster, measure
from mendax.bench.engines import engines
from mendax.core.catalogue import load
from mendax.core.errors import MendaxError
from mendax.report.study import studies


@pytest.mark.parametrize("name", sorted(studies().keys() - {"champion"}))  # that one trains on one GPU
def test_every_study_has_a_workload(name: str) -> None:
    planned = cast("Callable[[], Sequence[Planned]]", load(studies()[name].workload))()
    assert planned
    assert all(one.title for one in planned)


def test_a_short_study_is_measured_and_simulated() -> None:
    works = measure(studies()["one-die"], 0.0)
    assert isinstance(works[0], Games)
    assert works[0].games == 10_000
    assert all(seconds > 0 for seconds in works[0].seconds)
    found = cluster(study="one-die", seconds="0", runs="2", cores="1,4").values["studies"][0]
    one, four = found["on"]
    assert one["hours"] > four["hours"] > 0
    assert one["hours"] >= found["core_hours"]


def test_a_line_of_the_table_computed_by_hand() -> None:
    """Two simulations of one and of three hours: two hours on average, and the means of the rest."""
    runs = [Simulated(3600.0, 10, 0, 0.75), Simulated(3 * 3600.0, 12, 3, 0.25)]
    found = Prediction.of(Machines(100), runs)
    assert found.to_json() == {"cores": 100, "hours": 2.0, "efficiency": 0.5, "losses": 1.5}


def test_what_is_asked_for_is_read() -> None:
    with pytest.raises(MendaxError, match="cores are numbers"):
        cluster(cores="many")
    with pytest.raises(MendaxError, match="runs is 1 at least, not 0"):
        cluster(runs="0")
    with pytest.raises(MendaxError, match="loss_hours is 0 at least, not -1"):
        cluster(loss_hours="-1")
    with pytest.raises(MendaxError, match="seconds is 0 at least, not nan"):
        cluster(seconds="nan")
    with pytest.raises(MendaxError, match="repeats is 1 at least, not 0"):
        engines(game="one-die", agents="tree,matrix", repeats="0")
    with pytest.raises(MendaxError, match="there is no study 'none'"):
        cluster(study="none")
