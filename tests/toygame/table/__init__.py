"""Pearls at the table."""
