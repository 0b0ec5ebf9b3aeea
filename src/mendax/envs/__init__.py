"""Standard environments, for anyone's learner: Gymnasium and PettingZoo over the same rules."""
