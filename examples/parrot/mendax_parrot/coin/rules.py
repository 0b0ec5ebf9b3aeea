"""The rules: a coin is tossed out of sight, and one player names a side."""

from dataclasses import dataclass

from mendax.core import BadNotation, Game, IllegalAction, MendaxError, Turn

SIDES = ("heads", "tails")


@dataclass(frozen=True)
class Coin(Game):
    """The state is (coin, guess); each is empty until it is known."""

    heads: float = 0.5
    """How likely the coin shows heads."""

    name, rules_version, seats = "coin", 1, 1

    def __post_init__(self):
        if not 0 < self.heads < 1:
            raise MendaxError(f"heads must lie between 0 and 1, not {self.heads}")

    def chance_of(self, side):
        return self.heads if side == "heads" else 1 - self.heads

    def start(self):
        return ("", "")

    def turn(self, state):
        return Turn.OVER if state[1] else 0 if state[0] else Turn.CHANCE

    def chances(self, state):
        return tuple((side, self.chance_of(side)) for side in SIDES)

    def actions(self, state):
        return SIDES

    def apply(self, state, action):
        if action not in SIDES or state[1]:
            raise IllegalAction(f"{action} is not allowed here")
        return (state[0], action) if state[0] else (action, "")

    def payoffs(self, state):
        return (1.0 if state[0] == state[1] else 0.0,)

    def view(self, state, seat):
        return f"guess={state[1] or '-'} coin={state[0] if state[1] else '-'}"

    def events(self, before, action, after, seat):
        return (f"the coin was {after[0]}",) if after[1] else ()

    def parse_action(self, text):
        if text not in SIDES:
            raise BadNotation(f"{text!r} is not heads or tails")
        return text

    def parse_view(self, text):
        if not text.startswith("guess="):
            raise BadNotation(f"{text!r} is not a position")
        return text
