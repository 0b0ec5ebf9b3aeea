"""The players of Hold'em."""
