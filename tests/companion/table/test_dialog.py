"""Menus, checklists and notices under the fingers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.dialog import CLOSE, LINES, Checklist, Choice, Dialog, Do, Item, Menu, Notice, Open, Pressed
from companion.table.intents import Button
from companion.table.screen import Bars, Look, Mark, Row
from companion.words.say import say

TITLE = Row(say("title"), look=Look.TITLE)
UP, DOWN, OK, BACK, END = Button
buttons = st.lists(st.sampled_from((UP, DOWN)), max_size=40)


def menu(count: int, head: tuple[Row | Bars, ...] = ()) -> Menu:
    choices = tuple(Choice(say("line {n}", n=n), Do(n), place=f"place.{n}") for n in range(count))
    return Menu(TITLE, choices, head)


def checklist(count: int, ticked: frozenset[int] | None = None) -> Checklist:
    items = tuple(Item(say("item {n}", n=n), n) for n in range(count))
    every = frozenset(range(count))
    return Checklist(TITLE, items, every if ticked is None else ticked, lambda n: say("sell {n}", n=n), Do)


def press(dialog: Dialog, *pressed: Button) -> Pressed:
    after = Pressed(dialog)
    for button in pressed:
        after = after.dialog.press(button)
    return after


# --- menus ---


def test_menu_chooses_the_line_under_the_cursor() -> None:
    assert press(menu(3), DOWN, OK).action == Do(1)


@pytest.mark.parametrize(("button", "line"), [(UP, 2), (DOWN, 1)])
def test_menu_moves_by_one_and_wraps(button: Button, line: int) -> None:
    assert press(menu(3), button, OK).action == Do(line)


@given(st.integers(1, 30), buttons)
def test_menu_cursor_is_where_the_presses_lead(count: int, pressed: list[Button]) -> None:
    after = press(menu(count), *pressed).dialog
    assert isinstance(after, Menu)
    assert after.cursor == (pressed.count(DOWN) - pressed.count(UP)) % count
    assert after.place == f"place.{after.cursor}"


def test_menu_is_left_with_back_and_does_not_know_end() -> None:
    assert press(menu(3), BACK).action == CLOSE
    assert press(menu(3), END) == Pressed(menu(3))


def test_menu_line_is_named_by_its_kind_of_piece_alone() -> None:
    named = Menu(TITLE, (Choice(say("any"), Do(1)), Choice(say("pearl"), Do(2), piece="pearl")))
    assert named.named("pearl") == Do(2)
    assert named.named("disc") is None


@pytest.mark.parametrize("button", [UP, DOWN, OK])
def test_menu_without_lines_ignores_presses(button: Button) -> None:
    assert press(menu(0), button) == Pressed(menu(0))
    assert menu(0).place == ""


@given(st.integers(1, 30), st.integers(0, 29), st.sampled_from([0, 1, 2]))
def test_menu_window_holds_the_cursor_and_marks_what_is_hidden(count: int, at: int, large: int) -> None:
    head = tuple(Row(say("head"), look=Look.LARGE) for _ in range(large))
    long = press(menu(count, head), *[DOWN] * (at % count)).dialog
    rows = [row for row in long.screen().rows[large:] if isinstance(row, Row)]
    room = LINES - 2 * large
    assert len(rows) == min(count, room)
    numbers = [int(str(dict(row.left.details)["n"])) for row in rows]
    assert numbers == list(range(numbers[0], numbers[0] + len(rows)))
    assert [row.look for row in rows].count(Look.CHOSEN) == 1
    assert numbers[[row.look for row in rows].index(Look.CHOSEN)] == at % count
    assert (rows[0].mark is Mark.MORE_ABOVE) == (numbers[0] > 0)
    assert (rows[-1].mark is Mark.MORE_BELOW) == (numbers[-1] < count - 1)


@given(st.integers(9, 30), st.integers(1, 28))
def test_menu_window_shows_a_line_before_and_after_the_cursor(count: int, at: int) -> None:
    shown = press(menu(count), *[DOWN] * at).dialog.screen().rows
    index = next(i for i, row in enumerate(shown) if isinstance(row, Row) and row.look is Look.CHOSEN)
    last_line = at % count in (0, count - 1)
    assert last_line or 0 < index < len(shown) - 1


def test_bars_in_a_head_take_four_lines() -> None:
    rows = menu(20, (Bars((1, 2), 3),)).screen().rows
    assert len(rows) == 1 + LINES - 4


# --- checklists ---


def test_checklist_is_carried_out_with_one_press() -> None:
    assert press(checklist(3), OK).action == Do((0, 1, 2))


def test_checklist_line_is_unticked_and_ticked_again() -> None:
    assert press(checklist(3), DOWN, OK, UP, OK).action == Do((1, 2))
    assert press(checklist(3), DOWN, OK, OK, UP, OK).action == Do((0, 1, 2))


@given(st.integers(1, 8), st.data())
def test_checklist_expresses_every_choice_in_the_order_of_its_lines(count: int, data: st.DataObject) -> None:
    wanted = data.draw(st.frozensets(st.integers(0, count - 1)))
    dialog: Dialog = checklist(count)
    for index in range(count):
        dialog = press(dialog, DOWN, *([OK] if index not in wanted else [])).dialog
    assert press(dialog, DOWN, OK).action == Do(tuple(sorted(wanted)))


def test_checklist_wraps_over_its_first_line() -> None:
    after = press(checklist(3), UP).dialog
    assert isinstance(after, Checklist)
    assert after.cursor == 3


def test_checklist_is_left_with_back_and_does_not_know_end() -> None:
    three = checklist(3)
    assert press(three, BACK).action == CLOSE
    assert press(three, END) == Pressed(three)


def test_checklist_shows_ticks_and_how_many_in_its_first_line() -> None:
    rows = press(checklist(3), DOWN, OK).dialog.screen().rows
    assert [row.mark for row in rows if isinstance(row, Row)] == [Mark.NONE, Mark.UNTICKED, Mark.TICKED, Mark.TICKED]
    assert isinstance(rows[0], Row)
    assert rows[0].left == say("sell {n}", n=2)
    assert [row.look for row in rows if isinstance(row, Row)].index(Look.CHOSEN) == 1


@given(st.integers(1, 20), st.integers(0, 20))
def test_checklist_always_shows_its_first_line_and_the_cursor(count: int, at: int) -> None:
    rows = press(checklist(count), *[DOWN] * at).dialog.screen().rows
    assert len(rows) == min(count + 1, LINES)
    assert [row.look for row in rows if isinstance(row, Row)].count(Look.CHOSEN) == 1


# --- notices ---


@pytest.mark.parametrize("button", [OK, BACK])
def test_notice_is_left_with_ok_or_back(button: Button) -> None:
    assert press(Notice(TITLE, ()), button).action == CLOSE


def test_notice_that_decides_something_is_left_with_ok_only() -> None:
    notice = Notice(TITLE, (), Do("paid"))
    assert press(notice, OK).action == Do("paid")
    assert press(notice, BACK).action is None


def test_notice_that_leads_on_is_left_with_back() -> None:
    notice = Notice(TITLE, (), Open(Notice(TITLE, ())))
    assert press(notice, OK).action == notice.action
    assert press(notice, BACK).action == CLOSE


@pytest.mark.parametrize("button", [UP, DOWN, END])
def test_notice_ignores_the_other_buttons(button: Button) -> None:
    assert press(Notice(TITLE, ()), button) == Pressed(Notice(TITLE, ()))
