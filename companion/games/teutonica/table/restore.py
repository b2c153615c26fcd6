"""The board as it must look: region by region, only what is not empty, then each desk."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.teutonica.rules.desk import ABILITIES
from companion.games.teutonica.rules.pieces import COLOUR_OF, EMPTY, KIND_OF, Kind, Places
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.scoring import SPACES
from companion.games.teutonica.table import names, regions
from companion.games.teutonica.table.regions import Region
from companion.table.dialog import Notice
from companion.table.screen import Look, Row
from companion.words.say import Say, listed, say

ROWS = 6  # of a notice, above its `ok`


def restore(position: Position) -> tuple[Notice, ...]:
    """Describe the board, place by place."""
    pages: list[Notice] = []
    for region, name in regions.NAMES.items():
        pages += _pages(name, list(_region_rows(position, region)))
    pages += _pages(say("Beside the board"), list(_beside(position)))
    pages += (desk(position, seat) for seat in position.seats)
    return tuple(pages)


def _pages(name: Say, rows: list[Row]) -> list[Notice]:
    parts = [rows[at : at + ROWS] for at in range(0, len(rows), ROWS)]
    numbers = (say("{number} of {count}", number=number, count=len(parts)) for number in range(1, len(parts) + 1))
    return [
        Notice(Row(name, number, Look.TITLE), tuple(part), name="restore")
        for part, number in zip(parts, numbers, strict=True)
    ]


def _region_rows(position: Position, region: Region) -> Iterator[Row]:
    side = position.setup.side
    for route in regions.routes_of(side, region):
        houses, marker = position.routes[route], position.bonus.on(route)
        if marker:
            yield Row(names.short_route(side, route), names.MARKERS[marker])
        if houses.strip(EMPTY):
            yield Row(names.short_route(side, route), together(position, houses))
    for city in regions.cities_of(side, region):
        offices = position.cities.offices(city).rstrip(EMPTY)
        if offices:
            yield Row(names.city_name(side, city), in_order(offices))


def together(position: Position, places: Places) -> Say:
    """Count the pieces of each colour: traders, then merchants."""
    found = []
    for colour, own in zip(position.setup.players, position.setup.own, strict=True):
        traders, merchants = places.count(own[Kind.TRADER]), places.count(own[Kind.MERCHANT])
        if traders or merchants:
            count = f"{traders or ''}+{merchants}" if merchants else f"{traders}"
            found.append(say("{initial}{count}", initial=names.INITIALS[colour], count=count))
    return listed(found, between=" ")


def in_order(places: Places) -> Say:
    """Name pieces from left to right; a merchant has a star."""
    return listed(
        [
            say(
                "{initial}{star}",
                initial=names.INITIALS[COLOUR_OF[piece]],
                star="*" * (KIND_OF[piece] is Kind.MERCHANT),
            )
            for piece in places
        ]
    )


def _beside(position: Position) -> Iterator[Row]:
    yield Row(say("Completed cities"), say("{count}", count=position.cities.completed))
    yield Row(say("Markers in the pile"), say("{count}", count=position.bonus.pile))
    for space, piece in zip(SPACES, position.cities.table, strict=True):
        if piece != EMPTY:
            yield Row(say("Table {points}", points=space), names.PLAYERS[COLOUR_OF[piece]])
    if position.pawn:
        yield Row(say("Pawn: {province}", province=names.PROVINCES[position.pawn]))


def desk(position: Position, seat: int) -> Notice:
    """Describe what lies before a player."""
    player = position.players[seat]
    values = [names.ability_value(ability, player.level(ability)) for ability in ABILITIES]
    keys, actions, privilege, book, bags = values
    rows = [
        Row(
            say("Supply {pieces}", pieces=names.in_supply(player)), say("stock {pieces}", pieces=names.in_stock(player))
        ),
        Row(say("Keys {keys}, actions {actions}", keys=keys, actions=actions)),
        Row(say("Privilege {privilege}", privilege=privilege)),
        Row(say("Book {book}, bags {bags}", book=book, bags=bags)),
    ]
    if player.markers or player.used:
        face_up, face_down = len(player.markers), len(player.used)
        rows.append(Row(say("Markers up {up}, down {down}", up=face_up, down=face_down)))
    if player.plate:
        rows.append(Row(say("On the plate"), say("{count}", count=player.plate)))
    points = say("prestige {points}", points=player.prestige)
    title = Row(names.player_name(position, seat), points, Look.TITLE)
    return Notice(title, tuple(rows), place=names.seat_place(position, seat), name="desk")
