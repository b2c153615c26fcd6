"""A kit: which part is wired to which pin, and the boot settings of the Pi."""
