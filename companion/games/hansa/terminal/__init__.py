"""Hansa in a terminal: the Baltic in cells, and what lies before each player."""
