"""A meeting place for tables and hubs, on a real server or on a fake of its own; and tables to meet there."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Any

import fakeredis

from companion.hub.announcement import Announcement, Player, format_announcement
from companion.hub.exchange import Exchange
from hardware.tended import Tended
from tests.kit.redis_server import RedisServer
from tests.kit.waiting import PATIENCE_S

_numbers = itertools.count()


class Meeting:
    """One meeting place, its keys its own."""

    def __init__(self, server: RedisServer | None = None) -> None:
        self._server, self._fake = server, fakeredis.FakeServer()
        self.prefix = f"test-{next(_numbers)}"
        self._clients: list[Any] = []
        self._is_closed = False

    def client(self, db: int = 0) -> Any:
        if self._is_closed:  # a thread that outlives its test must not leave a connection behind
            raise OSError("the meeting is over")
        if self._server:
            import redis

            self._clients.append(redis.Redis.from_url(self._server.url, db=db))
            return self._clients[-1]
        return fakeredis.FakeRedis(server=self._fake, db=db)

    def forget_all(self) -> None:
        """Lose everything, as a server that starts empty does."""
        with self.client() as client:
            client.delete(*client.keys(f"{self.prefix}:*"))

    def close(self) -> None:
        """Close the connections that a test left open, and let nobody in any more."""
        self._is_closed = True
        for client in self._clients:
            client.connection_pool.disconnect()

    def exchange(self, ttl_s: float = 60.0, db: int = 0) -> Exchange:
        return Exchange("redis://meeting", connect=lambda: self.client(db), prefix=self.prefix, ttl_s=ttl_s)


class Stuck:
    """A server whose name is being looked up until it is let go."""

    def __init__(self) -> None:
        self.is_tried, self._is_free = threading.Event(), threading.Event()

    def exchange(self) -> Exchange:
        return Exchange("redis://stuck", connect=self._connect)

    def _connect(self) -> Any:
        self.is_tried.set()
        self._is_free.wait()
        raise OSError("no such name")

    def outlived_by(self, close: Callable[[], None], thread: Tended) -> bool:
        """Return whether something is closed while its thread still looks the name up; then let that end, too.

        It says in the log that it has found nobody, which is no business of the next test.
        """
        assert self.is_tried.wait(PATIENCE_S)
        closing = threading.Thread(target=close)
        closing.start()
        closing.join(PATIENCE_S)
        is_closed = not closing.is_alive()
        self._is_free.set()
        closing.join()
        thread.join(PATIENCE_S)
        return is_closed and not thread.is_alive()


def announced(table_id: str = "one", **changes: Any) -> Announcement:
    """A table somewhere in a game of two."""
    told = Announcement(
        id=table_id,
        table=f"Table {table_id}",
        number=1,
        game="hansa",
        game_id=f"{table_id}-1",
        revision=7,
        moved_s=2.0,
        round=3,
        is_last_round=False,
        phase="actions",
        mover="gray",
        players=(Player("gray", "Anna", True, 12), Player("white", "Dirk", True, 9)),
        winners=None,
        ended_s=0.0 if changes.get("winners") else None,
        refusals=(),
        trouble=None,
        faults=(),
        calls=False,
    )
    return told._replace(**changes)


def tell(exchange: Exchange, announcement: Announcement) -> None:
    exchange.tell(announcement.id, format_announcement(announcement))
