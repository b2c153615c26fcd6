"""Whole games by robots alone, in every way there is."""
