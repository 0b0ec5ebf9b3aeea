"""What to do in a position: each option with its chance by counting, and in the round for two its exact value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from mendax.core.agent import Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.games.blufpoker.agents.equilibrium import RoundEquilibriumAgent
from mendax.games.blufpoker.agents.odds import Odds
from mendax.games.blufpoker.coach.positions import describe_position
from mendax.games.blufpoker.coach.typed_position import ME, Position, TypedPosition, read_position
from mendax.games.blufpoker.rules import Action, Bid, Blufpoker, Keep, Phase, View
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.rolls import sort_dice
from mendax.games.blufpoker.solver.poker_phase import Objective, PokerOdds, PokerPhase
from mendax.games.blufpoker.solver.solution import SCOPE, load_or_solve, round_of

QUESTIONS = {
    Phase.ANSWER: "Believe or call",
    Phase.ROLL: "Roll which die next, or stop",
    Phase.BID: "Bid what",
    Phase.POKER: "Keep which dice",
}


class Advised(NamedTuple):
    """An option of a position."""

    action: Action
    chance: float
    """By counting; `Advice.scale` says of what."""
    value: float | None
    """In the round for two, against the solution."""
    probability: float | None
    """How often the solution does it."""
    odds: PokerOdds | None = None
    """In the poker phase: how it ends when it is played to fail as rarely as possible."""
    true: bool | None = None
    """Of a bid: whether the cup holds it."""

    def to_json(self) -> dict[str, Any]:
        named: dict[str, Any] = {
            "action": str(self.action),
            "chance": self.chance,
            "value": self.value,
            "probability": self.probability,
        }
        if self.true is not None:
            named["true"] = self.true
        return named if self.odds is None else {**named, **self.odds.to_json()}


@dataclass(frozen=True, slots=True)
class Advice:
    """Every option of a position, the best first."""

    game: Blufpoker
    view: View
    scale: str
    """What the chances by counting are of."""
    options: tuple[Advised, ...]
    counting: str
    """A sentence with the numbers by counting."""
    solution: str
    """A sentence with the solution's numbers; empty where there are none."""
    without: str
    """Why there are no exact values; empty where there are."""

    @property
    def question(self) -> str:
        """What is to be decided."""
        return QUESTIONS[self.view.phase]

    @property
    def position(self) -> str:
        """The position in words."""
        return describe_position(self.view)

    def to_json(self) -> dict[str, Any]:
        values = [option.value for option in self.options if option.value is not None]
        return {
            "game": game_text(self.game),
            "question": self.question,
            "position": self.position,
            "scope": SCOPE,
            "chance_of": self.scale,
            "value": max(values) if values else None,
            "counting": self.counting,
            "solution": self.solution or None,
            "without_solution": self.without or None,
            "options": [option.to_json() for option in self.options],
        }


def advise(game: Blufpoker, typed: TypedPosition) -> Advice:
    """Advice for a position; one line says what is wrong with it where something is."""
    position = read_position(game, typed)
    view = position.game.view(position.state, ME)
    actions = position.game.actions(position.state)
    counter = Odds(position.game, Random(0))
    chances, (choice, told) = counter.chances(view, actions), counter.act(view, actions, explain=True)
    assert told is not None
    without = _why_not_exact(game, position)
    exact: Explanation[Action] = Explanation() if without else _by_solution(round_of(game), view, actions)
    values = {option.action: option.value for option in exact.options}
    mix = {option.action: option.probability for option in exact.options}
    options = [
        Advised(
            action,
            chances[action],
            values.get(action),
            mix.get(action),
            _poker_odds(game, view, action),
            game.order.ranks[action.roll] <= game.order.ranks[view.rolling.cup] if isinstance(action, Bid) else None,
        )
        for action in actions
    ]
    options.sort(key=lambda option: _worst(option, choice))
    return Advice(game, view, told.scale, tuple(options), told.sentence, exact.sentence, without)


def _by_solution(game: Blufpoker, view: View, actions: Sequence[Action]) -> Explanation[Action]:
    """The options as the solution values them."""
    if view.phase is Phase.POKER:  # everything lies open: this needs no solution of the round
        assert view.bid is not None
        phase, left = PokerPhase(view.bid[0]), OPEN_ROLLS - len(view.poker)
        kept = Keep(phase.keep(sort_dice(view.poker[-1].dice), left))
        values = {one: float(phase.after_keeping(one.dice, left).value) for one in actions if isinstance(one, Keep)}
        options: list[Option[Action]] = [Option(one, value, float(one == kept)) for one, value in values.items()]
        sentence = f"For the value of the round, where a draw is half a win: {kept}."
        return Explanation(tuple(options), sentence=sentence)
    explained = RoundEquilibriumAgent(game, load_or_solve(), Random(0)).act(view, actions, explain=True).explanation
    assert explained is not None
    return explained


def _worst(option: Advised, choice: Action) -> tuple[float, float, float]:
    """A key that is smallest for the best option: by its exact value, else what counting chooses, then its chance."""
    if option.odds is not None:
        return float(option.odds.fail), -float(option.odds.higher), 0.0
    if option.value is None:
        return -float(option.action == choice), -option.chance, 0.0
    return -round(option.value, 9), -(option.probability or 0.0), -option.chance


def _why_not_exact(game: Blufpoker, position: Position) -> str:
    try:
        round_of(game)
    except MendaxError as error:
        return str(error)
    return f"the exact solution also needs {position.unknown}" if position.unknown else ""


def _poker_odds(game: Blufpoker, view: View, action: Action) -> PokerOdds | None:
    """How the phase ends for dice kept; with 321 on top other rolls than pokers count, and there are chances only."""
    if not isinstance(action, Keep) or game.top321 or view.bid is None:
        return None
    phase = PokerPhase(view.bid[0], Objective.NOT_FAIL)
    return phase.after_keeping(action.dice, OPEN_ROLLS - len(view.poker))
