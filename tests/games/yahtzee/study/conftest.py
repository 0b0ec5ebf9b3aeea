"""The networks of these tests are tiny."""

from tests.quick_compiler import quick_compiler

__all__ = ["quick_compiler"]
