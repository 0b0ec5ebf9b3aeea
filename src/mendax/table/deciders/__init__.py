"""Our agents at a table decide in worker processes: asked by a question, kept warm, dropped and rebuilt.

Names load when they are used: a worker imports this package too, and needs nothing of what supervises it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mendax.table.deciders.deciders import Deciders, DecidersClosed
    from mendax.table.deciders.pending import WorkerStatus
    from mendax.table.deciders.question import Advice, Answer, PlayedMove, Question

_HOMES = {
    "Advice": "question",
    "Answer": "question",
    "Deciders": "deciders",
    "DecidersClosed": "deciders",
    "PlayedMove": "question",
    "Question": "question",
    "WorkerStatus": "pending",
}

__all__ = ["Advice", "Answer", "Deciders", "DecidersClosed", "PlayedMove", "Question", "WorkerStatus"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
