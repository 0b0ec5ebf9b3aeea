"""From the numbers of the study to its page; the words are in `templates/report.html`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mendax.games.one_die.study import figures
from mendax.games.one_die.study.numbers import OneDieNumbers, PublishedWins
from mendax.games.one_die.study.published import (
    CITATION,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    THESIS_SECONDS,
    THESIS_TIME,
)
from mendax.report.render import save_page


@dataclass(frozen=True, slots=True)
class PersonLine:
    """What people won in the thesis's Tables 2 to 4, and the most that could be won."""

    who: str
    against: str
    turn: str
    published: PublishedWins
    best: float


def write(numbers: OneDieNumbers, path: Path) -> None:
    """Write the whole page."""
    by_agent = {line.agent: line for line in numbers.exploitability}
    tree = by_agent["tree"].exploitability
    context = {
        "title": "One-die Liar's Dice: the thesis reproduced",
        "citation": CITATION,
        "numbers": numbers,
        "tree": numbers.table_1[0],
        "matrix": numbers.table_1[1],
        "exploitability": {agent: line.exploitability for agent, line in by_agent.items()},
        "first_wins": (1 + numbers.value) / 2,
        "worse_readings": sum(reading.exploitability > tree for reading in numbers.readings),
        "least_exploitable": min(reading.exploitability for reading in numbers.readings),
        "people": people(numbers),
        "thesis_time": THESIS_TIME,
        "speed_up": THESIS_SECONDS / numbers.seconds,
        "win_rates": figures.win_rates(numbers),
        "exploitability_figure": figures.exploitability(numbers),
    }
    save_page(path, "mendax.games.one_die.study", "report.html", context)


def people(numbers: OneDieNumbers) -> list[PersonLine]:
    """The lines of Tables 2 to 4 that are about people."""
    responses = {line.agent: line for line in numbers.exploitability}
    fair = (1 + numbers.value) / 2
    found = []
    for table, who, first, best in (
        (TABLE_2, "player one", "player one", fair),
        (TABLE_2, "player two", "player two", fair),
        (TABLE_3, "person", "person", responses["matrix"].response_first),
        (TABLE_3, "person", "matrix", responses["matrix"].response_second),
        (TABLE_4, "person", "person", responses["tree"].response_first),
        (TABLE_4, "person", "tree", responses["tree"].response_second),
    ):
        wins = table[first]
        against = next(name for name in wins if name != who)
        turn = "first" if who == first else "second"
        found.append(PersonLine(who, against, turn, PublishedWins.of(wins[who], sum(wins.values())), best))
    return found
