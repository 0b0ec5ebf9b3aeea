"""From the numbers of the study to its page; the words are in `templates/report.html`."""

from __future__ import annotations

from pathlib import Path

from mendax.games.blufpoker.study import figures, published, walkthrough
from mendax.games.blufpoker.study.answers import Share
from mendax.games.blufpoker.study.authors_slips import ALL, NONE, SINGLE
from mendax.games.blufpoker.study.comparison import Comparison, Losses
from mendax.games.blufpoker.study.numbers import LEVEL, BlufpokerNumbers
from mendax.games.blufpoker.study.published import PLAYERS
from mendax.report.render import Filters, save_page

SLIP_NAMES = {
    (): "none",
    **dict(zip((slips.names for slips in SINGLE), ("the first", "the second", "the third"), strict=True)),
    ALL.names: "all three",
}
EFFECTS = {
    walkthrough.HELPED: "The open dice moved the chance towards the truth, and the answer was right: knowing helped.",
    walkthrough.NOT_ENOUGH: "The open dice moved the chance towards the truth, but not past the threshold: wrong.",
    walkthrough.MISLED: "The open dice moved the chance away from the truth, and the answer was wrong: knowing misled.",
    walkthrough.IN_SPITE: "The open dice moved the chance away from the truth; the answer was right in spite of it.",
    walkthrough.NOTHING: "No die lay open, or they left the chance as it was: the answer is a matter of counting.",
}

WITHOUT_CALL_TOP = ("one/truthful/believe=0.8", "greedy/truthful/believe")
"""The line-up R, GT on the map, where player 1 does not always call 666."""


def write(numbers: BlufpokerNumbers, path: Path) -> None:
    """Write the whole page."""
    verdicts = [line.verdict for line in numbers.line_ups]
    shown = [run for run in numbers.slips if run.slips in (NONE.names, ALL.names)]
    labels = [line_up_label(line.players) for line in numbers.reasoning]
    context = {
        "title": "Blufpoker: the knowledge agent's results reproduced",
        "published": published,
        "numbers": numbers,
        "verdicts": {word: verdicts.count(word) for word in ("confirmed", "explained", "not explained")},
        "level": LEVEL,
        "without_call_top": numbers.map.lost_with(*WITHOUT_CALL_TOP),
        "line_up_games": numbers.line_ups[0].ours.losses.games,
        "letters": {letters: player for letters, player in PLAYERS.items() if letters != "K"},
        "slip_rows": [
            (line.name, numbers.slip_run(at, NONE.names), numbers.slip_run(at, ALL.names))
            for at, line in enumerate(numbers.line_ups)
        ],
        "single_slips": [run for run in numbers.slips if run not in shown],
        "slip_names": SLIP_NAMES,
        "reading_names": list(dict.fromkeys(run.reading for run in numbers.readings)),
        "effects": EFFECTS,
        "effect_counts": {word: numbers.walkthrough.count(word) for word in EFFECTS},
        "reasoning_labels": labels,
        "losses_figure": figures.losses(numbers.line_ups),
        "beliefs_figure": figures.beliefs(numbers.line_ups),
        "map_figure": figures.pair_map(numbers.map),
        "reasoning_figure": figures.reasoning(numbers.reasoning, labels) if numbers.reasoning else None,
    }
    filters: Filters = {"lost": lost, "apart": apart, "p": p_text, "share": share_text}
    save_page(path, "mendax.games.blufpoker.study", "report.html", context, filters)


def lost(losses: Losses, digits: int = 1) -> str:
    """Three loss rates in percent.

    >>> lost(Losses.of([347, 325, 328]))
    '34.7 / 32.5 / 32.8'
    """
    return " / ".join(f"{100 * rate:.{digits}f}" for rate in losses.loss_rates)


def apart(comparison: Comparison) -> str:
    """Three differences in points, each with half the width of its interval."""
    parts = zip(comparison.differences, comparison.ci95, strict=True)
    return ", ".join(f"{100 * one:+.1f} ± {50 * (high - low):.1f}" for one, (low, high) in parts)


def p_text(value: float) -> str:
    """A p-value without false precision.

    >>> p_text(0.0000012), p_text(0.0271)
    ('< 0.0001', '0.027')
    """
    return "< 0.0001" if value < 0.0001 else f"{value:.2g}"


def share_text(share: Share) -> str:
    """A share in percent with half the width of its interval.

    >>> share_text(Share(0.512, (0.5, 0.524)))
    '51.2 ± 1.2'
    """
    text = f"{100 * share.rate:.1f}"
    return text if share.ci95 is None else f"{text} ± {50 * (share.ci95[1] - share.ci95[0]):.1f}"


def line_up_label(players: tuple[str, ...]) -> str:
    """Players 1 and 2 as short as they can be written."""
    letters = {player: word for word, player in PLAYERS.items()} | {"knowing": "K"}
    return " and ".join(letters.get(player, player.removeprefix("naive:")) for player in players[:2])
