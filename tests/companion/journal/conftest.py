from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.journal.server import DURABLE, RedisServer
from tests.companion.journal.stores import NAMES, Store, make_store


@pytest.fixture(scope="session")
def server() -> Iterator[RedisServer]:
    # A socket's path must be short, which pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        server = RedisServer(Path(folder), *DURABLE)
        server.start()
        yield server
        server.kill()


@pytest.fixture(params=NAMES)
def store(request: pytest.FixtureRequest, tmp_path: Path, server: RedisServer) -> Store:
    return make_store(request.param, tmp_path, server)
