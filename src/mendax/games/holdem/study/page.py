"""From the numbers of the study to its page; the words are in `templates/report.html`."""

from __future__ import annotations

from pathlib import Path

from mendax.games.holdem.study import published
from mendax.games.holdem.study.numbers import SoarBotNumbers
from mendax.report.render import save_page


def write(numbers: SoarBotNumbers, folder: Path) -> None:
    """Write the whole page."""
    context = {
        "title": "SoarBot: the thesis's tables, and SoarBot among our players",
        "published": published,
        "numbers": numbers,
    }
    save_page(folder / "report.html", "mendax.games.holdem.study", "report.html", context)
