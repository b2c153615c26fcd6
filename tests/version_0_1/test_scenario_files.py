"""The scenarios of version 0.1.0 stay as they were, to the byte: what they show has not been made easier."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.version_0_1.count_presses import SCENARIOS

DIGESTS = [line.split() for line in (Path(__file__).parent / "scenarios.sha256").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("digest", "name"), DIGESTS, ids=[name for _, name in DIGESTS])
def test_scenario_is_the_one_of_0_1(digest: str, name: str) -> None:
    assert hashlib.sha256((SCENARIOS / name).read_bytes()).hexdigest() == digest
