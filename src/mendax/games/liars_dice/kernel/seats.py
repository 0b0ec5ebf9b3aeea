"""Seats of many tables, the same for NumPy and JAX: `xp` is the one or the other, and the leading axes are free."""

from __future__ import annotations

from typing import Any


def at_each(xp: Any, rows: Any, place: Any) -> Any:
    """What each table has at one of its places, such as a seat; -1 is the last one."""
    axis = place.ndim
    at = place.reshape(*place.shape, *(1,) * (rows.ndim - axis))
    return xp.take_along_axis(rows, at, axis).squeeze(axis)


def seat_after(xp: Any, dice: Any, seat: Any) -> Any:
    """The next seat around the table that has dice."""
    players = dice.shape[-1]
    order = (seat[..., None] + 1 + xp.arange(players)) % players
    first = (xp.take_along_axis(dice, order, -1) > 0).argmax(-1)
    return at_each(xp, order, first).astype(seat.dtype)
