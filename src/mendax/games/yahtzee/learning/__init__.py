"""Learning Yahtzee: tasks, plans and trainings for both methods, policy gradients and after-state values."""
