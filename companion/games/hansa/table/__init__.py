"""Hansa at the table: from pieces and presses to moves, and from positions to lamps, screens and the ledger; pure."""
