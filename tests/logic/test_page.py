"""docs/logic.md shows what really happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from mendax.logic.examples import cards

DOCS = Path(__file__).parents[2] / "docs"


def test_the_examples_of_the_page_run() -> None:
    """All of them in order, as one session."""
    sessions = re.findall(r"```pycon\n(.*?)```", (DOCS / "logic.md").read_text(), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, "logic.md", None, None)
    assert len(test.examples) > 30
    failures: list[str] = []
    doctest.DocTestRunner().run(test, out=failures.append)
    assert not failures, "".join(failures)


def test_the_picture_is_the_one_that_the_library_draws() -> None:
    assert (DOCS / "logic-cards.svg").read_text() == cards.model().to_svg("012")
