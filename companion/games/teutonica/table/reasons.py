"""Says why a move is refused, in the language of the table; rules and devices use plain names only."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game import Refusal
from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.pieces import BY_NAME, Ability, Kind, Marker, Privilege
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.table import names
from companion.games.teutonica.table.cards import CARDS
from companion.games.teutonica.table.names import place_name
from companion.words.say import Detail, Say, listed, say

SHOWN = 2  # this many choices are named; a screen has no room for more

VERBS = {kind.__name__: card.verb for kind, card in CARDS.items()}  # as the rules name them
PHASES = {
    Phase.TAVERNS: say("first markers"),
    Phase.PAWN: say("first pawn"),
    Phase.ACTIONS: say("actions"),
    Phase.PAY: say("penalty"),
    Phase.RELOCATE: say("relocating"),
    Phase.MOVE: say("moving"),
    Phase.ESTABLISH: say("benefit"),
    Phase.REMOVE: say("removing"),
    Phase.REVEAL: say("turning up"),
    Phase.REPLACE: say("new marker"),
    Phase.WALK: say("free pawn move"),
    Phase.OVER: say("game over"),
}
_WHEREABOUTS = {
    "in the supply": say("in the supply"),
    "in stock": say("in stock"),
    "in hand": say("in hand"),
    "on the route": say("on the route"),
    "face up": say("face up"),
    "face down": say("face down"),
    "for the taverns": say("for the taverns"),
    "every route is empty": say("every route is empty"),
    "no city has two": say("no city has two"),
    "the prestige table": say("Coellen's table"),
    "A piece": say("A piece"),
    "marker": say("marker"),
    "none": say("none"),
}


def spoken_details(refusal: Refusal, board: Board) -> Mapping[str, Detail]:
    """Return the details of a refusal as words of the table."""
    return {name: _spoken(name, value, board) for name, value in refusal.details.items()}


def _spoken(name: str, value: str, board: Board) -> Detail:
    match name:
        case "verb":
            return VERBS.get(value, value)
        case "phase":
            return PHASES[Phase(value)]
        case "choice":
            values = value.split(", ")
            return listed([_word(each, board) for each in values[:SHOWN]], "…" if len(values) > SHOWN else "")
        case "stock":
            return _amounts(value)
        case _:
            return _word(value, board)


def _word(value: str, board: Board) -> Detail:
    """Say an id of the rules in words, or leave what is none."""
    if value in names.PLAYERS:
        return names.PLAYERS[value]
    if value in BY_NAME:
        return names.piece_name(BY_NAME[value])
    for table, kind in ((names.KINDS, Kind), (names.MARKERS, Marker), (names.ABILITIES, Ability)):
        if value in list(kind):
            return table[kind(value)]  # type: ignore[index]  # of that very kind
    if value in list(Privilege):
        return names.PRIVILEGE_COLOURS[Privilege(value)]
    if value in names.PROVINCES and value not in names.PLAYERS:
        return names.PROVINCES[value]
    if value in _WHEREABOUTS:
        return _WHEREABOUTS[value]
    if value.startswith("An office "):
        return say("A pair of offices")
    if value.startswith("pair of offices"):
        return say("pair of offices")
    return place_name(board, value)


def _amounts(value: str) -> Say:
    """Read `3 traders, 1 merchants`."""
    traders, merchants = (int(part.split()[0]) for part in value.split(", "))
    return names.pieces(traders, merchants)


def place_words(place: str, board: Board) -> Detail:
    """Name a place that has a lamp or a reader."""
    kind, _, rest = place.partition(".")
    match kind:
        case "route" | "city":
            return place_name(board, rest)
        case "seat":
            return names.PLAYERS.get(rest, rest)
        case "action":
            return say("Lamp of action {number}", number=rest)
        case _:
            return place
