"""The figures of the README are those that the documents behind it tell."""

from __future__ import annotations

import re

import pytest

from tests.kit.documents import documents
from tests.trace.table import TABLES, load_rows

DOCUMENTS = documents()
README = DOCUMENTS["README.md"]


def numbers(pattern: str, document: str) -> list[int]:
    """Return the numbers that a pattern finds in a document, line by line."""
    return [int(found.replace(",", "")) for found in re.findall(pattern, DOCUMENTS[document], re.MULTILINE)]


@pytest.mark.parametrize("game", TABLES)
def test_rules_are_as_many_as_the_table_has(game: str) -> None:
    count = len(load_rows(game))
    assert f" {count} of {count}" in README


@pytest.mark.parametrize("file", ["RULINGS.md", "companion/games/teutonica/RULINGS.md"])
def test_rulings_are_as_many_as_are_listed(file: str) -> None:
    rulings = numbers(r"^\|\s*(\d+)", file)
    assert f"[{len(rulings)}]({file})" in README


def test_mutants_are_those_of_the_last_run() -> None:
    killed, by_time_out, survived = numbers(r"^\| (?:killed|survived).* \| ([\d,]+) \|", "tests/MUTANTS.md")[:3]
    all_of_them = killed + by_time_out + survived
    share = f"{100 * (all_of_them - survived) / all_of_them:.1f} %"
    assert f"of {all_of_them:,} small changes to Hansa's rules, the tests noticed [{share}]" in README


def test_kills_are_those_of_companion_and_journal_with_the_power_cuts() -> None:
    trials = numbers(r"^\| (?:SIGKILL of (?:the|a)|power cut with) .*? \| ([\d,]+) \|", "RELIABILITY.md")
    assert f"lost in {sum(trials):,} kills and power cuts" in README


def test_time_to_the_screen_is_that_of_the_benchmarks() -> None:
    (row,) = re.findall(
        r"last byte on the screen's bus \| ([\d.]+) ms \(p99 ([\d.]+)\)", DOCUMENTS["docs/benchmarks.md"]
    )
    assert "[{} ms](docs/benchmarks.md), p99 {} ".format(*row) in README
