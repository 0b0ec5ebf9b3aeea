"""Where people sit down with agents: the terminal."""
