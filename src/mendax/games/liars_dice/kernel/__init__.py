"""The compiled kernel of Liar's Dice."""
