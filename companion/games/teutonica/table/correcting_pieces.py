"""Correcting a piece: whose, of which kind, from where, to where; routes and cities by region."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.game import IllegalMove
from companion.games.teutonica.rules import places
from companion.games.teutonica.rules.corrections import MovePiece
from companion.games.teutonica.rules.pieces import Kind, Piece
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names, regions
from companion.games.teutonica.table.questions import ask, named
from companion.table.dialog import Action, Do, Menu, Open
from companion.words.say import Say, say

FLAT = 7

ByPlace = Callable[[str], Action]


def piece_walk(position: Position) -> Menu:
    """Ask whose piece lies somewhere else."""
    players = position.setup.players
    return ask(say("Whose piece?"), [(names.PLAYERS[p], Open(partial(_kinds, position, p))) for p in players])


def _kinds(position: Position, player: str) -> Menu:
    own = position.setup.own[position.setup.players.index(player)]
    labels = {Kind.TRADER: say("Trader"), Kind.MERCHANT: say("Merchant")}
    return ask(say("Which kind?"), [(labels[kind], Open(partial(_from, position, own[kind]))) for kind in labels])


def _from(position: Position, piece: Piece) -> Menu:
    sources = [place for place in places.piece_places(position) if _can(places.take_piece, position, piece, place)]
    return _listed(position, say("From?"), sources, lambda source: Open(partial(_to, position, piece, source)))


def _to(position: Position, piece: Piece, source: str) -> Menu:
    taken = places.take_piece(position, piece, source)
    targets = [
        place
        for place in places.piece_places(position)
        if place != source and _can(places.put_piece, taken, piece, place)
    ]
    return _listed(position, say("To?"), targets, lambda target: Do(MovePiece(piece, source, target)))


def _can(change: Callable[[Position, Piece, str], Position], position: Position, piece: Piece, place: str) -> bool:
    try:
        change(position, piece, place)
    except IllegalMove:
        return False
    return True


def _listed(position: Position, question: Say, found: Sequence[str], lead: ByPlace) -> Menu:
    """List places: flat where they are few, else the desk, then routes and cities by region."""
    side = position.setup.side
    if len(found) <= FLAT:
        return ask(question, [(named(position, place), lead(place)) for place in found])

    def those(wanted: Sequence[str]) -> list[tuple[Say, Action]]:
        return [(named(position, place), lead(place)) for place in wanted if place in found]

    options = those([places.SUPPLY, places.STOCK])
    groups: list[tuple[Say, list[tuple[Say, Action]]]] = [
        (say("Desk"), those([place for place in found if place.startswith(places.DESK)])),
        (say("Routes"), _by_region(question, lambda r: those([side.routes[n].id for n in regions.routes_of(side, r)]))),
        (
            say("Offices"),
            _by_region(question, lambda r: those([side.cities[n].id for n in regions.cities_of(side, r)])),
        ),
        (
            say("Extra offices"),
            _by_region(
                question, lambda r: those([f"{side.cities[n].id}.{places.EXTRA}" for n in regions.cities_of(side, r)])
            ),
        ),
        (say("Coellen's table"), those([place for place in found if place.startswith(places.TABLE)])),
    ]
    options += [(name, Open(ask(question, inside))) for name, inside in groups if inside]
    return ask(question, options)


def _by_region(question: Say, inside: Callable[[regions.Region], list[tuple[Say, Action]]]) -> list[tuple[Say, Action]]:
    return [(name, Open(ask(question, lines))) for region, name in regions.NAMES.items() if (lines := inside(region))]
