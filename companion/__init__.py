"""Everything of the companion that has no pins: rules, table, journal, page and commands."""
