"""What is sent to a worker about a question, and how its answer is read."""

from __future__ import annotations

import logging
from typing import Any

from mendax.table.deciders.pending import Inspection, Pending, Preparation, ReviewOrder
from mendax.table.deciders.question import Answer, Question
from mendax.table.deciders.slots import Homes, Slot
from mendax.table.deciders.worker import ADVISE, DECIDE, INSPECT, PREPARE, REVIEW, WARM

_log = logging.getLogger(__name__)


def message(pending: Pending, slot: Slot, homes: Homes) -> list[Any]:
    """A question as a worker reads it, with the moves of the match that it does not know yet."""
    about = pending.about
    if isinstance(about, Inspection):
        return [INSPECT, pending.number]
    if isinstance(about, ReviewOrder):
        return [REVIEW, pending.number, about.record, about.seat]
    if isinstance(about, Preparation):
        return [WARM if about.warming else PREPARE, pending.number, about.game, about.agent]
    home = homes.at(about.match, slot)
    start = 0 if pending.whole or home.known > len(about.moves) else home.known
    home.known = len(about.moves)
    moves = [(seat, text, int(default)) for seat, text, default in about.moves[start:]]
    seed = about.seed_bytes().hex()
    asked = [about.match, about.game, about.seat, about.agent, seed]
    return [ADVISE if about.advise else DECIDE, pending.number, *asked, start, moves, about.explain]


def read_answer(question: Question, answer: dict[str, Any]) -> Answer:
    """A worker's answer; decisions that differ are logged by their moves alone, because actions may be hidden."""
    differed = answer.get("differed") or []
    if differed:
        where = ", ".join(map(str, differed[:8]))
        _log.warning(
            "match %s, seat %d: %s was rebuilt and decides otherwise at move %s",
            question.match,
            question.seat,
            question.agent,
            where,
        )
    return Answer(
        str(answer.get("action", "")),
        answer.get("explanation"),
        float(answer.get("seconds", 0.0)),
        bool(answer.get("rebuilt")),
        bool(differed),
        str(answer.get("fault", "")),
    )
