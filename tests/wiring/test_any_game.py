"""Kits and the maker's drawings serve any game: what belongs to one is in its layouts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.hansa.rules.board import CITY_IDS

ROOT = Path(__file__).parents[2]
OF_HANSA = re.compile(rf"\b({'|'.join(CITY_IDS)}|booths?)\b|companion\.games", re.IGNORECASE)
FOLDERS = (ROOT / "hardware", ROOT / "wiring")
SOURCES = [path for folder in FOLDERS for kind in ("py", "toml") for path in folder.rglob(f"*.{kind}")]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_hardware_and_wiring_name_nothing_of_a_game(path: Path) -> None:
    assert OF_HANSA.findall(path.read_text(encoding="utf-8")) == []
