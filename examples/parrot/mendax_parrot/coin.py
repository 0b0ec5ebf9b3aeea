"""A game for Mendax in thirty lines: name the side of a hidden coin."""

from dataclasses import dataclass

from mendax.core import BadNotation, Game, GameEntry, IllegalAction, Turn


@dataclass(frozen=True)
class Coin(Game):
    """The state is (coin, guess); each is empty until it is known."""

    name, rules_version, seats = "coin", 1, 1

    def start(self):
        return ("", "")

    def turn(self, state):
        return Turn.OVER if state[1] else 0 if state[0] else Turn.CHANCE

    def chances(self, state):
        return (("heads", 0.5), ("tails", 0.5))

    def actions(self, state):
        return ("heads", "tails")

    def apply(self, state, action):
        if action not in ("heads", "tails") or state[1]:
            raise IllegalAction(f"{action} is not allowed here")
        return (state[0], action) if state[0] else (action, "")

    def payoffs(self, state):
        return (1.0 if state[0] == state[1] else 0.0,)

    def view(self, state, seat):
        return f"guess={state[1] or '-'} coin={state[0] if state[1] else '-'}"

    def events(self, before, action, after, seat):
        return (f"the coin was {after[0]}",) if after[1] else ()

    def parse_action(self, text):
        if text not in ("heads", "tails"):
            raise BadNotation(f"{text!r} is not heads or tails")
        return text

    def parse_view(self, text):
        if not text.startswith("guess="):
            raise BadNotation(f"{text!r} is not a position")
        return text


ENTRY = GameEntry("coin", "Name the side of a hidden coin", "mendax_parrot.coin:Coin")
