"""Scenarios: an evening at the simulated table, told one step a line, played by the daemon and checked."""
