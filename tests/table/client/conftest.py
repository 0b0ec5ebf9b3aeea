"""One server for the tests of a module."""

from tests.table.server.conftest import server

__all__ = ["server"]
