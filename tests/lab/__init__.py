"""Laboratories: what is measured, broken or worn out by a command of its own, and no test of its own accord."""
