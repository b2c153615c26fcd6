"""Texts that attack a log or a terminal, and entries of journals that hold them: the seals fit, as anybody's would."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.journal import seals
from companion.journal.seals import Stored

FAKED = "all is well"  # what a faked line says
HOSTILE = {
    "line feed": f"x\n{FAKED}",
    "carriage return": f"x\r{FAKED}",
    "line separator": f"x\u2028{FAKED}",
    "escape sequence": "x\x1b[2J",
    "one-byte escape sequence": "x\x9b2J",
    "bell": "x\a",
    "right to left": "x\u202e",
    "long": "x" * 10_000,
}
LONGEST_LINE = 2_100  # the gate's limit, and the clock in front of it


def complaints(text: str) -> list[str]:
    """Return what is wrong with a text in a log or on a terminal."""
    lines = text.split("\n")
    wrong = [f"a character that is not shown in {line!a:.200}" for line in lines if not line.isprintable()]
    wrong += [f"a faked line: {line!a:.200}" for line in lines if line.startswith(FAKED)]
    return wrong + [f"a line of {len(line)} characters: {line!a:.80}" for line in lines if len(line) > LONGEST_LINE]


def chain(game_id: str, entries: Iterable[tuple[str, str, str]]) -> tuple[Stored, ...]:
    """Return entries (kind, time, payload) as they would be stored, from the creation on, whatever they hold."""
    return seals.compose(game_id, seals.NOTHING, [seals.Prepared(*entry) for entry in entries])


def forge(path: Path, game_id: str, entries: Iterable[tuple[str, str, str]]) -> None:
    """Add a game to a journal in SQLite, behind its back."""
    made = chain(game_id, entries)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", [(game_id, *each) for each in made])
        connection.execute(
            "INSERT INTO tips (game, revision, kind, seal) VALUES (?, ?, ?, ?)", (game_id, *made[-1].tip)
        )
