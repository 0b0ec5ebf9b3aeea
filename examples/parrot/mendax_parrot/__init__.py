"""What another package brings to Mendax: an agent for one of its games, and a game."""
