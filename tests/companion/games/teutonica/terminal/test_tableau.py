"""The map of Hansa Teutonica in a terminal: any size is laid out without anything on anything else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.display.cells import Sheet, width_of
from companion.display.terminal_lines import ascii_letter
from companion.games.teutonica.box import BOX
from companion.games.teutonica.game import on_board
from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.pieces import EMPTY
from companion.games.teutonica.terminal.roads import lay_out
from companion.games.teutonica.terminal.tableau import EMPTY_HOUSE, TeutonicaTerminal
from companion.shelf.box import Aim
from companion.simulator.random_games import random_game
from companion.table.history import History, history_of
from companion.words.say import untranslated

RULES = on_board(None)
SIZES = [(49, 20), (50, 20), (60, 22), (75, 27), (76, 27), (78, 27), (100, 30), (139, 43)]
SIDES = RULES.new(BOX.quick_setup(2)).setup.side, RULES.new(BOX.quick_setup(5)).setup.side


def played(seed: int, players: int) -> History:
    game = random_game(BOX, RULES, players, Random(seed))
    return history_of(RULES, game.first, game.moves)


def drawn(history: History, size: tuple[int, int], aim: Aim = Aim()) -> Sheet:  # noqa: B008  a frozen value
    return TeutonicaTerminal(RULES).draw_map(history, *size, aim, untranslated)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", SIDES, ids=["2-3", "4-5"])
def test_nothing_stands_on_anything_else_or_outside(size: tuple[int, int], side: Side) -> None:
    plan = lay_out(side, *size)
    taken = Counter(cell for site in plan.cities.values() for box in site for cell in box.cells())
    taken.update(cell for box in plan.houses.values() for cell in box.cells())
    taken.update(plan.markers.values())
    assert [cell for cell, count in taken.items() if count > 1] == []
    assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in taken)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", SIDES, ids=["2-3", "4-5"])
def test_houses_stand_between_their_cities(size: tuple[int, int], side: Side) -> None:
    plan = lay_out(side, *size)
    for route, box in plan.houses.items():
        sites = [plan.cities[city] for city in route.split("-")]
        rows = [row for site in sites for row in (site.name.y, site.offices.y)]
        assert min(rows) <= box.y <= max(rows) + 1, route


@pytest.mark.slow
@pytest.mark.parametrize("size", [SIZES[0], SIZES[4], SIZES[-1]])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_position_is_drawn_with_every_piece(size: tuple[int, int], players: int) -> None:
    history = played(players, players)
    for count in range(players, len(history.steps), 29):
        before = history._replace(steps=history.steps[:count])
        sheet, position = drawn(before, size), before.position
        assert (sheet.width, sheet.height) == size
        assert {sum(width_of(cell.text) for cell in row) for row in sheet.rows} == {size[0]}
        plan = lay_out(position.setup.side, *size)
        for route, houses in zip(position.setup.side.routes, position.routes, strict=True):
            box = plan.houses[route.id]
            cells = [sheet.at(box.x + index * plan.pitch, box.y).text for index in range(len(houses))]
            assert Counter(cells) == Counter(houses.replace(EMPTY, EMPTY_HOUSE))
        for number, city in enumerate(position.setup.side.cities):
            name, row = plan.cities[city.id]
            shown = "".join(sheet.at(row.x + step, row.y).text for step in range(row.width)).replace(" ", "")
            for office, letter in zip(position.cities.spaces[number], shown.replace("°", ""), strict=True):
                assert letter == office if office != EMPTY else letter in "1234①②③④"
            label = "".join(sheet.at(name.x + step, name.y).text for step in range(name.width))
            assert label[:2] == city.name[:2]
            assert label.endswith(position.cities.extras[number])


def test_route_and_city_that_are_meant_are_marked() -> None:
    history = played(3, 3)
    plain = drawn(history, (78, 27))
    marked = drawn(history, (78, 27), Aim(("route.groningen-emden",), ("route.groningen-emden", "city.halle")))
    changed = sum(
        one != other for rows in zip(plain.rows, marked.rows, strict=True) for one, other in zip(*rows, strict=True)
    )
    assert changed >= 5
    assert plain.text == marked.text


def test_map_can_be_read_without_colours_and_in_ascii() -> None:
    history = played(4, 4)
    told = ["".join(map(ascii_letter, line)) for line in drawn(history, (78, 27)).text]
    text = "\n".join(told)
    for city in history.first.setup.side.cities:
        assert "".join(map(ascii_letter, city.name)) in text
    assert {len(line) for line in told} == {78}


def test_desks_and_course_tell_everything_in_words() -> None:
    history = played(2, 2)
    position, terminal = history.position, TeutonicaTerminal(RULES)
    for player in position.setup.players:
        text = " ".join(span.text for line in terminal.tell_desk(position, player, untranslated) for span in line)
        for word in ("supply", "stock", "keys", "actions", "privilege", "book", "bags"):
            assert word in text
    text = "".join(span.text for span in terminal.tell_course(history, untranslated))
    assert f"{position.cities.completed} of 10 cities full" in text
    assert f"{position.bonus.pile} markers in the pile" in text


def test_every_marker_has_a_sign_of_its_own_and_a_line_in_the_legend() -> None:
    signs = [sign for sign, _ in TeutonicaTerminal(RULES).legend]
    assert len(set(signs)) >= len(signs) - 1  # the arrow is on cities, too
