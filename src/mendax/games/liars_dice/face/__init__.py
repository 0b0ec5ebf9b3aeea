"""How Liar's Dice is shown to a person, and what a person types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mendax.core.agent import Explanation, Option
from mendax.core.face import Face, Hint, best_first
from mendax.core.game import AnyGame
from mendax.games.liars_dice.face.reading import read_typed, short_form, why_not
from mendax.games.liars_dice.face.rules import example_bid, rules_text, words_of
from mendax.games.liars_dice.face.screen import ending_lines, heading, player_lines, said_lines
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGES,
    EXACT,
    PASS,
    Action,
    Bid,
    Changed,
    LiarsDice,
    Lifted,
    Opened,
    Ruled,
    Spoke,
    View,
)
from mendax.games.liars_dice.rules.types import dice_text
from mendax.games.liars_dice.rules.wording import (
    CHANCE,
    EXPECTED,
    REWARD,
    WINNING,
    bid_meaning,
    bid_words,
    challenged_words,
    number_word,
    option_words,
    percent,
)
from mendax.report.dice_art import draw_dice

_SOUND: Final = 0.5
"""A bid that holds at least so often is no bluff."""


_SELDOM: Final = 0.001
"""Options that are drawn less often, and have no value, are not shown."""
SPARE: Final = (
    "spare: the dice expected, less those bid. safe: none too few; risky: up to one; held back: a rule of thumb prefers"
    " another option"
)


class LiarsDiceFace(Face[View, Action]):
    """Cups and dice, the standing, the bid to beat, and what may be said."""

    # What is shown.

    def describe(self, view: View) -> str:
        lines = ["", heading(view), *player_lines(view)]
        if view.showdown is not None:
            return "\n".join([*lines, *ending_lines(view)])
        lines += said_lines(view)
        if view.cup:
            lines.append(draw_dice(view.cup, "under your cup"))
        if view.seat is not None and view.shown[view.seat]:
            lines.append(draw_dice(view.shown[view.seat], "yours, for all to see"))
        if view.bid is not None:
            known = view.known(view.bid.face)
            seen = f"; you see {number_word(known) if known else 'none'}" if view.seat is not None else ""
            lines.append(f"To beat: {bid_meaning(view.bid, view.total, view.wild)}{seen}.")
        return "\n".join(lines)

    def tell(self, event: Any) -> str:
        """What was said; the dice at the end of a round are shown together, with what they mean."""
        if isinstance(event, Lifted | Ruled | Changed):
            return ""
        if isinstance(event, Opened):
            special = ": a special round, no face is wild" if event.special else ""
            return f"seat {event.seat} opens the round{special}"
        if isinstance(event, Spoke) and isinstance(event.action, Bid):
            return f"{event} ({bid_words(event.action)})"
        return str(event)

    def round_end(self, view: View) -> str:
        if view.showdown is None:
            return ""
        left = ", ".join(f"seat {seat} {number or 'out'}" for seat, number in enumerate(view.dice))
        return "\n".join([*ending_lines(view), f"  Dice left: {left}.", ""])

    def holding(self, view: View) -> str:
        shown = () if view.seat is None else view.shown[view.seat]
        open_ = f" (and {dice_text(shown)} shown)" if shown else ""
        return f"{dice_text(view.cup)} under the cup{open_}" if view.cup else ""

    def situation(self, view: View) -> str:
        bid = "" if view.bid is None else f", {view.bid.count}x{view.bid.face} to beat"
        return f"with {dice_text(view.cup)}{bid}"

    def position(self, view: View) -> str:
        dice = f"{' and '.join(map(str, view.dice))} dice"
        if view.seat is None:
            opens = "before it is drawn who opens" if view.opener is None else f"seat {view.opener} opens"
            left = " and ".join(f"seat {seat}" for seat, may in enumerate(view.exacts) if may)
            return f"{opens}, {dice}{f', exact left to {left}' if left else ''}"
        said = ", ".join(str(one.action) for one in view.said)
        return f"seat {view.seat} with {dice_text(view.cup)}, {f'after {said}' if said else 'opening'}"

    def say(self, view: View, action: Action) -> str:
        return option_words(view, action)

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        bids = _lowest(actions)
        lines = [f"Lowest bids: {'  '.join(map(str, bids))}"] if bids else []
        if any(isinstance(action, Bid) and action.push for action in actions):
            die = max(view.cup, key=lambda one: (view.cup.count(one), one))
            shown = str(die) * min(view.cup.count(die), len(view.cup) - 1)
            lines.append(f"Push: {bids[-1]}+{shown} shows {' '.join(shown)} and rolls your other dice again")
        challenges = [answer for answer in CHALLENGES if answer in actions]
        keys = ["c"] if len(challenges) == 1 else [short_form(answer) for answer in challenges]
        parts = [
            f"{key}: challenge {challenged_words(view, answer)}" for key, answer in zip(keys, challenges, strict=True)
        ]
        parts += ["e: exact"] if EXACT in actions else []
        parts += ["p: pass (all your dice show one face)"] if PASS in actions else []
        return "\n".join([*lines, *(["   ".join(parts)] if parts else [])])

    def result(self, game: AnyGame, view: View, payoffs: Sequence[float], ending: str) -> str:
        end = view.showdown
        if end is None or ending == "forfeit":
            return super().result(game, view, payoffs, ending)
        if sum(map(bool, view.dice)) == 1 and len(view.dice) > 1:
            winner = next(seat for seat, number in enumerate(view.dice) if number)
            return f"Seat {winner} is the last one with dice. Seat {winner} wins."
        if end.loser is None:
            return f"Exact: seat {end.seat} wins the round."
        return f"Seat {end.loser} loses the die. Seat {end.loser} has lost."

    # What is read.

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        """`6x4`, `6 4`, `64`; with a push `6x4 +44`; `c`, `e`, `p`."""
        assert isinstance(game, LiarsDice)
        return read_typed(game, view, actions, text)

    def completions(self, view: View, actions: Sequence[Action]) -> Sequence[str]:
        return [str(action) for action in actions if not (isinstance(action, Bid) and action.push)][:200]

    # What is explained.

    def rules(self, game: AnyGame) -> str:
        assert isinstance(game, LiarsDice)
        return rules_text(game)

    def words(self, game: AnyGame) -> Mapping[str, str]:
        assert isinstance(game, LiarsDice)
        return words_of(game)

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        assert isinstance(game, LiarsDice)
        options, bid = game.options, example_bid(game)
        count, face = bid.count, bid.face
        typed = f"{bid}, {count} {face}, {count}{face}"
        found = {typed: f"bid {bid_words(bid)}; the last figure is the face: 124 is twelve 4s"}
        if options.push:
            found[f"{bid} +{face}{face}"] = f"bid the same, show two {face}s and roll your other dice again"
        found["c"] = "challenge: the bid is too high (liar does the same)"
        if options.passes:
            found["c bid, c pass"] = "which of two, where a pass stands between you and the bid"
            found["c first"] = "the first of two passes"
            found["p"] = "pass"
        if options.exact:
            found["e"] = "exact"
        return found

    def hint(self, view: View, explanation: Explanation[Action]) -> Hint:
        """Chances in words where the values are chances; other values as they are."""
        if explanation.scale == EXPECTED:
            return self._expected(view, explanation)
        if explanation.scale == WINNING:
            return self._winning(view, explanation)
        if explanation.scale not in (CHANCE, REWARD):
            return super().hint(view, explanation)
        drawn = explanation.scale == REWARD
        options = best_first(explanation.options if drawn else _worth_showing(explanation))
        rows = []
        for option in options:
            chance = None if option.value is None else (1 + option.value) / 2 if drawn else option.value
            often = (percent(option.probability or 0.0),) if drawn else ()
            told = "" if chance is None else percent(chance)
            rows.append((self.say(view, option.action), *often, told, _success(view, option.action)))
        columns = ("option", *(("how often",) if drawn else ()), "chance", "")
        beliefs = [f"{belief.about}: {percent(belief.probability)}" for belief in explanation.beliefs]
        if drawn:
            return Hint(columns, tuple(rows), explanation.sentence, tuple(beliefs))
        if highest := _highest_sound(explanation):
            beliefs.append(f"The highest bids that are likelier true than not: {highest}")
        note = "every hidden die is taken as a fair one, whatever was bid."
        return Hint(columns, tuple(rows), note, tuple(beliefs))

    def _expected(self, view: View, explanation: Explanation[Action]) -> Hint:
        """For agents that go by the expected number of dice."""
        rows = tuple(
            (
                self.say(view, option.action),
                percent(option.probability or 0.0),
                "" if option.value is None else f"{option.value:.1f}",
                option.note,
            )
            for option in best_first(explanation.options)
        )
        beliefs = [f"{belief.about}: {percent(belief.probability)}" for belief in explanation.beliefs]
        beliefs.append(SPARE)
        return Hint(("option", "how often", "spare", ""), rows, "", tuple(beliefs))

    def _winning(self, view: View, explanation: Explanation[Action]) -> Hint:
        """For agents that value options by the chance of winning the match; what has neither value nor share is left
        out."""
        rows = tuple(
            (
                self.say(view, option.action),
                percent(option.probability or 0.0),
                "" if option.value is None else percent(option.value),
                option.note,
            )
            for option in best_first(explanation.options)
            if option.value is not None or (option.probability or 0.0) >= _SELDOM
        )
        beliefs = tuple(f"{belief.about}: {percent(belief.probability)}" for belief in explanation.beliefs)
        return Hint(("option", "how often", "wins", ""), rows, explanation.sentence, beliefs)

    def verdict(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        values = {option.action: option.value for option in explanation.options if option.value is not None}
        if explanation.scale != CHANCE or action not in values:
            return super().verdict(view, action, explanation)
        chance, best = values[action], max(values, key=lambda one: values[one])
        told = f"{percent(chance)} {_success(view, action)}."
        if chance >= _SOUND or values[best] - chance < 0.005:
            return told
        return f"{told} By the odds it was safer to {self.say(view, best)}: {percent(values[best])}."


def _lowest(actions: Sequence[Action]) -> list[Bid]:
    """The lowest bid of each face, the lowest first."""
    found: dict[int, Bid] = {}
    for action in actions:
        if isinstance(action, Bid) and not action.push:
            found.setdefault(action.face, action)
    return list(found.values())


def _worth_showing(explanation: Explanation[Action]) -> list[Option[Action]]:
    """The answers, and of each face the safest bid; with a push only if that makes it safer."""
    options = best_first(explanation.options)
    plain: dict[int, Option[Action]] = {}
    pushed: dict[int, Option[Action]] = {}
    for option in options:
        if isinstance(option.action, Bid):
            (pushed if option.action.push else plain).setdefault(option.action.face, option)
    for face, option in list(pushed.items()):
        if face in plain and (option.value or 0.0) < (plain[face].value or 0.0) + 1e-9:
            del pushed[face]
    kept = [*plain.values(), *pushed.values()]
    return [option for option in options if option in kept or not isinstance(option.action, Bid)]


def _highest_sound(explanation: Explanation[Action]) -> str:
    """For each face the highest bid without a push that is at least as likely true as not."""
    found: dict[int, tuple[int, float]] = {}
    for option in explanation.options:
        bid, chance = option.action, option.value
        if isinstance(bid, Bid) and not bid.push and chance is not None and chance >= _SOUND:
            found[bid.face] = max(found.get(bid.face, (0, 0.0)), (bid.count, chance))
    return ", ".join(f"{count}x{face} ({percent(chance)})" for face, (count, chance) in sorted(found.items()))


def _success(view: View, action: Action) -> str:
    """What the chance of an action is the chance of."""
    if isinstance(action, Bid):
        return f"that {bid_words(action)} {'hold' if action.count > 1 else 'holds'}"
    if action is CHALLENGE_BID and view.bid is not None:
        return f"that {bid_words(view.bid)} {'do' if view.bid.count > 1 else 'does'} not hold"
    if action is EXACT and view.bid is not None:
        return f"that there are exactly {number_word(view.bid.count)}"
    if action is PASS:
        return "that your pass is true"
    return "that the pass is a lie"


FACE = LiarsDiceFace()

__all__ = ["FACE", "LiarsDiceFace", "why_not"]
