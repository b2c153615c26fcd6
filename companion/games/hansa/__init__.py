"""Everything about Hansa; no other folder knows the game."""
