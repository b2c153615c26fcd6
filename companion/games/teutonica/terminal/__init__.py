"""Hansa Teutonica in a terminal: the map in cells, and the desks in words."""
