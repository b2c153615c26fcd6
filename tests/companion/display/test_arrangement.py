"""Codes that phones read: the modules of the library, dark on a lit square."""

import sys
from collections.abc import Iterator

import pytest
import segno

from companion.display.arrangement import code_of
from companion.display.canvas import EMPTY, HEIGHT


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    code_of.cache_clear()
    yield
    code_of.cache_clear()


def pixels(text: str) -> list[list[bool]]:
    """Return rows of what is lit."""
    strip = code_of(text)
    return [[bool(strip.bits >> HEIGHT * x + y & 1) for x in range(strip.width)] for y in range(strip.height)]


@pytest.mark.parametrize(
    ("text", "modules", "scale"),
    [("HANSA", 21, 2), ("http://hansa.local", 25, 2), ("x" * 53, 29, 2), ("x" * 54, 33, 1)],
)
def test_code_holds_the_librarys_modules_as_large_as_fits(text: str, modules: int, scale: int) -> None:
    rows = pixels(text)
    matrix = segno.make(text, error="l", micro=False).matrix
    assert len(matrix) == modules
    border = (HEIGHT - modules * scale) // 2
    seen = [[not rows[border + y * scale][border + x * scale] for x in range(modules)] for y in range(modules)]
    assert seen == [[bool(module) for module in line] for line in matrix]


@pytest.mark.parametrize("text", ["http://hansa.local", "x" * 53, "x" * 200])
def test_code_fills_a_square_of_the_screens_height_with_a_lit_border(text: str) -> None:
    rows = pixels(text)
    assert (len(rows), len(rows[0])) == (HEIGHT, HEIGHT)
    assert all(rows[0] + rows[-1])
    assert all(row[0] and row[-1] for row in rows)


def test_text_too_long_for_the_screen_has_no_code() -> None:
    assert code_of("x" * 1000) == EMPTY
    assert code_of("x" * 5000) == EMPTY


def test_machine_without_the_library_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert code_of("http://hansa.local") == EMPTY
