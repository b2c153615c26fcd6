from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hub import exchange
from tests.companion.hub.meeting import PATIENCE_S, Meeting
from tests.companion.journal.server import RedisServer
from tests.faults.powercut import memory


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server that is there answer as late as a busy machine lets it."""
    monkeypatch.setattr(exchange, "TIMEOUT_S", PATIENCE_S)


@pytest.fixture(scope="session")
def server() -> Iterator[RedisServer]:
    # A socket's path must be short, which pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="hub-", dir=memory()) as name:
        server = RedisServer(Path(name))
        server.start()
        yield server
        server.kill()


@pytest.fixture(params=["fakeredis", "redis"])
def meeting(request: pytest.FixtureRequest) -> Iterator[Meeting]:
    meeting = Meeting(request.getfixturevalue("server") if request.param == "redis" else None)
    yield meeting
    meeting.close()
