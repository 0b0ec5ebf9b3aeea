"""Errors a person can act on: each becomes one clear line and exit code 2."""


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
