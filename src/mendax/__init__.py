"""Mendax: a laboratory for games of chance and deception."""

__version__ = "0.1.0"
