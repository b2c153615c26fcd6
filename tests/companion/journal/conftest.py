from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.journal.server import DURABLE, RedisServer
from tests.companion.journal.stores import NAMES, Store, make_store
from tests.faults.powercut import memory


@pytest.fixture(scope="session")
def server() -> Iterator[RedisServer]:
    # A socket's path must be short, which pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="redis-", dir=memory()) as name:
        server = RedisServer(Path(name), *DURABLE)
        server.start()
        yield server
        server.kill()


@pytest.fixture(params=NAMES)
def store(request: pytest.FixtureRequest, folder: Path) -> Store:
    return make_store(request.param, folder, request.getfixturevalue("server") if request.param == "redis" else None)
