"""The picture: every size has one, nothing leaves it, and what matters is in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.cells import Ink, Sheet, Span, width_of
from companion.terminal.painting import draw_picture
from companion.terminal.told import Asked, Banner, Choosable, Desk, Said, Told

BLUE = Ink((255, 255, 255), (0, 0, 200))
LINES = tuple(Choosable(f"line {number}", f"{number} T", "North" if number < 20 else "South") for number in range(40))
SIZES = [(80, 24), (120, 40), (200, 60)]


def drawn_map(columns: int, lines: int) -> Sheet:
    sheet = Sheet(columns, lines)
    sheet.put(0, 0, "map")
    return sheet


def told(players: int = 3, cursor: int = 0, count: int = 40) -> Told:
    desks = tuple(
        Desk(Span(" B ", BLUE), f"Bartholomeus {seat}", "simple robot", 10 * seat, seat == 1, ((Span("3 T"),),) * 3)
        for seat in range(players)
    )
    log = tuple(Said(f"Somebody does thing {number} 漢字.", BLUE, "Blue", number % 3 == 0) for number in range(90))
    head = ((Span("Which one of all these is it?"),),)
    return Told(
        Banner("BLUE: IT IS YOUR TURN", "2 of 3 left", BLUE),
        Asked("Blue", "actions", BLUE, head, LINES[:count], cursor),
        "keys",
        desks,
        log,
        (Span("Piles 1 2 3"),),
        draw_map=drawn_map,
    )


def text(told: Told, columns: int, lines: int) -> str:
    return "\n".join(draw_picture(told, columns, lines).text)


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_matters_is_there(size: tuple[int, int]) -> None:
    shown = text(told(), *size)
    for words in ("IT IS YOUR TURN", "2 of 3 left", "map", "Bartho", " 20", "actions", "line 0", "thing 89", "keys"):
        assert words in shown, words


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("cursor", [0, 7, 19, 20, 39])
def test_line_under_the_cursor_is_always_in_sight(size: tuple[int, int], players: int, cursor: int) -> None:
    shown = text(told(players, cursor), *size)
    assert f"►{cursor + 1:>2} line {cursor} " in shown
    assert "thing 89" in shown, "the newest sentence too"


@given(st.integers(1, 220), st.integers(1, 70))
def test_picture_is_as_large_as_the_terminal(columns: int, lines: int) -> None:
    sheet = draw_picture(told(), columns, lines)
    assert len(sheet.rows) == lines
    assert {sum(width_of(cell.text) for cell in row) for row in sheet.rows} == {columns}


def test_too_small_a_terminal_is_told_what_is_needed_in_one_line() -> None:
    shown = text(told(), 79, 24).split("\n")
    assert [line.strip() for line in shown if line.strip()] == ["80x24 > 79x24"]


def test_newest_sentence_is_at_the_bottom_below_the_name_of_who_did_it() -> None:
    rows = [line for line in text(told(count=2), 120, 40).split("\n") if "thing" in line or "──" in line]
    assert "thing 89" in rows[-1]
    at = next(number for number, line in enumerate(rows) if "thing 87" in line)
    assert "── " in rows[at - 1]
    assert " Blue " in rows[at - 1]


def test_message_takes_the_place_of_the_keys() -> None:
    shown = text(told()._replace(message="Not your turn."), 80, 24).split("\n")
    assert shown[-1].strip() == "Not your turn."


def test_log_takes_the_place_of_the_map() -> None:
    shown = text(told()._replace(is_log_whole=True), 120, 40)
    assert "map" not in shown
    assert "thing 70" in shown


def test_page_in_front_fits_and_can_be_read_to_its_end() -> None:
    lines = tuple((Span(f"{'word ' * 90}end of {number}"),) for number in range(60))
    for size in SIZES:
        top = text(told()._replace(over=("Keys", lines)), *size)
        end = text(told()._replace(over=("Keys", lines), over_from=10_000), *size)
        assert all(shown.count("╭") == shown.count("╰") == 1 for shown in (top, end))
        assert "▼" in top
        assert "end of 59" in end
        assert "Keys" in end


def test_small_screen_is_shown_whole() -> None:
    shown = text(told()._replace(panel=Sheet(64, 16)), 80, 24)
    assert shown.count("│") == 32
