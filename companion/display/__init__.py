"""Draws the small screen: turns a description from `companion.table.screen` into a frame for the panel."""
