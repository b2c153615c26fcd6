"""The table in a tab, measured, and killed with its browser at any moment."""
