from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import Kind, StaleRevision, Unavailable, WrongFormat
from companion.journal.redis import RedisJournal
from tests.companion.journal.stores import RedisStore
from tests.kit.addresses import UNREACHABLE
from tests.kit.redis_server import DURABLE, RedisServer, redis_server
from tests.kit.waiting import PATIENCE_MS

AT = "20:15"


@pytest.mark.redis
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (DURABLE, []),
        (("--appendonly", "no"), ["appendonly yes"]),
        (("--appendonly", "yes", "--appendfsync", "everysec"), ["appendfsync is everysec"]),
        ((*DURABLE, "--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru"), ["noeviction"]),
        (("--appendonly", "no", "--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lfu"), ["memory only", "lfu"]),
        ((*DURABLE, "--maxmemory-policy", "allkeys-lru"), []),
        ((*DURABLE, "--rename-command", "CONFIG", ""), ["does not tell"]),
    ],
    ids=["durable", "memory", "every second", "evicting", "worst", "no limit", "hosted"],
)
def test_server_that_would_lose_a_move_is_warned_about(settings: tuple[str, ...], said: list[str]) -> None:
    with redis_server(*settings) as server, closing(RedisJournal(server.url, timeout_ms=PATIENCE_MS)) as journal:
        journal.open()
        assert len(journal.warnings) == len(said)
        for warning, words in zip(journal.warnings, said, strict=True):
            assert words in warning


def test_no_server_is_unavailable_with_a_remedy(tmp_path: Path) -> None:
    journal = RedisJournal(f"unix://{tmp_path}/nobody.sock")
    with pytest.raises(Unavailable) as caught:
        journal.open()
    assert "nobody.sock" in caught.value.reason
    assert "server" in caught.value.remedy


def test_address_that_is_none_is_said_so() -> None:
    with pytest.raises(WrongFormat, match="floppy"):
        RedisJournal("floppy://a").open()


def test_server_gone_in_the_middle_is_unavailable_and_later_goes_on() -> None:
    store = RedisStore(None)
    with closing(store.journal()) as journal:
        journal.open()
        journal.create("one", "hansa", "", AT)
        store.fake.connected = False
        for ask in (lambda: journal.append("one", 1, Kind.MOVE, {}, AT), journal.games, lambda: journal.read("one")):
            with pytest.raises(Unavailable):
                ask()
        store.fake.connected = True
        assert journal.append("one", 1, Kind.MOVE, {}, AT).revision == 1


def test_layout_of_another_version_is_not_touched(server: RedisServer) -> None:
    store = RedisStore(server)
    with store.client() as client:
        client.set(f"{store.prefix}:format", "99")
        with pytest.raises(WrongFormat, match="99"):
            store.journal().open()
        assert client.keys(f"{store.prefix}:*") == [f"{store.prefix}:format".encode()]


def test_key_of_another_program_is_said_so(server: RedisServer) -> None:
    store = RedisStore(server)
    with store.client() as client, closing(store.journal()) as journal:
        client.set(f"{store.prefix}:game:one", "not a stream")
        journal.open()
        with pytest.raises(
            WrongFormat, match="used by another program; choose another number at the end of the address"
        ):
            journal.append("one", 1, Kind.MOVE, {}, AT)


def test_server_that_takes_no_writes_is_unavailable(server: RedisServer) -> None:
    store = RedisStore(server)
    with store.client() as client, closing(store.journal()) as journal:
        journal.open()
        journal.create("one", "hansa", "", AT)
        client.config_set("maxmemory", "1")
        try:
            with pytest.raises(Unavailable, match="refuses"):
                journal.append("one", 1, Kind.MOVE, {}, AT)
        finally:
            client.config_set("maxmemory", "0")
        assert journal.append("one", 1, Kind.MOVE, {}, AT).revision == 1


def test_stream_changed_between_look_and_append_is_noticed(server: RedisServer) -> None:
    store = RedisStore(server)
    with closing(store.journal()) as other:
        other.open()
        other.create("one", "hansa", "", AT)

        class Sly:
            """A client whose pipeline lets somebody else append after the look."""

            def __init__(self) -> None:
                self._client = store.client()
                self._is_done = False

            def __getattr__(self, name: str) -> object:
                return getattr(self._client, name)

            def pipeline(self) -> object:
                pipeline = self._client.pipeline()
                multi = pipeline.multi

                def sly_multi() -> None:
                    if not self._is_done:
                        self._is_done = True
                        other.append("one", 1, Kind.MOVE, {"by": "other"}, AT)
                    multi()

                pipeline.multi = sly_multi
                return pipeline

        with closing(RedisJournal("redis://sly", prefix=store.prefix, connect=Sly)) as journal:
            journal.open()
            with pytest.raises(StaleRevision) as caught:
                journal.append("one", 1, Kind.MOVE, {"by": "us"}, AT)
            assert (caught.value.expected, caught.value.given) == (2, 1)
            assert [entry.payload for entry in journal.read("one")] == [{"by": "other"}]


def test_game_whose_stream_is_gone_is_named(server: RedisServer) -> None:
    store = RedisStore(server)
    with store.client() as client, closing(store.journal()) as journal:
        journal.open()
        journal.create("one", "hansa", "", AT)
        journal.create("two", "hansa", "", AT)
        client.delete(f"{store.prefix}:game:one")
        assert [damage.game_id for damage in journal.integrity()] == ["one"]
        assert [info.id for info in journal.games()] == ["two"]


def test_missing_library_is_unavailable_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.exceptions", None)
    with pytest.raises(Unavailable) as caught:
        RedisJournal("redis://nowhere").open()
    assert "pip install redis" in caught.value.remedy


def test_long_game_is_read_in_pages(server: RedisServer) -> None:
    store = RedisStore(server)
    with closing(store.journal()) as journal, pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.journal.redis._PAGE", 7)
        journal.open()
        journal.create("one", "hansa", "", AT)
        for revision in range(1, 30):
            journal.append("one", revision, Kind.MOVE, {}, AT)
        for after in (0, 1, 6, 7, 22, 29):
            assert [entry.revision for entry in journal.read("one", after)] == list(range(after + 1, 30))


@pytest.mark.process
def test_library_is_imported_only_when_a_journal_opens() -> None:
    program = "import sys, companion.journal.mirrored, companion.journal.redis; sys.exit('redis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("url", ["redis://:s3cret@127.0.0.1:1/0", "redis://table:s3:cr@et@127.0.0.1:1/0"])
def test_password_of_the_address_is_never_told(url: str) -> None:
    with pytest.raises(Unavailable) as caught:
        RedisJournal(url).open()
    assert "s3" not in f"{caught.value} {caught.value.reason} {caught.value.remedy}"
    assert "…@127.0.0.1:1/0" in caught.value.reason


def test_address_that_makes_no_sense_is_told_without_its_password() -> None:
    with pytest.raises(WrongFormat) as caught:
        RedisJournal("redis://:s3cret@127.0.0.1:port/0").open()
    assert "s3cret" not in str(caught.value)
    with pytest.raises(Unavailable) as closed:
        RedisJournal("redis://:s3cret@127.0.0.1:1/0").ids()
    assert "s3cret" not in str(closed.value)


@pytest.mark.parametrize("url", UNREACHABLE)
def test_address_that_no_server_has_is_told_with_what_is_expected_and_nothing_of_its_password(url: str) -> None:
    with pytest.raises(WrongFormat) as caught:
        RedisJournal(url).open()
    assert "expected redis://[:password@]host:port/number" in str(caught.value)
    assert not any(part in str(caught.value) for part in ("12", "34"))
