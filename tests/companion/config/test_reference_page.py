"""The reference page of the configuration is made from the table of keys, and up to date."""

from __future__ import annotations

from pathlib import Path

from companion.config.key_table import SECTIONS
from companion.config.reference_page import PAGE, reference_page

ROOT = Path(__file__).parents[3]


def test_page_is_up_to_date() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == reference_page(), "run: make docs-configuration"


def test_page_has_a_row_for_every_key() -> None:
    for section in SECTIONS:
        _, _, rest = reference_page().partition(f"## `[{section.title}]`" if section.name else "## At the top")
        rows = rest.partition("\n## ")[0]
        for key in section.keys or (section.each,):
            assert key
            assert f"| `{key.name}` | {key.kind.described} | " in rows
