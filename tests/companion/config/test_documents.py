"""The default file and the reference page: every key, its meaning, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.config.documents import PAGE, WIDTH, default_text, reference_page
from companion.config.keys import Key, Section
from companion.config.settings import SECTIONS
from companion.shelf.shelf import SHELF

ROOT = Path(__file__).parents[3]
ROWS = [(section, key) for section in SECTIONS for key in section.keys]


def squeezed(text: str) -> str:
    """Undo the breaking of comments into lines."""
    return re.sub(r"\s+(# )?", " ", text)


@pytest.mark.parametrize(("section", "key"), ROWS, ids=[f"{section.name}.{key.name}" for section, key in ROWS])
def test_key_is_there_with_its_default_and_its_meaning(section: Section, key: Key) -> None:
    values = tomllib.loads(default_text())
    table = values[section.name] if section.name and not section.of else values
    if key.default is not None:
        assert table[key.name] == (list(key.default) if isinstance(key.default, tuple) else key.default)
    elif not key.is_needed:
        assert f"\n# {key.name} = " in default_text()
    assert squeezed(key.meaning) in squeezed(default_text())


def test_game_on_the_shelf_has_its_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHELF, "pearls", "some.module")
    assert tomllib.loads(default_text())["games"] == {"hansa": {}, "teutonica": {}, "pearls": {}}


def test_lines_fit_a_terminal() -> None:
    assert max(map(len, default_text().splitlines())) <= WIDTH


# --- the reference page ---


def test_page_is_up_to_date() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == reference_page(), "run: make docs-configuration"


def test_page_has_a_row_for_every_key() -> None:
    for section in SECTIONS:
        _, _, rest = reference_page().partition(f"## `[{section.title}]`" if section.name else "## At the top")
        rows = rest.partition("\n## ")[0]
        for key in section.keys or (section.each,):
            assert key
            assert f"| `{key.name}` | {key.kind.described} | " in rows
