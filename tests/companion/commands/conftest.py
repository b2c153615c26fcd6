"""What the tests of all commands share."""

from __future__ import annotations

import math

import pytest

from companion.running import supervision


@pytest.fixture(autouse=True)
def roomy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process take what it takes: after a thousand tests it is larger than a companion ever may be."""
    monkeypatch.setattr(supervision, "MOST_MB", math.inf)
