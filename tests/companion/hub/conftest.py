from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.hub.meeting import Meeting
from tests.companion.journal.server import RedisServer
from tests.faults.powercut import memory


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
