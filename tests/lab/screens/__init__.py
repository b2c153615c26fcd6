"""Sample screens to look at: `python -m tests.lab.screens`."""
