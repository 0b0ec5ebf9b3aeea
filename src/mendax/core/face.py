"""The word *Face*: how a game is shown to a person, and how a person's words are read.

The terminal and the page use the same face. A face gets views and actions, never a state. Its texts name players as
`seat 1`; whoever shows them puts names there (`mendax.table.wording`). In a table, `seat_cell` leaves room for a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from mendax.core.agent import Explanation, Option
from mendax.core.errors import BadNotation
from mendax.core.game import AnyGame, Count, Seat, game_text

V = TypeVar("V")
A = TypeVar("A")

MENU: Final = 12
"""Of more choices than these, the menu of a game without a face of its own shows the first."""

COMMANDS: Final = {
    "?": "a hint: the options, best first",
    "w": "why the others did what they did",
    "n": "the same with the numbers behind it",
    "look": "the table again",
    "rules": "the rules of the game",
    "help": "what can be typed, and what the words mean",
    "coach": "a verdict after each of your moves, on or off",
    "u": "take your last move back, as long as no chance has answered it",
    "save": "leave and keep the game for later",
    "q": "leave; an unfinished game is kept for later",
}
"""What a person can type at every decision, besides an action: no action of any game is written so."""
LONG_COMMANDS: Final = {
    "hint": "?",
    "why": "w",
    "numbers": "n",
    "h": "help",
    "undo": "u",
    "s": "save",
    "quit": "q",
    "exit": "q",
}


@dataclass(frozen=True, slots=True)
class Hint:
    """What an adviser says of a position: a table, best option first, and what it believes, in words."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sentence: str = ""
    beliefs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked before their move counts."""

    text: str
    firm: bool = False
    """Whether Enter alone is not enough: the person must say yes."""


NO_BREAK: Final = "\u00a0"


def seat_cell(seat: Seat, width: int) -> str:
    """A seat in a table: whoever puts names there cuts or pads them to this width, which is at least 7."""
    return f"seat {seat}".rjust(width, NO_BREAK)


class Face(Generic[V, A]):
    """Shows views in plain notation and reads actions by number or by text; a game overrides what it does better."""

    open_information: ClassVar[bool] = False
    """Whether nothing is hidden, so that a decision can be explained at once and not when the round is over."""

    def for_game(self, game: AnyGame) -> Face[V, A]:
        """The face of a game with its parameters; itself where no text depends on them."""
        return self

    # What is shown.

    def describe(self, view: V) -> str:
        """A view in a few lines for a person."""
        return str(view)

    def tell(self, event: Any) -> str:
        """Something that happened, in words; what a person need not read is empty."""
        return str(event)

    def recount(self, events: Sequence[Any], seat: Seat) -> str:
        """What to tell a seat of events that it was not told of yet, the last one new; empty to wait for more."""
        return self.tell(events[-1])

    def round_end(self, view: V) -> str:
        """How the round ended and how things stand, shown after it; empty: the game's standing is shown."""
        return ""

    def holding(self, view: V) -> str:
        """What the seat holds that others do not see, in a few words; shown with its decisions at an open table."""
        return ""

    def situation(self, view: V) -> str:
        """What a decision is about, in a few words, for a review: `with a 5 under the cup`."""
        held = self.holding(view)
        return f"with {held}" if held else ""

    def position(self, view: V) -> str:
        """A whole position in a line, for a table of positions; a spectator's view says whose turn it is."""
        return str(view)

    def say(self, view: V, action: A) -> str:
        """An action in words, as an order or a claim: `call 5`, `keep 6 6`."""
        return str(action)

    def menu(self, view: V, actions: Sequence[A]) -> str:
        """What can be typed here."""
        shown = "   ".join(f"{number}: {self.say(view, one)}" for number, one in enumerate(actions[:MENU], 1))
        more = len(actions) - MENU
        return shown if more <= 0 else f"{shown}   ... {more:,} more, such as {actions[-1]}"

    def result(self, game: AnyGame, view: V, payoffs: Sequence[float], ending: str) -> str:
        """How the match ended; `view` is the last view of the person's seat."""
        return f"{result_line(game, payoffs)}: {ending}."

    # What is read.

    def read(self, game: AnyGame, view: V, actions: Sequence[A], text: str) -> A:
        """The action that a person means; raises `BadNotation` that says what is wrong, for the person to try again."""
        if text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= len(actions):
            return actions[int(text) - 1]
        action: A = game.parse_action(text)
        if action not in actions:
            raise BadNotation(self.refusal(view, actions, action))
        return action

    def plan(self, game: AnyGame, view: V, actions: Sequence[A], text: str) -> Sequence[A]:
        """All actions that a person means by one line: the first is for now, the others for their next decisions."""
        return (self.read(game, view, actions, text),)

    def confirm(self, view: V, plan: Sequence[A]) -> Question | None:
        """What to ask before a plan is carried out; it is the only way back where chance answers at once."""
        return None

    def refusal(self, view: V, actions: Sequence[A], action: A) -> str:
        """Why an action is not allowed here."""
        return f"{action} is not allowed here"

    def completions(self, view: V, actions: Sequence[A]) -> Sequence[str]:
        """What the line editor offers; a few hundred at most."""
        return [str(action) for action in actions[:300]]

    # What is explained.

    def rules(self, game: AnyGame) -> str:
        """The rules in plain words: what a person must know to play."""
        return f"{game_text(game)} brings no rules in words."

    def words(self, game: AnyGame) -> Mapping[str, str]:
        """Words that stand on the screen, and what each means."""
        return {}

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        """What a person may type, and what it does."""
        return {"1, 2, 3, ...": "the choice with that number", "its text": "the same"}

    def hint(self, view: V, explanation: Explanation[A]) -> Hint:
        """An adviser's options, best first."""
        options = best_first(explanation.options)
        often = any(option.probability is not None for option in options)
        valued = any(option.value is not None for option in options)
        noted = any(option.note for option in options)
        columns = ("option", *(("how often",) if often else ()), *((explanation.scale,) if valued else ()))
        columns += ("",) if noted else ()
        rows = []
        for option in options:
            row = [self.say(view, option.action)]
            if often:
                row.append("" if option.probability is None else f"{100 * option.probability:.1f} %")
            if valued:
                row.append("" if option.value is None else f"{option.value:.3f}")
            if noted:
                row.append(option.note)
            rows.append(tuple(row))
        beliefs = tuple(f"{belief.about}: {100 * belief.probability:.1f} %" for belief in explanation.beliefs)
        return Hint(columns, tuple(rows), explanation.sentence, beliefs)

    def reason(self, view: V, action: A, explanation: Explanation[A]) -> str:
        """Why somebody acted so, in a sentence made of the decision's own numbers."""
        if explanation.sentence:
            return explanation.sentence
        others = [option for option in best_first(explanation.options) if option.action != action]
        chosen = next((option for option in explanation.options if option.action == action), None)
        if chosen is None:
            return ""
        if chosen.probability is not None and chosen.probability < 1:
            likely = max(others, key=lambda option: option.probability or 0, default=None)
            next_one = f"; next {self.say(view, likely.action)}" if likely and likely.probability else ""
            return f"It does this in {100 * chosen.probability:.0f} % of cases{next_one}."
        if chosen.value is not None and others and others[0].value is not None:
            best = self.say(view, others[0].action)
            return f"{_capital(explanation.scale)} {chosen.value:.3f}; {best} has {others[0].value:.3f}."
        return ""

    def verdict(self, view: V, action: A, explanation: Explanation[A]) -> str:
        """What an action cost by an adviser's values; empty where the adviser gives none."""
        lost = lost_by(action, explanation)
        if lost is None:
            return ""
        if not lost:
            return "As good as anything here."
        best = max((one for one in explanation.options if one.value is not None), key=lambda one: one.value or 0.0)
        return f"That costs {lost:.3f} of {explanation.scale}: {self.say(view, best.action)} was better."


AnyFace: TypeAlias = Face[Any, Any]


ROUNDING: Final = 5e-4
"""A loss below this is none."""


def lost_by(action: Any, explanation: Explanation[Any]) -> float | None:
    """What an action lost against the best one by an adviser's values; `None` where it gives none."""
    values = {option.action: option.value for option in explanation.options if option.value is not None}
    if action not in values:
        return None
    lost = max(values.values()) - values[action]
    return lost if lost >= ROUNDING else 0.0


def best_first(options: Sequence[Option[Any]]) -> list[Option[Any]]:
    """Options by value, or by how often they are chosen where not all have a value."""
    if all(option.value is not None for option in options):  # values that differ by rounding only are equal
        return sorted(options, key=lambda option: (-round(option.value or 0.0, 9), -(option.probability or 0.0)))
    return sorted(options, key=lambda option: -(option.probability or 0.0))


def result_line(game: AnyGame, payoffs: Sequence[float]) -> str:
    """Who won, who lost, or who won how much: whatever the game counts."""
    counted = game.counted
    if counted.kind is Count.MONEY:
        return ", ".join(f"seat {seat} {paid:+g}" for seat, paid in enumerate(payoffs)) + f" {counted.unit}"
    won = counted.kind is Count.WINS
    mark = max(payoffs) if won else min(payoffs)
    those = [f"seat {seat}" for seat, paid in enumerate(payoffs) if paid == mark]
    if not won and len(those) == len(payoffs):
        return "nobody lost"
    return f"{' and '.join(those)} {'won' if won else 'lost'}"


def name_seats(text: str, names: Sequence[str]) -> str:
    """A text with names instead of seats, for reviews: `mendax.table.wording` also puts verbs right.

    >>> name_seats("challenge seat 1's bid", ["you", "Ann"])
    "challenge Ann's bid"
    """

    def name(found: re.Match[str]) -> str:
        seat, owns = int(found[1]), found[2] or ""
        if seat >= len(names):
            return found[0]
        return "your" if owns and names[seat] == "you" else names[seat] + owns

    return re.sub(r"\bseat (\d+)('s)?", name, text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
