"""Hansa Teutonica at the table: turns buttons into moves, and positions into screens and lamps."""
