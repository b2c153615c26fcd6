"""What is said of a Redis server: what a person can do something about, and nothing of a password."""

from __future__ import annotations

from collections.abc import Iterator

import fakeredis
import pytest
from redis.exceptions import ConnectionError, ResponseError

from companion.config.redis_server import FOREIGN_KEYS, is_server, said
from companion.hub.exchange import Away, Exchange
from companion.journal.journal import Unavailable
from companion.journal.redis import RedisJournal
from tests.kit.redis_server import redis_server
from tests.kit.waiting import PATIENCE_MS


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server that is there answer as late as a busy machine lets it."""
    monkeypatch.setattr("companion.hub.exchange.TIMEOUT_S", PATIENCE_MS / 1000)


@pytest.fixture(scope="module")
def locked() -> Iterator[str]:
    """The path of a server that wants a password."""
    with redis_server("--requirepass", "open sesame") as server:
        yield server.url.removeprefix("unix://")


@pytest.mark.redis
@pytest.mark.needs("redis-server")
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("", "", "the server wants a password: redis://:password@…"),
        (":gues%20s@", "", "the server refuses this password"),
        ("", "?password=gues%20s", "the server refuses this password"),
    ],
)
def test_password_that_is_missing_or_wrong_is_told_by_journal_and_hub(
    locked: str, before: str, after: str, told: str
) -> None:
    address = f"unix://{before}{locked}{after}"
    with pytest.raises(Away, match=told) as away:
        Exchange(address).ping()
    with pytest.raises(Unavailable, match=told) as unavailable:
        RedisJournal(address, timeout_ms=PATIENCE_MS).open()
    assert "gues" not in f"{away.value} {unavailable.value}"


@pytest.mark.redis
@pytest.mark.needs("redis-server")
def test_right_password_opens(locked: str) -> None:
    exchange = Exchange(f"unix://:open%20sesame@{locked}")
    exchange.ping()
    assert list(exchange.results()) == []
    exchange.close()


def test_words_of_the_library_lose_the_address_and_the_password() -> None:
    address = "redis://table:s3cret@club:6379/0"
    error = OSError(f"cannot reach {address}, not with s3cret")
    assert said(error, address) == "cannot reach redis://…@club:6379/0, not with …"


def test_keys_of_another_program_are_told_also_where_several_commands_were_sent() -> None:
    words = "WRONGTYPE Operation against a key holding the wrong kind of value"
    for error in (ResponseError(words), ResponseError(f"Command # 3 (SADD a b) of pipeline caused error: {words}")):
        assert said(error, "redis://club") == FOREIGN_KEYS


def test_what_a_server_refuses_is_told_without_what_it_was_given() -> None:
    with fakeredis.FakeRedis() as client, client.pipeline() as pipeline, pytest.raises(ResponseError) as refused:
        pipeline.set("Anna", "Bruno").incr("Anna").execute()
    assert "Anna" in str(refused.value)
    assert said(refused.value, "redis://club") == "value is not an integer or out of range"


def test_error_of_a_server_can_stand_within_a_sentence() -> None:
    error = ConnectionError("Error -2 connecting to localhost:6379. Name or service not known.")
    assert said(error, "redis://localhost") == "Error -2 connecting to localhost:6379. Name or service not known"


@pytest.mark.parametrize("end", ["", "/", "/0", "/15", "?db=3"])
def test_address_ends_with_a_number_or_nothing(end: str) -> None:
    assert is_server(f"redis://club:6379{end}")


@pytest.mark.parametrize("end", ["/hall", "/1a", "/-1", "/1/2", "/²"])
def test_end_that_the_library_would_take_for_the_first_hall_is_refused(end: str) -> None:
    assert not is_server(f"redis://club:6379{end}")
