"""Moves of Hansa Teutonica in a few words and as sentences of the log, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.teutonica.rules.codec import named_in
from companion.games.teutonica.rules.events import ActionsGained, Completed, NoRoom, Over, Prestige, Reason, Taken
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.position import Position, Relocating, Replacing
from companion.games.teutonica.table import names
from companion.table.gametable import Sentences
from companion.table.history import Step
from companion.words.say import NOTHING, Say, listed, say

Words = Callable[[Position, Any], Say]
Telling = Callable[[Position, Step], Say]


# --- names ---


def mover_name(position: Position) -> Say:
    """Name the player who decides, or whose turn it is."""
    return names.player_name(position, position.active if position.mover is None else position.mover)


def city_named(position: Position, city: str) -> Say:
    """Name a city by its id."""
    side = position.setup.side
    return names.city_name(side, side.city_number[city])


def number_of(position: Position, route: str) -> int:
    """Return the number of a route."""
    return position.setup.side.route_number[route]


def route_named(position: Position, route: str) -> Say:
    """Name a route by its id, within a sentence."""
    return names.told_route(position.setup.side, number_of(position, route))


def short_route_named(position: Position, route: str) -> Say:
    """Name a route by its id, in short."""
    return names.short_route(position.setup.side, number_of(position, route))


# --- moves in a few words ---


def with_route(template: Say) -> Words:
    """Say a move by its route."""
    return lambda position, move: say(template.template, route=short_route_named(position, move.route))


def with_city(template: Say) -> Words:
    """Say a move by its city."""
    return lambda position, move: say(template.template, city=city_named(position, move.city))


def with_ability(_: Position, move: Any) -> Say:
    """Say which ability a move improves."""
    return say("Improve {ability}", ability=names.ABILITIES[move.ability])


def with_province(_: Position, move: Any) -> Say:
    """Say where the pawn goes."""
    return say("Pawn: {province}", province=names.PROVINCES[move.to])


def plainly(words: Say) -> Words:
    """Say the same of every such move."""
    return lambda *_: words


# --- moves as sentences ---


def tell_by(sentence: Say) -> Telling:
    """Tell a move by its player and whatever it names."""

    def tell(before: Position, step: Step) -> Say:
        found = named_in(step.entry)
        details = {name: words(before, found[key]) for key, (name, words) in _NAMED.items() if key in found}
        return say(sentence.template, player=mover_name(before), **details)

    return tell


_NAMED: Mapping[str, tuple[str, Callable[[Position, Any], Say]]] = {  # by the field's key: its name in sentences
    "route": ("route", route_named),
    "city": ("city", city_named),
    "victim": ("victim", lambda _, piece: names.piece_name(piece)),
    "ability": ("ability", lambda _, ability: names.TOLD_ABILITIES[ability]),
    "marker": ("marker", lambda _, marker: names.MARKERS[marker]),
    "to": ("province", lambda _, province: names.PROVINCES[province]),
}


def tell_by_kind(trader: Say, merchant: Say) -> Telling:
    """Tell a move by its player and whatever it names, for each kind of piece."""
    told = {Kind.TRADER: tell_by(trader), Kind.MERCHANT: tell_by(merchant)}
    return lambda before, step: told[step.entry.piece](before, step)


def tell_income(before: Position, step: Step) -> Say:
    """Tell how many pieces an income brought."""
    after: Position = step.position
    came = after.players[before.active].supply_size - before.players[before.active].supply_size
    return say(
        "{player} takes one piece from the stock.",
        "{player} takes {count} pieces from the stock.",
        player=mover_name(before),
        count=came,
    )


def tell_coellen(before: Position, step: Step) -> Say:
    """Tell what a merchant on the prestige table is worth."""
    space: int = step.entry.space
    return say(
        "{player} puts a merchant on the prestige table: {count} points.", player=mover_name(before), count=space
    )


def tell_replace(before: Position, step: Step) -> Say:
    """Tell which marker went to which route."""
    assert type(before.step) is Replacing
    return say(
        "{player} puts the marker {marker} on {route}.",
        player=mover_name(before),
        marker=names.MARKERS[before.step.marker],
        route=route_named(before, step.entry.route),
    )


def displaced_in_hand(position: Position) -> Kind | None:
    """Return the displaced piece that is to be placed, or by a house rule goes to the stock."""
    return position.step.hand if type(position.step) is Relocating else None


def tell_decline(before: Position, _: Step) -> Say | None:
    """Tell of a displaced piece that went to the stock; placing no more is told by what follows."""
    kind = displaced_in_hand(before)
    if kind is None:
        return None  # told by what follows
    is_trader = kind is Kind.TRADER
    words = say("{player}'s trader goes to the stock.") if is_trader else say("{player}'s merchant goes to the stock.")
    return say(words.template, player=mover_name(before))


TELL_PAWN = tell_by(say("{player} moves the pawn: {province}."))
TELL_IMPROVE = tell_by(say("{player} improves {ability}."))


# --- what came of them ---

_PRESTIGE = {
    Reason.CONTROL: say("{player} controls {city}: +{count}."),
    Reason.COIN: say("{player} gets the coin of {city}: +{count}."),
    Reason.LINK: say("{player} has the link: +{count}."),
}


def _city_or_none(position: Position, city: str | None) -> Say:
    return city_named(position, city) if city else NOTHING


def _prestige(before: Position, event: Prestige) -> Say:
    player, city = names.PLAYERS[event.player], _city_or_none(before, event.city)
    return say(_PRESTIGE[event.reason].template, player=player, city=city, count=event.points)


def _completed(before: Position, event: Completed) -> Say:
    return say("{city} is complete, city number {count}.", city=_city_or_none(before, event.city), count=event.cities)


def _gained(_: Position, event: ActionsGained) -> Say:
    return say(
        "{player} has one more action.",
        "{player} has {count} more actions.",
        player=names.PLAYERS[event.player],
        count=event.gained,
    )


def _taken(_: Position, event: Taken) -> Say:
    player, marker = names.PLAYERS[event.player], names.MARKERS[event.marker]
    return say("{player} takes the marker {marker}.", player=player, marker=marker)


def _no_room(_: Position, event: NoRoom) -> Say:
    return say("There is no free house for {player}.", player=names.PLAYERS[event.player])


# What else comes of a move is told by the move itself, by the board, or by the turn that begins.
EVENTS: Sentences = {
    Prestige: _prestige,
    Taken: _taken,
    Completed: _completed,
    ActionsGained: _gained,
    NoRoom: _no_room,
    Over: lambda _, over: say("The game is over: {why}.", why=listed(names.CAUSES[each] for each in over.causes)),
}
