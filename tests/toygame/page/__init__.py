"""Pearls in the browser."""
