"""The places of pieces and markers, by the names that corrections use, and how something gets from one to another.

A piece is in its owner's `supply` or `stock`, on the desk (`desk.book`), on a route (`stade-hamburg`), in a printed
office (`hamburg`), in an extra one (`hamburg.extra`), or on the prestige table (`table.7`). A marker is in the `pile`,
on a route, or with a player: face up (`red`), face down (`red.used`) or on the plate (`red.plate`).
"""

from __future__ import annotations

from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    COVERED_BY,
    EMPTY,
    HIGHEST,
    KIND_OF,
    NAME_OF,
    PLACE,
    Ability,
    Marker,
    Piece,
    put,
    take,
    with_marker,
    without_marker,
)
from companion.games.teutonica.rules.position import IN_STOCK, IN_SUPPLY, Player, Position, changed, with_pieces
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.scoring import SPACES

SUPPLY, STOCK, PILE = "supply", "stock", "pile"
DESK, EXTRA, TABLE, USED, PLATE = "desk", "extra", "table", "used", "plate"


def name(piece: Piece) -> str:
    """Name a piece."""
    return NAME_OF[piece]


def one_of(place: str, choice: tuple[str, ...]) -> None:
    """Refuse a place that there is not."""
    if place not in choice:
        refuse("no_such_place", place=place, choice=", ".join(choice))


# --- pieces ---


def piece_places(position: Position) -> tuple[str, ...]:
    """Name all places where a piece can be."""
    side = position.setup.side
    return (
        SUPPLY,
        STOCK,
        *(f"{DESK}.{ability}" for ability in ABILITIES),
        *side.route_number,
        *side.city_number,
        *(f"{city}.{EXTRA}" for city in side.city_number),
        *(f"{TABLE}.{space}" for space in SPACES),
    )


def take_piece(position: Position, piece: Piece, place: str) -> Position:
    """Take a piece from a place; refuse one that is not there."""
    kind, seat, side, cities = KIND_OF[piece], position.setup.seat_of[piece], position.setup.side, position.cities
    player = position.players[seat]
    if place == SUPPLY and player.supply(kind):
        return position._replace(players=with_pieces(position, seat, -IN_SUPPLY[kind]))
    if place == STOCK and player.stock(kind):
        return position._replace(players=with_pieces(position, seat, -IN_STOCK[kind]))
    if place in side.route_number and piece in position.routes[side.route_number[place]]:
        route = side.route_number[place]
        return position._replace(on_routes=position.on_routes.with_houses(route, take(position.routes[route], piece)))
    if place in side.city_number and piece in cities.spaces[side.city_number[place]]:
        city = side.city_number[place]
        occupied = cities.spaces[city].rstrip(EMPTY)
        if occupied[-1] != piece:
            refuse("not_in_order", city=place)
        spaces = occupied[:-1] + EMPTY * (len(cities.spaces[city]) - len(occupied) + 1)
        return position._replace(cities=cities._replace(spaces=changed(cities.spaces, city, spaces)))
    first, _, second = place.partition(".")
    if first == DESK:
        ability = Ability(second)
        if COVERED_BY[ability] is kind and player.level(ability) < HIGHEST[ability]:
            return _with_level(position, seat, ability, player.level(ability) + 1)
    if second == EXTRA and piece in cities.extras[side.city_number[first]]:
        city = side.city_number[first]
        extras = cities.extras[city].replace(piece, "", 1)
        return position._replace(cities=cities._replace(extras=changed(cities.extras, city, extras)))
    if first == TABLE and cities.table[SPACES.index(int(second))] == piece:
        return _with_table(position, int(second), EMPTY)
    return refuse("nothing_there", what=name(piece), place=place)


def put_piece(position: Position, piece: Piece, place: str) -> Position:
    """Put a piece in a place; refuse where it cannot be."""
    kind, seat, side, cities = KIND_OF[piece], position.setup.seat_of[piece], position.setup.side, position.cities
    player = position.players[seat]
    if place == SUPPLY:
        return position._replace(players=with_pieces(position, seat, IN_SUPPLY[kind]))
    if place == STOCK:
        return position._replace(players=with_pieces(position, seat, IN_STOCK[kind]))
    if place in side.route_number:
        route = side.route_number[place]
        if EMPTY not in position.routes[route]:
            refuse("route_full", route=place)
        return position._replace(on_routes=position.on_routes.with_houses(route, put(position.routes[route], piece)))
    if place in side.city_number:
        city = side.city_number[place]
        if EMPTY not in cities.spaces[city]:
            refuse("city_full", city=side.cities[city].name)
        spaces = put(cities.spaces[city], piece)
        return position._replace(cities=cities._replace(spaces=changed(cities.spaces, city, spaces)))
    first, _, second = place.partition(".")
    if second == EXTRA:
        city = side.city_number[first]
        return position._replace(
            cities=cities._replace(extras=changed(cities.extras, city, piece + cities.extras[city]))
        )
    if first == DESK:
        ability = Ability(second)
        if COVERED_BY[ability] is not kind or not player.level(ability):
            refuse("space_taken" if COVERED_BY[ability] is kind else "wrong_piece", place=place, piece=kind)
        return _with_level(position, seat, ability, player.level(ability) - 1)
    if not piece.isupper():
        refuse("wrong_piece", place=place, piece=kind)
    if cities.table[SPACES.index(int(second))] != EMPTY:
        refuse("space_taken", place=place)
    return _with_table(position, int(second), piece)


def _with_level(position: Position, seat: int, ability: Ability, level: int) -> Position:
    player = position.players[seat]
    player = player._replace(levels=changed(player.levels, PLACE[ability], level))
    return position._replace(players=changed(position.players, seat, player))


def _with_table(position: Position, space: int, piece: Piece) -> Position:
    table = list(position.cities.table)
    table[SPACES.index(space)] = piece
    return position._replace(cities=position.cities._replace(table="".join(table)))


# --- markers ---


def marker_places(position: Position) -> tuple[str, ...]:
    """Name all places where a marker can be."""
    players = position.setup.players
    return (
        *face_down_places(position),
        *position.setup.side.route_number,
        *players,
        *(f"{player}.{USED}" for player in players),
    )


def face_down_places(position: Position) -> tuple[str, ...]:
    """Name the places whose markers nobody has seen."""
    return (PILE, *(f"{player}.{PLATE}" for player in position.setup.players))


def face_down_at(position: Position, place: str) -> int:
    """Count the markers in the pile or on a plate."""
    return position.bonus.pile if place == PILE else _player_at(position, place).plate


def with_face_down(position: Position, place: str, change: int) -> Position:
    """Return the position with this many more markers in the pile or on a plate."""
    if place == PILE:
        return position._replace(bonus=position.bonus._replace(pile=position.bonus.pile + change))
    player = _player_at(position, place)
    return _with_player(position, place, player._replace(plate=player.plate + change))


def _player_at(position: Position, place: str) -> Player:
    return position.players[position.setup.players.index(place.partition(".")[0])]


def _with_player(position: Position, place: str, player: Player) -> Position:
    seat = position.setup.players.index(place.partition(".")[0])
    return position._replace(players=changed(position.players, seat, player))


def take_marker(position: Position, marker: Marker, place: str) -> Position:
    """Take a marker from a place; refuse one that is not there."""
    bonus, side = position.bonus, position.setup.side
    if place in face_down_places(position):
        if face_down_at(position, place) and marker in bonus.unseen:
            unseen = without_marker(bonus.unseen, marker)
            return with_face_down(position._replace(bonus=bonus._replace(unseen=unseen)), place, -1)
    elif place in side.route_number:
        pair = (side.route_number[place], marker)
        if pair in bonus.on_routes:
            on_routes = tuple(each for each in bonus.on_routes if each != pair)
            return position._replace(bonus=bonus._replace(on_routes=on_routes))
    else:
        player = _player_at(position, place)
        if place.endswith(USED) and marker in player.used:
            return _with_player(position, place, player._replace(used=without_marker(player.used, marker)))
        if not place.endswith(USED) and marker in player.markers:
            return _with_player(position, place, player._replace(markers=without_marker(player.markers, marker)))
    return refuse("nothing_there", what=marker, place=place)


def put_marker(position: Position, marker: Marker, place: str) -> Position:
    """Put a marker in a place; refuse where it cannot be."""
    bonus, side = position.bonus, position.setup.side
    if place in face_down_places(position):
        unseen = with_marker(bonus.unseen, marker)
        return with_face_down(position._replace(bonus=bonus._replace(unseen=unseen)), place, +1)
    if place in side.route_number:
        if bonus.on(side.route_number[place]):
            refuse("has_marker", route=place)
        on_routes = tuple(sorted((*bonus.on_routes, (side.route_number[place], marker))))
        return position._replace(bonus=bonus._replace(on_routes=on_routes))
    player = _player_at(position, place)
    if place.endswith(USED):
        return _with_player(position, place, player._replace(used=with_marker(player.used, marker)))
    return _with_player(position, place, player._replace(markers=with_marker(player.markers, marker)))
