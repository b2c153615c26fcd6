"""Every journal there is, each with a way to open it twice and to damage it, for the suites that hold them alike."""

from __future__ import annotations

import itertools
import sqlite3
from pathlib import Path
from typing import Any, Protocol

import fakeredis

from companion.journal.journal import Journal
from companion.journal.mirrored import Mirrored
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from companion.tab.kept_games import KeptGames, SittingGames
from companion.tab.kept_lines import Ledger
from tests.kit.redis_server import RedisServer
from tests.kit.tab_page import two_files
from tests.kit.waiting import PATIENCE_MS

_numbers = itertools.count()


class Store(Protocol):
    def journal(self) -> Journal:
        """Return a journal on this store, not open yet; every one sees the same games."""

    def alter(self, game_id: str, revision: int, payload: str) -> None:
        """Change an entry behind the journal's back."""

    def drop(self, game_id: str, revision: int) -> None:
        """Remove an entry behind the journal's back."""


class SqliteStore:
    def __init__(self, folder: Path) -> None:
        self.path = folder / f"journal-{next(_numbers)}.sqlite"

    def journal(self) -> SqliteJournal:
        return SqliteJournal(self.path)

    def alter(self, game_id: str, revision: int, payload: str) -> None:
        self._change("UPDATE entries SET payload = ?3 WHERE game = ?1 AND revision = ?2", game_id, revision, payload)

    def drop(self, game_id: str, revision: int) -> None:
        self._change("DELETE FROM entries WHERE game = ?1 AND revision = ?2 AND ?3", game_id, revision, 1)

    def _change(self, statement: str, *values: object) -> None:
        connection = sqlite3.connect(self.path)
        with connection:
            assert connection.execute(statement, values).rowcount == 1
        connection.close()


class RedisStore:
    """On a real server or, without one, on a fake of its own."""

    def __init__(self, server: RedisServer | None) -> None:
        self._server = server
        self.fake = fakeredis.FakeServer()
        self.prefix = f"test-{next(_numbers)}"

    def client(self) -> Any:
        return self._server.client() if self._server else fakeredis.FakeRedis(server=self.fake)

    def journal(self) -> RedisJournal:
        if self._server:
            return RedisJournal(self._server.url, prefix=self.prefix, timeout_ms=PATIENCE_MS)
        return RedisJournal("redis://fake", prefix=self.prefix, connect=self.client)

    def alter(self, game_id: str, revision: int, payload: str) -> None:
        # A stream's entries cannot be changed, so it is written again.
        stream = f"{self.prefix}:game:{game_id}"
        with self.client() as client:
            entries = client.xrange(stream)
            client.delete(stream)
            for number, fields in entries:
                if number == f"{revision}-0".encode():
                    fields[b"payload"] = payload
                client.xadd(stream, fields, id=number)

    def drop(self, game_id: str, revision: int) -> None:
        with self.client() as client:
            assert client.xdel(f"{self.prefix}:game:{game_id}", f"{revision}-0") == 1


class MirroredStore:
    """The local part is what counts; the copy is on a fake server."""

    def __init__(self, folder: Path) -> None:
        self.local = SqliteStore(folder)
        self.remote = RedisStore(None)

    def journal(self) -> Mirrored:
        return Mirrored(self.local.journal(), self.remote.journal(), follows=False)

    def alter(self, game_id: str, revision: int, payload: str) -> None:
        self.local.alter(game_id, revision, payload)

    def drop(self, game_id: str, revision: int) -> None:
        self.local.drop(game_id, revision)


class TabStore:
    """In a browser's tab: a journal for each sitting, on what outlives them all."""

    def __init__(self) -> None:
        self._kept = KeptGames(Ledger(two_files()))

    def journal(self) -> SittingGames:
        return SittingGames(self._kept)

    def alter(self, game_id: str, revision: int, payload: str) -> None:
        self._change("UPDATE entries SET payload = ?3 WHERE game = ?1 AND revision = ?2", game_id, revision, payload)

    def drop(self, game_id: str, revision: int) -> None:
        self._change("DELETE FROM entries WHERE game = ?1 AND revision = ?2 AND ?3", game_id, revision, 1)

    def _change(self, statement: str, *values: object) -> None:
        connection = self._kept._memory._connection
        assert connection
        assert connection.execute(statement, values).rowcount == 1


NAMES = ("sqlite", "fakeredis", "redis", "mirrored", "tab")


def make_store(name: str, folder: Path, server: RedisServer | None) -> Store:
    match name:
        case "sqlite":
            return SqliteStore(folder)
        case "fakeredis":
            return RedisStore(None)
        case "redis":
            return RedisStore(server)
        case "tab":
            return TabStore()
        case _:
            return MirroredStore(folder)
