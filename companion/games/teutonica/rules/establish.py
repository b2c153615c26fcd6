"""Establishing a route: control points and marker first, then one benefit or none, then the route is cleared."""

from __future__ import annotations

from companion.games.game import Played
from companion.games.teutonica.rules.events import (
    ActionsGained,
    Completed,
    Drawn,
    Event,
    Events,
    NotDrawn,
    Prestige,
    Reason,
    Taken,
)
from companion.games.teutonica.rules.moves import Clear, Coellen, Establish, ExtraOffice, Improve, Office
from companion.games.teutonica.rules.pieces import (
    COVERED_BY,
    EMPTY,
    HIGHEST,
    PLACE,
    PRIVILEGES,
    RANK,
    VALUES,
    Ability,
    Kind,
    Marker,
    put,
    take,
    with_marker,
    without_marker,
)
from companion.games.teutonica.rules.position import (
    IN_STOCK,
    IN_SUPPLY,
    OFFICE_AND_EXTRA,
    Cause,
    Cities,
    Establishing,
    Founded,
    Phase,
    Player,
    Position,
    changed,
)
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.scoring import SPACES, TABLE, controller, is_linked
from companion.games.teutonica.rules.turns import (
    check_pawn,
    refuse_actions,
    refuse_marker,
    resume,
    route_number,
    stop,
)

PRESTIGE_LIMIT = 20
CITY_LIMIT = 10
CONTROL = COIN = 1
LINK = (7, 4, 2)  # for the first, second and third player


def establish(position: Position, move: Establish) -> Played[Position]:
    """Award points to the controllers of both cities, and take the marker (rulings 19 and 20)."""
    route, seat = route_number(position, move.route), position.active
    if not position.actions_left:
        refuse_actions(position)
    check_pawn(position, route)
    side, name, bonus = position.setup.side, position.setup.players[seat], position.bonus
    if not is_filled_by(position, route, seat):
        refuse("route_not_yours", route=move.route, player=name)
    events: list[Event] = []
    players = position.players
    for city in side.ends[route]:
        owner = controller(position.cities.offices(city))
        if owner:
            winner = position.setup.seat_of[owner]
            players = with_prestige(players, winner, CONTROL)
            events.append(Prestige(position.setup.players[winner], CONTROL, side.cities[city].id, Reason.CONTROL))
    taken, failed = bonus.on(route), False
    if taken:
        events.append(Taken(name, taken))
        failed = not bonus.pile
        bonus = bonus._replace(on_routes=tuple(pair for pair in bonus.on_routes if pair[0] != route))
        if failed:
            events.append(NotDrawn(name))
        else:
            bonus = bonus._replace(pile=bonus.pile - 1)
            players = changed(players, seat, players[seat]._replace(plate=players[seat].plate + 1))
            events.append(Drawn(name))
    established = position._replace(
        phase=Phase.ESTABLISH,
        step=Establishing(route, taken),
        actions_left=position.actions_left - 1,
        acted=True,
        players=players,
        bonus=bonus,
        ending=(Cause.MARKERS,) if failed else (),
    )
    return Played(established._replace(ending=causes(established)), tuple(events))


def is_filled_by(position: Position, route: int, seat: int) -> bool:
    """Return whether all houses of a route are taken by one player."""
    own = position.setup.own[seat]
    return not position.routes[route].strip(own[Kind.TRADER] + own[Kind.MERCHANT])


def with_prestige(players: tuple[Player, ...], seat: int, points: int) -> tuple[Player, ...]:
    """Return the players after one got points."""
    return changed(players, seat, players[seat]._replace(prestige=players[seat].prestige + points))


def causes(position: Position) -> tuple[Cause, ...]:
    """Return the ends that this action has brought about (ruling 38)."""
    happened = {
        Cause.PRESTIGE: any(player.prestige >= PRESTIGE_LIMIT for player in position.players),
        Cause.MARKERS: Cause.MARKERS in position.ending,
        Cause.CITIES: position.cities.completed >= CITY_LIMIT,
    }
    return tuple(cause for cause in Cause if happened[cause])


# --- benefits (ruling 21) ---


def _step(position: Position) -> Establishing:
    assert type(position.step) is Establishing
    return position.step


def _route_of(position: Position) -> int:
    return _step(position).route


def _check_benefit(position: Position, founded: Founded | None = None) -> None:
    """Refuse a second benefit: only offices of both kinds may go together, by a house rule (ruling 30)."""
    before = _step(position).founded
    if before and founded in (None, before):
        refuse("one_benefit")


def _end_city(position: Position, city: str) -> int:
    """Number a city at an end of the route; refuse another."""
    route, number = _route_of(position), position.setup.side.city_number[city]
    if number not in position.setup.side.ends[route]:
        refuse("not_on_route", what=city, route=position.setup.side.routes[route].id)
    return number


def _holds(position: Position, kind: Kind) -> bool:
    """Return whether the active player has a piece of a kind on the route."""
    return position.setup.own[position.active][kind] in position.routes[_route_of(position)]


def may_found(position: Position, city: int) -> bool:
    """Return whether the next printed office of an end city can be founded (ruling 22)."""
    spaces, player = position.cities.spaces[city], position.players[position.active]
    if EMPTY not in spaces:
        return False
    printed = position.setup.side.cities[city].offices[spaces.index(EMPTY)]
    return RANK[printed.privilege] <= player.value(Ability.PRIVILEGE) and _holds(position, printed.kind)


def may_add_extra(position: Position, city: int) -> bool:
    """Return whether an extra office of an end city can be founded, with any piece of the route (ruling 30)."""
    markers = position.players[position.active].markers
    return Marker.EXTRA_OFFICE in markers and not position.cities.spaces[city].startswith(EMPTY)


def office(position: Position, move: Office) -> Played[Position]:
    """Found the next printed office of a city (rulings 22 to 25)."""
    _check_benefit(position, Founded.OFFICE)
    city, seat, cities = _end_city(position, move.city), position.active, position.cities
    spaces, side = cities.spaces[city], position.setup.side
    player, name = position.players[seat], position.setup.players[seat]
    if EMPTY not in spaces:
        refuse("city_full", city=side.cities[city].name)
    printed = side.cities[city].offices[spaces.index(EMPTY)]
    if RANK[printed.privilege] > player.value(Ability.PRIVILEGE):
        refuse("no_privilege", player=name, privilege=printed.privilege)
    if not _holds(position, printed.kind):
        refuse("wrong_shape", city=side.cities[city].name, piece=printed.kind)
    events: list[Event] = []
    players = position.players
    if printed.coin:
        players = with_prestige(players, seat, COIN)
        events.append(Prestige(name, COIN, move.city, Reason.COIN))
    spaces = put(spaces, position.setup.own[seat][printed.kind])
    completed = cities.completed + (EMPTY not in spaces)
    if EMPTY not in spaces:
        events.append(Completed(move.city, completed))
    cities = cities._replace(spaces=changed(cities.spaces, city, spaces), completed=completed)
    return _found(position._replace(players=players), cities, printed.kind, events, Founded.OFFICE)


def extra_office(position: Position, move: ExtraOffice) -> Played[Position]:
    """Found an extra office to the left of all others (ruling 30)."""
    _check_benefit(position, Founded.EXTRA_OFFICE)
    seat, cities, player = position.active, position.cities, position.players[position.active]
    if Marker.EXTRA_OFFICE not in player.markers:
        refuse_marker(Marker.EXTRA_OFFICE, "face up", player.markers)
    city = _end_city(position, move.city)
    if cities.spaces[city].startswith(EMPTY):
        refuse("city_empty", city=position.setup.side.cities[city].name)
    if not _holds(position, move.piece):
        refuse("no_such_piece", player=position.setup.players[seat], piece=move.piece, place="on the route")
    extras = position.setup.own[seat][move.piece] + cities.extras[city]
    cities = cities._replace(extras=changed(cities.extras, city, extras))
    players = changed(position.players, seat, turned_over(player, Marker.EXTRA_OFFICE))
    return _found(position._replace(players=players), cities, move.piece, [], Founded.EXTRA_OFFICE)


def _found(position: Position, cities: Cities, kind: Kind, events: list[Event], founded: Founded) -> Played[Position]:
    """Count a new office for the link, and clear the route but for the piece that it took (ruling 25)."""
    seat, setup, players = position.active, position.setup, position.players
    place = len(cities.links)
    if seat not in cities.links and place < len(LINK) and is_linked(setup.side, cities, setup.own[seat][Kind.TRADER]):
        cities = cities._replace(links=(*cities.links, seat))
        players = with_prestige(players, seat, LINK[place])
        events.append(Prestige(setup.players[seat], LINK[place], None, Reason.LINK))
    position = position._replace(players=players, cities=cities)
    if OFFICE_AND_EXTRA.id in setup.house_rules and not _step(position).founded:
        after = _with_first_office(position, kind, founded)
        if _may_found_another(after):
            return Played(after._replace(ending=causes(after)), tuple(events))
    return _clear(position, kind, tuple(events))


def _with_first_office(position: Position, kind: Kind, founded: Founded) -> Position:
    """Take the piece of the first of two offices off the route."""
    step, own = _step(position), position.setup.own[position.active]
    on_routes = position.on_routes.with_houses(step.route, take(position.routes[step.route], own[kind]))
    return position._replace(on_routes=on_routes, step=step._replace(founded=founded))


def _may_found_another(position: Position) -> bool:
    """Return whether the other kind of office can follow the first."""
    step, ends = _step(position), position.setup.side.ends[_route_of(position)]
    if step.founded is Founded.EXTRA_OFFICE:
        return any(may_found(position, city) for city in ends)
    return any(may_add_extra(position, city) for city in ends) and any(_holds(position, kind) for kind in Kind)


def improve(position: Position, move: Improve) -> Played[Position]:
    """Improve the ability of an end city (ruling 26)."""
    _check_benefit(position)
    ability, side, route = move.ability, position.setup.side, _route_of(position)
    if ability not in [side.cities[city].ability for city in side.ends[route]]:
        refuse("not_on_route", what=ability, route=side.routes[route].id)
    improved, events = improve_ability(position, ability)
    return _clear(improved, None, events)


def improve_ability(position: Position, ability: Ability) -> tuple[Position, Events]:
    """Move the next piece of a track to the supply; refuse at the maximum (ruling 26)."""
    seat, player = position.active, position.players[position.active]
    level = player.level(ability)
    if level == HIGHEST[ability]:
        refuse("at_maximum", ability=ability)
    player = player._replace(
        levels=changed(player.levels, PLACE[ability], level + 1), pieces=player.pieces + IN_SUPPLY[COVERED_BY[ability]]
    )
    position = position._replace(players=changed(position.players, seat, player))
    gained = VALUES[ability][level + 1] - VALUES[ability][level] if ability is Ability.ACTIONS else 0
    if not gained:
        return position, ()
    position = position._replace(actions_left=position.actions_left + gained)
    return position, (ActionsGained(position.setup.players[seat], gained),)


def coellen(position: Position, move: Coellen) -> Played[Position]:
    """Put a merchant of the route on the prestige table (ruling 27)."""
    _check_benefit(position)
    side, seat, cities, space = position.setup.side, position.active, position.cities, SPACES.index(move.space)
    route, name = side.routes[_route_of(position)].id, position.setup.players[seat]
    if route != side.table:
        refuse("not_on_route", what="the prestige table", route=route)
    if cities.table[space] != EMPTY:
        refuse("space_taken", place=move.space)
    if RANK[TABLE[move.space]] > position.players[seat].value(Ability.PRIVILEGE):
        refuse("no_privilege", player=name, privilege=PRIVILEGES[space])
    if not _holds(position, Kind.MERCHANT):
        refuse("no_such_piece", player=name, piece=Kind.MERCHANT, place="on the route")
    table = cities.table[:space] + position.setup.own[seat][Kind.MERCHANT] + cities.table[space + 1 :]
    return _clear(position._replace(cities=cities._replace(table=table)), Kind.MERCHANT, ())


def clear(position: Position, _: Clear) -> Played[Position]:
    """Take no benefit."""
    return _clear(position, None, ())


def turned_over(player: Player, marker: Marker) -> Player:
    """Return a player who has used a marker."""
    return player._replace(markers=without_marker(player.markers, marker), used=with_marker(player.used, marker))


def _clear(position: Position, spent: Kind | None, events: Events) -> Played[Position]:
    """Return the route's pieces to the stock except the one used; hand over the marker; check whether the game ends."""
    step, seat, own = position.step, position.active, position.setup.own[position.active]
    assert type(step) is Establishing
    houses = position.routes[step.route]
    if spent:
        houses = take(houses, own[spent])
    player = position.players[seat]
    returned = sum(houses.count(own[kind]) * IN_STOCK[kind] for kind in Kind)
    markers = with_marker(player.markers, step.taken) if step.taken else player.markers
    player = player._replace(pieces=player.pieces + returned, markers=markers)
    for kind in Kind:
        houses = houses.replace(own[kind], EMPTY)
    position = position._replace(
        on_routes=position.on_routes.with_houses(step.route, houses), players=changed(position.players, seat, player)
    )
    position = position._replace(ending=causes(position))
    return stop(position, events) if position.ending else resume(position, events)
