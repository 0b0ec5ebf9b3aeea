"""Runs the study of SoarBot: the published tables, three line-ups, exchanges of players, heads-up matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final, cast

import numpy as np

from mendax.core.catalogue import load
from mendax.core.errors import Stopped
from mendax.games.holdem.study.analysis import analyse
from mendax.games.holdem.study.line_ups import (
    EXCHANGES,
    HEADS_UP,
    LINE_UPS,
    POKI,
    Exchange,
    LineUp,
)
from mendax.games.holdem.study.moving_average import moving_average
from mendax.games.holdem.study.numbers import (
    ExchangeResult,
    HeadsUpResult,
    LineUpResult,
    PlayerResult,
    SoarBotNumbers,
    rank_players,
)
from mendax.games.holdem.study.played import Hands
from mendax.games.holdem.study.tables import GOAL, batch_seed, play_batch, play_until
from mendax.report.study import StudyOptions, save_numbers

_DRAWN: Final = 99
"""Names the random numbers of the moving averages' bands."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played."""

    hands: int
    """Of a session. Every session is played in all seatings with the same cards."""
    deals: int
    """Sessions of a batch."""
    least: int
    """Batches of a line-up."""
    most: int
    exchanges: int
    """Batches with another agent in a chair; not more than `least`, since they are compared with these."""
    heads_up: int
    """Deals of a match of two."""


FULL: Final = Plan(hands=100, deals=16, least=4, most=60, exchanges=4, heads_up=100)
"""A session has 100 hands, so that the model of `poki` can learn. It counts a new opponent as eight decisions of each
kind; after 100 hands it has seen about a hundred of them before the flop. The thesis's days were longer, 500 hands or
more, and its bots kept what they knew: longer sessions would come closer, and leave fewer of them."""
QUICK: Final = Plan(hands=20, deals=8, least=1, most=1, exchanges=1, heads_up=10)
"""Wide intervals, in minutes."""


def reproduce(options: StudyOptions) -> SoarBotNumbers:
    """Play and compute everything, write the report with its tables, and return the numbers.

    Every batch is kept in the folder, and the sessions of an unfinished one too: the same call goes on from there.
    """
    plan = QUICK if options.quick else FULL
    parts = options.out / f"{'quick' if options.quick else 'full'}-seed-{options.seed}"
    try:
        numbers = compute(plan, replace(options, out=parts))
    except KeyboardInterrupt:
        raise Stopped("stopped; what is finished is kept, and the same command goes on from here") from None
    save_numbers(numbers, options.out)
    write = cast(Callable[[SoarBotNumbers, Path], None], load("mendax.games.holdem.study.page:write"))
    write(numbers, options.out)  # loaded here, because it needs libraries that playing does not
    return numbers


def compute(plan: Plan, options: StudyOptions) -> SoarBotNumbers:
    """All numbers; line-ups first, then what is compared with them."""
    played: dict[int, Hands] = {}
    line_ups, averages, heads_up = [], [], []
    for line_up in LINE_UPS:
        hands, batches = play_until(
            partial(play_line_up, line_up.agents, line_up, plan, options), plan.least, plan.most
        )
        line_ups.append(line_up_result(line_up, hands, batches))
        rng = np.random.default_rng(batch_seed(options.seed, _DRAWN, line_up.number))
        averages.append(moving_average(line_up.name, hands, rng))
        played[line_up.number] = hands.first(plan.exchanges * plan.deals)
    for line_up in HEADS_UP:
        played[line_up.number] = play_heads_up(line_up.agents, line_up, plan, options)
        heads_up.append(HeadsUpResult(line_up, PlayerResult.of(played[line_up.number], line_up.agents[0])))
    return SoarBotNumbers(
        seed=options.seed,
        quick=options.quick,
        hands_a_session=plan.hands,
        goal=GOAL,
        published=analyse(),
        line_ups=tuple(line_ups),
        averages=tuple(averages),
        exchanges=tuple(
            ExchangeResult.of(exchange, play_exchange(exchange, plan, options), played[exchange.line_up.number])
            for exchange in EXCHANGES
        ),
        heads_up=tuple(heads_up),
        ranks=rank_players(line_ups),
    )


def play_line_up(agents: Sequence[str], line_up: LineUp, plan: Plan, options: StudyOptions, batch: int) -> Hands:
    """A batch of a line-up, or of one with another agent in a chair: the cards go by the line-up and the batch."""
    seed = batch_seed(options.seed, line_up.number, batch)
    folder = f"{line_up.number}-{_folder(agents)}-{plan.deals}x{plan.hands}/batch-{batch}"
    title = f"{line_up.name}: {agents[0]}, batch {batch + 1}"
    return play_batch(tuple(agents), plan.hands, plan.deals, options, folder, seed, title)


def play_heads_up(agents: Sequence[str], line_up: LineUp, plan: Plan, options: StudyOptions) -> Hands:
    """All deals of a match of two."""
    seed, deals = batch_seed(options.seed, line_up.number, 0), plan.heads_up * line_up.times
    folder = f"{line_up.number}-{_folder(agents)}-{deals}x{plan.hands}"
    return play_batch(tuple(agents), plan.hands, deals, options, folder, seed, " and ".join(agents))


def play_exchange(exchange: Exchange, plan: Plan, options: StudyOptions) -> Hands:
    """The first deals of a line-up again, with another agent in a chair."""
    if exchange.line_up in HEADS_UP:
        return play_heads_up(exchange.agents, exchange.line_up, plan, options)
    play = partial(play_line_up, exchange.agents, exchange.line_up, plan, options)
    return Hands.join([play(batch) for batch in range(plan.exchanges)])


def line_up_result(line_up: LineUp, hands: Hands, batches: int) -> LineUpResult:
    """Count the players of a line-up, and how far `poki` is ahead of the first."""
    agents = tuple(dict.fromkeys(line_up.agents))
    poki = hands.chairs_of(POKI)
    return LineUpResult(
        line_up=line_up,
        hands=len(hands),
        deals=int(hands.deal.max()) + 1,
        batches=batches,
        reached=hands.duplicate([0]).half <= GOAL,
        players=tuple(PlayerResult.of(hands, agent) for agent in agents),
        ahead=hands.compare(poki[0], hands, 0)[1] if poki else None,
    )


def _folder(agents: Sequence[str]) -> str:
    """The agents around a table in the name of a folder, as short as tells them apart."""
    return blake2b(" ".join(agents).encode(), digest_size=4).hexdigest()
