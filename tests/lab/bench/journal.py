"""What an append costs in each journal, compared with a bare write and sync."""

from tests.companion.journal.bench import main

__all__ = ["main"]
