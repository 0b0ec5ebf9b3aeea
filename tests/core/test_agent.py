"""Agents: mixing, listening, preparing, and what becomes of one that cannot be built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from mendax.core import Agent, AnyGame, Decision, Factory, MendaxError, MixedAgent, Seat
from mendax.core.agent import FailedAgent, build_or_forfeit, listens, prepared
from mendax.core.errors import MissingExtra
from mendax.core.streams import Stream
from mendax.core.uniform import Uniform, uniform
from tests.kuhn import Kuhn

GAME = Kuhn()


class Fixed(MixedAgent[Any, Any, Any]):
    """Plays the given mix."""

    def __init__(self, rng: Random, **mix: float) -> None:
        super().__init__(rng)
        self.shares = mix

    def mix(self, view: object, actions: Sequence[Any]) -> Mapping[Any, float]:
        return self.shares


class TestMixing:
    def test_actions_are_drawn_as_often_as_the_mix_says(self) -> None:
        agent = Fixed(Stream(1), a=0.25, b=0.75)
        drawn = Counter(agent.act(None, "ab").action for _ in range(4000))
        assert drawn["a"] == pytest.approx(1000, abs=5 * 27.4)

    def test_an_explanation_is_the_mix_and_changes_nothing(self) -> None:
        plain, asked = (Fixed(Stream(2), a=0.5, b=0.5) for _ in range(2))
        for _ in range(20):
            decision = asked.act(None, "abc", explain=True)
            assert decision.action == plain.act(None, "abc").action
            assert decision.explanation is not None
            assert [option.probability for option in decision.explanation.options] == [0.5, 0.5, 0.0]

    def test_a_sum_just_below_one_still_draws_a_possible_action(self) -> None:
        class Last(Random):
            def random(self) -> float:
                return 1 - 2**-53

        assert Fixed(Last(), a=0.3, b=0.6, c=0.0).act(None, "abc").action == "b"

    def test_one_action_needs_no_draw(self) -> None:
        rng = Stream(3)
        before = rng.getstate()
        assert Fixed(rng, a=1.0).act(None, "ab").action == "a"
        assert rng.getstate() == before


class Hearing(Uniform):
    def hear(self, event: object) -> None:
        """Listen."""


class Ending(Uniform):
    def end(self, view: object, payoffs: Sequence[float]) -> None:
        """Listen."""


def test_a_listener_is_recognised_by_what_it_overrides() -> None:
    rng = Random(0)
    assert [listens(agent) for agent in (Uniform(rng), Hearing(rng), Ending(rng))] == [False, True, True]


@dataclass(frozen=True)
class Broken:
    """A factory that raises when it builds."""

    error: BaseException

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        raise self.error


@dataclass(frozen=True)
class Unprepared(Broken):
    """A factory that raises when it is prepared."""

    def prepare(self, game: AnyGame) -> Factory:
        raise self.error


@dataclass(frozen=True)
class Costly:
    """A factory that builds only when it was prepared."""

    ready: bool = False

    def prepare(self, game: AnyGame) -> Factory:
        return Costly(ready=True)

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        assert self.ready
        return Uniform(rng)


class TestPreparing:
    """What goes wrong is reported, never hidden."""

    def test_what_is_costly_is_prepared_and_the_rest_stays(self) -> None:
        assert prepared(Costly(), GAME) == Costly(ready=True)
        assert prepared(uniform, GAME) is uniform

    @pytest.mark.parametrize("factory", [Broken, Unprepared])
    def test_an_agent_that_does_not_play_the_game_says_so(self, factory: type[Broken]) -> None:
        with pytest.raises(MendaxError, match=r"^two dice only$"):
            prepared(factory(MendaxError("two dice only")), GAME)

    @pytest.mark.parametrize("factory", [Broken, Unprepared])
    def test_a_missing_extra_is_named(self, factory: type[Broken]) -> None:
        with pytest.raises(MissingExtra, match="numba, which is not installed"):
            prepared(factory(ModuleNotFoundError("No module named 'numba'", name="numba")), GAME)

    @pytest.mark.parametrize(
        "error", [ValueError("no\ntable"), SystemExit("no table"), ModuleNotFoundError("no table")]
    )
    def test_a_breakdown_in_preparing_is_one_line(self, error: BaseException) -> None:
        with pytest.raises(MendaxError, match=rf"^slow cannot be prepared: {type(error).__name__}: no table$"):
            prepared(Unprepared(error), GAME, "slow")

    def test_a_breakdown_in_building_is_a_warning(self) -> None:
        """It may break down in some matches only, and is then counted there."""
        factory = Broken(RuntimeError("no memory"))
        with pytest.warns(
            UserWarning, match="shaky forfeits where it cannot be built, as now: RuntimeError: no memory"
        ):
            assert prepared(factory, GAME, "shaky") is factory


def test_an_agent_that_cannot_be_built_forfeits_with_the_reason() -> None:
    agent = build_or_forfeit(Broken(SystemExit(3)), GAME, 0, Random(0))
    assert isinstance(agent, FailedAgent)
    with pytest.raises(SystemExit):
        agent.act(None, ())
    assert isinstance(build_or_forfeit(uniform, GAME, 0, Random(0)), Uniform)


def test_a_decision_is_an_action_and_perhaps_an_explanation() -> None:
    assert Decision("b") == ("b", None)
