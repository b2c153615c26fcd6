"""Deeds that exchange files and are broken off in the middle: what each begins with, and what must be found then."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from companion.journal.sqlite import SqliteJournal
from tests.lab.faults import story

AT = "2026-11-17T20:15:00+00:00"
Games = Mapping[str, tuple[object, ...]]


def journal_of(path: Path, games: int, steps: int) -> Games:
    """Write a journal whose last entries are in its log alone; return what it holds."""
    log = path.with_name(f"{path.name}-wal")
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        for number in range(games):
            journal.create(f"{path.parent.name}-{number}", "hansa", "", AT)
            drafts = [story.draft("x", revision) for revision in range(1, steps + 1)]
            journal.append_all(f"{path.parent.name}-{number}", 1, drafts)
        told, files = read_open(journal), {file: file.read_bytes() for file in (path, log)}
    for file, data in files.items():
        file.write_bytes(data)
    return told


def read_open(journal: SqliteJournal) -> Games:
    return {game_id: journal.read(game_id) for game_id in journal.ids()}


def read(path: Path) -> Games:
    """Read a journal that must be there and whole."""
    if not path.exists():
        raise AssertionError(f"{path.name} is not there")
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        if damage := journal.integrity():
            raise AssertionError(str(damage[0]))
        return read_open(journal)


class Deed(ABC):
    """Something that exchanges files, in a folder of its own for each trial."""

    def __init__(self, templates: Path) -> None:
        self.templates = templates
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Make what a trial begins with, once."""

    @abstractmethod
    def do(self, folder: Path) -> None:
        """Do it; killed somewhere."""

    @abstractmethod
    def is_done(self, folder: Path) -> bool:
        """Return whether the next start finds it done, before anybody looks further."""

    @abstractmethod
    def look(self, folder: Path) -> int:
        """Look at what the next start finds, or raise; return how many entries were looked for."""
