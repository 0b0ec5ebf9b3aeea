"""How one-die Liar's Dice is shown to a person, and what a person types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mendax.core.agent import Explanation, Option
from mendax.core.errors import BadNotation
from mendax.core.face import Face, Hint, best_first
from mendax.core.game import AnyGame
from mendax.games.one_die.face.rules import rules_text, words_of
from mendax.games.one_die.rules import OneDie, View
from mendax.games.one_die.rules.types import ACCEPT, CHALLENGE, UNROLLED, Action, Call, Event
from mendax.report.dice_art import draw_dice

_SHORT: Mapping[str, Action] = {
    **dict.fromkeys(("a", "accept", "b", "believe"), ACCEPT),
    **dict.fromkeys(("c", "challenge", "l", "liar", "doubt"), CHALLENGE),
}


class OneDieFace(Face[View, Action]):
    """The die, the calls so far, and what may be said."""

    # What is shown.

    def describe(self, view: View) -> str:
        lines = [_standing(view)]
        own = _own(view)
        if view.winner is not None:
            lines += [_under_the_cup(view.die, f"what seat {view.caller} had")] if view.challenged else []
        elif own and (view.seat == view.caller or not view.call):
            lines.append(_under_the_cup(own, "under your cup"))
        elif own:  # a kept die says something about the other's call too
            lines.append(f"Under your own cup: {own}.")
        if view.call and view.winner is None:
            lines.append(f"Seat {view.caller} called {view.call}. True or a lie?")
        return "\n".join(lines)

    def tell(self, event: Any) -> str:
        if isinstance(event, Event) and event.shown:
            return f"seat {event.seat} challenges: under the cup is {event.shown}"
        return str(event)

    def holding(self, view: View) -> str:
        own = _own(view)
        return f"{own} under the cup" if own and (view.seat == view.caller or view.call) else ""

    def situation(self, view: View) -> str:
        after = f"after {view.accepted}" if view.accepted else ""
        if view.call:
            held = f"with {_own(view)}" if _own(view) else ""
            return ", ".join(filter(None, (held, f"to a call of {view.call}", after)))
        return ", ".join(filter(None, (f"with {_own(view)}", after)))

    def position(self, view: View) -> str:
        calls = ", ".join(str(call) for call in (*view.earlier, view.accepted) if call)
        if view.seat is None:
            return f"seat {view.caller} to call, after {calls}" if calls else f"seat {view.caller} to call first"
        return f"seat {view.seat} {self.situation(view._replace(accepted=0))}{f', after {calls}' if calls else ''}"

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        if view.call:
            then = "you must call higher" if _own(view) else "you roll and must call higher"
            return f"a: accept, then {then}   c: challenge, the cup is lifted"
        calls = [action.value for action in actions if isinstance(action, Call)]
        own, shown = _own(view), ", ".join(map(str, calls))
        if own not in calls:
            return f"Call {shown}. {own} would be the truth and is too low now: you have to lie."
        if len(calls) == 1:
            return f"Call {shown}: the truth, and nothing else is left."
        return f"Call {shown}. {own} is the truth, the others are lies."

    def result(self, game: AnyGame, view: View, payoffs: Sequence[float], ending: str) -> str:
        if view.winner is None:
            return super().result(game, view, payoffs, ending)
        winner = f"Seat {view.winner} wins."
        if not view.challenged:
            return f"Nothing beats {view.call}, so accepting it loses. {winner}"
        truth = "the truth" if view.winner == view.caller else "a lie"
        return f"Seat {view.caller} called {view.call} and had {view.die}: {truth}. {winner}"

    # What is read.

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        """A number is a call; `a` accepts, `c` challenges."""
        assert isinstance(game, OneDie)
        words = " ".join(text.lower().split())
        called = words.removeprefix("call ").replace(" ", "" if game.dice > 1 else " ")
        if words in _SHORT:
            action = _SHORT[words]
        elif called.isascii() and called.isdecimal():
            # Dice in any order are one number, the highest first.
            action = game.parse_action(f"call {''.join(sorted(called, reverse=True)) if game.dice > 1 else called}")
        else:
            how = "a (accept) or c (challenge)" if view.call else f"the number that you call, such as {game.top}"
            raise BadNotation(f"{text[:40]!r} is no answer here: type {how}")
        if action not in actions:
            raise BadNotation(self.refusal(view, actions, action))
        return action

    def refusal(self, view: View, actions: Sequence[Action], action: Action) -> str:
        if view.call:
            return f"seat {view.caller} has called {view.call}: accept it (a) or challenge it (c)"
        if not isinstance(action, Call):
            return "there is nothing to answer: it is you who calls, so type a number"
        if action.value <= view.accepted:
            return f"a call must be higher than {view.accepted}, the last accepted one"
        return f"a call may not be lower than what is under your cup, {_own(view)}"

    def completions(self, view: View, actions: Sequence[Action]) -> Sequence[str]:
        return [str(action) for action in actions]

    # What is explained.

    def rules(self, game: AnyGame) -> str:
        assert isinstance(game, OneDie)
        return rules_text(game)

    def words(self, game: AnyGame) -> Mapping[str, str]:
        assert isinstance(game, OneDie)
        return words_of(game)

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        assert isinstance(game, OneDie)
        call = game.values[-2]
        typed = f"{call}, {' '.join(str(call))}" if game.dice > 1 else str(call)
        return {typed: f"call {call}", "a": "accept the call", "c": "challenge it (liar does the same)"}

    def hint(self, view: View, explanation: Explanation[Action]) -> Hint:
        """How often each is done, and how often one wins after it."""
        options = best_first(explanation.options)
        valued = any(option.value is not None for option in options)
        rows = [
            (
                str(option.action),
                f"{100 * (option.probability or 0.0):.0f} %",
                *((_wins(explanation, option),) if valued else ()),
                self._told(view, option.action),
            )
            for option in options
        ]
        columns = ("option", "how often", *(("then wins",) if valued else ()), "")
        beliefs = tuple(f"{one.about}: {100 * one.probability:.0f} %" for one in explanation.beliefs)
        return Hint(columns, tuple(rows), "", beliefs)

    def _told(self, view: View, action: Action) -> str:
        if not isinstance(action, Call):
            return ""
        return "the truth" if action.value == _own(view) else "a lie"

    def reason(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        """How often it does this, or what it gives itself, and what it thinks of the call."""
        chosen = next((option for option in explanation.options if option.action == action), None)
        if chosen is None:
            return ""
        told = []
        others = [option for option in explanation.options if option.action != action]
        drawn = [option for option in others if option.probability]
        if drawn:
            rest = ", ".join(f"{option.action}, {100 * (option.probability or 0):.0f} %" for option in drawn)
            told.append(f"It does this in {100 * (chosen.probability or 0):.0f} % of such cases (otherwise {rest}).")
        elif others and chosen.value is not None and others[0].value is not None:
            next_best = best_first(others)[0]
            wins, other = _wins(explanation, chosen), _wins(explanation, next_best)
            told.append(f"By its own count it wins {wins} after this, and {other} after {next_best.action}.")
        elif not others:
            told.append("Nothing else was left.")
        if not view.call and isinstance(action, Call):
            told.append("It told the truth." if action.value == _own(view) else "It lied.")
        for belief in explanation.beliefs:
            share = "the truth" if not belief.probability else f"a lie with {100 * belief.probability:.0f} %"
            told.append(f"It took the call for {share}.")
        return " ".join(told)

    def verdict(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        values = {option.action: option.value for option in explanation.options if option.value is not None}
        if action not in values:
            return ""
        best = max(values, key=lambda one: values[one])
        lost = 50 * (values[best] - values[action])
        if lost < 0.05:
            return f"{action} is as good as anything: you win {50 * (1 + values[action]):.1f} % from here."
        return f"{action} costs {lost:.1f} wins in a hundred games; better: {best}."


def _wins(explanation: Explanation[Action], option: Option[Action]) -> str:
    """How often one wins after an option: payoffs are from -1 to 1, other scales are chances."""
    if option.value is None:
        return ""
    return f"{50 * (1 + option.value) if explanation.scale == 'payoff' else 100 * option.value:.1f} %"


def _standing(view: View) -> str:
    if not view.accepted:
        return "No call has been accepted yet."
    return f"The last accepted call is {view.accepted}."


def _own(view: View) -> int:
    """One's own die, or 0 where there is none."""
    return view.dice[view.seat] if view.seat is not None and view.dice[view.seat] > UNROLLED else 0


def _under_the_cup(value: int, note: str) -> str:
    """A drawing. The value of a die with many faces may be that of two dice as well, and is only written."""
    if 9 < value <= 20:
        return f"{note[0].upper()}{note[1:]}: {value}."
    return draw_dice(tuple(map(int, str(value))), note)


FACE = OneDieFace()
