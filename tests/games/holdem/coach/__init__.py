"""Tests of the coach of Hold'em."""
