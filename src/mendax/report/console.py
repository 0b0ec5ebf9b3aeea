"""How commands speak to people and programs: the console, JSON, and numbers as people read them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from rich.console import Console


def console() -> Console:
    """Where people read."""
    return Console(highlight=False, markup=False)


def print_json(data: object) -> None:
    """Where programs read: JSON and nothing else."""
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def percent(rate: float) -> str:
    """A rate as people read it."""
    return f"{100 * rate:.1f} %"


def interval(ends: Sequence[float]) -> str:
    """A 95 % interval of a rate."""
    return f"{100 * ends[0]:.1f}–{100 * ends[1]:.1f}"


def p_value(p: float) -> str:
    """A p-value without false precision."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def plain_number(value: float) -> str:
    """Wins are whole numbers unless some were shared."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
