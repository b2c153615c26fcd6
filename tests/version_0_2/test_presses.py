"""No scenario takes more presses than it did with version 0.2.0."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.version_0_2.count_presses import SCENARIOS, count

COUNTED = tomllib.loads((Path(__file__).parent / "presses.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", COUNTED)
def test_scenario_takes_no_more_presses_than_with_0_2(name: str) -> None:
    assert count(SCENARIOS / f"{name}.scenario").presses <= COUNTED[name]["presses"]


def test_list_is_sorted_and_whole() -> None:
    assert list(COUNTED) == sorted(COUNTED)
    assert all(entry.keys() == {"presses", "steps"} for entry in COUNTED.values())
    assert sum(entry["presses"] for entry in COUNTED.values()) > 1000
