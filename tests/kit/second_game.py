"""A second game on the shelf, for tests of what games share: Hansa under another name, with files of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, open_box

ID = "pearls"


@contextmanager
def second_game(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Iterator[GameBox]:
    """Put it on the shelf, with changes to its box."""
    files = {"board_file": f"{ID}-board.toml", "piece_file": f"{ID}-pieces.toml"}
    box = replace(open_box("hansa"), **{"id": ID, "title": "Pearls", **files, **changes})
    module = ModuleType(f"{ID}_box")
    vars(module)["BOX"] = box
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(SHELF, ID, module.__name__)
    open_box.cache_clear()
    yield box
    open_box.cache_clear()
