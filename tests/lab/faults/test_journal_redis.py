"""A real Redis that is frozen, paused, killed or comes back empty: the table reports it, or plays on without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal.journal import Unavailable, UnknownGame
from companion.journal.mirrored import CopyState, Mirrored, State
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from tests.kit.redis_server import DURABLE, RedisServer, redis_server
from tests.kit.waiting import PATIENCE_MS, until
from tests.lab.faults import story

TIMEOUT_MS = 500  # of those who meet a server that does not answer; a busy machine may take longer, and is waited for


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server(*DURABLE) as server:
        yield server


@pytest.fixture
def remote(server: RedisServer) -> Iterator[RedisJournal]:
    with closing(RedisJournal(server.url, timeout_ms=PATIENCE_MS)) as journal:
        journal.open()
        for number in range(12):
            story.step(journal, number)
        yield journal


@pytest.fixture
def impatient(server: RedisServer) -> Iterator[RedisJournal]:
    """A journal, connected, that does not wait for long."""
    with closing(RedisJournal(server.url, timeout_ms=TIMEOUT_MS)) as journal:
        until(lambda: _is_open(journal))
        yield journal


def _is_open(journal: RedisJournal) -> bool:
    with suppress(Unavailable):
        journal.open()
        return True
    return False


@pytest.fixture
def mirrored(server: RedisServer, tmp_path: Path) -> Iterator[Mirrored]:
    local, remote = SqliteJournal(tmp_path / "journal.sqlite"), RedisJournal(server.url, timeout_ms=TIMEOUT_MS)
    with closing(Mirrored(local, remote, follows=False)) as journal:
        journal.open()
        for number in range(12):
            story.step(journal, number)
        _catch_up(journal)
        yield journal


def _catch_up(journal: Mirrored) -> None:
    """Carry everything over, be the machine as busy as it likes."""
    until(lambda: journal.catch_up() == CopyState(State.IN_STEP))


def _revisions(journal: RedisJournal | Mirrored) -> dict[str, int]:
    return {info.id: info.revision for info in journal.games()}


def _assert_same(server: RedisServer, journal: Mirrored) -> None:
    with closing(RedisJournal(server.url, timeout_ms=PATIENCE_MS)) as remote:
        remote.open()
        assert set(remote.games()) == set(journal.games())
        assert story.faults(remote, _revisions(journal)) == []
        assert remote.integrity() == ()


def test_frozen_server_is_unavailable_and_loses_nothing(
    server: RedisServer, remote: RedisJournal, impatient: RedisJournal
) -> None:
    before = _revisions(remote)
    server.freeze()
    with pytest.raises(Unavailable, match=f"no answer in {TIMEOUT_MS} ms"):
        story.step(impatient, 1)
    server.thaw()
    assert story.faults(remote, before) == []
    game_id, revision = story.step(remote, 1)
    assert _revisions(remote) == {**before, game_id: revision}


def test_server_that_pauses_writes_is_unavailable_and_the_answer_can_be_found_out(
    server: RedisServer, remote: RedisJournal, impatient: RedisJournal
) -> None:
    before = _revisions(remote)
    with server.client() as client:
        client.client_pause(PATIENCE_MS, all=False)
        with pytest.raises(Unavailable, match=f"no answer in {TIMEOUT_MS} ms"):
            story.step(impatient, 1)
        client.client_unpause()
    # Whether it was kept is for `info` to say; either way the story goes on without a gap or a double.
    assert story.faults(remote, before) == []
    game_id, revision = story.step(remote, 1)
    assert story.faults(remote, {**before, game_id: revision}) == []


def test_killed_server_is_unavailable_and_has_everything_afterwards(server: RedisServer, remote: RedisJournal) -> None:
    before = _revisions(remote)
    server.kill()
    with pytest.raises(Unavailable):
        story.step(remote, 1)
    server.start()
    assert _revisions(remote) == before
    assert story.faults(remote, before) == []


def test_server_that_came_back_empty_is_told_by_the_next_append(server: RedisServer, remote: RedisJournal) -> None:
    revision = remote.info("one").revision
    server.kill()
    server.forget()
    server.start()
    with pytest.raises(UnknownGame):
        remote.append("one", revision + 1, *story.draft("one", revision + 1))
    assert remote.ids() == ()


@pytest.mark.parametrize("forgets", [False, True], ids=["with its files", "empty"])
def test_table_plays_on_while_the_server_is_killed(server: RedisServer, mirrored: Mirrored, forgets: bool) -> None:
    server.kill()
    for number in range(12, 24):
        story.step(mirrored, number)
    assert mirrored.catch_up().state is State.AWAY
    if forgets:
        server.forget()
    server.start()
    for number in range(24, 30):
        story.step(mirrored, number)
    _catch_up(mirrored)
    _assert_same(server, mirrored)


def test_server_restarted_empty_between_two_moves_is_filled_again(server: RedisServer, mirrored: Mirrored) -> None:
    server.kill()
    server.forget()
    server.start()
    story.step(mirrored, 12)
    _catch_up(mirrored)
    _assert_same(server, mirrored)


def test_table_plays_on_while_the_server_is_frozen(server: RedisServer, mirrored: Mirrored) -> None:
    server.freeze()
    for number in range(12, 24):
        story.step(mirrored, number)
    assert mirrored.catch_up().state is State.AWAY
    server.thaw()
    _catch_up(mirrored)
    _assert_same(server, mirrored)
