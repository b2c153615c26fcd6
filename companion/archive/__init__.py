"""Stored games: found, shown, verified against their traces, backed up."""
