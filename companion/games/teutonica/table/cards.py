"""What people read of each move of Hansa Teutonica, and where on map, desk and chart it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    Decline,
    Displace,
    Done,
    End,
    Establish,
    ExtraOffice,
    Improve,
    Income,
    Insert,
    Lift,
    Move,
    Office,
    Pawn,
    Pay,
    Put,
    Remove,
    Replace,
    Reveal,
    Ride,
    Stay,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import ALL, COLOUR_OF, EMPTY, KIND_OF, NAME_OF, PLACE, Ability, Kind, Marker
from companion.games.teutonica.rules.position import Establishing, Position, Replacing
from companion.games.teutonica.table import names
from companion.games.teutonica.table.sentences import (
    TELL_IMPROVE,
    TELL_PAWN,
    city_named,
    displaced_in_hand,
    route_named,
    tell_by,
    tell_by_kind,
    tell_coellen,
    tell_decline,
    tell_income,
    tell_replace,
)
from companion.table.card import Card, Cards, Line
from companion.words.say import NOTHING, Say, say

OnRoute = Insert | Displace | Lift | Establish
Words = Callable[[Position, Any], Say]
Places = Callable[[Position, Any], tuple[str, ...]]


# --- names ---


def _short_route(position: Position, route: str) -> Say:
    side = position.setup.side
    return names.short_route(side, side.route_number[route])


def _next_value(position: Position, ability: Ability) -> Say:
    """Say what an ability of the active player can do once it is improved."""
    return names.ability_value(ability, position.players[position.active].levels[PLACE[ability]] + 1)


def _office_kind(position: Position, city: str) -> Kind:
    """Return which piece the next printed office of a city takes."""
    side = position.setup.side
    number = side.city_number[city]
    return side.cities[number].offices[position.cities.spaces[number].index(EMPTY)].kind


# --- deeds: a move in a few words ---


def _with_route(template: Say) -> Words:
    return lambda position, move: say(template.template, route=_short_route(position, move.route))


def _with_city(template: Say) -> Words:
    return lambda position, move: say(template.template, city=city_named(position, move.city))


def _pawn_deed(_: Position, move: Pawn | Walk | Ride) -> Say:
    return say("Pawn: {province}", province=names.PROVINCES[move.to])


def _plainly(words: Say) -> Words:
    return lambda *_: words


_INSERT, _DISPLACE, _PUT = say("Insert {route}"), say("Displace {route}"), say("Put {route}")
_LIFT, _ESTABLISH, _REMOVE = say("Lift {route}"), say("Establish {route}"), say("Remove {route}")
_MARKER, _OFFICE, _SWAP = say("Marker {route}"), say("Office {city}"), say("Swap {city}")
_IMPROVE = say("Improve {ability}")


def _improve_deed(_: Position, move: Improve | UseImprove) -> Say:
    return say(_IMPROVE.template, ability=names.ABILITIES[move.ability])


def _decline_deed(position: Position, _: Decline) -> Say:
    return say("To the stock") if displaced_in_hand(position) else say("No more")


# --- lines of a menu, whatever stands above them ---


def _as_deed(deed: Words) -> Callable[[Position, Any], Line]:
    return lambda position, move: Line(deed(position, move))


def _piece_on_route(deed: Words) -> Callable[[Position, Any], Line]:
    return lambda position, move: Line(deed(position, move), names.KINDS[move.piece], f"route.{move.route}")


def _office_line(position: Position, move: Office) -> Line:
    kind = names.SHORT_KINDS[_office_kind(position, move.city)]
    return Line(_with_city(_OFFICE)(position, move), kind, f"city.{move.city}")


def _extra_line(position: Position, move: ExtraOffice) -> Line:
    label = say("Extra: {city}", city=city_named(position, move.city))
    return Line(label, names.SHORT_KINDS[move.piece], f"city.{move.city}")


def _swap_line(position: Position, move: UseSwap) -> Line:
    """Name two offices by their city and by whose they are."""
    spaces = position.cities.spaces[position.setup.side.city_number[move.city]]
    first, second = (names.INITIALS[COLOUR_OF[piece]] for piece in spaces[move.pos - 1 : move.pos + 1])
    label = say("{city} {first}, {second}", city=city_named(position, move.city), first=move.pos, second=move.pos + 1)
    return Line(label, say("{first}, {second}", first=first, second=second), f"city.{move.city}")


def _clear_line(position: Position, _: Clear) -> Line:
    is_founded = type(position.step) is Establishing and position.step.founded
    return Line(say("No more") if is_founded else say("No benefit"))


def _pawn_line(costs: Say) -> Callable[[Position, Any], Line]:
    return lambda _, move: Line(names.PROVINCES[move.to], costs)


_HERE = {
    Insert: {Kind.TRADER: say("Insert trader"), Kind.MERCHANT: say("Insert merchant")},
    Lift: {Kind.TRADER: say("Lift own trader"), Kind.MERCHANT: say("Lift own merchant")},
}


def line_on_route(move: OnRoute) -> Line:
    """Return the line of what can be done on a route that stands above it."""
    place = f"route.{move.route}"
    match move:
        case Displace(_, _, victim):
            return Line(names.piece_name(victim), say("pay {count}", count=PENALTY[KIND_OF[victim]]), place)
        case Establish():
            return Line(say("Establish"), place=place)
        case _:
            return Line(_HERE[type(move)][move.piece], place=place)


# --- offers of the page, which has room for whole words ---


def _by_kind(trader: Say, merchant: Say) -> Callable[[Position, Any], Line]:
    words = {Kind.TRADER: trader, Kind.MERCHANT: merchant}
    return lambda _, move: Line(words[move.piece])


def _displace_offer(_: Position, move: Displace) -> Line:
    words = {
        Kind.TRADER: say("Displace {victim} with a trader"),
        Kind.MERCHANT: say("Displace {victim} with a merchant"),
    }
    label = say(words[move.piece].template, victim=names.piece_name(move.victim))
    return Line(label, say("pay {count}", count=PENALTY[KIND_OF[move.victim]]))


def _income_offer(position: Position, move: Income) -> Line:
    player = position.players[position.active]
    bags = player.value(Ability.BAGS)
    all_ = player.stock_size if bags == ALL else min(bags, player.stock_size)
    return Line(say("Income"), names.pieces(all_ - move.fewer - move.merchants, move.merchants))


def _improve_offer(right: Say) -> Callable[[Position, Any], Line]:
    return lambda _, move: Line(say(_IMPROVE.template, ability=names.TOLD_ABILITIES[move.ability]), right)


def _swap_offer(position: Position, move: UseSwap) -> Line:
    label = say(
        "{city}: swap offices {first} and {second}",
        city=city_named(position, move.city),
        first=move.pos,
        second=move.pos + 1,
    )
    return Line(label, names.MARKERS[Marker.SWAP_OFFICES])


def _replace_offer(position: Position, _: Replace) -> Line:
    assert type(position.step) is Replacing
    return Line(say("Put {marker} here", marker=names.MARKERS[position.step.marker]))


def _pawn_offer(costs: Say) -> Callable[[Position, Any], Line]:
    return lambda _, move: Line(say("Pawn to {province}", province=names.PROVINCES[move.to]), costs)


# --- where a press on map or desk means a move; `route.x.empty` and `route.x.red trader` are houses of a route ---


def _empty_house(_: Position, move: Insert | Put | Add | Replace) -> tuple[str, ...]:
    return (f"route.{move.route}", f"route.{move.route}.empty")


def _own_house(position: Position, move: Lift | Establish) -> tuple[str, ...]:
    assert position.mover is not None
    own = position.setup.own[position.mover]
    kinds = (move.piece,) if isinstance(move, Lift) else tuple(Kind)
    return (f"route.{move.route}", *(f"route.{move.route}.{NAME_OF[own[kind]]}" for kind in kinds))


def _their_house(_: Position, move: Displace | Remove) -> tuple[str, ...]:
    return (f"route.{move.route}", f"route.{move.route}.{NAME_OF[move.victim]}")


def _ability_places(position: Position, move: Improve) -> tuple[str, ...]:
    """The track, and the city of the established route that improves it."""
    assert type(position.step) is Establishing
    side = position.setup.side
    cities = (side.cities[end] for end in side.ends[position.step.route])
    return (f"ability.{move.ability}", *(f"city.{city.id}" for city in cities if city.ability is move.ability))


def _province(_: Position, move: Pawn | Walk | Ride) -> tuple[str, ...]:
    return (f"province.{move.to}",)


def _in_city(_: Position, move: Office | ExtraOffice) -> tuple[str, ...]:
    return (f"city.{move.city}",)


# The likeliest first, as the moves of one place are offered; then what has a place of its own, or none.
CARDS: Cards = {
    Establish: Card(
        say("Establishing"),
        _as_deed(_with_route(_ESTABLISH)),
        tell_by(say("{player} establishes {route}.")),
        _own_house,
        lambda position, move: Line(say("Establish the route"), route_named(position, move.route)),
        _with_route(_ESTABLISH),
    ),
    Office: Card(
        say("An office"),
        _office_line,
        tell_by(say("{player} opens an office in {city}.")),
        _in_city,
        lambda position, move: Line(say("Open an office in {city}", city=city_named(position, move.city))),
        _with_city(_OFFICE),
    ),
    Improve: Card(
        say("Improving"),
        lambda position, move: Line(_improve_deed(position, move), _next_value(position, move.ability)),
        TELL_IMPROVE,
        _ability_places,
        _improve_offer(NOTHING),
        _improve_deed,
    ),
    Coellen: Card(
        say("Coellen's table"),
        lambda _, move: Line(say("Coellen's table"), say("{points} points", points=move.space)),
        tell_coellen,
        lambda _, move: (f"table.{move.space}",),
        lambda _, move: Line(say("A merchant to the prestige table"), say("{points} points", points=move.space)),
    ),
    Put: Card(
        say("Putting a piece"),
        _piece_on_route(_with_route(_PUT)),
        tell_by_kind(say("{player} puts the trader on {route}."), say("{player} puts the merchant on {route}.")),
        _empty_house,
        _by_kind(say("Put the trader here"), say("Put the merchant here")),
        _with_route(_PUT),
    ),
    Add: Card(
        say("Adding a piece"),
        _piece_on_route(_with_route(_PUT)),
        tell_by_kind(say("{player} adds a trader: {route}."), say("{player} adds a merchant: {route}.")),
        _empty_house,
        _by_kind(say("Add a trader"), say("Add a merchant")),
        _with_route(_PUT),
    ),
    Insert: Card(
        say("Inserting"),
        _as_deed(_with_route(_INSERT)),
        tell_by_kind(say("{player} inserts a trader: {route}."), say("{player} inserts a merchant: {route}.")),
        _empty_house,
        _by_kind(say("Insert a trader"), say("Insert a merchant")),
        _with_route(_INSERT),
    ),
    Replace: Card(
        say("Placing a marker"),
        _as_deed(_with_route(_MARKER)),
        tell_replace,
        _empty_house,
        _replace_offer,
        _with_route(_MARKER),
    ),
    Displace: Card(
        say("Displacing"),
        _as_deed(_with_route(_DISPLACE)),
        tell_by(say("{player} displaces {victim} on {route}.")),
        _their_house,
        _displace_offer,
        _with_route(_DISPLACE),
    ),
    Lift: Card(
        say("Lifting a piece"),
        _piece_on_route(_with_route(_LIFT)),
        tell_by_kind(say("{player} lifts a trader from {route}."), say("{player} lifts a merchant from {route}.")),
        _own_house,
        _by_kind(say("Lift your trader"), say("Lift your merchant")),
        _with_route(_LIFT),
    ),
    Remove: Card(
        say("Removing a piece"),
        lambda _, move: Line(names.piece_name(move.victim), place=f"route.{move.route}"),
        tell_by(say("{player} removes {victim} from {route}.")),
        _their_house,
        lambda _, move: Line(say("Remove {victim}", victim=names.piece_name(move.victim))),
        _with_route(_REMOVE),
    ),
    ExtraOffice: Card(
        say("An extra office"),
        _extra_line,
        tell_by(say("{player} opens an extra office in {city}.")),
        _in_city,
        lambda position, move: Line(
            say("Extra office in {city}", city=city_named(position, move.city)), names.KINDS[move.piece]
        ),
        _with_city(_OFFICE),
    ),
    Income: Card(say("Income"), _as_deed(_plainly(say("Income"))), tell_income, lambda *_: ("stock",), _income_offer),
    Pay: Card(
        say("Paying"),
        _as_deed(_plainly(say("Payment"))),
        tell_by_kind(say("{player} pays a trader."), say("{player} pays a merchant.")),
        lambda *_: ("supply",),
        _by_kind(say("Pay a trader"), say("Pay a merchant")),
    ),
    Use: Card(
        say("Playing a marker"),
        lambda _, move: Line(say("Play {marker}", marker=names.MARKERS[move.marker])),
        tell_by(say("{player} plays the marker {marker}.")),
        lambda _, move: (f"marker.{move.marker}",),
    ),
    UseImprove: Card(
        say("Playing a marker"),
        lambda position, move: Line(names.ABILITIES[move.ability], _next_value(position, move.ability)),
        TELL_IMPROVE,
        lambda _, move: (f"marker.{Marker.IMPROVE_ABILITY}", f"ability.{move.ability}"),
        _improve_offer(names.MARKERS[Marker.IMPROVE_ABILITY]),
        _improve_deed,
    ),
    UseSwap: Card(
        say("Playing a marker"),
        _swap_line,
        tell_by(say("{player} swaps two offices in {city}.")),
        lambda _, move: (f"marker.{Marker.SWAP_OFFICES}", f"city.{move.city}"),
        _swap_offer,
        _with_city(_SWAP),
    ),
    Pawn: Card(
        say("Placing the pawn"), _pawn_line(NOTHING), TELL_PAWN, _province, _pawn_offer(say("no action")), _pawn_deed
    ),
    Walk: Card(
        say("Moving the pawn"),
        _pawn_line(say("free")),
        TELL_PAWN,
        _province,
        _pawn_offer(say("no action")),
        _pawn_deed,
    ),
    Ride: Card(
        say("Moving the pawn"),
        _pawn_line(names.actions(1)),
        TELL_PAWN,
        _province,
        _pawn_offer(names.actions(1)),
        _pawn_deed,
    ),
    Reveal: Card(
        say("Turning up a marker"),
        lambda _, move: Line(say("Marker: {marker}", marker=names.MARKERS[move.marker])),
        lambda _, step: say("A marker is turned up: {marker}.", marker=names.MARKERS[step.entry.marker]),
    ),
    Decline: Card(say("Stopping"), _as_deed(_decline_deed), tell_decline),
    # Told by what follows, or by nothing having happened.
    Done: Card(say("Stopping"), _as_deed(_plainly(say("Done")))),
    Clear: Card(say("Clearing the route"), _clear_line, deed=_plainly(say("No benefit"))),
    Stay: Card(say("Staying"), _as_deed(_plainly(say("Stay")))),
    End: Card(say("Ending the turn"), _as_deed(_plainly(say("End turn")))),
}


def deed(position: Position, entry: object) -> Say:
    """Say a move or correction in a few words; the position is the one before it, or any of its game."""
    card = CARDS.get(type(entry))
    if card is None:
        return say("Correction")
    return card.deed(position, entry) if card.deed else card.line(position, entry).label


def line(position: Position, move: Move) -> Line:
    """Return the line of a move, whatever stands above it."""
    return CARDS[type(move)].line(position, move)
