"""Numbers as a report prints them. Each function is a template filter of the same name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final


def percent(rate: float, digits: int = 1) -> str:
    """A rate in percent, on one line.

    >>> percent(0.7406), percent(0.7406, 2)
    ('74.1\\xa0%', '74.06\\xa0%')
    """
    return f"{100 * rate:.{digits}f}\N{NO-BREAK SPACE}%"


def interval(ends: Sequence[float]) -> str:
    """The ends of an interval of rates, in percent.

    >>> interval((0.728, 0.7526))
    '72.8 – 75.3'
    """
    low, high = ends
    return f"{100 * low:.1f} – {100 * high:.1f}"


def count(number: float) -> str:
    """A whole number with separators.

    >>> count(10_000), count(2079.5)
    ('10,000', '2,080')
    """
    return f"{number:,.0f}"


def fixed(value: float, digits: int = 2) -> str:
    """A number with that many digits after the point."""
    return f"{value:.{digits}f}"


def signed(value: float, digits: int = 2) -> str:
    """The same with its sign, plus included.

    >>> signed(0.366667, 6)
    '+0.366667'
    """
    return f"{value:+.{digits}f}"


def short(value: float, digits: int = 6) -> str:
    """A number with as few digits as say it.

    >>> short(0.06), short(0.0123456, 2)
    ('0.06', '0.012')
    """
    return f"{value:.{digits}g}"


def points(value: float, error: float = 0.0) -> str:
    """A mean with its standard error; an exact value has none.

    >>> points(250.137, 0.141), points(254.5877)
    ('250.14 ± 0.14', '254.59')
    """
    return f"{value:.2f} ± {error:.2f}" if error else f"{value:.2f}"


def capitalised(text: str) -> str:
    """The same at the beginning of a sentence; the rest keeps its letters.

    >>> capitalised("after A2C")
    'After A2C'
    """
    return text[:1].upper() + text[1:]


FORMATS: Final[Mapping[str, Callable[..., Any]]] = {
    function.__name__: function for function in (percent, interval, count, fixed, signed, short, points, capitalised)
}
"""By name, as templates call them."""
