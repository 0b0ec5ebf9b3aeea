"""Blufpoker: three dice under a cup, rising bids, believe or call."""
