from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.folders import memory


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: these tests sync often, and none of them cuts the power."""
    with tempfile.TemporaryDirectory(prefix="journal-", dir=memory()) as name:
        yield Path(name)
