"""Tables of the NumPy kernel made from views: what was public before each word of a round, and worlds for a view."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mendax.games.liars_dice.kernel.habits import NUM_COUNTS
from mendax.games.liars_dice.kernel.numbering import A_BID, A_PASS, NUM_FACES, full_ladder, num_words
from mendax.games.liars_dice.kernel.numpy_tables import Array, Tables
from mendax.games.liars_dice.rules.types import Bid, Dice, Said, View


def count_dice(dice: Dice) -> Array:
    """By face: how many dice show it."""
    return np.array([dice.count(face) for face in range(1, NUM_FACES + 1)])


def table_of(view: View, players: int, habits: Array | None = None) -> Tables:
    """One table that looks like this view to the seat to speak; hidden dice of others are 1s, seats that are added out.

    Whose turn it is follows from what was said. `habits` are by seat of the larger table.
    """
    assert view.turn is not None, "nobody is to speak"
    more = players - len(view.dice)
    dice, hidden = ((*numbers, *(0,) * more) for numbers in (view.dice, view.hidden))
    shown = np.array([*(count_dice(one) for one in view.shown), *(count_dice(()),) * more])
    cups = np.zeros((players, NUM_FACES), np.int64)
    cups[:, 0] = hidden
    if view.seat is not None and view.cup:
        cups[view.seat] = count_dice(view.cup)
    bid, bidder, pushed, num_passes = 0, -1, False, 0
    passed, highest = np.zeros(players, bool), np.zeros((players, NUM_FACES), np.int64)
    last_face = np.zeros(players, np.int64)
    words = list[tuple[int, int, int, int]]()
    for said in view.said:
        if isinstance(said.action, Bid):
            place = full_ladder(players).rank(Bid(said.action.count, said.action.face))
            bid, bidder, pushed, num_passes = place + 1, said.seat, bool(said.action.push), 0
            passed[said.seat] &= not pushed
            highest[said.seat, said.action.face - 1] = said.action.count
            last_face[said.seat] = said.action.face
            words.append((said.seat, A_BID, place, len(said.action.push)))
        else:
            num_passes, passed[said.seat] = min(num_passes + 1, 2), True
            words.append((said.seat, A_PASS, 0, 0))
    speakers = [-1, -1, *(word[0] for word in words)]
    heard = [*reversed(words), *[(0, 0, 0, 0)] * num_words(players)][: num_words(players)]
    fields = (
        dice,
        (*view.exacts, *(False,) * more),
        cups,
        shown,
        view.turn,
        bid,
        bidder,
        pushed,
        num_passes,
        speakers[-1],
        speakers[-2],
        passed,
        highest,
        last_face,
        heard,
        np.zeros((players, NUM_COUNTS), np.int64) if habits is None else habits,
    )
    return Tables(*(np.asarray(part)[None] for part in fields))


def repeat(table: Tables, number: int) -> Tables:
    """One table so many times."""
    return Tables(*(np.repeat(part, number, axis=0) for part in table))


def earlier(view: View) -> Iterator[tuple[View, Said]]:
    """Every word of the round so far, with what was public before it as a view without a cup."""
    shown: list[Dice] = [()] * len(view.dice)
    for at, said in enumerate(view.said):
        hidden = tuple(number - len(seen) for number, seen in zip(view.dice, shown, strict=True))
        yield (
            view._replace(
                seat=None, turn=said.seat, hidden=hidden, cup=(), shown=tuple(shown), said=view.said[:at], showdown=None
            ),
            said,
        )
        if isinstance(said.action, Bid) and said.action.push:
            shown[said.seat] = tuple(sorted((*shown[said.seat], *said.action.push)))
