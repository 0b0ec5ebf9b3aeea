"""Tests of the ACPC protocol."""
