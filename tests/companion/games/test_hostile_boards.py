"""Board files made to break the reader: every game refuses them in one short line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.game import GameError
from companion.games.hansa.boards import load_board as load_hansa
from companion.games.teutonica.boards import load_board as load_teutonica

LOADERS: dict[str, Callable[[Path], object]] = {"hansa": load_hansa, "teutonica": load_teutonica}
TEXTS = {
    "nested lists": "format = " + "[\n" * 5_000,
    "nested by dots": "format" + ".a" * 4_000 + " = 1",
    "number of too many digits": "format = " + "9" * 5_000,
    "hexadecimal number of too many digits": "format = 0x" + "f" * 5_000,
    "endless line": "format" + ".a" * 20_000 + " = 1",  # for which tomllib alone takes minutes
    "key of two lines": 'format = 1\n"a\\nb" = 1',
    "NUL byte": "format = 1\0",
}
PATHS = {"NUL byte": "a\0b.toml", "endless name": "a" * 300, "endless path": "a/" * 3_000}


def refused(load: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(GameError) as caught:
        load(path)
    told = str(caught.value).removeprefix(str(path))
    assert "\n" not in told
    assert len(told) < 300
    return told


@pytest.mark.parametrize("game", LOADERS)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_text_is_refused_in_one_line(game: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    refused(LOADERS[game], tmp_path / "board.toml")


@pytest.mark.parametrize("game", LOADERS)
@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_hostile_path_is_refused_in_one_line(game: str, path: str, tmp_path: Path) -> None:
    assert refused(LOADERS[game], tmp_path / path).startswith(": cannot be read: ")
