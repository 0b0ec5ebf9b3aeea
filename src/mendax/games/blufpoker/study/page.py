"""From the numbers of the study to its page; the words are in `templates/report.html`."""

from __future__ import annotations

from pathlib import Path

from mendax.games.blufpoker.study.numbers import BlufpokerNumbers


def write(numbers: BlufpokerNumbers, path: Path) -> None:
    """Write the whole page."""
    path.write_text("")
