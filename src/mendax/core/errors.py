"""Errors a person can act on: each becomes one clear line and exit code 2."""

from typing import Final

EXTRAS: Final = {
    "scipy": "theory",
    "highspy": "theory",
    "numba": "fast",
    "llvmlite": "fast",
    "jax": "learn",
    "jaxlib": "learn",
    "equinox": "learn",
    "optax": "learn",
    "safetensors": "learn",
    "pydantic": "learn",
    "tensorboardX": "tensorboard",
    "soar_sml": "soar",
    "Python_sml_ClientInterface": "soar",
    "dd": "logic",
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "jinja2": "reports",
    "matplotlib": "reports",
    "duckdb": "parquet",
    "msgspec": "table",
    "starlette": "table",
    "uvicorn": "table",
    "websockets": "table",
    "ray": "ray",
    "pyspiel": "bench",
    "open_spiel": "bench",
    "yatzy_solver": "bench",
    "eval7": "bench",
    "phevaluator": "bench",
    "pokerkit": "bench",
    "playwright": "bench",
}
"""By imported library: the extra of this package that installs it."""


class MendaxError(Exception):
    """Something the user asked for cannot be done; the message says what and why in one line."""


class Stopped(MendaxError):
    """A person pressed Ctrl-C in the middle of long work; the message says what was kept."""


class IllegalAction(MendaxError):
    """The rules do not allow this action here."""


class BadNotation(MendaxError):
    """A text that is not an action, a position or a game."""


class BadRecord(MendaxError):
    """A record that cannot be read or does not replay."""


class UnknownName(MendaxError):
    """No game, agent or benchmark of that name."""


class MissingExtra(MendaxError):
    """A library that an extra of this package brings is not installed."""

    def __init__(self, library: str) -> None:
        extra = EXTRAS.get(library.partition(".")[0], "all")
        super().__init__(f"this needs {library}, which is not installed: pip install 'mendax[{extra}]'")
        self.library = library


class AgentDied(Exception):
    """An agent's process died, or was ended because it did not answer; the message is the reason of its forfeit."""


def one_line(error: BaseException) -> str:
    """An error of any kind as one line: its kind, and what it says."""
    return " ".join(f"{type(error).__name__}: {error}".split())
