"""Draws what is told as a sheet of a terminal's size: banner, map, log, desks, menu. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.display.cells import BOLD, PLAIN, Ink, Line, Sheet, Span, cut, rgb, width_of, wrap
from companion.terminal.told import CURSOR, FAINT, GOLD, HEADING, REFUSED, Asked, Choosable, Desk, Said, Told

FEWEST_COLUMNS: Final = 80
FEWEST_LINES: Final = 24
MAP_LINES: Final = 20  # the lowest map on which everything has its place
MENU_LINES: Final = 12  # that desks leave to the menu
TALL: Final = 28  # lines from which on there is room for more than what is needed
BOX = Ink(rgb("#d6dde3"), rgb("#1a2229"))
RULE = Ink(rgb("#46535d"))


def draw_picture(told: Told, columns: int, lines: int) -> Sheet:
    """Draw everything; what is too small for it gets one line that says what is needed."""
    sheet = Sheet(columns, lines)
    if columns < FEWEST_COLUMNS or lines < FEWEST_LINES:
        needed = f"{FEWEST_COLUMNS}x{FEWEST_LINES} > {columns}x{lines}"
        sheet.put(0, lines // 2, cut(needed, columns), BOLD)
        return sheet
    high = 3 if lines >= TALL else 1
    _draw_banner(sheet, told, high)
    side = min(60, max(29, columns * 34 // 100))
    left, top, body = columns - side - 1, high, lines - high - 1
    _draw_left(sheet, told, left, top, body)
    _draw_right(sheet, told, left + 1, top, side, body)
    if told.message:
        sheet.fill(0, lines - 1, columns, 1, REFUSED)
        sheet.put(1, lines - 1, cut(told.message, columns - 2), REFUSED)
    else:
        sheet.put(1, lines - 1, cut(told.keys, columns - 2), FAINT)
    if told.panel:
        _draw_in_front(sheet, told.panel)
    elif told.over:
        _draw_in_front(sheet, _page(*told.over, columns - 4, lines - 4, told.over_from))
    return sheet


def _draw_banner(sheet: Sheet, told: Told, high: int) -> None:
    banner, middle = told.banner, high // 2
    sheet.fill(0, 0, sheet.width, high, banner.ink)
    right = cut(banner.right, sheet.width // 2)
    sheet.put(sheet.width - width_of(right) - 2, middle, right, banner.ink)
    left = cut(banner.left, sheet.width - width_of(right) - 6)
    free = sheet.width - width_of(left)
    sheet.put(min(free // 2, free - width_of(right) - 4) if high > 1 else 2, middle, left, banner.ink)


# --- left: map and log ---


def _draw_left(sheet: Sheet, told: Told, width: int, top: int, body: int) -> None:
    high = 0
    if told.draw_map and not told.is_log_whole:
        drawn = told.draw_map(width, max(MAP_LINES, body * 72 // 100))
        sheet.blit(drawn, (width - drawn.width) // 2, top)
        high = drawn.height
    if told.course and body - high > 3:
        sheet.put_line(1, top + high, told.course, width - 1)
        high += 1
    _draw_log(sheet, told.log, width, top + high, body - high)


def _draw_log(sheet: Sheet, log: Sequence[Said], width: int, top: int, high: int) -> None:
    """Draw the newest sentences, the last one at the bottom; a line with a name above each turn, if there is room."""
    rows: list[Line] = []
    for index in range(len(log) - 1, -1, -1):
        said = log[index]
        bar = Span("▌", Ink(said.ink.back))
        ink = BOLD if index == len(log) - 1 else PLAIN
        rows += [(bar, *line) for line in reversed(wrap([Span(said.text, ink)], width - 2))]
        if said.begins and high >= 6 and len(rows) < high:
            name = Span(f" {said.who} ", said.ink)
            rows.append((Span("── ", RULE), name, Span(f" {'─' * (width - width_of(said.who) - 7)}", RULE)))
        if len(rows) >= high:
            break
    for row, line in enumerate(reversed(rows[:high])):
        sheet.put_line(0, top + row, line, width - 1)


# --- right: desks and menu ---


def _draw_right(sheet: Sheet, told: Told, x: int, top: int, width: int, body: int) -> None:
    used = 0
    if told.desks:
        each = max(1, (body - MENU_LINES - _head_lines(told.asked, width)) // len(told.desks))
        for desk in told.desks:
            for line in _desk_lines(desk, width)[:each]:
                sheet.put_line(x, top + used, line, width)
                used += 1
        if each > 3:
            used += 1
    _draw_asked(sheet, told.asked, x, top + used, width, body - used)


def _head_lines(asked: Asked, width: int) -> int:
    return sum(len(wrap(line, width - 2)) for line in asked.head)


def _desk_lines(desk: Desk, width: int) -> list[Line]:
    points = f"{desk.points:>3} "
    sign = "►" if desk.is_mover else " "
    note = f" {desk.note}" if desk.note else ""
    name = cut(desk.name, width - width_of(points) - width_of(note) - 5)
    gap = " " * max(0, width - width_of(name) - width_of(note) - width_of(points) - 5)
    ink = Ink(rgb("#ffffff"), rgb("#2c3a45"), bold=True, inverse=True) if desk.is_mover else BOLD
    head = (Span(sign, GOLD), desk.sign, Span(f" {name}", ink), Span(note + gap, ink._replace(bold=False)))
    lines: list[Line] = [(*head, Span(points, ink))]
    for line in desk.lines:
        lines += [(Span("  "), *piece) for piece in wrap(line, width - 2)]
    return lines


def _draw_asked(sheet: Sheet, asked: Asked, x: int, y: int, width: int, high: int) -> None:
    """Draw a menu: as many lines as there is room for, around the cursor."""
    sheet.fill(x, y, width, 1, asked.ink)
    right = cut(asked.right, width // 2)
    sheet.put(x + width - width_of(right) - 1, y, right, asked.ink)
    sheet.put(x + 1, y, cut(asked.title, width - width_of(right) - 3), asked.ink)
    row = y + 1
    for line in asked.head:
        for piece in wrap(line, width - 2):
            if row < y + high:
                sheet.put_line(x + 1, row, piece, width - 2)
                row += 1
    rows = _menu_rows(asked.lines)
    room = y + high - row
    here = next((index for index, number in enumerate(rows) if number == asked.cursor), 0)
    first = max(0, min(here - room // 2, len(rows) - room))
    for number in rows[first : first + max(room, 0)]:
        if isinstance(number, str):
            sheet.put(x + 1, row, cut(number, width - 2), HEADING)
        else:
            _draw_line(sheet, asked.lines[number], number, x, row, width, is_here=number == asked.cursor)
        row += 1
    if first > 0:
        sheet.put(x + width - 1, y + high - room, "▲", GOLD)
    if first + room < len(rows):
        sheet.put(x + width - 1, y + high - 1, "▼", GOLD)


def _menu_rows(lines: Sequence[Choosable]) -> list[int | str]:
    """Return the numbers of all lines, with the headings of their sections between them."""
    rows: list[int | str] = []
    section = ""
    for number, line in enumerate(lines):
        if line.section != section:
            section = line.section
            rows.append(section)
        rows.append(number)
    return rows


def _draw_line(sheet: Sheet, line: Choosable, number: int, x: int, y: int, width: int, *, is_here: bool) -> None:
    ink = CURSOR if is_here else PLAIN
    sheet.fill(x, y, width, 1, ink)
    sheet.put(x, y, f"{'►' if is_here else ' '}{number + 1:>2} ", ink if is_here else FAINT)
    tick = "" if line.is_ticked is None else "[x] " if line.is_ticked else "[ ] "
    right = cut(line.right, max(width // 2, width - width_of(tick + line.text) - 6))
    sheet.put(x + width - width_of(right) - 1, y, right, ink)
    sheet.put(x + 4, y, cut(f"{tick}{line.text}", width - width_of(right) - 6), ink)


# --- in front of everything ---


def _page(title: str, lines: Sequence[Line], columns: int, most: int, begin: int) -> Sheet:
    """Return a page of text, as large as it needs to be; of one that is too long what begins at some line."""
    wrapped = [piece for line in lines for piece in wrap(line, columns - 4, indent=2)]
    room = min(len(wrapped), most - 2)
    begin = max(0, min(begin, len(wrapped) - room))
    width = max([width_of(title), *(sum(width_of(span.text) for span in line) for line in wrapped)])
    sheet = Sheet(width + 3, room + 2, BOX)
    sheet.put(1, 0, title, BOX._replace(bold=True))
    for row, line in enumerate(wrapped[begin : begin + room]):
        sheet.put_line(1, row + 2, line)
    if begin:
        sheet.put(width + 2, 2, "▲", GOLD)
    if begin + room < len(wrapped):
        sheet.put(width + 2, room + 1, "▼", GOLD)
    return sheet


def _draw_in_front(sheet: Sheet, page: Sheet) -> None:
    """Lay a page with a frame in the middle."""
    x, y = (sheet.width - page.width - 2) // 2, (sheet.height - page.height - 2) // 2
    sheet.fill(x, y, page.width + 2, page.height + 2, BOX)
    rule = "─" * page.width
    sheet.put(x, y, f"╭{rule}╮", BOX)
    sheet.put(x, y + page.height + 1, f"╰{rule}╯", BOX)
    for row in range(page.height):
        sheet.put(x, y + 1 + row, "│", BOX)
        sheet.put(x + page.width + 1, y + 1 + row, "│", BOX)
    sheet.blit(page, x + 1, y + 1)
