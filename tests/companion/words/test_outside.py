"""The gate: nothing from outside fakes a line, or steers a terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words.outside import LONGEST, bare, gated, indented, one_line
from tests.kit.forged import HOSTILE, complaints


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_one_line_of_limited_length(text: str) -> None:
    assert complaints(one_line(text)) == []
    assert complaints(indented(f"Traceback\n{text}")) == []


@given(text=st.text())
def test_one_line_is_one_line_whatever_is_in_it(text: str) -> None:
    assert one_line(text).isprintable()
    assert one_line(one_line(text)) == one_line(text)


@given(text=st.text("abc äöü€…", max_size=LONGEST))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert one_line(text) == text


def test_output_keeps_lines_and_loses_what_a_terminal_obeys() -> None:
    stream = io.StringIO()
    print("a\tb\n\x1b[2Jc", "\u202ed", file=gated(stream))
    gated(stream).writelines(["e\a", "f\n"])
    assert stream.getvalue() == "a\tb\n?[2Jc ?d\ne?f\n"
    assert bare(gated(stream)) is stream is bare(stream)
