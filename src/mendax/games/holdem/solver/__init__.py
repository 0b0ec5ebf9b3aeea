"""Heads-up fixed-limit Hold'em: an approximate equilibrium, and what a best response wins from an agent."""
