"""Hansa Teutonica at the table: from buttons to moves, from positions to screens and lamps."""
