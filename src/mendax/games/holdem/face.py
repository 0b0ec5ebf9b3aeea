"""How Hold'em is shown to a person, with the cards drawn in text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mendax.core.errors import BadNotation
from mendax.core.face import Face
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.rules.betting import blind_seats
from mendax.games.holdem.rules.cards import RANKS, Cards, cards_text
from mendax.games.holdem.rules.ranking import best_hand
from mendax.games.holdem.rules.types import SMALL_BET, Act, Action, HandEnd, Said, Stage, View

_LETTERS: Final = {Act.FOLD: "f", Act.CHECK: "c", Act.CALL: "c", Act.BET: "r", Act.RAISE: "r"}
SUIT_SIGNS: Final = "♣♦♥♠"
BLANK: Final = "  "


def card_sign(card: int) -> str:
    """The card as it is drawn.

    >>> card_sign(51)
    'A♠'
    """
    return RANKS[card >> 2] + SUIT_SIGNS[card & 3]


def draw_cards(cards: Cards, places: int = 0) -> list[str]:
    """Cards side by side in three lines; empty places are drawn blank.

    >>> print(*draw_cards((51, 0)), sep="\\n")
    ┌──┐ ┌──┐
    │A♠│ │2♣│
    └──┘ └──┘
    """
    signs = [*map(card_sign, cards), *[BLANK] * (places - len(cards))]
    return [
        " ".join("┌──┐" for _ in signs),
        " ".join(f"│{sign}│" for sign in signs),
        " ".join("└──┘" for _ in signs),
    ]


class HoldemFace(Face[View, Action]):
    """The table as one seat sees it."""

    def describe(self, view: View) -> str:
        begins = view.stage is Stage.OVER or not any(said.seat == view.seat for said in view.betting.said[0])
        # How the last hand ended is told once: when one looks at the new hand for the first time.
        lines = ["", *([_last_hand(view, view.last)] if view.last is not None and begins else [])]
        if view.stage is Stage.OVER:
            return "\n".join([*lines, f"The match is over. {_money(view)}"])
        lines.append(f"Hand {view.hands + 1}, {view.stage.word}. {_money(view)}")
        lines += _cards(view)
        lines += [_seat_line(view, seat) for seat in range(view.players)]
        lines += [
            f"{stage.word.capitalize()}: {', '.join(_said(view, said) for said in acts)}"
            for stage, acts in zip(Stage, view.betting.said, strict=False)
            if acts
        ]
        lines.append(f"Pot: {view.pot} chips.{_price(view)}")
        return "\n".join(lines)

    def holding(self, view: View) -> str:
        return cards_text(view.cards)

    def menu(self, view: View, actions: Sequence[Action]) -> str:
        costs = {Act.CALL: f" {view.to_call}", Act.BET: f" {view.bet_size}", Act.RAISE: f", {view.bet_size} more"}
        return "   ".join(f"{_LETTERS[act]}: {act}{costs.get(act, '')}" for act in actions if isinstance(act, Act))

    def read(self, game: AnyGame, view: View, actions: Sequence[Action], text: str) -> Action:
        """`f` folds, `c` checks or calls, `r` bets or raises; the words themselves are read too."""
        word = text.lower()
        meant = [act for act in actions if isinstance(act, Act) and _LETTERS[act] == word]
        action: Action = (
            meant[0] if meant else game.parse_action({"f": "fold", "b": "bet", "k": "check"}.get(word, word))
        )
        if action not in actions:
            raise BadNotation(self.refusal(view, actions, action))
        return action

    def refusal(self, view: View, actions: Sequence[Action], action: Action) -> str:
        """Why an act is not offered."""
        if action is Act.FOLD:
            return "there is nothing to call, so nobody folds: check"
        if action is Act.CHECK:
            return f"there are {view.to_call} to call: call or fold"
        if action is Act.CALL:
            return "there is nothing to call: check"
        if action is Act.BET and Act.RAISE in actions:
            return "somebody has bet already: raise"
        if action is Act.RAISE and Act.BET in actions:
            return "nobody has bet yet: bet"
        if action in (Act.BET, Act.RAISE):
            return "all raises of this stage are made"
        return "cards are dealt, not chosen"

    def examples(self, game: AnyGame) -> Mapping[str, str]:
        return {"f": "fold", "c": "check or call", "r": "bet or raise"}


def _cards(view: View) -> list[str]:
    """One's own cards and the board side by side, with what they make."""
    board = draw_cards(view.board, 5)
    if not view.cards:
        return board
    own = draw_cards(view.cards, 2)
    lines = [f"{left}   {right}" for left, right in zip(own, board, strict=True)]
    made = f": {best_hand(view.cards + view.board)}" if view.board else ""
    return [
        *lines,
        f"Your cards {cards_text(view.cards)}" + (f", board {cards_text(view.board)}" if view.board else "") + made,
    ]


def _seat_line(view: View, seat: Seat) -> str:
    """What a seat has put in, and where it sits."""
    betting = view.betting
    small, big = blind_seats(view.players, view.button)
    places = [word for word, at in (("button", view.button), ("small blind", small), ("big blind", big)) if at == seat]
    place = f" ({', '.join(places)})" if places else ""
    if betting.folded[seat]:
        return f"  {_who(view, seat)}{place}: folded, {betting.paid[seat]} in the pot"
    mark = " <- to act" if betting.turn == seat else ""
    return f"  {_who(view, seat)}{place}: {betting.bets[seat]} in this stage, {betting.paid[seat]} in the hand{mark}"


def _said(view: View, said: Said) -> str:
    return f"{_who(view, said.seat)} {said.act}{'' if said.seat == view.seat else 's'}"


def _price(view: View) -> str:
    """What the seat that looks has to pay, and what it may win for that."""
    if view.seat is None or view.betting.turn != view.seat:
        return ""
    if view.to_call == 0:
        more = "a raise adds" if view.stage is Stage.PREFLOP else "a bet is"
        return f" You may check; {more} {view.bet_size} chips."
    cost = f" It costs you {view.to_call} to call, so the pot offers {view.pot / view.to_call:.1f} to 1"
    return f"{cost}; a raise adds {view.bet_size}."


def _last_hand(view: View, end: HandEnd) -> str:
    shown = "; ".join(
        f"{_who(view, seat)} showed {cards_text(cards)}, {best_hand(cards + end.board)}"
        for seat, cards in enumerate(end.shown)
        if cards
    )
    gains = ", ".join(f"{_who(view, seat)} {gain:+d}" for seat, gain in enumerate(end.gains) if gain)
    board = f" Board {cards_text(end.board)}." if end.board else ""
    return f"Last hand: {shown or 'nobody showed a card'}.{board} Chips: {gains or 'nobody won or lost'}."


def _money(view: View) -> str:
    money = ", ".join(f"{_who(view, seat)} {chips / SMALL_BET:+g}" for seat, chips in enumerate(view.money))
    return f"Small bets won (2 chips each): {money}."


def _who(view: View, seat: Seat) -> str:
    return "you" if seat == view.seat else f"seat {seat}"


FACE: Final = HoldemFace()
