"""Says why a move is refused, in the language of the table; rules and devices use plain names only."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game import Refusal
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.corrections import UNSEEN
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.table import names
from companion.games.hansa.table.cards import CARDS
from companion.games.hansa.table.menu import PHASES
from companion.words.say import Detail, Say, listed, say

SHOWN = 3  # this many choices are named; a screen has no room for more
_NONE = "none"

VERBS = {kind.__name__: card.verb for kind, card in CARDS.items()}  # as the rules name them
_PHASES = {**PHASES, Phase.REPLENISH: say("replenishing"), Phase.LOSE: say("losses")}  # within a sentence


def spoken_details(refusal: Refusal, board: Board) -> Mapping[str, Detail]:
    """Return the details of a refusal as words of the table."""
    return {name: _spoken(name, value, board) for name, value in refusal.details.items()}


def _spoken(name: str, value: str, board: Board) -> Detail:
    match name:
        case "player" | "mover":
            return names.PLAYERS.get(value, value)
        case "city" | "ship":
            return names.city_called(value)
        case "exits":
            return listed(map(names.city_called, value.split(", ")))
        case "good" | "first":
            return names.marker_name(marker(value))
        case "verb":
            return VERBS.get(value, value)
        case "phase":
            return _PHASES[Phase(value)]
        case "place":
            return _whereabouts(value, board)
        case "choice":
            return _choice(value.split(", "), board)
        case _:
            return value


def _whereabouts(value: str, board: Board) -> Detail:
    """Say where something is not: the rules put a word before the place."""
    word, _, rest = value.rpartition(" ")
    match word:
        case "in":
            return say("in {city}", city=names.city_called(rest))
        case "before":
            return say("before {player}", player=names.PLAYERS[rest])
        case "to lose before":
            return say("to lose before {player}", player=names.PLAYERS[rest])
        case "at":
            return say("at {place}", place=names.place_name(board, rest))
        case "face":  # down
            return names.PLACES[UNSEEN]
        case "pile":
            return say("Pile {pile}", pile=rest)
        case _:
            return names.place_name(board, value)


def _choice(values: list[str], board: Board) -> Say:
    """List the first few of what there is to choose from."""
    return listed([_one(value, board) for value in values[:SHOWN]], "…" if len(values) > SHOWN else "")


def _one(value: str, board: Board) -> Detail:
    if value == _NONE:
        return say("none")
    if value[-1:].isdecimal() and "." not in value and len(value) > 1:
        return names.marker_name(marker(value))
    return names.place_name(board, value)


def place_words(place: str, board: Board) -> Detail:
    """Name a place that has a lamp or a reader."""
    kind, _, rest = place.partition(".")
    match kind:
        case "city" | "warehouse":
            return names.place_name(board, rest)
        case "seat":
            return names.PLAYERS.get(rest, rest)
        case "pile":
            return say("Pile {pile}", pile=rest)
        case _:
            return place
