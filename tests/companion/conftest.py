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


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can get to, as to /var/lib; those of pytest, and of some who log in, are not."""
    with tempfile.TemporaryDirectory(prefix="open-", dir=memory()) as name:
        Path(name).chmod(0o755)
        yield Path(name)
