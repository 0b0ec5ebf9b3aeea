"""Learning Liar's Dice with Soar agents: settings, rewards, the baseline's rules, and learned rules in words."""
