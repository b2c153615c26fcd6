"""Simulated silicon: chips, panels and lines that the real libraries run on."""
