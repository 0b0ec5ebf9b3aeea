"""SoarBot: a player of Hold'em on the Soar kernel, by rules."""
