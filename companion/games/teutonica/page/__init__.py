"""Hansa Teutonica on the page."""
