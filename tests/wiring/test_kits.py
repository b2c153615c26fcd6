"""The kits that ship are found by their names, and any other by its path."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.kit.kit import KitError
from wiring.kits import SHIPPED, load_kit, shipped_kits


@pytest.mark.parametrize("name", shipped_kits())
def test_kit_is_found_by_its_name_and_by_its_path(name: str) -> None:
    assert load_kit(name).name == name
    assert load_kit(name) == load_kit(SHIPPED[name]) == load_kit(str(SHIPPED[name]))


def test_file_that_is_not_there_is_told_with_the_kits_there_are(tmp_path: Path) -> None:
    told = r"none: No such file or directory; allowed: a kit file, or one of board, chart, tap"
    with pytest.raises(KitError, match=told):
        load_kit(tmp_path / "none")
