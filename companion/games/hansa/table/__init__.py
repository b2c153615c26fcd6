"""Hansa at the table: turns pieces and presses into moves, and positions into lamps, screens and the ledger; pure."""
