"""What people read of each move of Hansa Teutonica, and where on map, desk and chart it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.teutonica.rules import moves
from companion.games.teutonica.rules.codec import named_in
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.pieces import COLOUR_OF, EMPTY, KIND_OF, NAME_OF, Kind, Marker
from companion.games.teutonica.rules.position import Establishing, Position, Replacing
from companion.games.teutonica.table import names, sentences
from companion.games.teutonica.table.route_lists import own_pieces
from companion.table.gametable import Card, Cards, Line
from companion.words.say import NOTHING, Say, say

Lines = Callable[[Position, Any], Line]
Places = Callable[[Position, Any], tuple[str, ...]]

_ESTABLISH, _PUT = say("Establish {route}"), say("Put {route}")
_OFFICE, _EXTRA = say("Office {city}"), say("Extra: {city}")


def _by_kind(move: Any, trader: Say, merchant: Say) -> Say:
    return trader if move.piece is Kind.TRADER else merchant


def paid(move: moves.Displace) -> Say:
    """Say how many pieces a displacement costs besides its own."""
    return say("pay {count}", count=PENALTY[KIND_OF[move.victim]])


def income_of(position: Position, move: moves.Income) -> tuple[int, int]:
    """Count the traders and merchants that an income brings."""
    return position.players[position.active].whole_income - move.fewer - move.merchants, move.merchants


# --- lines of a menu, whatever stands above them ---


def _as_deed(deed: sentences.Words) -> Lines:
    return lambda position, move: Line(deed(position, move))


def _piece_on_route(deed: sentences.Words) -> Lines:
    return lambda position, move: Line(deed(position, move), names.KINDS[move.piece], f"route.{move.route}")


def _office_line(position: Position, move: moves.Office) -> Line:
    """Say which piece the next printed office takes."""
    number = position.setup.side.city_number[move.city]
    printed = position.setup.side.cities[number].offices[position.cities.spaces[number].index(EMPTY)]
    return Line(sentences.with_city(_OFFICE)(position, move), names.SHORT_KINDS[printed.kind], f"city.{move.city}")


def _swap_line(position: Position, move: moves.UseSwap) -> Line:
    """Name two offices by their city and by whose they are."""
    spaces = position.cities.spaces[position.setup.side.city_number[move.city]]
    first, second = (names.INITIALS[COLOUR_OF[piece]] for piece in spaces[move.pos - 1 : move.pos + 1])
    label = say(
        "{city} {first}, {second}", city=sentences.city_named(position, move.city), first=move.pos, second=move.pos + 1
    )
    return Line(label, say("{first}, {second}", first=first, second=second), f"city.{move.city}")


def _clear_line(position: Position, _: moves.Clear) -> Line:
    is_founded = type(position.step) is Establishing and position.step.founded
    return Line(say("No more") if is_founded else say("No benefit"))


def _decline_line(position: Position, _: moves.Decline) -> Line:
    return Line(say("To the stock") if sentences.displaced_in_hand(position) else say("No more"))


# --- lines of a list whose heading says what is done ---


def _by_short_route(right: sentences.Words) -> Lines:
    return lambda position, move: Line(
        sentences.short_route_named(position, move.route), right(position, move), f"route.{move.route}"
    )


def _insert_listed(position: Position, move: moves.Insert) -> Line:
    """Say how much of the route the player fills, or that a marker is there."""
    route = sentences.number_of(position, move.route)
    own = own_pieces(position, route, position.active)
    filled = say("{own}/{houses}", own=own, houses=len(position.routes[route]))
    marked = say("bonus") if position.bonus.on(route) else NOTHING
    right = filled if own else marked
    name = names.route_beside_word if right != NOTHING else names.route_name
    return Line(name(position.setup.side, route), right, f"route.{move.route}")


def _put_listed(position: Position, move: moves.Put | moves.Add) -> Line:
    route = sentences.number_of(position, move.route)
    free = say("{count} free", count=position.routes[route].count(EMPTY))
    return Line(names.route_beside_player(position.setup.side, route), free, f"route.{move.route}")


def _pay_listed(position: Position, move: moves.Pay) -> Line:
    label = _by_kind(move, say("Trader to stock"), say("Merchant to stock"))
    return Line(label, say("{count}", count=position.players[position.active].supply(move.piece)))


def _establish_listed(position: Position, move: moves.Establish) -> Line:
    """Say that a marker comes with the route."""
    bonus = say("{sign}", sign="+") if position.bonus.on(sentences.number_of(position, move.route)) else NOTHING
    return Line(sentences.with_route(_ESTABLISH)(position, move), bonus, f"route.{move.route}")


_LISTED: Mapping[type[moves.Move], Lines] = {
    moves.Establish: _establish_listed,
    moves.Insert: _insert_listed,
    moves.Put: _put_listed,
    moves.Add: _put_listed,
    moves.Lift: _by_short_route(lambda _, move: names.KINDS[move.piece]),
    moves.Displace: _by_short_route(lambda _, move: names.short_piece(move.victim)),
    moves.Remove: _by_short_route(lambda _, move: names.short_piece(move.victim)),
    moves.Replace: lambda position, move: Line(
        names.route_name(position.setup.side, sentences.number_of(position, move.route)), place=f"route.{move.route}"
    ),
    moves.Pay: _pay_listed,
    moves.Income: lambda position, move: Line(names.pieces(*income_of(position, move))),
}


# --- lines of what can be done on a route that stands above them ---

_HERE: Mapping[type[moves.Move], Callable[[Any], tuple[Say, Say]]] = {
    moves.Establish: lambda _: (say("Establish"), NOTHING),
    moves.Insert: lambda move: (_by_kind(move, say("Insert trader"), say("Insert merchant")), NOTHING),
    moves.Displace: lambda move: (names.piece_name(move.victim), paid(move)),
    moves.Remove: lambda move: (names.piece_name(move.victim), NOTHING),
    moves.Lift: lambda move: (_by_kind(move, say("Lift own trader"), say("Lift own merchant")), NOTHING),
}


# --- offers of the page, which has room for whole words ---


def _displace_offer(_: Position, move: moves.Displace) -> Line:
    words = _by_kind(move, say("Displace {victim} with a trader"), say("Displace {victim} with a merchant"))
    return Line(say(words.template, victim=names.piece_name(move.victim)), paid(move))


def _improve_offer(right: Say) -> Lines:
    return lambda _, move: Line(say("Improve {ability}", ability=names.TOLD_ABILITIES[move.ability]), right)


def _swap_offer(position: Position, move: moves.UseSwap) -> Line:
    label = say(
        "{city}: swap offices {first} and {second}",
        city=sentences.city_named(position, move.city),
        first=move.pos,
        second=move.pos + 1,
    )
    return Line(label, names.MARKERS[Marker.SWAP_OFFICES])


def _replace_offer(position: Position, _: moves.Replace) -> Line:
    assert type(position.step) is Replacing
    return Line(say("Put {marker} here", marker=names.MARKERS[position.step.marker]))


# --- where a press on map or desk means a move; `route.x.empty` and `route.x.red trader` are houses of a route ---

_PLACES = {
    "route": "route",
    "city": "city",
    "ability": "ability",
    "marker": "marker",
    "to": "province",
    "space": "table",
}


def _named(_: Position, move: moves.Move) -> tuple[str, ...]:
    """Return the places that a move names, as its fields have them."""
    return tuple(f"{_PLACES[key]}.{value}" for key, value in named_in(move).items() if key in _PLACES)


def _empty_house(_: Position, move: moves.Insert | moves.Put | moves.Add | moves.Replace) -> tuple[str, ...]:
    return (f"route.{move.route}", f"route.{move.route}.empty")


def _own_house(position: Position, move: moves.Lift | moves.Establish) -> tuple[str, ...]:
    assert position.mover is not None
    own = position.setup.own[position.mover]
    kinds = (move.piece,) if isinstance(move, moves.Lift) else tuple(Kind)
    return (f"route.{move.route}", *(f"route.{move.route}.{NAME_OF[own[kind]]}" for kind in kinds))


def _their_house(_: Position, move: moves.Displace | moves.Remove) -> tuple[str, ...]:
    return (f"route.{move.route}", f"route.{move.route}.{NAME_OF[move.victim]}")


def _ability_places(position: Position, move: moves.Improve) -> tuple[str, ...]:
    """The track, and the city of the established route that improves it."""
    assert type(position.step) is Establishing
    side = position.setup.side
    cities = (side.cities[end] for end in side.ends[position.step.route])
    return (f"ability.{move.ability}", *(f"city.{city.id}" for city in cities if city.ability is move.ability))


# --- cards that differ in their words alone ---


def _piece_card(
    verb: Say,
    deed: Say,
    told: tuple[Say, Say],
    offer: tuple[Say, Say],
    places: Places = _empty_house,
    *,
    is_tight: bool = False,
) -> Card:
    """Make the card of a move that brings a piece to a route, or takes one from it."""
    words = sentences.with_route(deed)
    line = _as_deed(words) if is_tight else _piece_on_route(words)
    return Card(verb, line, sentences.tell_by_kind(*told), places, lambda _, move: Line(_by_kind(move, *offer)), words)


def _pawn_card(verb: Say, cost: Say, offered_cost: Say) -> Card:
    return Card(
        verb,
        lambda _, move: Line(names.PROVINCES[move.to], cost),
        sentences.TELL_PAWN,
        _named,
        lambda _, move: Line(say("Pawn to {province}", province=names.PROVINCES[move.to]), offered_cost),
        sentences.with_province,
    )


# The likeliest first, as the moves of one place are offered; then what has a place of its own, or none.
CARDS: Cards = {
    moves.Establish: Card(
        say("Establishing"),
        _as_deed(sentences.with_route(_ESTABLISH)),
        sentences.tell_by(say("{player} establishes {route}.")),
        _own_house,
        lambda position, move: Line(say("Establish the route"), sentences.route_named(position, move.route)),
    ),
    moves.Office: Card(
        say("An office"),
        _office_line,
        sentences.tell_by(say("{player} opens an office in {city}.")),
        _named,
        lambda position, move: Line(say("Open an office in {city}", city=sentences.city_named(position, move.city))),
    ),
    moves.Improve: Card(
        say("Improving"),
        lambda position, move: Line(sentences.with_ability(position, move), names.next_value(position, move.ability)),
        sentences.TELL_IMPROVE,
        _ability_places,
        _improve_offer(NOTHING),
    ),
    moves.Coellen: Card(
        say("Coellen's table"),
        lambda _, move: Line(say("Coellen's table"), say("{points} points", points=move.space)),
        sentences.tell_coellen,
        _named,
        lambda _, move: Line(say("A merchant to the prestige table"), say("{points} points", points=move.space)),
    ),
    moves.Put: _piece_card(
        say("Putting a piece"),
        _PUT,
        (say("{player} puts the trader on {route}."), say("{player} puts the merchant on {route}.")),
        (say("Put the trader here"), say("Put the merchant here")),
    ),
    moves.Add: _piece_card(
        say("Adding a piece"),
        _PUT,
        (say("{player} adds a trader: {route}."), say("{player} adds a merchant: {route}.")),
        (say("Add a trader"), say("Add a merchant")),
    ),
    moves.Insert: _piece_card(
        say("Inserting"),
        say("Insert {route}"),
        (say("{player} inserts a trader: {route}."), say("{player} inserts a merchant: {route}.")),
        (say("Insert a trader"), say("Insert a merchant")),
        is_tight=True,
    ),
    moves.Replace: Card(
        say("Placing a marker"),
        _as_deed(sentences.with_route(say("Marker {route}"))),
        sentences.tell_replace,
        _empty_house,
        _replace_offer,
    ),
    moves.Displace: Card(
        say("Displacing"),
        _as_deed(sentences.with_route(say("Displace {route}"))),
        sentences.tell_by(say("{player} displaces {victim} on {route}.")),
        _their_house,
        _displace_offer,
    ),
    moves.Lift: _piece_card(
        say("Lifting a piece"),
        say("Lift {route}"),
        (say("{player} lifts a trader from {route}."), say("{player} lifts a merchant from {route}.")),
        (say("Lift your trader"), say("Lift your merchant")),
        _own_house,
    ),
    moves.Remove: Card(
        say("Removing a piece"),
        lambda _, move: Line(names.piece_name(move.victim), place=f"route.{move.route}"),
        sentences.tell_by(say("{player} removes {victim} from {route}.")),
        _their_house,
        lambda _, move: Line(say("Remove {victim}", victim=names.piece_name(move.victim))),
        sentences.with_route(say("Remove {route}")),
    ),
    moves.ExtraOffice: Card(
        say("An extra office"),
        lambda position, move: Line(
            sentences.with_city(_EXTRA)(position, move), names.SHORT_KINDS[move.piece], f"city.{move.city}"
        ),
        sentences.tell_by(say("{player} opens an extra office in {city}.")),
        _named,
        lambda position, move: Line(
            say("Extra office in {city}", city=sentences.city_named(position, move.city)), names.KINDS[move.piece]
        ),
        sentences.with_city(_OFFICE),
    ),
    moves.Income: Card(
        say("Income"),
        _as_deed(sentences.plainly(say("Income"))),
        sentences.tell_income,
        lambda *_: ("stock",),
        lambda position, move: Line(say("Income"), names.pieces(*income_of(position, move))),
    ),
    moves.Pay: Card(
        say("Paying"),
        _as_deed(sentences.plainly(say("Payment"))),
        sentences.tell_by_kind(say("{player} pays a trader."), say("{player} pays a merchant.")),
        lambda *_: ("supply",),
        lambda _, move: Line(_by_kind(move, say("Pay a trader"), say("Pay a merchant"))),
    ),
    moves.Use: Card(
        say("Playing a marker"),
        lambda _, move: Line(say("Play {marker}", marker=names.MARKERS[move.marker])),
        sentences.tell_by(say("{player} plays the marker {marker}.")),
        _named,
    ),
    moves.UseImprove: Card(
        say("Playing a marker"),
        lambda position, move: Line(names.ABILITIES[move.ability], names.next_value(position, move.ability)),
        sentences.TELL_IMPROVE,
        _named,
        _improve_offer(names.MARKERS[Marker.IMPROVE_ABILITY]),
        sentences.with_ability,
    ),
    moves.UseSwap: Card(
        say("Playing a marker"),
        _swap_line,
        sentences.tell_by(say("{player} swaps two offices in {city}.")),
        _named,
        _swap_offer,
        sentences.with_city(say("Swap {city}")),
    ),
    moves.Pawn: _pawn_card(say("Placing the pawn"), NOTHING, say("no action")),
    moves.Walk: _pawn_card(say("Moving the pawn"), say("free"), say("no action")),
    moves.Ride: _pawn_card(say("Moving the pawn"), names.actions(1), names.actions(1)),
    moves.Reveal: Card(
        say("Turning up a marker"),
        lambda _, move: Line(say("Marker: {marker}", marker=names.MARKERS[move.marker])),
        lambda _, step: say("A marker is turned up: {marker}.", marker=names.MARKERS[step.entry.marker]),
    ),
    moves.Decline: Card(say("Stopping"), _decline_line, sentences.tell_decline),
    # Told by what follows, or by nothing having happened.
    moves.Done: Card(say("Stopping"), _as_deed(sentences.plainly(say("Done")))),
    moves.Clear: Card(say("Clearing the route"), _clear_line, deed=sentences.plainly(say("No benefit"))),
    moves.Stay: Card(say("Staying"), _as_deed(sentences.plainly(say("Stay")))),
    moves.End: Card(say("Ending the turn"), _as_deed(sentences.plainly(say("End turn")))),
}


def deed(position: Position, entry: object) -> Say:
    """Say a move or correction in a few words; the position is the one before it, or any of its game."""
    card = CARDS.get(type(entry))
    if card is None:
        return say("Correction")
    return card.deed(position, entry) if card.deed else card.line(position, entry).label


def line(position: Position, move: moves.Move) -> Line:
    """Return the line of a move, whatever stands above it."""
    return CARDS[type(move)].line(position, move)


def listed(position: Position, move: moves.Move) -> Line:
    """Return the line of a move in a list whose heading says what is done."""
    kind = type(move)
    return _LISTED[kind](position, move) if kind in _LISTED else CARDS[kind].line(position, move)


def line_here(move: moves.Move) -> Line:
    """Return the line of what can be done on a route that stands above it."""
    return Line(*_HERE[type(move)](move), f"route.{named_in(move)['route']}")


def places_of(position: Position, entry: object) -> tuple[str, ...]:
    """Return where a press means a move; nowhere for a correction."""
    card = CARDS.get(type(entry))
    return card.places(position, entry) if card else ()


# --- what hands do to make a move for the companion ---


def in_hands(position: Position, move: moves.Move) -> tuple[Say, ...]:
    """Say of a move what its few words leave out: the kind of piece, whose it is, how many."""
    match move:
        case moves.Insert() | moves.Add() | moves.Put() | moves.Lift() | moves.Pay():
            return (CARDS[type(move)].offered(position, move).label,)
        case moves.Displace():
            instead = say("Instead: {piece}", piece=names.piece_name(move.victim))
            return (
                CARDS[moves.Insert].offered(position, moves.Insert(move.piece, move.route)).label,
                instead,
                paid(move),
            )
        case moves.Remove():
            return (names.piece_name(move.victim),)
        case moves.Income():
            return (names.pieces(*income_of(position, move)),)
        case moves.UseSwap():
            return (say("Offices {first} and {second}", first=move.pos, second=move.pos + 1),)
        case moves.ExtraOffice():
            return (names.MARKERS[Marker.EXTRA_OFFICE], names.KINDS[move.piece])
        case moves.Replace():
            assert type(position.step) is Replacing
            return (names.MARKERS[position.step.marker],)
        case _:
            return ()
