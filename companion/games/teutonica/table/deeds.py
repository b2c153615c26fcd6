"""Moves in a few words, for the ledger of a turn and for what is taken back."""

from __future__ import annotations

from companion.games.teutonica.rules.codec import Entry, is_correction
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
from companion.games.teutonica.rules.position import Position, Relocating
from companion.games.teutonica.table import names
from companion.words.say import Say, say


def deed(position: Position, entry: Entry) -> Say:
    """Say a move or correction in a few words; the position is the one before it, or any of its game."""
    if is_correction(entry):
        return say("Correction")
    match entry:
        case Decline() if type(position.step) is Relocating and position.step.hand:
            return say("To the stock")
        case Insert(_, route):
            return say("Insert {route}", route=_route(position, route))
        case Displace(_, route):
            return say("Displace {route}", route=_route(position, route))
        case Put(_, route) | Add(_, route):
            return say("Put {route}", route=_route(position, route))
        case Lift(_, route):
            return say("Lift {route}", route=_route(position, route))
        case Establish(route):
            return say("Establish {route}", route=_route(position, route))
        case Remove(route):
            return say("Remove {route}", route=_route(position, route))
        case Replace(route):
            return say("Marker {route}", route=_route(position, route))
        case Office(city) | ExtraOffice(city):
            return say("Office {city}", city=_city(position, city))
        case UseSwap(city):
            return say("Swap {city}", city=_city(position, city))
        case Improve(ability) | UseImprove(ability):
            return say("Improve {ability}", ability=names.ABILITIES[ability])
        case Use(marker):
            return say("Play {marker}", marker=names.MARKERS[marker])
        case Reveal(marker):
            return say("Marker: {marker}", marker=names.MARKERS[marker])
        case Pawn(province) | Walk(province) | Ride(province):
            return say("Pawn: {province}", province=names.PROVINCES[province])
        case _:
            return _PLAIN[type(entry)]


_PLAIN: dict[type[object], Say] = {
    Income: say("Income"),
    Pay: say("Payment"),
    Decline: say("No more"),
    Done: say("Done"),
    Coellen: say("Coellen's table"),
    Clear: say("No benefit"),
    Stay: say("Stay"),
    End: say("End turn"),
}


def _route(position: Position, route: str) -> Say:
    side = position.setup.side
    return names.short_route(side, side.route_number[route])


def _city(position: Position, city: str) -> str:
    side = position.setup.side
    return side.cities[side.city_number[city]].name
