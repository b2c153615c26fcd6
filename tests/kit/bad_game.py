"""A game that nobody could have played, as a journal keeps it."""

from __future__ import annotations

from pathlib import Path

from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from tests.kit import hansa

AT = "2026-11-16T20:00:00+00:00"


def write_bad_game(state: Path) -> bytes:
    """Store a game whose second entry is an impossible move; return the file's content."""
    rules = hansa.RULES
    first = rules.new({"players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]})
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.create("bad", "hansa", "", AT)
    journal.append("bad", 1, Kind.SETUP, {"game": "hansa", "position": rules.format_position(first)}, AT)
    journal.append("bad", 2, Kind.MOVE, {"entry": {"type": "sail", "to": "riga"}}, AT)
    journal.close()
    return (state / "games.sqlite").read_bytes()
