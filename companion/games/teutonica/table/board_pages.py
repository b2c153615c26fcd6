"""The board shown page by page: what to lay out, how it must look, and its file, to compare with one's own board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.teutonica.rules.board import SIDE_OF, Board, Office, Side
from companion.games.teutonica.rules.pieces import ABILITIES, COLOUR_OF, EMPTY, KIND_OF, Kind, Places
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.scoring import SPACES
from companion.games.teutonica.table import names, route_lists
from companion.games.teutonica.table.route_lists import Region
from companion.table.dialog import CLOSE, Choice, Menu, Notice, Open
from companion.table.intents import CheckBoard, ConfirmBoard
from companion.table.own_dialogs import BOARD, YOUR_BOARD
from companion.table.screen import Look, Row
from companion.words.say import Say, listed, say

ROWS = 6  # of a notice, above its `ok`


def restore(position: Position) -> tuple[Notice, ...]:
    """Describe the board, place by place."""
    pages: list[Notice] = []
    for region, name in route_lists.NAMES.items():
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
    for route in route_lists.routes_of(side, region):
        houses, marker = position.routes[route], position.bonus.on(route)
        if marker:
            yield Row(names.short_route(side, route), names.MARKERS[marker])
        if houses.strip(EMPTY):
            yield Row(names.short_route(side, route), together(position, houses))
    for city in route_lists.cities_of(side, region):
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


# --- the board file city by city, so that players can compare it with their own board ---


def board_check(board: Board) -> tuple[Notice, ...]:
    """Describe both sides: each city with its ability and offices, then the houses of its routes."""
    return tuple(page for side in board.sides for city in range(len(side.cities)) for page in _city_of_file(side, city))


def _city_of_file(side: Side, city: int) -> list[Notice]:
    described = side.cities[city]
    rows = [Row(say("Improves {ability}", ability=names.ABILITIES[described.ability]))] if described.ability else []
    rows += [Row(say("Office {number}", number=n), _office(office)) for n, office in enumerate(described.offices, 1)]
    # Each route once, with the city that it is named after first.
    for route, (first, _) in enumerate(side.ends):
        if first == city:
            houses = say("houses: {count}", count=side.routes[route].houses)
            rows.append(Row(names.short_route(side, route), houses))
    title = Row(names.city_name(side, city), say("side {side}", side=side.name), Look.TITLE)
    place = names.city_place(side, city)
    return [
        Notice(title, tuple(rows[at : at + ROWS]), place=place, name="board check") for at in range(0, len(rows), ROWS)
    ]


def _office(office: Office) -> Say:
    shape = say("square") if office.kind is Kind.TRADER else say("round")
    colour = names.PRIVILEGE_COLOURS[office.privilege]
    return listed([shape, colour, say("coin")] if office.coin else [shape, colour])


def question() -> Menu:
    """Ask whether the board file is right."""
    choices = (
        Choice(say("Yes, it is"), ConfirmBoard()),
        Choice(say("Show it city by city"), CheckBoard()),
        Choice(say("No, it differs"), Open(_differs())),
    )
    return Menu(Row(say("Is this your board?"), look=Look.TITLE), choices, name=YOUR_BOARD, topic=BOARD)


def _differs() -> Menu:
    head = (Row(say("Correct the board file.")),)
    return Menu(Row(say("Board check"), look=Look.TITLE), (Choice(say("Later"), CLOSE),), head, name="differs")


# --- what to lay out for a new game ---


def layout(position: Position) -> tuple[Notice, ...]:
    """Say what to lay out for a game that has just been set up: the board, then each player in turn order."""
    count, start = len(position.players), position.setup.start
    seats = [(start + turn) % count for turn in range(count)]
    pages = [_whole_board(position), *(_own_desk(position, seat, turn) for turn, seat in enumerate(seats, 1))]
    if count == min(SIDE_OF):
        pages.append(_soldiers(position))
    return tuple(replace(page, is_chore=True) for page in pages)


def _whole_board(position: Position) -> Notice:
    rows = (
        Row(say("Side of the board"), say("{side}", side=position.setup.side.name)),
        Row(say("Black cube"), say("on 0")),
        Row(say("3 markers on taverns,")),
        Row(say("the others face down")),
        Row(say("Start"), names.player_name(position, position.setup.start)),
    )
    return Notice(Row(say("Set-up"), say("board"), Look.TITLE), rows, name="lay out board")


def _own_desk(position: Position, seat: int, turn: int) -> Notice:
    player = position.players[seat]
    right = say("{number} of {count}", number=turn, count=len(position.players))
    rows = (
        Row(say("Desk: first column free")),
        Row(say("Keys 4, actions 5")),
        Row(say("Privilege 3, bags 3")),
        Row(say("Book 3 merchants")),
        Row(
            say("Supply {pieces}", pieces=names.in_supply(player)),
            say("stock {count}", count=player.stock(Kind.TRADER)),
        ),
        Row(say("Prestige track"), say("1 trader")),
    )
    return Notice(
        Row(names.player_name(position, seat), right, Look.TITLE),
        rows,
        place=names.seat_place(position, seat),
        name="lay out desk",
    )


def _soldiers(position: Position) -> Notice:
    side = position.setup.side
    rows = tuple(
        Row(say("{cities}", cities="-".join(side.cities[side.city_number[city]].name for city in soldier.between)))
        for soldier in side.soldiers
    )
    return Notice(Row(say("Soldiers between"), look=Look.TITLE), rows, name="lay out soldiers")
