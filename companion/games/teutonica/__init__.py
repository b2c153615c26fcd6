"""Everything about Hansa Teutonica; no other folder knows the game."""
