"""Durable storage: each game is an append-only list of numbered entries."""
