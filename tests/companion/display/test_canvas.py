"""The canvas does what a picture of single pixels would do."""

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from companion.display.canvas import HEIGHT, WIDTH, Canvas, block, grey, strip_of
from companion.display.picture import render_text_art

numbers = st.integers(-20, 150)
sizes = st.integers(0, 140)


class Step(NamedTuple):
    how: str
    x: int
    y: int
    width: int
    height: int


steps = st.builds(Step, st.sampled_from(["fill", "invert", "clear"]), numbers, numbers, sizes, st.integers(0, HEIGHT))


@given(st.lists(steps, max_size=8))
def test_rectangles_are_what_single_pixels_would_be_and_nothing_lies_outside(done: list[Step]) -> None:
    canvas = Canvas()
    lit: set[tuple[int, int]] = set()
    for how, x, y, width, height in done:
        getattr(canvas, how)(x, y, width, height)
        inside = {
            (column, row)
            for column in range(max(x, 0), min(x + width, WIDTH))
            for row in range(max(y, 0), min(y + height, HEIGHT))
        }
        lit = {"fill": lit | inside, "invert": lit ^ inside, "clear": lit - inside}[how]
    frame = canvas.frame()
    assert {(x, y) for x in range(WIDTH) for y in range(HEIGHT) if frame.pixel(x, y)} == lit


@given(numbers, st.integers(-20, 80))
def test_strip_comes_out_where_it_was_put(x: int, y: int) -> None:
    drawn = ["##.", "#.#", "..#", "###"]
    canvas = Canvas()
    canvas.put(strip_of(drawn), x, y)
    art = render_text_art(canvas.frame()).splitlines()
    for row in range(HEIGHT):
        for column in range(WIDTH):
            inside = 0 <= row - y < 4 and 0 <= column - x < 3
            assert art[row][column] == (drawn[row - y][column - x] if inside else ".")


def test_outline_is_the_border_alone() -> None:
    canvas = Canvas()
    canvas.outline(2, 1, 4, 3)
    assert [row[:7] for row in render_text_art(canvas.frame()).splitlines()[:5]] == [
        ".......",
        "..####.",
        "..#..#.",
        "..####.",
        ".......",
    ]


def test_grey_lights_every_other_pixel() -> None:
    assert grey(3, 2) == strip_of(["#.#", ".#."])


def test_block_without_extent_is_empty() -> None:
    assert block(0, 5).bits == block(5, -1).bits == 0
