"""How one-die Liar's Dice is shown to a person, and what a person types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mendax.core.agent import Explanation
from mendax.core.errors import BadNotation
from mendax.core.face import Face, Hint, best_first
from mendax.core.game import AnyGame
from mendax.games.one_die.face.rules import RULES, WORDS
from mendax.games.one_die.rules import OneDie, View
from mendax.games.one_die.rules.types import ACCEPT, CHALLENGE, UNROLLED, Action, Call, dice_text
from mendax.report.dice_art import draw_dice

_SHORT: Mapping[str, Action] = {"a": ACCEPT, "accept": ACCEPT, "c": CHALLENGE, "l": CHALLENGE, "liar": CHALLENGE}


class OneDieFace(Face[View, Action]):
    """The die, the calls so far, and what may be said."""

    def describe(self, view: View) -> str:
        lines = [_standing(view)]
        own = _own(view)
        if view.winner is not None:
            die = view.dice[view.caller]
            lines += [draw_dice(_dice(die), f"seat {view.caller} had this")] if view.challenged else []
        elif own and (view.seat == view.caller or not view.call):
            lines.append(draw_dice(_dice(own), "under your cup"))
        elif own:  # a kept die says something about the other's call too
            lines.append(f"Your own die shows {_shown(own)}.")
        if view.call and view.winner is None:
            lines.append(f"Seat {view.caller} called {view.call}. True or a lie?")
        return "\n".join(lines)

    def holding(self, view: View) -> str:
        own = _own(view)
        return f"a {_shown(own)} under the cup" if own and view.seat == view.caller else ""

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        if view.call:
            return "a: accept, then you roll and must call higher   c: challenge, the die is shown"
        calls = [action.value for action in actions if isinstance(action, Call)]
        own, shown = _own(view), ", ".join(map(str, calls))
        lie = f" {own} is the truth" if own in calls else f" {own} would be the truth and is too low now"
        return f"Call {shown}:{lie}, the others are lies."

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        """A number is a call; `a` accepts, `c` challenges."""
        word = text.lower()
        action = _SHORT.get(word) or game.parse_action(f"call {word}" if word.isdecimal() and word.isascii() else word)
        if action not in actions:
            raise BadNotation(self.refusal(view, actions, action))
        return action

    def refusal(self, view: View, actions: Sequence[Action], action: Action) -> str:
        if view.call:
            return f"seat {view.caller} has called {view.call}: accept it (a) or challenge it (c)"
        if not isinstance(action, Call):
            return "it is you who calls: type the number"
        if action.value <= view.accepted:
            return f"a call must be higher than {view.accepted}, the last accepted one"
        return f"a call may not be below your die: it shows {_own(view)}"

    def completions(self, view: View, actions: Sequence[Action]) -> Sequence[str]:
        return [str(action) for action in actions]

    def hint(self, view: View, explanation: Explanation[Action]) -> Hint:
        """How often the exact solution would do each, and how often one wins after it."""
        rows = tuple(
            (
                str(option.action),
                "" if option.probability is None else f"{100 * option.probability:.0f} %",
                "" if option.value is None else f"{50 * (1 + option.value):.1f} %",
            )
            for option in best_first(explanation.options)
        )
        beliefs = tuple(f"{one.about}: {100 * one.probability:.0f} %" for one in explanation.beliefs)
        return Hint(("option", "how often", "then wins"), rows, "", beliefs)

    def verdict(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        values = {option.action: option.value for option in explanation.options if option.value is not None}
        if action not in values:
            return ""
        best = max(values, key=lambda one: values[one])
        lost = 50 * (values[best] - values[action])
        if lost < 0.05:
            return f"{action} is as good as anything: you win {50 * (1 + values[action]):.1f} % from here."
        return f"{action} costs {lost:.1f} wins in a hundred; {best} was better."

    def result(self, game: AnyGame, view: View, payoffs: Sequence[float], ending: str) -> str:
        if view.winner is None:
            return super().result(game, view, payoffs, ending)
        caller, winner = f"seat {view.caller}", f"seat {view.winner}"
        if not view.challenged:
            return f"Nothing beats {view.call}, so accepting it loses. {winner.capitalize()} wins."
        die = _shown(view.dice[view.caller])
        truth = "the truth" if view.winner == view.caller else "a lie"
        return f"{caller.capitalize()} called {view.call} and had {die}: {truth}. {winner.capitalize()} wins."

    def rules(self, game: AnyGame) -> str:
        assert isinstance(game, OneDie)
        kept = "Each player rolls once at the start and keeps the die." if game.kept else ""
        dice = f"{game.dice} dice are read from high to low as one number: 6 and 4 are 64." if game.dice > 1 else ""
        return " ".join(filter(None, (RULES.format(top=game.top), dice, kept)))

    def words(self, game: AnyGame) -> Mapping[str, str]:
        return WORDS

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        return {"5": "call 5", "a": "accept the call", "c": "challenge it"}


def _standing(view: View) -> str:
    if not view.accepted:
        return "No call has been accepted yet."
    return f"The last accepted call is {view.accepted}."


def _own(view: View) -> int:
    """One's own die, or 0 where there is none."""
    return view.dice[view.seat] if view.seat is not None and view.dice[view.seat] > UNROLLED else 0


def _dice(value: int) -> tuple[int, ...]:
    """The dice of a value: more than one are read as one number, so each digit is a die."""
    return (value,) if value <= 20 else tuple(map(int, str(value)))


def _shown(value: int) -> str:
    return dice_text(value, 1)


FACE = OneDieFace()
