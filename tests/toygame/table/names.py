"""What divers, pearls, beds and moves are called, in words that can be translated."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.say import Detail, Say, say
from tests.toygame.rules import Answer, Draw, Lay, Move, Position, Rinse
from tests.toygame.tagged import PEARL

PLAYERS: Mapping[str, Say] = {
    "red": say("Red"),
    "blue": say("Blue"),
    "green": say("Green"),
    "yellow": say("Yellow"),
    "violet": say("Violet"),
}
PEARLS: Mapping[str, Say] = {"white": say("white"), "black": say("black")}
KINDS: Mapping[str, Say] = {
    "reef": say("reef"),
    "shore": say("shore"),
    "lagoon": say("lagoon"),
    "wreck": say("wreck"),
    "cave": say("cave"),
}
MOVES: Mapping[str, Say] = {
    "Draw": say("Drawing"),
    "Rinse": say("Rinsing"),
    "Lay": say("Laying"),
    "Answer": say("Answering"),
}


def place_name(place: str) -> Detail:
    """Name a bed, or another place as it is."""
    kind, is_numbered, number = place.partition(".")
    if kind not in KINDS:
        return place
    return say("{kind} {number}", kind=KINDS[kind], number=number) if is_numbered else KINDS[kind]


def piece_name(piece: str) -> Say:
    """Name a piece that carries a tag."""
    if piece == PEARL:
        return say("the pearl")
    return say("the net of {player}", player=PLAYERS[piece.removeprefix("net.")])


def words_of(move: Move) -> Say:
    """Say what a move is."""
    match move:
        case Draw(pearl):
            return say("Draw {pearl}", pearl=PEARLS[pearl])
        case Rinse():
            return say("Rinse it")
        case Lay(place):
            return say("Lay it on {place}", place=place_name(place))
        case Answer(snatch):
            return say("Snatch it") if snatch else say("Leave it")


def phase_of(position: Position) -> Say:
    """Say what is to be decided."""
    if position.over:
        return say("over")
    return say("answer") if position.place else say("lay") if position.pearl else say("draw")
