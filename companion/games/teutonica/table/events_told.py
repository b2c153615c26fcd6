"""What came of a move of Hansa Teutonica, in sentences of the log."""

from __future__ import annotations

from companion.games.teutonica.rules.events import ActionsGained, Completed, NoRoom, Over, Prestige, Reason, Taken
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names
from companion.table.card import Told
from companion.words.say import Say, say

_PRESTIGE = {
    Reason.CONTROL: say("{player} controls {city}: +{count}."),
    Reason.COIN: say("{player} gets the coin of {city}: +{count}."),
    Reason.LINK: say("{player} has the link: +{count}."),
}


def _city(position: Position, city: str | None) -> Say:
    side = position.setup.side
    return names.city_name(side, side.city_number[city]) if city else say("")


def _prestige(before: Position, event: Prestige) -> Say:
    player, city = names.PLAYERS[event.player], _city(before, event.city)
    return say(_PRESTIGE[event.reason].template, player=player, city=city, count=event.points)


def _completed(before: Position, event: Completed) -> Say:
    return say("{city} is complete, city number {count}.", city=_city(before, event.city), count=event.cities)


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
EVENTS: Told = {
    Prestige: _prestige,
    Taken: _taken,
    Completed: _completed,
    ActionsGained: _gained,
    NoRoom: _no_room,
    Over: lambda *_: say("The game is over."),
}
