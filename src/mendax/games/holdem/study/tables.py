"""Playing the tables of the study in the arena, batch by batch; what is played is kept and not played again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mendax.arena.run import run_games
from mendax.arena.schedule import Schedule, rotations
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError, Stopped
from mendax.core.streams import key_of
from mendax.games.holdem.luck import HoldemLuck
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.study.played import Hands
from mendax.report.study import StudyOptions

GOAL: Final = 0.02
"""Half the width of the 95 % interval in small bets a hand at which a line-up ends: 0.20 dollars."""


def batch_seed(seed: int, number: int, batch: int) -> int:
    """The seed of a batch, by the seed of the study and the number of the table.

    >>> batch_seed(0, 1, 0) == batch_seed(0, 1, 1)
    False
    """
    return key_of(seed, number, batch) >> 16


def play_batch(
    agents: tuple[str, ...], hands: int, deals: int, options: StudyOptions, folder: str, seed: int, title: str
) -> Hands:
    """Play so many deals, each in all seatings; an interrupted batch is taken up in the same folder.

    Every chair is an entrant of its own, so that two copies of an agent are told apart.
    """
    game = Holdem(players=len(agents), hands=hands)
    schedule = Schedule((rotations(range(len(agents))),), deals * len(agents))
    with options.progress(len(schedule), title) as update:
        run = run_games(
            game,
            [(name, build_agent(game, name)) for name in agents],
            schedule,
            seed=seed,
            workers=options.workers,
            engine=options.engine,
            out=options.out / folder,
            luck=HoldemLuck(),
            progress=update,
        )
    if run.interrupted:
        done = f"{run.results.num_done:,} of {len(schedule):,} sessions"
        raise Stopped(f"stopped in {title} after {done}; the same command goes on from here")
    if run.results.forfeits:
        number, entrant, reason = run.results.forfeits[0]
        raise MendaxError(f"{agents[entrant]} failed in session {number} of {title}: {reason}")
    return Hands.of(run.results)


def play_until(play: Callable[[int], Hands], least: int, most: int, goal: float = GOAL) -> tuple[Hands, int]:
    """Play batches until the first chair's interval is narrow enough; the hands, and how many batches.

    The interval is that by duplicate deals. Its width is looked at after every batch, and never the mean. At least
    `least` batches are played, so that the first widths are not taken at their word, and at most `most`.
    """
    batches: list[Hands] = []
    while True:
        batches.append(play(len(batches)))
        hands = Hands.join(batches)
        narrow = len(batches) >= least and hands.duplicate([0]).half <= goal
        if narrow or len(batches) >= most:
            return hands, len(batches)
