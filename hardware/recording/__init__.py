"""Transfers on the buses: recorded with their times, and played back to the same drivers."""
