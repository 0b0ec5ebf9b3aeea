"""From the numbers of the study to its page; the words are in `templates/report.html`."""

from __future__ import annotations

from pathlib import Path

from mendax.games.liars_dice.study import figures, published, readings
from mendax.games.liars_dice.study.numbers import SoarDiceNumbers
from mendax.report.render import save_page


def write(numbers: SoarDiceNumbers, path: Path) -> None:
    """Write the whole page."""
    verdicts = [pair.verdict for pair in numbers.pairs]
    context = {
        "title": "Soar agents at Liar's Dice: Figure 2 reproduced",
        "numbers": numbers,
        "published": published,
        "readings": readings,
        "as_published": verdicts.count("as published"),
        "other_way": verdicts.count("the other way"),
        "undecided": verdicts.count("not decided"),
        "win_rates": figures.win_rates(numbers.pairs),
    }
    save_page(path, "mendax.games.liars_dice.study", "report.html", context)
