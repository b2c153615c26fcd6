"""The map of Hansa in a terminal: every position of games is drawn, and everything on the board is there."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from companion.display.cells import Sheet, width_of
from companion.display.terminal_lines import ascii_letter
from companion.games.hansa.box import BOX
from companion.games.hansa.game import on_board
from companion.games.hansa.rules.moves import Sail
from companion.games.hansa.terminal import tableau
from companion.games.hansa.terminal.tableau import SHIP_SIGN, HansaTerminal
from companion.shelf.box import Aim
from companion.simulator.random_games import random_game
from companion.table.history import History, history_of
from companion.words.say import untranslated

RULES = on_board(None)
SIZES = [(50, 18), (50, 20), (77, 27), (120, 30), (139, 43)]


def played(seed: int, players: int) -> History:
    game = random_game(BOX, RULES, players, Random(seed))
    return history_of(RULES, game.first, game.moves)


def drawn(history: History, size: tuple[int, int], aim: Aim = Aim()) -> Sheet:  # noqa: B008  a frozen value
    return HansaTerminal(RULES).draw_map(history, *size, aim, untranslated)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_position_is_drawn_with_all_that_lies_there(size: tuple[int, int], players: int) -> None:
    history = played(players, players)
    for count in range(SIZES.index(size), len(history.steps), 13):
        before = history._replace(steps=history.steps[:count])
        sheet, position = drawn(before, size), before.position
        assert (sheet.width, sheet.height) == size
        assert {sum(width_of(cell.text) for cell in row) for row in sheet.rows} == {size[0]}
        text = "\n".join(sheet.text)
        for city in position.setup.board.cities:
            assert f"{city.number} {RULES.board.city[city.id].name}" in text
        assert text.count(f"{SHIP_SIGN} {position.setup.board.city[position.ship].number} ") == 1
        empty = sum(not good for good in position.warehouses)
        assert text.count("···") == empty
        for seat, player in enumerate(position.setup.players):
            letter = player[0].upper()
            for city in position.setup.board.city:
                if stack := position.booths_in(city, seat):
                    assert f"{letter}{stack}" in text


def test_blocks_never_lie_on_one_another() -> None:
    history = played(1, 4)
    terminal = HansaTerminal(RULES)
    for size in SIZES:
        for count in (20, 80, len(history.steps)):
            position = history._replace(steps=history.steps[:count]).position
            spots = terminal.spots(position, *size, Aim(), untranslated)
            assert not any(one.overlaps(other) for one, other in combinations(spots.values(), 2)), size


def test_where_the_ship_may_go_is_marked_and_what_is_under_the_cursor_more() -> None:
    history = played(1, 3)
    count = next(n for n, step in enumerate(history.steps) if isinstance(step.entry, Sail))
    before = history._replace(steps=history.steps[:count])
    plain = drawn(before, (77, 27))
    to = history.steps[count].entry.to
    offered = drawn(before, (77, 27), Aim((), (f"city.{to}",)))
    chosen = drawn(before, (77, 27), Aim((f"city.{to}",), (f"city.{to}",)))
    assert plain.text == offered.text or plain.rows != offered.rows
    assert len({tuple(map(tuple, sheet.rows)) for sheet in (plain, offered, chosen)}) == 3


def test_map_can_be_read_without_colours_and_in_ascii() -> None:
    history = played(2, 3)
    text = "\n".join(drawn(history, (77, 27)).text)
    told = "".join(ascii_letter(letter) if letter != "\n" else letter for letter in text)
    for city in RULES.board.cities:
        assert f"{city.number} {''.join(map(ascii_letter, city.name))}" in told
    assert "^ " in told


def test_desks_and_course_tell_everything_in_numbers() -> None:
    position = played(2, 3).position
    terminal = HansaTerminal(RULES)
    for seat, player in enumerate(position.setup.players):
        text = " ".join(span.text for line in terminal.tell_desk(position, player, untranslated) for span in line)
        assert f"{position.purse(seat)} T" in text
        assert f"{position.booths_left(seat)} booth" in text
    text = "".join(span.text for span in terminal.tell_course(History(position), untranslated))
    assert f"bank {position.bank} T" in text


def test_coasts_are_those_of_the_page() -> None:
    outlines = tableau.read_coasts()
    assert len(outlines) == 12
    assert min(map(len, outlines)) >= 5
    assert tableau.is_land((40, 20))
    assert tableau.is_land((26.5, 58))
    assert not tableau.is_land((45, 75))
