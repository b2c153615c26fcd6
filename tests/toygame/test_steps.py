"""Pearls follows the ten steps of the document literally: the same files, none more and none less."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from companion.shelf.shelf import SHELF

TOY = Path(__file__).parent
ROOT = TOY.parents[1]
STEPS, _, LATER = (ROOT / "docs/developing/adding-a-game.md").read_text(encoding="utf-8").partition("## Where it grows")
GROWN = LATER.partition("## What holds it")[0]
BY_THEMSELVES = ("__pycache__",)


def named_in(text: str, columns: slice) -> list[str]:
    """List the files in some columns of the tables, as patterns: what stands in angle brackets is any word."""
    rows = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| "))
    files = (name for row in rows for cell in row[columns] for name in re.findall(r"`([^`]+\.\w+)`", cell))
    return [re.sub(r"<\w+>", "*", name) for name in files]


def files_of(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and not set(path.relative_to(folder).parts) & set(BY_THEMSELVES):
            yield path.relative_to(folder).as_posix()


def is_named(file: str, names: list[str]) -> bool:
    return any(fnmatchcase(file, name) and file.count("/") == name.count("/") for name in names)


def test_there_are_ten_steps_and_each_lists_its_files() -> None:
    steps = re.split(r"^## \d+\. ", STEPS, flags=re.MULTILINE)[1:]
    assert len(steps) == 10
    assert all(named_in(step, slice(1)) for step in steps)


@pytest.mark.parametrize("name", named_in(STEPS, slice(1)))
def test_file_of_a_step_is_in_the_toy(name: str) -> None:
    assert any(is_named(file, [name]) for file in files_of(TOY))


@pytest.mark.parametrize("file", sorted(files_of(TOY)))
def test_file_of_the_toy_is_in_a_step(file: str) -> None:
    assert is_named(file, named_in(STEPS, slice(1)))


def test_what_every_game_on_the_shelf_has_is_in_the_document() -> None:
    common = set.intersection(*(set(files_of(ROOT / "companion/games" / game)) for game in SHELF))
    names = [*named_in(STEPS, slice(1)), *named_in(GROWN, slice(2))]
    assert [file for file in sorted(common) if not is_named(file, names)] == []


@pytest.mark.parametrize("name", named_in(GROWN, slice(1, 2)))
def test_what_is_said_to_be_split_off_is_split_off_in_every_game(name: str) -> None:
    for game in SHELF:
        assert is_named(name, list(files_of(ROOT / "companion/games" / game)))
