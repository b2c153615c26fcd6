"""The shelf: what the box of a game holds, and where the boxes are found."""
