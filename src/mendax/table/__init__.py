"""People and remote programs: the terminal."""
