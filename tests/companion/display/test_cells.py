"""Cells: texts that are cut, wrapped and as wide as they look, and sheets that nothing leaves."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from companion.display.cells import NO_BREAK, Ink, Line, Sheet, Span, cut, width_of, wrap

TEXTS = st.text(st.sampled_from("ab Ñ漢字é\u0301\x1b\t…▀⠿"), max_size=30)
RED = Ink((255, 0, 0), (1, 2, 3))


def width_of_row(sheet: Sheet, y: int) -> int:
    return sum(width_of(cell.text) for cell in sheet.rows[y])


@given(TEXTS, st.integers(0, 12))
def test_cut_text_fits(text: str, width: int) -> None:
    assert width_of(cut(text, width)) <= width


def told(lines: Iterable[Line]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


@given(st.lists(TEXTS, max_size=4), st.integers(4, 20), st.integers(0, 3))
def test_wrapped_lines_fit(texts: list[str], width: int, indent: int) -> None:
    lines = told(wrap([Span(text) for text in texts], width, indent))
    assert all(width_of(line) <= width for line in lines)


@given(st.lists(TEXTS, max_size=4), st.integers(4, 20), st.integers(0, 3))
def test_wrapped_lines_lose_no_word_that_is_no_longer_than_a_line(texts: list[str], width: int, indent: int) -> None:
    lines, text = told(wrap([Span(text) for text in texts], width, indent)), "".join(texts)
    if all(width_of(word) <= width - indent for word in text.split(" ")):
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_lines_break_at_spaces_only() -> None:
    def wrapped(text: str) -> list[str]:
        return told(wrap([Span(text)], 8))

    assert wrapped("keys 1 actions 2") == ["keys 1", "actions", "2"]
    assert wrapped(f"keys{NO_BREAK}1 book{NO_BREAK}2") == [f"keys{NO_BREAK}1", f"book{NO_BREAK}2"]


@given(TEXTS, st.integers(-4, 12), st.integers(-2, 4))
def test_rows_stay_as_wide_as_the_sheet_whatever_is_written_wherever(text: str, x: int, y: int) -> None:
    sheet = Sheet(8, 2)
    sheet.put(0, 0, "漢字漢字")
    sheet.put(x, y, text, RED)
    assert [width_of_row(sheet, row) for row in range(2)] == [8, 8]


def test_half_of_a_wide_letter_that_is_written_over_becomes_blank() -> None:
    sheet = Sheet(4, 1)
    sheet.put(0, 0, "漢字")
    sheet.put(1, 0, "a")
    assert sheet.text == [" a字"]
    sheet.put(2, 0, "b")
    assert sheet.text == [" ab "]


def test_control_characters_never_reach_a_sheet() -> None:
    sheet = Sheet(6, 1)
    sheet.put(0, 0, "a\x1b[1m")
    assert sheet.text == ["a[1m  "]


def test_ink_without_a_ground_keeps_the_one_that_is_there() -> None:
    sheet = Sheet(2, 1, RED)
    sheet.put(0, 0, "x", Ink((0, 255, 0)))
    assert sheet.at(0, 0).ink == Ink((0, 255, 0), (1, 2, 3))


def test_dots_add_up_and_stay_behind_letters() -> None:
    sheet = Sheet(2, 1)
    sheet.put(1, 0, "x")
    for at in (0, 3):
        sheet.dot(at % 2, at, RED)
        sheet.dot(2, at, RED)
    sheet.dot(-1, 0, RED)
    sheet.dot(0, 4, RED)
    assert sheet.text == ["⢁x"]


def test_line_of_dots_joins_two_cells() -> None:
    sheet = Sheet(5, 1)
    sheet.line((0, 0), (4, 0), RED)
    assert sheet.text == ["⠠⠤⠤⠤⠤"]


def test_sheet_on_a_sheet_is_cut_at_its_edges() -> None:
    below, above = Sheet(3, 2), Sheet(3, 2)
    above.put(0, 0, "abc")
    below.blit(above, 2, 1)
    below.blit(above, -2, 0)
    assert below.text == ["c  ", "  a"]


def test_copy_is_drawn_on_instead_of_the_sheet() -> None:
    sheet = Sheet(3, 1)
    sheet.copy().put(0, 0, "abc")
    assert sheet.text == ["   "]
