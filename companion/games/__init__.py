"""The seam of the rules, and a folder for each game."""
