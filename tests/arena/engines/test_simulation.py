"""The simulation: exact where it can be computed by hand, and losses cost what they should."""

from __future__ import annotations

from random import Random

import pytest

from mendax.arena.engines.simulation import Chains, Games, Machines, simulate
from mendax.core.errors import MendaxError


def ideal(cores: int) -> Machines:
    """Nothing is lost, and handing out takes no time."""
    return Machines(cores, loss_hours=0, driver_seconds=0, latency=0)


def test_equal_games_take_their_share() -> None:
    done = simulate([Games("games", 100_000, (0.1,))], ideal(10), Random(0))
    assert done.seconds == pytest.approx(1_000, rel=0.005)
    assert done.efficiency == pytest.approx(1, abs=0.005)
    assert done.losses == 0


def test_chains_are_as_long_as_the_longest() -> None:
    chains = Chains("learners", ((5.0, 5.0, 5.0), (1.0,), (1.0, 1.0)))
    assert simulate([chains], ideal(100), Random(0)).seconds == 15
    assert simulate([chains], ideal(1), Random(0)).seconds == 18
    assert simulate([chains, chains], ideal(100), Random(0)).seconds == 30, "one waits for the other"


def test_the_longest_chain_goes_first() -> None:
    chains = Chains("learners", ((1.0,), (1.0,), (1.0, 1.0, 1.0, 1.0)))
    assert simulate([chains], ideal(2), Random(0)).seconds == 4


def test_games_computed_by_hand() -> None:
    """Eight games of a second on two cores. The first task is a third of a core's share, two games; then all have one.

    Both cores have played two games after two seconds, and the other four take two more.
    """
    done = simulate([Games("games", 8, (1.0,))], ideal(2), Random(0))
    assert done.seconds == 4.0
    assert done.tasks == 1 + 2 + 4
    assert done.efficiency == 1.0


class Losing(Random):
    """Nodes are lost at these times, one after the other, and then never."""

    times: list[float]

    def expovariate(self, lambd: float = 1.0) -> float:
        return self.times.pop(0) if self.times else 1e9


def test_a_loss_computed_by_hand() -> None:
    """Three tasks of ten seconds on two nodes of a core, of which the first is lost after four seconds.

    A task costs the driver 1 ms, and 2 ms on its way. The first two end at 10.003 and 10.004 s; the first is lost, so
    the second node does it again from 10.004 to 20.007 s, and the third until 30.010 s.
    """
    machines = Machines(2, node_cores=1, loss_hours=1, driver_seconds=0.001, latency=0.002)
    rng = Losing(0)
    rng.times = [4.0, 1e9]
    done = simulate([Chains("tasks", ((10.0,),) * 3)], machines, rng)
    assert done.seconds == pytest.approx(30.010, abs=1e-9)
    assert done.tasks == 4
    assert done.losses == 1
    assert done.efficiency == pytest.approx(30 / (2 * 30.010))


def test_losses_cost_time_and_no_games() -> None:
    work = [Games("games", 200_000, (0.5, 1.5))]
    whole = simulate(work, Machines(64, loss_hours=0), Random(1))
    losing = simulate(work, Machines(64, loss_hours=1), Random(1))
    assert losing.losses > 0
    assert whole.seconds < losing.seconds < 1.5 * whole.seconds
    assert losing.efficiency < whole.efficiency


def test_a_task_that_is_never_done_is_not_waited_for() -> None:
    with pytest.raises(MendaxError, match="nodes are lost so often that the longest task is never done"):
        simulate([Chains("task", ((36_000.0,),))], Machines(2, loss_hours=0.1), Random(2))


def test_all_nodes_lost_at_once_come_back() -> None:
    done = simulate([Chains("task", ((600.0,) * 20,))], Machines(2, loss_hours=1), Random(2))
    assert done.losses > 0
    assert done.seconds > 12_000


def test_the_driver_is_the_limit_of_many_cores() -> None:
    """Tasks of two seconds on 10,000 cores and 1 ms of the driver for each: it needs five times as long as they do."""
    chains = Chains("tasks", ((2.0,),) * 50_000)
    done = simulate([chains], Machines(10_000, loss_hours=0, driver_seconds=0.001, latency=0), Random(0))
    assert done.seconds == pytest.approx(52, abs=1)


def test_nodes_have_all_cores() -> None:
    assert Machines(2).nodes == (2,)
    assert sum(Machines(100).nodes) == 100
    assert max(Machines(1000).nodes) <= 16
