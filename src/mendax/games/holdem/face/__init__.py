"""How Hold'em is shown to a person, and what a person types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mendax.core.agent import Explanation
from mendax.core.errors import BadNotation
from mendax.core.face import Face, Hint, best_first, lost_by
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.face.cards import draw_cards
from mendax.games.holdem.face.rules import RULES, WORDS
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.rules.betting import blind_seats
from mendax.games.holdem.rules.cards import Cards, card_text
from mendax.games.holdem.rules.events import Event, HandBegan, Won
from mendax.games.holdem.rules.ranking import best_hand
from mendax.games.holdem.rules.types import SMALL_BET, Act, Action, HandEnd, Said, Stage, View

_LETTERS: Final = {Act.FOLD: "f", Act.CHECK: "c", Act.CALL: "c", Act.BET: "r", Act.RAISE: "r"}
_WORDS: Final = {"f": "fold", "b": "bet", "k": "check", "r": "raise"}


class HoldemFace(Face[View, Action]):
    """The table as one seat sees it."""

    def describe(self, view: View) -> str:
        if view.stage is Stage.OVER:
            return "\n".join(filter(None, (_last_hand(view), f"The match is over. {_money(view)}")))
        lines = ["", f"Hand {view.hands + 1}, {view.stage.word}. Pot {view.pot} chips.{_price(view)}"]
        lines += _cards(view)
        lines += [_seat_line(view, seat) for seat in range(view.players)]
        lines += [
            f"{stage.word.capitalize()}: {', '.join(_said(said) for said in acts)}"
            for stage, acts in zip(Stage, view.betting.said, strict=False)
            if acts
        ]
        return "\n".join(lines)

    def tell(self, event: Event) -> str:
        if isinstance(event, HandBegan):
            return f"hand {event.number}: seat {event.button} has the button"
        if isinstance(event, Won) and event.gain == event.chips:
            return f"seat {event.seat} wins {event.chips} chips"
        return str(event)

    def round_end(self, view: View) -> str:
        return _money(view)

    def holding(self, view: View) -> str:
        return _spaced(view.cards)

    def situation(self, view: View) -> str:
        board = f" on {_spaced(view.board)}" if view.board else ""
        return f"with {_spaced(view.cards)}{board}"

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        costs = {Act.CALL: f" {view.to_call}", Act.BET: f" {view.bet_size}", Act.RAISE: f", {view.bet_size} more"}
        return "   ".join(f"{_LETTERS[act]}: {act}{costs.get(act, '')}" for act in actions if isinstance(act, Act))

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        """`f` folds, `c` checks or calls, `r` bets or raises; the words themselves are read too."""
        word = text.lower()
        meant = [act for act in actions if isinstance(act, Act) and _LETTERS[act] == word]
        try:
            action: Action = meant[0] if meant else game.parse_action(_WORDS.get(word, word))
        except BadNotation:
            raise BadNotation(f"{text[:40]!r} is no answer here: type {self._choices(actions)}") from None
        if action not in actions:
            raise BadNotation(self.refusal(view, actions, action))
        return action

    def _choices(self, actions: Sequence[Action]) -> str:
        words = [f"{_LETTERS[act]} ({act})" for act in actions if isinstance(act, Act)]
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))

    def refusal(self, view: View, actions: Sequence[Action], action: Action) -> str:
        """Why an act is not offered."""
        reasons = {
            Act.FOLD: "there is nothing to call, so nobody folds: check",
            Act.CHECK: f"there are {view.to_call} to call: call or fold",
            Act.CALL: "there is nothing to call: check",
            Act.BET: "somebody has bet already: raise" if Act.RAISE in actions else "all raises of this stage are made",
            Act.RAISE: "nobody has bet yet: bet" if Act.BET in actions else "all raises of this stage are made",
        }
        return reasons[action] if isinstance(action, Act) else "cards are dealt, not chosen"

    def hint(self, view: View, explanation: Explanation[Action]) -> Hint:
        """The odds in words, and the options with what each is worth."""
        options = best_first(explanation.options)
        if any(option.value is None for option in options):
            return super().hint(view, explanation)
        rows = tuple((str(option.action), f"{option.value:+.2f}", option.note) for option in options)
        beliefs = tuple(f"{one.about}: {100 * one.probability:.0f} %" for one in explanation.beliefs)
        columns = ("option", explanation.scale, "") if any(row[2] for row in rows) else ("option", explanation.scale)
        return Hint(columns, tuple(row[: len(columns)] for row in rows), explanation.sentence, beliefs)

    def verdict(self, view: View, action: Action, explanation: Explanation[Action]) -> str:
        lost = lost_by(action, explanation)
        if lost is None:
            return ""
        if not lost:
            return f"{action} is as good as anything."
        best = best_first([option for option in explanation.options if option.value is not None])[0].action
        return f"{action} costs {lost:.2f} {explanation.scale}; {best} was better."

    def result(self, game: AnyGame, view: View, payoffs: Sequence[float], ending: str) -> str:
        return f"The match is over after {_hands(view.hands)}. {_money(view)}"

    def rules(self, game: AnyGame) -> str:
        assert isinstance(game, Holdem)
        return RULES.format(raises=game.raises, hands=_hands(game.hands))

    def words(self, game: AnyGame) -> Mapping[str, str]:
        return WORDS

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        return {"f": "fold", "c": "check or call", "r": "bet or raise"}


def _spaced(cards: Cards) -> str:
    """Cards as they are read out: `Kh Qh`."""
    return " ".join(map(card_text, cards))


def _hands(number: int) -> str:
    return "one hand" if number == 1 else f"{number:,} hands"


def _cards(view: View) -> list[str]:
    """One's own cards and the board side by side, with what they make."""
    board = draw_cards(view.board, 5)
    if not view.cards:
        return board
    own = draw_cards(view.cards, 2)
    lines = [f"{left}   {right}" for left, right in zip(own, board, strict=True)]
    return [*lines, f"You have {best_hand(view.cards + view.board)}."] if view.board else lines


def _seat_line(view: View, seat: Seat) -> str:
    """What a seat has put in, and where it sits."""
    betting = view.betting
    small, big = blind_seats(view.players, view.button)
    places = [word for word, at in (("button", view.button), ("small blind", small), ("big blind", big)) if at == seat]
    put_in = f"{betting.paid[seat]:>3} in the pot"
    notes = [*places, *(["folded"] if betting.folded[seat] else []), *(["to act"] if betting.turn == seat else [])]
    return f"  seat {seat}  {put_in}  {', '.join(notes)}".rstrip()


def _said(said: Said) -> str:
    return f"seat {said.seat} {said.act}s"


def _price(view: View) -> str:
    """What the seat that looks has to pay, and what it may win for that."""
    if view.seat is None or view.betting.turn != view.seat or view.to_call == 0:
        return ""
    return f" {view.to_call} to call: the pot offers {view.pot / view.to_call:.1f} to 1."


def _last_hand(view: View) -> str:
    end: HandEnd | None = view.last
    if end is None:
        return ""
    shown = "; ".join(
        f"seat {seat} shows {_spaced(cards)}, {best_hand(cards + end.board)}"
        for seat, cards in enumerate(end.shown)
        if cards
    )
    board = f" Board {_spaced(end.board)}." if end.board else ""
    return f"Last hand: {shown or 'nobody shows a card'}.{board}"


def _money(view: View) -> str:
    money = ", ".join(f"seat {seat} {chips / SMALL_BET:+g}" for seat, chips in enumerate(view.money))
    return f"Small bets won so far: {money}."


FACE: Final = HoldemFace()
