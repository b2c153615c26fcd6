"""The tables of rules, one for each game: read from their files, checked, and judged by the outcomes of a run.

A row is one rule of the rule book and the tests that hold it. It holds if every one of its tests ran and passed.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TABLES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.toml"))}  # by game
MOST_ROWS_OF_A_TEST = 3
LABEL_WORDS = range(3, 9)


class Row(NamedTuple):
    """One rule: where it stands in the rule book, what it says in our words, and the tests that hold it."""

    section: str
    at: str
    label: str
    tests: tuple[str, ...]  # node ids, without parameters
    paragraph: str = ""  # of the rule book on the page, that explains it; empty: none does

    @property
    def id(self) -> str:
        return f"{self.section} ¶{self.at}"


def read_rows(text: str) -> tuple[Row, ...]:
    """Read the rows of a table; a test is named by its file in the table's folder, or by its whole path."""
    table = tomllib.loads(text)
    return tuple(
        Row(
            section["title"],
            rule["at"],
            rule["label"],
            tuple(_node(table["folder"], test) for test in rule["tests"]),
            rule.get("paragraph", section.get("paragraph", "")),
        )
        for section in table["section"]
        for rule in section.get("rules", ())
    )


def load_rows(game: str) -> tuple[Row, ...]:
    """Read the table of a game of this project."""
    return read_rows(TABLES[game].read_text(encoding="utf-8"))


def first_game(game: str) -> frozenset[str]:
    """Read which paragraphs somebody needs in a first game."""
    return frozenset(tomllib.loads(TABLES[game].read_text(encoding="utf-8"))["first_game"])


def _node(folder: str, test: str) -> str:
    return test if "/" in test else f"{folder}/{test}"


def complaints(rows: tuple[Row, ...], root: Path = ROOT) -> Iterator[str]:
    """Return everything that is wrong with a table before any test has run."""
    for row_id, times in Counter(row.id for row in rows).items():
        if times > 1:
            yield f"{row_id}: {times} rows, expected one"
    for row in rows:
        if not row.tests:
            yield f"{row.id}: no test, expected at least one"
        if len(set(row.tests)) != len(row.tests):
            yield f"{row.id}: a test is named twice"
        if len(row.label.split()) not in LABEL_WORDS:
            yield f"{row.id}: label {row.label!r}, expected 3 to 8 words"
    for test, times in Counter(test for row in rows for test in row.tests).items():
        if times > MOST_ROWS_OF_A_TEST:
            yield f"{test}: in {times} rows, expected at most {MOST_ROWS_OF_A_TEST}"
        if not _exists(test, root):
            yield f"{test}: there is no such test"


def _exists(test: str, root: Path) -> bool:
    """Look for a test in the text of its file, so that nothing has to run."""
    path, *names = test.split("::")
    if not (root / path).is_file() or not names:
        return False
    node: Any = ast.parse((root / path).read_text(encoding="utf-8"))
    for name in names:
        node = next((child for child in node.body if getattr(child, "name", None) == name), None)
        if node is None:
            return False
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def failures(row: Row, outcomes: Mapping[str, str]) -> tuple[str, ...]:
    """Name the tests of a row that did not run and pass, each with what became of it."""
    return tuple(f"{test}: {outcomes.get(test, 'did not run')}" for test in row.tests if outcomes.get(test) != "passed")
