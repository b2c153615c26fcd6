"""Whole games of both games by clicks in a browser."""
