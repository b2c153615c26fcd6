"""The games through an upgrade: copied while nobody writes to them, and put back if the new version is not kept.

A newer version may change the journal's format when it opens it, so that the older one cannot read it any more. Every
upgrade has a dated folder of its own, and what is replaced in a roll-back is set aside, too. All of it is done with the
rights of the service, whose folder it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import UserError
from companion.running.as_owner import as_owner
from companion.running.set_aside import FOLDER, LOG, begin, copy_aside, finish, to_look_at
from systemd.machine import InstallError, Machine


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class KeptGames:
    """The journal of one machine, and its copy of this upgrade; one of an earlier upgrade is never put back."""

    def __init__(self, machine: Machine, journal: Path, *, copy: str = "", now: Callable[[], str] = _now) -> None:
        """Take the machine, its journal, and the dated folder with the copy where an upgrade is finished."""
        self._machine, self._name, self._now = machine, journal, now
        self._journal = machine.at(journal)
        self._copy = self._journal.parent / FOLDER / Path(copy).name if copy else None
        self._aside: Path | None = None  # once the way back is decided

    @property
    def copy(self) -> str:
        """The name of the dated folder with the copy; empty: there is none."""
        return self._copy.name if self._copy else ""

    def have_grown(self) -> bool:
        """Return whether somebody has played since they were kept."""
        with self._told("cannot be read"):
            now = _entries(self._journal)
            before = _entries(self._copy / self._journal.name) if self._copy else 0
        return now is not None and now > (before or 0)

    def keep(self) -> None:
        """Copy the journal, whole, or raise InstallError; where there is none there is nothing to keep."""
        if self._machine.is_dry:
            return
        with self._told("cannot be copied"):
            try:
                self._journal.stat()  # `exists` would hide from Python 3.14 on that it must not be looked at
            except FileNotFoundError:
                return
            self._copy = copy_aside(self._journal.parent, "upgrade", [self._journal.name], at=self._now())
        self._machine.say(f"  {self._shown(self._copy)}: the games as they are now")

    def decide_to_put_back(self) -> None:
        """Prepare and decide it: if the power goes now, the next start of any version puts the games back."""
        if self._copy is None or self._aside is not None:
            return
        copy = self._copy
        with self._putting_back(copy):
            files = {}
            for name in (self._journal.name, f"{self._journal.name}{LOG}"):
                with suppress(FileNotFoundError):
                    files[name] = (copy / name).read_bytes()
            if self._journal.name not in files:
                return  # somebody took it away
            self._aside = begin(self._journal.parent, "roll-back", files, at=self._now())

    def put_back(self) -> None:
        """Make the journal what it was when it was kept; the copy stays, and what was there is set aside."""
        self.decide_to_put_back()
        if self._copy is None or self._aside is None:
            return
        with self._putting_back(self._copy):
            finish(self._journal.parent)
        self._machine.say(f"  {self._name}: as before; what the new version made of it: {self._shown(self._aside)}")

    def _putting_back(self, copy: Path) -> AbstractContextManager[None]:
        return self._told("cannot be put back", f"; the games are in {self._shown(copy)}: restore brings them back")

    def _shown(self, place: Path) -> str:
        return f"{self._name.parent}/{place.relative_to(self._journal.parent)}"

    @contextmanager
    def _told(self, what: str, remedy: str = "") -> Iterator[None]:
        try:
            with as_owner(self._journal.parent):
                yield
        except OSError as error:
            raise InstallError(f"{self._name}: {what}: {error.strerror}{remedy}") from error
        except UserError as error:
            raise InstallError(f"{self._name}: {what}: {error}{remedy}") from error


def _entries(journal: Path) -> int | None:
    """Count what a journal holds; None: it is none, or cannot be read."""
    if not journal.is_file():
        return None
    try:
        with closing(sqlite3.connect(to_look_at(journal), uri=True)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM entries").fetchone()
            return int(count)
    except (sqlite3.Error, UnicodeDecodeError):
        return None
