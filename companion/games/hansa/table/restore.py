"""The board as it must look: which pieces belong where, and the walk that puts a swept board right again."""

from __future__ import annotations

from functools import lru_cache

from companion.games.hansa.rules.board import CITY_IDS
from companion.games.hansa.rules.goods import markers_in
from companion.games.hansa.rules.position import Position, stack_in
from companion.games.hansa.table import names
from companion.table.belief import Expected
from companion.table.dialog import Notice
from companion.table.screen import Look, Row
from companion.words.say import say


def expected(position: Position) -> Expected:
    """Say how many of each kind of piece belong at each city."""
    return _expected(position.setup.players, position.ship, position.booths)


@lru_cache(maxsize=64)  # asked several times at every move, and seldom another
def _expected(players: tuple[str, ...], ship: str, booths: int) -> Expected:
    wanted = {names.SHIP: {names.city_place(ship): 1}}
    for seat, player in enumerate(players):
        stacks = {names.city_place(city): stack_in(booths, city, seat) for city in CITY_IDS}
        wanted[f"booth.{player}"] = {place: stack for place, stack in stacks.items() if stack}
    return wanted


def restore(position: Position) -> tuple[Notice, ...]:
    """Describe the board city by city, in number order."""
    return tuple(_city(position, city) for city in position.setup.board.city)


def _city(position: Position, city: str) -> Notice:
    rows = []
    for seat in position.seats:
        stack = position.booths_in(city, seat)
        if stack:
            rows.append(Row(names.player_name(position, seat), names.booths(stack)))
    for number, good in enumerate(position.stock(city), 1):
        there = names.marker_name(markers_in(good)[0]) if good else say("empty")
        rows.append(Row(say("space {space}", space=number), there))
    number = position.setup.board.city[city].number
    # Booths of all four players and two spaces leave no line for the ship.
    ship = say("the ship, {number} of 9", number=number) if position.ship == city else None
    title = Row(names.city_name(position, city), ship or say("{number} of 9", number=number), Look.TITLE)
    return Notice(title, tuple(rows), place=names.city_place(city), name="restore")
