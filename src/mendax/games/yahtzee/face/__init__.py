"""How Yahtzee is shown to a person, and what a person types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mendax.core.agent import Explanation
from mendax.core.errors import BadNotation
from mendax.core.face import Face, Hint, Question, best_first, lost_by
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee.face.card import bonus_progress, draw_card, would_pay
from mendax.games.yahtzee.face.reading import read_plan
from mendax.games.yahtzee.face.rules import BOX_NAMES, EXAMPLES, JOKERS, RULES, SINGLE_TURN, WORDS
from mendax.games.yahtzee.rules import Action, Box, Event, Keep, Roll, Score, View, Yahtzee
from mendax.games.yahtzee.rules.scoring import (
    BONUS,
    EXTRA,
    NAMES,
    NUM_BOXES,
    NUM_DICE,
    OPEN,
    Dice,
    enter,
    is_yahtzee,
    legal_boxes,
)
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN, dice_text
from mendax.report.console import plural
from mendax.report.dice_art import draw_dice

_FURTHER = "expected further points"
"""Values on this scale make a final score with what is on the card."""


@dataclass(frozen=True, slots=True)
class YahtzeeFace(Face[View, Action]):
    """The score card of all players, the dice, and what every open box would pay."""

    game: Yahtzee = field(default_factory=Yahtzee)

    open_information: ClassVar[bool] = True

    def for_game(self, game: AnyGame) -> YahtzeeFace:
        return YahtzeeFace(game) if isinstance(game, Yahtzee) else self

    # What is shown.

    def describe(self, view: View) -> str:
        lines = [draw_card(view, self.game.joker)]
        if view.dice:
            lines.append(draw_dice(view.dice))
        if status := self._status(view):
            lines.append(status)
        return "\n".join(lines)

    def _status(self, view: View) -> str:
        """Which turn and roll it is, whose turn if it is another's, and what is special about the dice."""
        filled = NUM_BOXES - len(view.card.open)
        if filled == NUM_BOXES:
            return ""
        turn = "Your single turn" if self.game.single_turn else f"Turn {filled + 1} of {NUM_BOXES}"
        who = "" if view.seat == view.turn else f", seat {view.turn}"
        if not view.dice:
            return f"{turn}{who}: the dice roll; kept: {dice_text(view.kept)}."
        left = ("no roll", "one roll", "two rolls")[ROLLS_PER_TURN - view.rolls]
        parts = [f"{turn}{who}, roll {view.rolls} of {ROLLS_PER_TURN}: {left} left."]
        parts += [bonus_progress(view.card)] if not self.game.single_turn else []
        parts += [self._joker(view)]
        return "\n".join(filter(None, parts))

    def _joker(self, view: View) -> str:
        """What a further Yahtzee brings."""
        card, dice = view.card, view.dice
        if not is_yahtzee(dice) or card.points[Box.YAHTZEE] == OPEN:
            return ""
        paid = f" It brings {EXTRA} points more." if self._pays_extra(view) else ""
        allowed = legal_boxes(card, dice, self.game.joker)
        forced = f" It must go into {BOX_NAMES[allowed[0]]}." if len(allowed) == 1 < len(card.open) else ""
        return f"A further Yahtzee!{paid}{forced}"

    def _pays_extra(self, view: View) -> bool:
        return self.game.joker.pays_extra and view.card.armed and is_yahtzee(view.dice)

    def holding(self, view: View) -> str:
        return dice_text(view.dice) if view.dice else ""

    def say(self, view: View, action: Action) -> str:
        if isinstance(action, Score):
            return f"score {BOX_NAMES[action.box]}"
        if isinstance(action, Keep) and len(action.dice) == NUM_DICE:
            return "keep all"
        return str(action)

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        pays = sorted(would_pay(view.card, view.dice, self.game.joker), key=lambda one: -one[1])
        if view.rolls < ROLLS_PER_TURN:
            # People take an example for advice, so it is the face that there is most of.
            face = max(view.dice, key=lambda one: (view.dice.count(one), one))
            kept = str(face) * min(view.dice.count(face), NUM_DICE - 1)
            return f"Keep which dice ({kept}, all, none)? Or score a box now ({NAMES[pays[0][0]]})."
        paying = ", ".join(f"{NAMES[box]} {points}" for box, points in pays if points)
        zero = " ".join(NAMES[box] for box, points in pays if not points)
        parts = [f"Which box? {paying}" if paying else "Which box?", *([f"zero: {zero}"] if zero else [])]
        return "; ".join(parts) if paying else " ".join(parts)

    def recount(self, events: Sequence[Any], seat: Seat) -> str:
        """Another's turn in one sentence when it is over; one's own is on the screen already."""
        last: Event = events[-1]
        if not isinstance(last.action, Score):
            return ""
        if last.seat == seat:
            return f"seat {seat} scores {plural(last.points, 'point')} in {BOX_NAMES[last.action.box]}."
        turn = [event for event in events if event.seat == last.seat]
        kept = [event.action.dice for event in turn if isinstance(event.action, Keep)]
        shown = [dice_text(dice) if dice else "nothing" for dice in kept if len(dice) < NUM_DICE]
        keeps = f"keeps {', then '.join(shown)}, and" if shown else "stays, and"
        with_dice = f" with {dice_text(dice)}" if (dice := _final_dice(turn)) else ""
        scored = f"{plural(last.points, 'point')} in {BOX_NAMES[last.action.box]}"
        return f"seat {last.seat} {keeps} scores {scored}{with_dice}."

    def round_end(self, view: View) -> str:
        if len(view.cards) == 1:
            return ""
        turn = min(NUM_BOXES - len(card.open) for card in view.cards)
        totals = ", ".join(f"seat {seat} {card.total}" for seat, card in enumerate(view.cards))
        return f"After turn {turn} of {1 if self.game.single_turn else NUM_BOXES}: {totals}.\n"

    def result(self, game: AnyGame, view: View, payoffs: Sequence[float], ending: str) -> str:
        card = draw_card(view, self.game.joker)
        if len(payoffs) == 1:
            return f"{card}\nThe game is over: {payoffs[0]:g} points."
        ranked = sorted(range(len(payoffs)), key=lambda seat: -payoffs[seat])
        best = payoffs[ranked[0]]
        winners = [seat for seat in ranked if payoffs[seat] == best]
        scores = ", ".join(f"seat {seat} {payoffs[seat]:g}" for seat in ranked)
        if len(winners) > 1:
            who = " and ".join(f"seat {seat}" for seat in winners)
            return f"{card}\nA tie between {who} at {best:g} points: {scores}."
        margin = best - payoffs[ranked[1]]
        return f"{card}\nSeat {ranked[0]} wins by {margin:g} {'point' if margin == 1 else 'points'}: {scores}."

    # What is read.

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        return self.plan(game, view, actions, text)[0]

    def plan(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Sequence[Action]:
        """Digits are dice to keep, a name is a box; a box before the last roll keeps all dice until then."""
        plan = read_plan(view, text)
        last = plan[-1]
        if isinstance(last, Score) and last.box not in legal_boxes(view.card, view.dice, self.game.joker):
            raise BadNotation(self.refusal(view, actions, last))
        if plan[0] not in actions:
            raise BadNotation(self.refusal(view, actions, plan[0]))
        return plan

    def refusal(self, view: View, actions: Sequence[Action], action: Action) -> str:
        if not isinstance(action, Score):
            return f"{action} is not possible with {dice_text(view.dice)}"
        filled = view.card.points[action.box]
        if filled != OPEN:
            return f"{BOX_NAMES[action.box]} is filled already, with {filled}"
        allowed = legal_boxes(view.card, view.dice, self.game.joker)
        where = f"into {BOX_NAMES[allowed[0]]}" if len(allowed) == 1 else "into a lower box"
        return f"the joker rule: a further Yahtzee must go {where}"

    def confirm(self, view: View, plan: Sequence[Action]) -> Question | None:
        """A box is filled for good and the next roll follows at once, so it is asked for; zero needs a yes."""
        last = plan[-1]
        if not isinstance(last, Score):
            return None
        card, box = view.card, last.box
        after = enter(card, view.dice, box, self.game.joker)
        name = BOX_NAMES[box][0].upper() + BOX_NAMES[box][1:]
        points = after.points[box]
        if after.total == card.total:
            return Question(f"{name} pays nothing with {dice_text(view.dice)}. Fill it with zero?", firm=True)
        parts = [f"{name}: {plural(points, 'point')}"]
        parts += [f"{EXTRA} more for a further Yahtzee"] if after.extras > card.extras else []
        parts += [f"the bonus of {BONUS}"] if after.total - card.total > points + EXTRA * (parts[1:] != []) else []
        early = ("", ", without the roll that is left", ", without the two rolls that are left")
        return Question(f"{', and '.join(parts)}{early[ROLLS_PER_TURN - view.rolls]}.")

    def completions(self, view: View, actions: Sequence[Action]) -> Sequence[str]:
        boxes = [NAMES[box] for box in legal_boxes(view.card, view.dice, self.game.joker)]
        return [*(["all", "none"] if view.rolls < ROLLS_PER_TURN else []), *boxes]

    # What is explained.

    def rules(self, game: AnyGame) -> str:
        assert isinstance(game, Yahtzee)
        parts = [RULES, SINGLE_TURN if game.single_turn else JOKERS[game.joker]]
        return "\n".join([*parts, *(["Who has the most points wins."] if game.players > 1 else [])])

    def words(self, game: AnyGame) -> Mapping[str, str]:
        return WORDS

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        return EXAMPLES

    def hint(self, view: View, explanation: Explanation[Action]) -> Hint:
        """The options best first, with what each costs; expected further points are shown as a final score."""
        options = [option for option in best_first(explanation.options) if option.value is not None]
        if not options:
            return super().hint(view, explanation)
        best = max(option.value or 0.0 for option in options)
        on_card = view.card.total if explanation.scale.startswith(_FURTHER) else 0
        heading = "expected" if explanation.scale == _FURTHER else explanation.scale
        rows = []
        for option in options:
            value = option.value or 0.0
            shown = self._amount(value + on_card, explanation.scale)
            cost = "" if best - value < 1e-9 else self._amount(best - value, explanation.scale)
            rows.append((self.say(view, option.action), shown, cost))
        return Hint(("option", heading, "costs"), tuple(rows))

    def reason(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        others = [one for one in best_first(explanation.options) if one.action != action and one.value is not None]
        chosen = next((one.value for one in explanation.options if one.action == action), None)
        if chosen is None:
            return super().reason(view, action, explanation)
        on_card = view.card.total if explanation.scale.startswith(_FURTHER) else 0
        scale = explanation.scale.replace(_FURTHER, "expected final score")
        said = f"{scale[:1].upper()}{scale[1:]} {self._amount(chosen + on_card, explanation.scale)}"
        if not others:
            return f"{said}."
        next_best = self._amount((others[0].value or 0.0) + on_card, explanation.scale)
        return f"{said}; {self.say(view, others[0].action)} has {next_best}."

    def verdict(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        lost = lost_by(action, explanation)
        if lost is None:
            return ""
        best = max((one for one in explanation.options if one.value is not None), key=lambda one: one.value or 0.0)
        if not lost:
            return f"{self.say(view, action)} is as good as anything."
        what = "points" if explanation.scale.startswith("expected") else f"of {explanation.scale}"
        cost = self._amount(lost, explanation.scale)
        return f"{self.say(view, action)} costs {cost} {what}; {self.say(view, best.action)} was better."

    @staticmethod
    def _amount(value: float, scale: str) -> str:
        """Points with two digits; chances as percentages."""
        return f"{100 * value:.2f} %" if scale.startswith("chance") else f"{value:.2f}"


def _final_dice(turn: Sequence[Event]) -> Dice:
    """The five dice of a turn that is over; none where its beginning is not known."""
    dice: Dice = ()
    for event in turn:
        if isinstance(event.action, Roll):
            dice = tuple(sorted(dice + event.action.dice))
        elif isinstance(event.action, Keep):
            dice = event.action.dice
    return dice if len(dice) == NUM_DICE else ()


FACE = YahtzeeFace()
