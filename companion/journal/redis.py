"""The journal in Redis Streams, for many tables: one stream for each game, and one that lists the games.

A revision is the stream's id, `revision-0`; the creation is `0-1`, the lowest id there is. An append watches the
stream, looks at its end and adds the entries in one MULTI: if another writer adds to the stream in between, EXEC fails,
so all entries are stored or none. Explicit ids alone would refuse a repetition but let a gap through, and would store
the second of two entries when the first is refused. A script would need one round trip instead of three, but the server
must allow scripts. The explicit ids stay as a second lock.

Only commands of Redis 7.0 are used. How durable a server is depends on its settings: after `open`, `warnings` says what
it could lose, one sentence with a remedy for each weakness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

from companion.config.redis_server import FOREIGN_KEYS, BadAddress, connect, said
from companion.journal import seals
from companion.journal.journal import (
    Damage,
    Damaged,
    Diverged,
    Draft,
    Entry,
    GameExists,
    GameInfo,
    Json,
    Kind,
    Unavailable,
    UnknownGame,
    WrongFormat,
)
from companion.journal.seals import Prepared, Stored, Tip
from companion.words.redaction import copy_shown
from hardware.trouble import Trouble, quoted

VERSION = b"1"  # of the layout below; kept under <prefix>:format
_AT_ONCE = 100  # games in one round trip
_PAGE = 1000  # entries in one read, so that no answer blocks the server or fills the memory of a Pi

Client = Any  # redis.Redis or a stand-in; the library is imported when the journal opens
Connect = Callable[[], Client]


class Outline(NamedTuple):
    """A game on the server without its entries."""

    length: int  # the number of entries, including the creation
    creation: str  # the seal of the first of them
    tip: Tip


class RedisJournal:
    """A journal on a server, its keys under one prefix."""

    def __init__(
        self,
        url: str,
        *,
        prefix: str = "hansa:journal",
        timeout_ms: int = 2000,
        connect: Connect | None = None,
        table: str = "",
    ) -> None:
        """Use this server; several tables may share it, so each game is listed with the name of its table."""
        self._url, self._shown = url, copy_shown(url)
        self._prefix, self._table, self._only = prefix, table, ""
        self._timeout_ms = timeout_ms
        self._connect = connect or self._connect_to_server
        self._client: Client | None = None
        self.warnings: tuple[str, ...] = ()

    def open(self) -> None:
        """Connect, check the layout and find out how durable the server is."""
        if self._client is not None:
            return
        with self._translated():
            client = self._connect()
            try:
                client.set(f"{self._prefix}:format", VERSION, nx=True)
                version = client.get(f"{self._prefix}:format")
                self._check_format(version)
                self.warnings = _losses(client)
            except BaseException:
                client.close()
                raise
            self._client = client

    def close(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game; stream and list are written together."""
        creation = seals.compose_creation(game_id, game, title, at)

        def add(pipeline: Client) -> tuple[Stored, ...]:
            if pipeline.exists(self._stream(game_id)):
                raise GameExists(game_id)
            pipeline.multi()
            self._add(pipeline, game_id, creation)
            pipeline.xadd(self._list(), self._listed(game_id))
            return (creation,)

        self._atomically(game_id, add)
        return seals.game_info(game_id, creation, creation.tip)

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry."""
        return self.append_all(game_id, revision, [Draft(kind, payload, at)])[0]

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries in one MULTI."""
        prepared: tuple[Prepared, ...] = seals.prepare(drafts)

        def add(pipeline: Client) -> tuple[Stored, ...]:
            _, tip = self._ends(pipeline, game_id)
            seals.check_fit(game_id, tip, revision, onto)
            made = seals.compose(game_id, tip, prepared)
            pipeline.multi()
            for stored in made:
                self._add(pipeline, game_id, stored)
            return made

        return seals.entries(self._atomically(game_id, add))

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a revision, every seal checked."""
        after = seals.within(after)
        with self._ready() as client:
            _, tip = self._ends(client, game_id)
            return seals.walk(game_id, after, self._rows(client, game_id, after, tip.revision), tip)

    def info(self, game_id: str) -> GameInfo:
        """Describe one game."""
        with self._ready() as client:
            return seals.game_info(game_id, *self._ends(client, game_id))

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all games in the order of their creation, without those whose creation cannot be read."""
        return seals.tell(self.info, self.ids())

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all games in the order of the list, each once."""
        found = self._tables_of()
        return tuple(game for game, tables in found.items() if not self._only or self._only in tables)

    def tables(self) -> frozenset[str]:
        """Return the names of all tables that have games here, as far as they are known."""
        return frozenset(name for names in self._tables_of().values() for name in names if name)

    def of_this_table(self) -> tuple[str, ...]:
        """Return the ids of the games that this table has listed, and of those listed without a table's name."""
        return tuple(game for game, tables in self._tables_of().items() if tables & {self._table, ""})

    def limit_to(self, table: str) -> None:
        """From now on return only the games of one table; an empty name means all."""
        self._only = table

    def _tables_of(self) -> dict[str, set[str]]:
        """Return the name of the table of each game, by the game's id; ids that no game can have are left out."""
        found: dict[str, set[str]] = {}
        with self._ready() as client:
            for _, fields in client.xrange(self._list()):
                game, table = (fields.get(name, b"").decode("utf-8", "replace") for name in (b"game", b"table"))
                if seals.is_name(game):
                    found.setdefault(game, set()).add(table)
        return found

    def _listed(self, game_id: str) -> dict[str, str]:
        return {"game": game_id, "table": self._table} if self._table else {"game": game_id}

    # --- as a copy of another journal ---

    def outlines(self, ids: Sequence[str]) -> Mapping[str, Outline]:
        """Return the number of entries, the beginning and the end of each of these games that has entries."""
        found: dict[str, Outline] = {}
        with self._ready() as client:
            for start in range(0, len(ids), _AT_ONCE):
                some = ids[start : start + _AT_ONCE]
                with client.pipeline(transaction=False) as pipeline:
                    for game_id in some:
                        pipeline.xinfo_stream(self._stream(game_id))
                    answers = pipeline.execute(raise_on_error=False)
                for game_id, about in zip(some, answers, strict=True):
                    if isinstance(about, Exception):
                        if "no such key" not in str(about):
                            raise about
                        continue
                    first, tip = _first_and_tip(about)
                    found[game_id] = Outline(int(about["length"]), first.seal if first else "", tip)
        return found

    def relist(self, ids: Sequence[str]) -> int:
        """Add games that are not listed as this table's to the list; return how many."""
        known = self._tables_of()
        missing = [game_id for game_id in ids if self._table not in known.get(game_id, ())]
        if not self._table:
            missing = [game_id for game_id in ids if game_id not in known]
        with self._ready() as client:
            for game_id in missing:
                client.xadd(self._list(), self._listed(game_id))
        return len(missing)

    def renew(self, creation: GameInfo, entries: Sequence[Entry]) -> None:
        """Write a game again that has lost entries here, all or nothing.

        Raise Diverged, with nothing changed, if a remaining entry is not among the given ones.
        """
        game_id = creation.id
        first = seals.compose_creation(game_id, creation.game, creation.title, creation.created)
        texts = seals.prepare([Draft(entry.kind, entry.payload, entry.at) for entry in entries]) if entries else ()
        whole = (first, *seals.compose(game_id, first.tip, texts))

        def write(pipeline: Client) -> tuple[Stored, ...]:
            left = [_stored(*row) for row in pipeline.xrange(self._stream(game_id))]
            if not set(left) <= set(whole):
                raise Diverged(game_id, "the copy holds entries that are not ours")
            pipeline.multi()
            pipeline.delete(self._stream(game_id))
            for stored in whole:
                self._add(pipeline, game_id, stored)
            return whole

        self._atomically(game_id, write)

    def integrity(self) -> tuple[Damage, ...]:
        """Check every seal."""
        found = []
        for game_id in self.ids():
            try:
                self.read(game_id)
            except Damaged as error:
                found.append(error.damage)
            except UnknownGame:
                found.append(Damage(game_id, 0, "it is in the list of games, but its entries are gone"))
        return tuple(found)

    def _atomically(self, game_id: str, add: Callable[[Client], tuple[Stored, ...]]) -> tuple[Stored, ...]:
        """Let `add` read and queue; if the stream changes meanwhile, call `add` again, which then sees the change."""
        from redis.exceptions import RedisError, WatchError

        with self._ready() as client, client.pipeline() as pipeline:
            while True:
                try:
                    pipeline.watch(self._stream(game_id))
                    made = add(pipeline)
                    pipeline.execute()
                except WatchError as error:
                    # The library raises the same error for a connection that broke while watching and for a stream that
                    # changed. Only the latter may be tried again: before a connection breaks, the entries may have been
                    # stored.
                    if isinstance(error.__context__, RedisError):
                        raise error.__context__ from None
                    continue
                return made

    def _add(self, pipeline: Client, game_id: str, stored: Stored) -> None:
        number = f"{stored.revision}-0" if stored.revision else "0-1"
        fields = {"kind": stored.kind, "at": stored.at, "payload": stored.payload, "seal": stored.seal}
        pipeline.xadd(self._stream(game_id), fields, id=number)

    def _ends(self, client: Client, game_id: str) -> tuple[Stored | None, Tip]:
        """Return a game's first entry and its end; the stream remembers its highest id even if that entry is gone."""
        from redis.exceptions import ResponseError

        try:
            about = client.xinfo_stream(self._stream(game_id))
        except ResponseError as error:
            if "no such key" in str(error):
                raise UnknownGame(game_id) from error
            raise
        return _first_and_tip(about)

    def _rows(self, client: Client, game_id: str, after: int, last: int) -> Iterator[Stored]:
        """Yield the entries page by page, up to the one that was the newest at the beginning."""
        start = str(after)
        while True:
            page = client.xrange(self._stream(game_id), min=start, max=str(last), count=_PAGE)
            for number, fields in page:
                yield _stored(number, fields)
            if len(page) < _PAGE:
                return
            start = f"({page[-1][0].decode()}"

    def _stream(self, game_id: str) -> str:
        return f"{self._prefix}:game:{game_id}"

    def _list(self) -> str:
        return f"{self._prefix}:games"

    def _check_format(self, version: bytes | None) -> None:
        if version != VERSION:
            said = (version or b"").decode("latin-1")
            raise WrongFormat(
                f"{self._shown}: format version {said!r} under {self._prefix}, expected {VERSION.decode()!r}; "
                "it was written by another version of the companion: install that one"
            )

    def _connect_to_server(self) -> Client:
        try:
            return connect(self._url, self._timeout_ms / 1000)
        except BadAddress as error:
            raise WrongFormat(f"journal {self._shown}: {error}") from error

    @contextmanager
    def _ready(self) -> Iterator[Client]:
        client = self._client
        if client is None:
            raise Unavailable(Trouble("{file}: the journal is closed", file=self._shown), Trouble("open it first"))
        with self._translated():
            yield client

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            from redis.exceptions import RedisError, ResponseError, TimeoutError
        except ModuleNotFoundError as error:
            raise Unavailable(Trouble("the redis package is missing"), Trouble("pip install redis")) from error
        try:
            yield
        except TimeoutError as error:
            reason = Trouble("{server}: no answer in {time} ms", server=self._shown, time=self._timeout_ms)
            raise Unavailable(reason, Trouble("check the server and the network")) from error
        except ResponseError as error:
            raise _translate(self._shown, said(error, self._url)) from error
        except (RedisError, OSError) as error:
            reason = quoted(f"{self._shown}: {said(error, self._url)}")
            raise Unavailable(reason, Trouble("start the server, or check its address")) from error


def _translate(shown: str, said: str) -> Unavailable | WrongFormat:
    if said == FOREIGN_KEYS:
        return WrongFormat(f"{shown}: {said}")
    reason = Trouble("{server}: the server refuses: {said}", server=shown, said=said)
    return Unavailable(reason, Trouble("mend the server; nothing accepted is lost"))


def _first_and_tip(about: Mapping[str, Any]) -> tuple[Stored | None, Tip]:
    first, last = about["first-entry"], about["last-entry"]
    highest = _revision(about["last-generated-id"])
    newest = _stored(*last) if last else None
    tip = newest.tip if newest and newest.revision == highest else Tip(highest, "", "")
    return _stored(*first) if first else None, tip


def _stored(number: bytes, fields: Mapping[bytes, bytes] | None) -> Stored:
    """Read an entry; if anything in it is missing or odd, its seal will not match."""
    texts = cast(Mapping[bytes, bytes], fields or {})
    kind, at, payload, seal = (texts.get(name, b"").decode("latin-1") for name in (b"kind", b"at", b"payload", b"seal"))
    return Stored(_revision(number), kind, at, payload, seal)


def _revision(number: bytes) -> int:
    return int(number.partition(b"-")[0])


def _losses(client: Client) -> tuple[str, ...]:
    """Return the weaknesses of the server's settings; none means that a confirmed move survives a power cut there."""
    from redis.exceptions import ResponseError

    try:
        settings = {
            name: str(value)
            for pattern in ("append*", "maxmemory*")
            for name, value in client.config_get(pattern).items()
        }
    except ResponseError:
        # A hosted server may forbid CONFIG.
        return ("the server does not tell its settings; make sure that appendonly is yes and appendfsync is always",)
    return tuple(_weaknesses(settings))


def _weaknesses(settings: dict[str, str]) -> list[str]:
    found = []
    if settings.get("appendonly") != "yes":
        found.append(
            "the server keeps moves in memory only and loses them when it stops; "
            "set appendonly yes and appendfsync always"
        )
    elif (fsync := settings.get("appendfsync")) != "always":
        found.append(f"appendfsync is {fsync}: the last moves are lost in a power cut; set appendfsync always")
    if settings.get("maxmemory", "0") != "0" and settings.get("maxmemory-policy", "").startswith("allkeys"):
        found.append(
            f"maxmemory-policy is {settings['maxmemory-policy']}: the server throws whole games away when its memory "
            "is full; set maxmemory-policy noeviction"
        )
    return found
