from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.journal.stores import NAMES, Store, make_store
from tests.kit.redis_server import DURABLE, RedisServer, redis_server


@pytest.fixture(scope="session")
def server() -> Iterator[RedisServer]:
    with redis_server(*DURABLE) as server:
        yield server


@pytest.fixture(params=[pytest.param(name, marks=[pytest.mark.redis] * (name == "redis")) for name in NAMES])
def store(request: pytest.FixtureRequest, folder: Path) -> Store:
    return make_store(request.param, folder, request.getfixturevalue("server") if request.param == "redis" else None)
