from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.hub import exchange
from tests.kit.meeting import Meeting
from tests.kit.redis_server import RedisServer, redis_server
from tests.kit.waiting import PATIENCE_S


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server that is there answer as late as a busy machine lets it."""
    monkeypatch.setattr(exchange, "TIMEOUT_S", PATIENCE_S)


@pytest.fixture(scope="session")
def server() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture(params=["fakeredis", pytest.param("redis", marks=pytest.mark.redis)])
def meeting(request: pytest.FixtureRequest) -> Iterator[Meeting]:
    meeting = Meeting(request.getfixturevalue("server") if request.param == "redis" else None)
    yield meeting
    meeting.close()
