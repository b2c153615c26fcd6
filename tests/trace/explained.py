"""`python -m tests.trace.explained`: write the page that says which lesson and which paragraph explain which rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.shelf.shelf import SHELF, open_box
from tests.trace.table import ROOT, Row, first_game, load_rows

PAGE: Final = ROOT / "docs" / "developing" / "rules-explained.md"
END: Final = "end"  # of a lesson: what is said there belongs to no step

_HEAD: Final = """# Which rule is explained where

Every rule of the printed books, in our own words, with the paragraph of the page's rule book that explains it, and the
steps of the lesson that explain what that paragraph is about; there the lesson leads to it. What a first game needs,
where the companion asks for what is due, is explained by a lesson, and marked with a dot.
The rules stand in `tests/trace/`, next to the tests that hold them; this page is made by
`.venv/bin/python -m tests.trace.explained`, and a test compares it.
"""


def steps_of(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return the steps of a game's lesson that teach each paragraph, counted from 1."""
    lesson = open_box(game).lesson
    if lesson is None:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    steps = ((str(number), step.teaches) for number, step in enumerate(lesson().steps, 1))
    for step, teaches in (*steps, (END, lesson().end_teaches)):
        for paragraph in teaches:
            found[paragraph] = (*found.get(paragraph, ()), step)
    return found


def page() -> str:
    """Return the page."""
    return "\n".join((_HEAD, *(line for game in SHELF for line in _game(game))))


def _game(game: str) -> Iterator[str]:
    box, rows, steps, needed = open_box(game), load_rows(game), steps_of(game), first_game(game)
    assert box.rulebook
    titles = {paragraph.id: paragraph.title.in_language() for paragraph in box.rulebook().paragraphs}
    explained = sum(bool(row.paragraph) for row in rows)
    taught = sum(row.paragraph in steps for row in rows)
    first = [row for row in rows if row.paragraph in needed]
    met = sum(row.paragraph in steps for row in first)
    yield f"## {box.title}\n"
    yield f"{len(rows)} rules: {_share(explained, len(rows))} by paragraphs, {_share(taught, len(rows))} by the lesson."
    yield f"Of the {len(first)} that a first game needs, the lesson explains {_share(met, len(first))}."
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            yield f"\n### {box.title}: {section}\n"
            yield "| at | rule | | paragraph | lesson |\n| --- | --- | --- | --- | --- |"
        yield _row(row, titles, steps, needed)
    yield ""


def _row(row: Row, titles: Mapping[str, str], steps: Mapping[str, tuple[str, ...]], needed: frozenset[str]) -> str:
    met = ", ".join(steps.get(row.paragraph, ()))
    return f"| {row.at} | {row.label} | {'•' * (row.paragraph in needed)} | {titles.get(row.paragraph, '')} | {met} |"


def _share(some: int, of: int) -> str:
    return f"{some} ({100 * some / of:.1f} %)"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
