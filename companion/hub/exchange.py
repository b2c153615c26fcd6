"""The meeting place of tables and hub: a few keys and one channel on a Redis server.

    <prefix>:tables        the ids of all tables, for a hub that has just started
    <prefix>:table:<id>    the newest announcement; expires unless the table renews it
    <prefix>:looks:<id>    somebody looks at this table; expires soon after they stop
    <prefix>:detail:<id>   the game in close-up; updated while somebody looks
    <prefix>:ended         the games that have ended, each as <id>:<game>: a card may have been copied
    <prefix>:result:<id>:<game>   the result of one of them; expires when the evening of its end is over
    <prefix>:news:<db>     a channel: every announcement, signs of life in between, results, and good-byes

Channels are shared by all databases of a server, keys are not: with the database in its name, each is a separate hall.

The channel carries whole announcements, so a hub need not ask for them. The number in the next sign of life shows if
one was lost, and it is fetched. Only commands of Redis 7.0 are used.

    Exception
    └── Away     the server does not answer, or not as it should: one line says why
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final, NamedTuple

from companion.config.redis_server import BadAddress, connect, said
from companion.hub.announcement import EVENING_S, LARGEST, is_id
from companion.words.redaction import copy_shown

PREFIX: Final = "hansa:hub"
TTL_S: Final = 16.0
BEAT_S: Final = 5.0  # so that two beats in a row may be lost
LOOK_MS: Final = 10_000
TIMEOUT_S: Final = 2.0
PARTING_S: Final = 3.0  # a thread has this long to end; looking up a name has no time-out
LARGEST_DETAIL: Final = 64 * 1024
_PAGE: Final = 500  # keys asked for at once

Client = Any  # redis.Redis or a stand-in; the library is imported when it is needed
Connect = Callable[[], Client]


class Away(Exception):
    """The server does not answer, or not as it should."""


class Left(NamedTuple):
    """The result of a game as JSON, and how long ago it ended."""

    game_id: str
    text: bytes
    age_s: float


class Exchange:
    """One connection to the meeting place; for one thread at a time."""

    def __init__(self, url: str, *, connect: Connect | None = None, prefix: str = PREFIX, ttl_s: float = TTL_S) -> None:
        self._url, self._prefix = url, prefix
        self._ttl_ms = round(ttl_s * 1000)
        self._connect = connect or self._connect_to_server
        self._client: Client | None = None

    def close(self) -> None:
        """Close the connection; the next call makes a new one."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    # --- the table's side ---

    def tell(self, table_id: str, announcement: bytes, detail: bytes | None = None, *, goes_on: str = "") -> bool:
        """Announce a changed table; return whether somebody looks at it and needs the close-up, too.

        A game that goes on has no result; if the server has one, the end was taken back.
        """
        with self._ready() as client, client.pipeline(transaction=False) as pipeline:
            pipeline.exists(self._key("looks", table_id))
            pipeline.set(self._key("table", table_id), announcement, px=self._ttl_ms)
            if detail is not None:
                pipeline.set(self._key("detail", table_id), detail, px=self._ttl_ms)
            pipeline.sadd(self._key("tables"), table_id)
            if goes_on:
                pipeline.delete(self._key("result", table_id, goes_on))
                pipeline.srem(self._key("ended"), f"{table_id}:{goes_on}")
            pipeline.publish(self._channel(client), announcement)
            return bool(pipeline.execute()[0])

    def leave(self, table_id: str, left: Left) -> None:
        """Store the result of a game; it counts only once, and only for the evening of its end."""
        left_ms = round((EVENING_S - left.age_s) * 1000)
        if left_ms <= 0:
            return
        news = b'%s,"result":%s}' % (_json({"id": table_id, "age_s": round(left.age_s, 1)})[:-1], left.text)
        with self._ready() as client, client.pipeline(transaction=False) as pipeline:
            pipeline.set(self._key("result", table_id, left.game_id), left.text, px=left_ms)
            pipeline.sadd(self._key("ended"), f"{table_id}:{left.game_id}")
            pipeline.expire(self._key("ended"), EVENING_S)
            pipeline.publish(self._channel(client), news)
            pipeline.execute()

    def wall_clock_s(self) -> float:
        """Read the server's clock, in seconds since 1970."""
        with self._ready() as client:
            seconds, microseconds = client.time()
            return float(seconds + microseconds / 1e6)

    def show(self, table_id: str, detail: bytes) -> None:
        """Store the close-up of a table."""
        with self._ready() as client:
            client.set(self._key("detail", table_id), detail, px=self._ttl_ms)

    def beat(self, table_id: str, number: int, told_s: float) -> bool:
        """Send a sign of life of a table that was announced this long ago; return whether the server still knows it."""
        news = _json({"id": table_id, "beat": number, "told_s": told_s})
        with self._ready() as client, client.pipeline(transaction=False) as pipeline:
            pipeline.pexpire(self._key("table", table_id), self._ttl_ms)
            pipeline.pexpire(self._key("detail", table_id), self._ttl_ms)
            pipeline.publish(self._channel(client), news)
            return bool(pipeline.execute()[0])

    def withdraw(self, table_id: str) -> None:
        """Say good-bye."""
        with self._ready() as client, client.pipeline(transaction=False) as pipeline:
            pipeline.delete(self._key("table", table_id), self._key("detail", table_id))
            pipeline.srem(self._key("tables"), table_id)
            pipeline.publish(self._channel(client), _json({"id": table_id, "gone": True}))
            pipeline.execute()

    # --- the hub's side ---

    def announcements(self, ids: Sequence[str] | None = None) -> dict[str, bytes | None]:
        """Return the newest announcements of these tables, or of all that have an id; None for one that has gone."""
        with self._ready() as client:
            if ids is None:
                members = (member.decode("utf-8", "replace") for member in client.smembers(self._key("tables")))
                ids = sorted(filter(is_id, members))
            found: dict[str, bytes | None] = {}
            for start in range(0, len(ids), _PAGE):
                page = ids[start : start + _PAGE]
                with client.pipeline(transaction=False) as pipeline:
                    for each in page:
                        self._read(pipeline, LARGEST, "table", each)
                    found.update(zip(page, map(_value, pipeline.execute(raise_on_error=False)), strict=True))
            return found

    def forget(self, ids: Sequence[str]) -> None:
        """Remove tables from the list that left without a good-bye."""
        if ids:
            with self._ready() as client:
                client.srem(self._key("tables"), *ids)

    def detail(self, table_id: str) -> bytes | None:
        """Return the close-up of a table, or None if there is none or it is too large."""
        with self._ready() as client, client.pipeline(transaction=False) as pipeline:
            pipeline.set(self._key("looks", table_id), b"1", px=LOOK_MS)
            self._read(pipeline, LARGEST_DETAIL, "detail", table_id)
            found = _value(pipeline.execute(raise_on_error=False)[1])
            return found if found is not None and len(found) <= LARGEST_DETAIL else None

    def results(self) -> Iterator[list[Left]]:
        """Yield this evening's results in batches, in no order; others are removed from the list."""
        with self._ready() as client:
            # Earlier versions name the game alone, in the list as in the key.
            ended_ids = [member.decode("utf-8", "replace") for member in client.smembers(self._key("ended"))]
            for start in range(0, len(ended_ids), _PAGE):
                page = ended_ids[start : start + _PAGE]
                with client.pipeline(transaction=False) as pipeline:
                    for ended_id in page:
                        self._read(pipeline, LARGEST, "result", ended_id)
                        pipeline.pttl(self._key("result", ended_id))
                    found = pipeline.execute(raise_on_error=False)
                ended = []
                for ended_id, text, left_ms in zip(page, map(_value, found[::2]), found[1::2], strict=True):
                    if text is None:
                        client.srem(self._key("ended"), ended_id)
                    else:
                        game_id = ended_id.rpartition(":")[2]
                        ended.append(Left(game_id, text, max(0.0, EVENING_S - max(0, left_ms) / 1000)))
                yield ended

    def ping(self) -> None:
        """Raise Away unless the server answers."""
        with self._ready() as client:
            client.ping()

    @contextmanager
    def news(self) -> Iterator[Callable[[float], bytes | None]]:
        """Listen; the yielded function waits for the next message, at most this many seconds."""
        with self._ready() as client:
            channel = client.pubsub()

        def wait(seconds: float) -> bytes | None:
            with self._translated():
                message = channel.get_message(timeout=seconds)
            return message["data"] if message and message["type"] == "message" else None

        with closing(channel):
            with self._translated():
                channel.subscribe(self._channel(client))
                # Wait for the subscription: a hub that asks for earlier messages must hear everything from now on.
                if channel.get_message(timeout=TIMEOUT_S) is None:
                    raise Away(f"{copy_shown(self._url)}: no answer to SUBSCRIBE")
            yield wait

    # --- the connection ---

    def _read(self, pipeline: Client, most: int, *words: str) -> None:
        """Ask for a value, and for no more of it than shows that it is too large: the server may hold anything."""
        pipeline.getrange(self._key(*words), 0, most)

    def _key(self, *words: str) -> str:
        return ":".join((self._prefix, *words))

    def _channel(self, client: Client) -> str:
        return self._key("news", str(client.connection_pool.connection_kwargs.get("db") or 0))

    @contextmanager
    def _ready(self) -> Iterator[Client]:
        with self._translated():
            if self._client is None:
                self._client = self._connect()
            yield self._client

    def _connect_to_server(self) -> Client:
        try:
            return connect(self._url, TIMEOUT_S)
        except BadAddress as error:
            raise Away(f"{copy_shown(self._url)}: {error}") from error

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            from redis.exceptions import RedisError
        except ModuleNotFoundError as error:
            raise Away("the redis package is missing: pip install redis") from error
        try:
            yield
        except (RedisError, OSError) as error:
            self.close()
            raise Away(f"{copy_shown(self._url)}: {said(error, self._url)}") from error


def _value(answer: bytes | Exception) -> bytes | None:
    """Return a value that was read; nothing where there is none, or something else than a text."""
    if isinstance(answer, Exception):
        if str(answer).startswith("WRONGTYPE"):
            return None
        raise answer
    return answer or None


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
