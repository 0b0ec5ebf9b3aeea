"""What the table server keeps: moves before they are acknowledged, matches, players, and the results made of them."""
