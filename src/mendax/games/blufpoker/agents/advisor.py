"""`advisor`: what `?` asks at the terminal: `equilibrium` where two play a round that is solved, else `odds`."""

from __future__ import annotations

from random import Random

from mendax.core.agent import MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.agents.equilibrium import equilibrium
from mendax.games.blufpoker.agents.odds import odds
from mendax.games.blufpoker.rules import Action, Event, View
from mendax.report.progress import spinner


def advisor(game: AnyGame, seat: Seat, rng: Random) -> MixedAgent[View, Action, Event]:
    """The factory of `advisor`; the round is solved when somebody asks first, and kept."""
    with spinner("Solving the round for two players, once; the solution is kept"):
        try:
            return equilibrium(game, seat, rng)
        except MendaxError:  # another number of players, an option that is not solved, or no solver installed
            return odds(game, seat, rng)
