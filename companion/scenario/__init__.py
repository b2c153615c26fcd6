"""Scenarios: an evening at the simulated table, written with one step on each line, played and checked."""
