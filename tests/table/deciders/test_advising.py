"""What a worker does besides deciding: it advises, makes agents ready, and reviews."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mendax.core.agent import Decision, Explanation, Option
from mendax.core.catalogue import build_game, face_of
from mendax.core.errors import MendaxError
from mendax.core.face import Face
from mendax.table.deciders import Deciders, Question
from mendax.table.deciders.desk import Desk
from mendax.table.deciders.explaining import MOST_ADVISED, MOST_ROWS, advice_json, told_json
from mendax.table.deciders.trial import MOVES, ROUNDS
from tests.kuhn import Kuhn
from tests.table.deciders.test_desk import first_moves


class Silent(Face[Any, Any]):
    def reason(self, view: Any, action: Any, explanation: Explanation[Any]) -> str:
        raise KeyError("what is hidden")


def test_an_adviser_is_asked_and_not_kept() -> None:
    desk, (moves, seat) = Desk(64, [0, 0, 0]), first_moves(1, game_text="one-die")
    played = desk.decide("m", "one-die", seat, "honest", b"seed", 0, moves, False)
    said = desk.advise("m", "one-die", seat, "equilibrium", b"other", len(moves), [])
    assert {"hint", "explanation"} == set(said)
    assert desk.counts() == {"matches": 1, "agents": 1}, "the agent that plays there stays"
    assert desk.decide("m", "one-die", seat, "honest", b"seed", len(moves), [], False)["action"] == played["action"]
    assert desk.advise("m", "one-die", 1 - seat, "equilibrium", b"", 0, moves) == {
        "fault": "it is not this seat's turn"
    }
    assert desk.advise("new", "one-die", seat, "equilibrium", b"", 3, []) == {"lost": 0}
    assert "hint" not in desk.advise("m", "one-die", seat, "tight", b"", 0, moves)


def test_long_advice_is_cut() -> None:
    options = tuple(Option(number, number / 90000, None) for number in range(3 * MOST_ADVISED))
    said: Any = advice_json(Decision(0, Explanation(options)), Face(), None)
    assert len(said["explanation"]["options"]) == MOST_ADVISED
    assert said["explanation"]["left_out"] == 2 * MOST_ADVISED
    assert len(said["hint"]["rows"]) == MOST_ROWS
    assert said["hint"]["rows"][0][0] == str(3 * MOST_ADVISED - 1), "the best first"
    assert advice_json(Decision(0), Face(), None) is None


def test_words_stand_beside_the_numbers() -> None:
    explanation = Explanation((Option("a", 1.0, 1.0), Option("b", 0.5, 0.0)))
    told: Any = told_json(Decision("a", explanation), Face(), None)
    assert (told["reason"], told["say"]) == ("Payoff 1.000; b has 0.500.", "a")
    assert told_json(Decision("a"), Face(), None) is None
    broken: Any = told_json(Decision("a", explanation), Silent(), None)
    assert "reason" not in broken
    assert broken["options"] == told["options"], "a face that breaks down costs the words alone"


@pytest.mark.parametrize(("game", "agent"), [("one-die", "honest"), ("liars-dice:players=3", "probability")])
def test_a_trial_ends(game: str, agent: str) -> None:
    desk, steps = Desk(64, [0, 0, 0]), 0
    while desk.warm(game, agent).get("more"):
        steps += 1
        (trial,) = desk._trials.values()
        assert trial.match.game.round(trial.match.state) <= ROUNDS
    assert 1 <= steps <= MOVES
    assert not desk._trials
    assert desk.warm("one-die", "nobody")["refused"]


def test_questions_are_answered_while_an_agent_is_made_ready() -> None:
    moves, seat = first_moves(1, game_text="one-die")
    question = Question("m", "one-die", seat, "honest", b"seed", moves)

    async def run() -> tuple[list[str], bool]:
        deciders, done = Deciders(1), list[str]()
        deciders.start()
        try:

            async def warm() -> None:
                await deciders.warm("liars-dice:players=2", "probability")
                done.append("warm")

            warming = asyncio.create_task(warm())
            await deciders.decide(question)
            done.append("decided")
            await warming
            with pytest.raises(MendaxError, match="there is no one-die agent 'nobody'"):
                await deciders.warm("one-die", "nobody")
            return done, bool((await deciders.advise(question)).hint)
        finally:
            await deciders.close()

    assert asyncio.run(run()) == (["decided", "warm"], True)


def test_what_is_no_record_is_refused() -> None:
    desk = Desk(64, [0, 0, 0])
    assert desk.review("nonsense", 0)["refused"]


def test_a_game_outside_the_catalogue_has_the_plain_face() -> None:
    assert type(face_of(build_game("one-die"))) is not Face
    assert type(face_of(Kuhn())) is Face
