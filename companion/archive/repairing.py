"""Repairs a journal: takes the file, its log and a copy on a server, and writes a journal that can be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.archive.backup import copy_games, damages
from companion.errors import UserError
from companion.journal.journal import Journal
from companion.journal.salvage import Salvaged, salvage
from companion.journal.second_names import bring_back
from companion.running.as_owner import as_owner
from companion.running.set_aside import LOG, exchange, finish


def is_sound(journal: Path) -> bool:
    """Return whether every page and every seal of a journal is good, once what was removed of it is put back."""
    with as_owner(journal.parent):
        finish(journal.parent)
        bring_back(journal)
        try:
            return not damages(copy_games(journal))
        except UserError:
            return False


@contextmanager
def saved(journal: Path, *others: Journal) -> Iterator[Salvaged]:
    """Return what can be saved from the file, if it exists, and from other journals."""
    with as_owner(journal.parent):
        finish(journal.parent)
        log = journal.with_name(f"{journal.name}{LOG}")
        file, frames = (path.read_bytes() if path.is_file() else b"" for path in (journal, log))
    salvaged = salvage(file, frames, others)
    try:
        yield salvaged
    finally:
        salvaged.journal.close()


def put_in_place(journal: Path, salvaged: Salvaged, by: str, *, at: str) -> Path:
    """Replace the journal with what was saved; return where the old one is now."""
    image = salvaged.journal.image()
    with as_owner(journal.parent):
        return exchange(journal.parent, by, {journal.name: image}, at=at)
