"""Workers that hang or die are replaced; their agents pay with the choice, and nobody else notices."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import pytest

from mendax.core.errors import MendaxError
from mendax.table.deciders import Deciders, DecidersClosed, Question, WorkerStatus
from mendax.table.deciders import deciders as deciders_module
from mendax.table.deciders.process import WorkerProcess
from tests.table.deciders.bad_agents import enter_bad_agents
from tests.table.deciders.playing import Played, play

T = TypeVar("T")


@pytest.fixture(scope="module", autouse=True)
def bad_agents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("bad")
    enter_bad_agents(folder)
    yield
    sys.path.remove(str(folder))


PLAYERS = ("honest", "random")


def with_deciders(
    run: Callable[[Deciders], Awaitable[T]], workers: int = 2, seconds: float = 60.0, keep: int = 64
) -> T:
    async def main() -> T:
        deciders = Deciders(workers, seconds, keep)
        deciders.start()
        try:
            return await run(deciders)
        finally:
            await deciders.close()

    return asyncio.run(main())


FAULTS = {
    "die": "the process died: exit code 3",
    "segfault": "the process died: signal SIGSEGV",
    "kill": "the process died: signal SIGKILL",
    "close_files": "the process died: it closed its files",
    "hang": "no decision in 2 s",
    "interrupt": "it broke down: KeyboardInterrupt",
    "raise": "it broke down: ValueError",
    "illegal": "an illegal action",
    "unbuildable": "it cannot be built: RuntimeError: cannot be built",
    "other-game": "this agent does not play one-die",
    "dies-when-built": "the process died: exit code 3",
}


async def play_beside(deciders: Deciders, *deeds: str) -> list[list[Played]]:
    """For each deed a match with it and, at the same time, some without."""
    found = []
    for deed in deeds:
        harmed = [play(deciders, "one-die", (f"bad:{deed}", "honest"), 3)] if deed else []
        others = [play(deciders, "one-die", PLAYERS, seed, key=str(seed)) for seed in range(8)]
        found.append(list(await asyncio.gather(*harmed, *others)))
    return found


@pytest.fixture(scope="module")
def undisturbed() -> list[Played]:
    (found,) = with_deciders(lambda deciders: play_beside(deciders, ""), 1)
    return found


@pytest.fixture(scope="module")
def harmed() -> dict[str, list[Played]]:
    quick = [deed for deed in FAULTS if deed != "hang"]
    found = dict(zip(quick, with_deciders(lambda deciders: play_beside(deciders, *quick)), strict=True))
    (found["hang"],) = with_deciders(hang_beside, seconds=2.0)
    return found


async def hang_beside(deciders: Deciders) -> list[list[Played]]:
    """Agents that have been prepared may take long for their first decisions: only the one that hangs is late."""
    for agent in PLAYERS:
        await deciders.prepare("one-die", agent)
    return await play_beside(deciders, "hang")


@pytest.mark.parametrize("deed", FAULTS)
def test_harm_costs_the_choice_of_that_agent_alone(
    deed: str, harmed: dict[str, list[Played]], undisturbed: list[Played]
) -> None:
    bad, *others = harmed[deed]
    for seat, answer in zip(bad.seats, bad.answers, strict=True):
        assert answer.fault == (FAULTS[deed] if seat == 0 else ""), "its opponent goes on"
    assert 0 in bad.seats
    assert [other.moves for other in others] == [other.moves for other in undisturbed]


def test_what_an_agent_prints_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    async def run(deciders: Deciders) -> Played:
        return await play(deciders, "one-die", ("bad:print_lines", "honest"), 3)

    assert with_deciders(run).faults == set()
    assert capfd.readouterr().out == ""


def test_an_agent_that_writes_to_the_socket_costs_its_worker() -> None:
    async def run(deciders: Deciders) -> tuple[Played, int]:
        return await play(deciders, "one-die", ("bad:scribble", "honest"), 3), deciders.deaths

    played, deaths = with_deciders(run)
    assert deaths >= 2
    assert all(bool(answer.fault) == (seat == 0) for seat, answer in zip(played.seats, played.answers, strict=True))


def test_an_agent_that_eats_memory_breaks_down() -> None:
    async def main() -> Played:
        deciders = Deciders(1, 60.0, memory=0.5)
        deciders.start()
        try:
            return await play(deciders, "one-die", ("bad:eat", "honest"), 3)
        finally:
            await deciders.close()

    assert asyncio.run(main()).faults == {"it broke down: MemoryError"}


def test_an_agent_that_kills_again_and_again_is_not_asked_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(deciders: Deciders) -> list[str]:
        faults = []
        for number in range(4):
            question = Question(f"m{number}", "one-die", 0, "bad:dies-when-built", 1, ((None, "roll 3", False),))
            faults.append((await deciders.decide(question)).fault)
        return faults

    monkeypatch.setattr(deciders_module, "GIVE_UP_AFTER", 2)
    faults = with_deciders(run, workers=1)
    assert faults[:2] == ["the process died: exit code 3"] * 2
    assert faults[2:] == ["given up after 5 deaths or late decisions"] * 2


class Killer:
    """Kills a worker now and then, but never one at a question that has cost a worker already."""

    def __init__(self, deciders: Deciders, kills: int) -> None:
        self.deciders, self.kills, self.calls, self.chooser = deciders, kills, 0, random.Random(4)
        self.killed: list[WorkerProcess] = []

    def __call__(self) -> None:
        self.calls += 1
        if self.calls < 12 or not self.kills:
            return
        for slot in self.chooser.sample(self.deciders._slots, len(self.deciders._slots)):
            process = slot.process
            if process is None or not slot.ready or process in self.killed:  # its death may not be noticed yet
                continue
            if not any(each.kills for each in slot.sent.values()):
                self.killed.append(process)
                os.kill(process.process.pid, signal.SIGKILL)
                self.kills, self.calls = self.kills - 1, self.chooser.randrange(8)
                return


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_workers_killed_at_random_moments_change_nothing(workers: int) -> None:
    tables = [("liars-dice:players=3", ("p", "honest", "probability")), ("one-die", ("tree", "matrix"))]

    async def plays(deciders: Deciders, kills: int) -> tuple[list[Played], int]:
        killer = Killer(deciders, kills)
        found = await asyncio.gather(
            *(
                play(deciders, game, agents, seed, key=f"{game} {seed}", most=36, after=killer)
                for game, agents in tables
                for seed in range(3)
            )
        )
        return list(found), deciders.deaths

    calm, _ = with_deciders(lambda deciders: plays(deciders, 0), workers)
    wild, deaths = with_deciders(lambda deciders: plays(deciders, 3), workers)
    assert deaths == 3
    assert not any(played.faults for played in wild), "a death at a decision is forgiven once"
    assert [played.moves for played in wild] == [played.moves for played in calm]


def test_others_do_not_wait_for_an_agent_that_hangs() -> None:
    """The questions behind it, and later ones of the same worker's matches, are answered by another worker."""

    async def run(deciders: Deciders) -> bool:
        first = [play(deciders, "one-die", PLAYERS, seed, key=str(seed), most=2) for seed in range(8)]
        await asyncio.gather(*first)
        hanging = asyncio.create_task(play(deciders, "one-die", ("bad:hang", "honest"), 3))
        await asyncio.gather(*(play(deciders, "one-die", PLAYERS, seed, key=str(seed)) for seed in range(8)))
        waits = not hanging.done()
        hanging.cancel()
        return waits

    assert with_deciders(run, seconds=600.0)


@pytest.mark.parametrize("known", [True, False])
def test_agents_that_hang_at_many_tables_leave_a_worker_to_the_others(known: bool) -> None:
    """Whether or not the others have decided before; the hanging ones wait for each other."""

    async def run(deciders: Deciders) -> bool:
        if known:
            await play(deciders, "one-die", PLAYERS, 1, key="before")
        roll = ((None, "roll 3", False),)
        asked = [deciders.decide(Question(f"h{number}", "one-die", 0, "bad:hang", 1, roll)) for number in range(12)]
        hanging = [asyncio.create_task(each) for each in asked]
        await asyncio.gather(*(play(deciders, "one-die", PLAYERS, seed, key=str(seed)) for seed in range(8)))
        waits = not any(each.done() for each in hanging)
        for each in hanging:
            each.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)
        return waits

    assert with_deciders(run, seconds=60.0)


def test_a_preparation_does_not_wait_for_what_is_prepared_ahead() -> None:
    async def run(deciders: Deciders) -> bool:
        warming = asyncio.create_task(deciders.warm("one-die", "bad:hang"))
        await deciders.prepare("one-die", "honest", 1)
        waits = not warming.done()
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        return waits

    assert with_deciders(run, seconds=60.0)


def test_a_thousand_matches_hold_no_more_agents_than_are_kept() -> None:
    async def run(deciders: Deciders) -> tuple[WorkerStatus, ...]:
        asked = [
            deciders.decide(Question(f"m{number}", "one-die", 0, "honest", number, ((None, "roll 3", False),)))
            for number in range(1000)
        ]
        assert {answer.action for answer in await asyncio.gather(*asked)} == {"call 3"}
        return await deciders.status()

    found = with_deciders(run, keep=16)
    assert sum(status.matches for status in found) == 1000, "also where questions moved from a busy worker"
    assert all(0 < status.agents <= 16 for status in found)


def test_decisions_that_differ_are_logged_without_what_is_hidden(caplog: pytest.LogCaptureFixture) -> None:
    async def run(deciders: Deciders) -> Played:
        return await play(deciders, "yahtzee:players=2", ("bad:forgetful", "bad:forgetful"), 3, key="K", most=24)

    with caplog.at_level(logging.WARNING):
        played = with_deciders(run, keep=1)
    assert any(answer.differed for answer in played.answers)
    assert caplog.messages[0].startswith("match K, seat ")
    assert not any("keep" in text or "score" in text or "roll" in text for text in caplog.messages)


def test_an_agent_may_compile_something_at_a_later_decision() -> None:
    """The first decisions of an agent in a worker may be slow, if it has decided before."""

    async def run(deciders: Deciders) -> Played:
        await deciders.prepare("one-die", "bad:slow-later")
        return await play(deciders, "one-die", ("bad:slow-later", "honest"), 3, most=2)

    played = with_deciders(run, workers=1, seconds=0.5)
    assert len(played.answers) == 1
    assert not played.faults


def test_preparing_refuses_what_cannot_play() -> None:
    async def run(deciders: Deciders) -> None:
        await deciders.prepare("one-die", "equilibrium")
        for game, agent, reason in (
            ("one-die", "nobody", "there is no one-die agent 'nobody'"),
            ("no-game", "honest", "there is no game 'no-game'"),
            ("one-die", "bad:other-game", "does not play one-die"),
            ("one-die", "bad:dies-when-built", "the process died: exit code 3"),
        ):
            with pytest.raises(MendaxError, match=reason):
                await deciders.prepare(game, agent)

    with_deciders(run)


def test_questions_without_an_answer_raise_when_the_workers_are_closed() -> None:
    async def main() -> None:
        deciders = Deciders(1, 600.0)
        deciders.start()
        (slot,) = deciders._slots
        assert slot.process is not None
        hanging = asyncio.create_task(play(deciders, "one-die", ("bad:hang", "honest"), 3))
        async with asyncio.timeout(60):
            while slot.process.place[0] < 0:  # until the worker is at the question
                await asyncio.sleep(0.01)
        await deciders.close()
        with pytest.raises(DecidersClosed):
            await hanging
        with pytest.raises(DecidersClosed):
            await deciders.decide(Question("k", "one-die", 0, "honest", 1, ((None, "roll 3", False),)))

    asyncio.run(main())
