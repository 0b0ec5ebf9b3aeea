"""The players of Blufpoker."""
