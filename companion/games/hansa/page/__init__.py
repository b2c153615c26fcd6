"""Hansa for the browser: what the page shows of a game, and the files that draw it."""
