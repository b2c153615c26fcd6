"""What an append costs in each journal, beside a bare write and sync."""

from tests.companion.journal.bench import main

__all__ = ["main"]
