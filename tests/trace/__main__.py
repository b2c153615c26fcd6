"""`python -m tests.trace [GAME…]`: run the tests of the rules, and print which of them hold which rule of the books."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

import pytest

from tests.trace.plugin import Outcomes
from tests.trace.table import ROOT, TABLES, Row, complaints, failures, load_rows


def main(games: Sequence[str]) -> int:
    if unknown := [game for game in games if game not in TABLES]:
        print(f"no table of rules for {unknown[0]}; there are {', '.join(TABLES)}", file=sys.stderr)
        return 2
    tables = {game: load_rows(game) for game in games or TABLES}
    for game, rows in tables.items():
        if wrong := list(complaints(rows)):
            print(f"{TABLES[game].relative_to(ROOT)}:", *wrong, sep="\n  ")
            return 1
    outcomes = Outcomes()
    os.chdir(ROOT)
    tests = dict.fromkeys(test for rows in tables.values() for row in rows for test in row.tests)
    pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", *tests], plugins=[outcomes])
    for game, rows in tables.items():
        print(f"\n== {game}", *report(rows, outcomes.of), sep="\n")
    return 0 if all(not failures(row, outcomes.of) for rows in tables.values() for row in rows) else 1


def report(rows: tuple[Row, ...], outcomes: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a table, section by section, and how much of it holds."""
    section = None
    for row in rows:
        if row.section != section:
            section = row.section
            yield f"\n{section}"
        failed = failures(row, outcomes)
        verdict = "FAIL" if failed else "holds"
        yield f"  {verdict:5}  ¶{row.at:13} {row.label:42} {row.paragraph or '-':16} {_count(len(row.tests), 'test')}"
        yield from (f"         {failure}" for failure in failed)
    held = sum(not failures(row, outcomes) for row in rows)
    share = f"{100 * held / len(rows):.1f} %"
    tests = {test for row in rows for test in row.tests}
    yield f"\n{held} of {_count(len(rows), 'rule')} held ({share}) by {_count(len(tests), 'test')}"
    explained = sum(bool(row.paragraph) for row in rows)
    yield f"{explained} explained on the page ({100 * explained / len(rows):.1f} %)"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
