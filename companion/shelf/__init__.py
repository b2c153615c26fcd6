"""The shelf: the box of a game, and where the boxes are found."""
