"""Callers in trouble: the trouble lasts until somebody was in it, however busy the machine is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.lab.faults.callers import TROUBLES
from tests.lab.faults.powercut import Control


@pytest.mark.parametrize("name", ["full", "read-only", "syncs"])
def test_disk_stays_bad_until_something_was_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    control = Control(tmp_path / "control")
    good = control.path.read_bytes()
    monkeypatch.setattr("time.sleep", lambda _: None)
    asked: list[bytes] = []

    def is_over() -> bool:
        asked.append(control.path.read_bytes())
        return len(asked) == 50

    TROUBLES[name](control, tmp_path, random.Random(1), is_over)
    assert len(asked) == 50
    assert good not in asked
    assert control.path.read_bytes() == good
