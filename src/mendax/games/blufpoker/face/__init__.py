"""How Blufpoker is shown to a person, and what a person types."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from mendax.core.agent import Explanation, Option
from mendax.core.face import Face, Hint, best_first
from mendax.core.game import AnyGame
from mendax.games.blufpoker.face.reading import faces_listed, read_typed
from mendax.games.blufpoker.face.rules import rules_text, words_of
from mendax.games.blufpoker.face.screen import (
    bid_words,
    end_line,
    heading,
    own_dice,
    points_line,
    points_text,
    poker_lines,
    table_dice,
    turns_line,
)
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Bid, Blufpoker, Keep, Phase, RollDie, View
from mendax.games.blufpoker.rules.events import Started
from mendax.games.blufpoker.rules.order import TOP_321
from mendax.games.blufpoker.rules.rolls import is_poker, roll_text

VALUE: Final = "value of the round"
"""The scale of the exact solution: +1 won, -1 lost, 0 after an equal poker."""
FEW: Final = 9
"""Of more bids than these the lowest are listed."""
_CHANCES: Final = ("chance to be right", "chance of a true higher bid", "chance to reach the bid")
_MEANING: Final = {
    Phase.ANSWER: "chance to be right",
    Phase.ROLL: "chance of a true higher bid",
    Phase.BID: "chance of it, for those who count",
    Phase.POKER: "chance to reach the bid",
}


class BlufpokerFace(Face[View, Action]):
    """The cup, open and hidden dice, the bids, and what may be said."""

    # What is shown.

    def describe(self, view: View) -> str:
        own = view.seat is not None and view.turn == view.seat
        if own and view.turns and view.phase is not Phase.ANSWER:
            # The same turn goes on: the points and the bids were shown when it began, with the bid to answer.
            return "\n".join(_own_turn(view))
        lines = ["", heading(view)]
        if view.phase in (Phase.OVER, Phase.START):
            return "\n".join([*lines, *([end_line(view.end)] if view.end is not None else [])])
        lines += [turns_line(view)] if view.turns else []
        return "\n".join([*lines, *(_own_turn(view) if own else _table(view))])

    def tell(self, event: Any) -> str:
        """Who starts the next round is told with the points."""
        return "" if isinstance(event, Started) else str(event)

    def round_end(self, view: View) -> str:
        if view.end is None:
            return ""
        starts = "" if view.turn is None else f"\n\n  seat {view.turn} starts round {view.rounds + 1}"
        return f"  {points_line(view)}{starts}"

    def holding(self, view: View) -> str:
        return f"{roll_text(view.rolling.cup)} in the cup" if view.rolling.cup else ""

    def say(self, view: View, action: Action) -> str:
        if action is CALL:
            return "call the bluff"
        if action is BELIEVE:
            return "believe it"
        if isinstance(action, RollDie):
            return f"roll the {action.face}"
        if isinstance(action, Keep) and not action.dice:
            return "roll all three"
        return str(action)

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        if view.phase is Phase.ANSWER:
            return f"b: believe it{_after_belief(view)}   c: call the bluff, the cup is lifted"
        if view.phase is Phase.ROLL:
            ask = f"Type the die to roll: {faces_listed(view.rolling.kept)}"
            if STOP not in actions:
                return f"{ask}. One at least; those that you do not roll will lie open."
            rolled = view.rolling.picked
            return f"{ask}   stop: {'bid now; dice not rolled lie open' if rolled else 'roll none, and bid'}"
        if view.phase is Phase.BID:
            return _bid_menu(view, actions)
        return "Type the dice to keep (6, 66), or none; the others are rolled again."

    def result(self, game: AnyGame, view: View, payoffs: Sequence[float], ending: str) -> str:
        if view.end is None or ending == "forfeit":
            return super().result(game, view, payoffs, ending)
        if view.end.loser is None:
            return "Nobody has lost: the pokers are equal."
        points = "" if view.limit == 1 else f" with {points_text(view.points[view.end.loser], view.limit)}"
        return f"Seat {view.end.loser} has lost{points}."

    # What is read.

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        """`b`, `c`; `3` rolls a 3, `stop`; `532` or `t` bids; `66` or `none` keeps."""
        assert isinstance(game, Blufpoker)
        return read_typed(game, view, actions, text)

    def completions(self, view: View, actions: Sequence[Action]) -> Sequence[str]:
        return [str(action) for action in actions]

    # What is explained.

    def rules(self, game: AnyGame) -> str:
        assert isinstance(game, Blufpoker)
        return rules_text(game)

    def words(self, game: AnyGame) -> Mapping[str, str]:
        assert isinstance(game, Blufpoker)
        return words_of(game)

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        return {
            "b": "believe the bid",
            "c": "call the bluff (liar does the same)",
            "3": "while rolling: roll the die that shows 3",
            "stop": "roll no more",
            "532": "while bidding: bid 532; dice in any order",
            "t": "bid what the cup holds, the truth",
            "66": "in the poker phase: keep two 6s and roll the third die",
            "none": "in the poker phase: roll all three",
        }

    def hint(self, view: View, explanation: Explanation[Action]) -> Hint:
        """Wins of rounds by the exact solution, or chances by counting."""
        options = best_first(explanation.options)
        often = any(option.probability not in (None, 0.0, 1.0) for option in options) or explanation.scale == VALUE
        valued = any(option.value is not None for option in options)
        noted = any(option.note for option in options)
        name = "wins" if explanation.scale == VALUE else _MEANING.get(view.phase, "") if _is_chance(explanation) else ""
        columns = ["option", *(["how often"] if often else []), *([name or explanation.scale] if valued else [])]
        rows = []
        for option in options:
            row = [self.say(view, option.action)]
            row += [f"{100 * (option.probability or 0.0):.0f} %"] if often else []
            row += [_shown(explanation, option)] if valued else []
            rows.append((*row, *([option.note] if noted else [])))
        beliefs = tuple(f"{belief.about}: {100 * belief.probability:.0f} %" for belief in explanation.beliefs)
        sentence = (
            "how many of a hundred rounds one wins after it" if explanation.scale == VALUE else explanation.sentence
        )
        return Hint((*columns, *([""] if noted else [])), tuple(rows), sentence, beliefs)

    def reason(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        """The agent's own sentence; of the exact solution how often it does this."""
        chosen = next((option for option in explanation.options if option.action == action), None)
        if explanation.scale == VALUE and view.phase in (Phase.ROLL, Phase.BID) and chosen is not None:
            others = [option for option in explanation.options if option.probability and option.action != action]
            wins = "" if chosen.value is None else f" It wins {_wins(chosen.value)} of rounds after this."
            if not others:
                return f"It always does this here.{wins}"
            rest = ", ".join(
                f"{self.say(view, one.action)}, {100 * (one.probability or 0):.0f} %"
                for one in sorted(others, key=lambda one: -(one.probability or 0))[:3]
            )
            return f"It does this in {100 * (chosen.probability or 0):.0f} % of such cases (otherwise {rest}).{wins}"
        sentence = explanation.sentence or super().reason(view, action, explanation)
        return f'"{sentence}"' if re.search(r"\bI\b", sentence) else sentence

    def verdict(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        values = {option.action: option.value for option in explanation.options if option.value is not None}
        if action not in values:
            return ""
        best = max(values, key=lambda one: values[one])
        lost = values[best] - values[action]
        if explanation.scale == VALUE:
            if lost < 1e-3:
                return f"As good as anything here: {_wins(values[action])} of rounds are won from here."
            return f"That costs {50 * lost:.1f} wins in a hundred rounds; better: {self.say(view, best)}."
        if view.phase is Phase.BID or not _is_chance(explanation):
            return ""
        told = f"{_percent(values[action])} {_MEANING[view.phase].removeprefix('chance ')} by counting"
        if lost < 5e-3:
            return f"{told}: the best there is."
        return f"{told}; {self.say(view, best)} has {_percent(values[best])}."


def _own_turn(view: View) -> list[str]:
    bid = "" if view.bid is None else roll_text(view.bid)
    if view.phase is Phase.ANSWER:
        assert view.bid is not None
        bidder = view.turns[-1].seat
        return [table_dice(view), f"Seat {bidder} bids {bid_words(view.bid)}. Does the cup hold that, or more?"]
    if view.phase is Phase.POKER:
        return poker_lines(view)
    cup = roll_text(view.rolling.cup)
    if view.phase is Phase.BID:
        beat = f"To beat: {bid}." if bid else "You make the first bid of the round."
        return [own_dice(view), f"You have {cup}. {beat}"]
    lines = [own_dice(view), f"You have {cup}. To beat: {bid}."]
    return (
        lines if view.rolling.fallen else [*lines, "Roll at least one die; those that you do not roll will lie open."]
    )


def _after_belief(view: View) -> str:
    """What follows a belief; a bid of 321 is the highest at some tables, and then the view may not tell."""
    bid = view.bid
    assert bid is not None
    if bid == TOP_321 and (len(view.turns) == 1 or view.turns[-2].bid < bid):
        return ""
    if is_poker(bid) or bid == TOP_321:
        return f", then reach {roll_text(bid)} in three open rolls"
    return ", look, roll and bid higher"


def _table(view: View) -> list[str]:
    """What everybody sees."""
    if view.phase is Phase.POKER:
        return poker_lines(view)
    if view.phase is Phase.ROLL:
        return [f"Seat {view.turn} rolls under the cup."]
    return [table_dice(view)]


def _bid_menu(view: View, actions: Sequence[Action]) -> str:
    cup = roll_text(view.rolling.cup)
    bids = [roll_text(action.roll) for action in actions if isinstance(action, Bid)]
    if len(bids) == 1:
        return f"t, or {bids[0]}: bid that{', the truth' if bids[0] == cup else ''}; nothing else is allowed."
    shown = " ".join(bids[:FEW]) + (f" ... {bids[-1]}" if len(bids) > FEW else "")
    truth = f"t: {cup}, the truth" if cup in bids else f"{cup} is too low: you have to bluff"
    return f"Bid {shown}   {truth}"


def _is_chance(explanation: Explanation[Action]) -> bool:
    return explanation.scale in _CHANCES or explanation.scale == "chance of it for those who count"


def _shown(explanation: Explanation[Action], option: Option[Action]) -> str:
    if option.value is None:
        return ""
    if explanation.scale == VALUE:
        return _wins(option.value)
    return _percent(option.value) if _is_chance(explanation) else f"{option.value:.3f}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %" if chance in (0, 1) or 0.1 <= chance <= 0.9 else f"{100 * chance:.1f} %"


def _wins(value: float) -> str:
    """The value of a round as wins; half an equal poker is a win."""
    return f"{50 * (1 + value):.1f} %"


FACE: Final[Face[Any, Any]] = BlufpokerFace()
