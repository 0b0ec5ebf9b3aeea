"""The rules of Blufpoker."""
