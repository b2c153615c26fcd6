"""Long menus: sections that are folded where the screen is too small, and reached in few presses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.display.draw import overflow
from companion.table.dialog import LINES, Choice, Do, Menu, fingerprint
from companion.table.intents import Button
from companion.table.screen import Look, Row, Spot, sections_of
from companion.web.document import format_dialog
from companion.words.say import NOTHING, say, untranslated

UP, DOWN, OK, BACK, END = Button
TITLE = Row(say("title"), look=Look.TITLE)
counts = st.lists(st.integers(1, 12), min_size=1, max_size=6)


def menu(*counts: int, alone: int = 0, head: int = 0) -> Menu:
    """Offer this many lines in each section, then some that stand by themselves."""
    titles = [say("section {n}", n=number) for number, count in enumerate(counts) for _ in range(count)]
    titles += [NOTHING] * alone
    choices = tuple(
        Choice(say("line {n}", n=n), Do(n), place=f"place.{n}", section=title) for n, title in enumerate(titles)
    )
    return Menu(TITLE, choices, tuple(Row(say("head")) for _ in range(head)))


def press(menu: Menu, *buttons: Button) -> Menu:
    for button in buttons:
        after = menu.press(button)
        assert after.action is None
        assert isinstance(after.dialog, Menu)
        menu = after.dialog
    return menu


def shown(menu: Menu) -> list[str]:
    """Spell the rows of the screen: the chosen one in brackets, a heading that is open between dashes."""
    signs = {Look.CHOSEN: "[{}]", Look.HEADING: "-{}-", Look.PLAIN: "{}"}
    rows = [row for row in menu.screen().rows if isinstance(row, Row)]
    return [signs[row.look].format(f"{row.left.in_language()} {row.right.in_language()}".strip()) for row in rows]


def test_lines_of_one_title_that_stand_together_are_a_section() -> None:
    one, two = say("one"), say("two")
    sections = sections_of([one, one, two, NOTHING, one])
    assert [(section.title, list(section.lines)) for section in sections] == [
        (one, [0, 1]),
        (two, [2]),
        (NOTHING, [3]),
        (one, [4]),
    ]


def test_long_menu_opens_its_first_section_and_shows_the_others_by_their_headings() -> None:
    assert shown(menu(3, 20, 16, alone=1)) == [
        "-section 0-",
        "[line 0]",
        "line 1",
        "line 2",
        "section 1 20 ▸",
        "section 2 16 ▸",
        "line 39",
    ]


def test_likeliest_line_is_chosen_with_one_press() -> None:
    assert menu(3, 20, 17).press(OK).action == Do(0)


def test_heading_is_opened_with_ok_and_the_section_before_it_closes() -> None:
    assert shown(press(menu(3, 20, 16, alone=1), DOWN, DOWN, DOWN, OK))[:4] == [
        "section 0 3 ▸",
        "-section 1-",
        "[line 3]",
        "line 4",
    ]


def test_way_leads_back_from_an_opened_section_to_the_headings_before_and_after_it() -> None:
    second = press(menu(9, 2, 9), *[UP] * 2, OK)
    assert shown(second) == ["section 0 9 ▸", "-section 1-", "[line 9]", "line 10", "section 2 9 ▸"]
    assert shown(press(second, UP))[0] == "[section 0 9 ▸]"
    assert shown(press(second, DOWN, DOWN))[-1] == "[section 2 9 ▸]"


def test_cursor_wraps_around_and_never_stops_at_the_heading_that_is_open() -> None:
    assert shown(press(menu(9, 9), UP))[-1] == "[section 1 9 ▸]"
    assert press(menu(9, 9), UP, DOWN) == menu(9, 9)


def test_menu_that_fits_on_the_screen_is_not_folded() -> None:
    assert shown(menu(3, 4)) == ["[line 0]", *(f"line {n}" for n in range(1, 7))]
    assert menu(3, 4).at(5).press(OK).action == Do(5)
    assert shown(menu(3, 4, head=1))[1:] == ["-section 0-", "[line 0]", "line 1", "line 2", "section 1 4 ▸"]


def test_only_line_of_a_section_is_in_sight_without_its_heading() -> None:
    assert shown(menu(1, 1, 9)) == ["[line 0]", "line 1", "-section 2-", "line 2", "line 3", "line 4", "line 5"]


def test_heading_lights_no_lamp_and_a_line_lights_its_own() -> None:
    at_heading = press(menu(3, 20), *[DOWN] * 3)
    assert at_heading.is_at_heading
    assert at_heading.place == ""
    assert press(at_heading, OK).place == "place.3"


def test_line_is_chosen_by_its_number_whatever_is_folded() -> None:
    long = menu(3, 20, 17)
    assert [long.at(line).press(OK).action for line in range(long.lines)] == [Do(line) for line in range(40)]


@given(counts, st.integers(0, 3), st.lists(st.sampled_from((UP, DOWN, OK)), max_size=30))
def test_cursor_is_always_in_sight_and_every_row_has_room(counts: list[int], alone: int, presses: list[Button]) -> None:
    walked = menu(*counts, alone=alone)
    for button in presses:
        after = walked.press(button)
        assert isinstance(after.dialog, Menu)
        walked = after.dialog
        rows = walked.screen().rows
        assert [isinstance(row, Row) and row.look for row in rows].count(Look.CHOSEN) == 1
        assert len(rows) <= LINES
        assert overflow(walked.screen()) == []


@given(counts, st.data())
def test_every_line_is_reached_in_no_more_presses_than_its_section_asks(counts: list[int], data: st.DataObject) -> None:
    long = menu(*counts)
    wanted = data.draw(st.integers(0, long.lines - 1))
    reached, presses = [long], 0
    while not any(each.cursor == wanted and not each.is_at_heading for each in reached):
        reached = list({step: None for each in reached for step in _pressed(each)})
        presses += 1
    if long.lines > LINES:
        assert presses <= len(counts) + 1 + max(counts) // 2 + counts[0] // 2
    else:
        assert presses <= long.lines // 2


def _pressed(menu: Menu) -> tuple[Menu, ...]:
    """Return the menu after each press that chooses nothing."""
    return tuple(press(menu, button) for button in ((UP, DOWN, OK) if menu.is_at_heading else (UP, DOWN)))


def test_cursor_goes_back_to_its_spot_in_the_menu_as_it_is_now() -> None:
    long = press(menu(3, 20), *[DOWN] * 3, OK, DOWN)
    assert menu(3, 20).back_at(long.spot) == long
    shorter = menu(2, 2).back_at(Spot(21, 1))
    assert shorter.press(OK).action == Do(1)
    other = menu(9, 9, 9).back_at(Spot(12, 0))
    assert not other.is_at_heading
    assert other.press(OK).action == Do(12)


def test_page_is_told_the_section_of_every_line_and_where_the_cursor_is() -> None:
    told = format_dialog(press(menu(3, 20, alone=1), *[DOWN] * 3), untranslated)
    assert [line["section"] for line in told["lines"]] == ["section 0"] * 3 + ["section 1"] * 20 + [""]
    assert (told["cursor"], told["at_heading"]) == (3, True)
    assert format_dialog(menu(3, 20), untranslated)["at_heading"] is False


def test_fingerprint_tells_sections_apart_and_says_nothing_of_the_cursor() -> None:
    assert fingerprint(menu(3, 20)) != fingerprint(menu(4, 19))
    assert fingerprint(press(menu(3, 20), *[DOWN] * 3, OK)) == fingerprint(menu(3, 20))
