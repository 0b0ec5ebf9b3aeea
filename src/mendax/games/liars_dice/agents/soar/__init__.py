"""The eight Soar agents of the paper."""
