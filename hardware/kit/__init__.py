"""A kit: which part is wired to which pin, and what the Pi must be told at boot."""
