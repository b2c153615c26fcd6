"""Correct the table: the players overrule the record, step by step, with the buttons.

Each walk ends in one of the rules' corrections, so that nothing is made or lost by it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.teutonica.rules.corrections import (
    AddLink,
    DropLink,
    Leave,
    MoveFaceDown,
    MovePawn,
    MoveTurn,
    SetActions,
    SetCompleted,
    SetPrestige,
    SwapOffices,
)
from companion.games.teutonica.rules.establish import LINK
from companion.games.teutonica.rules.pieces import EMPTY
from companion.games.teutonica.rules.places import face_down_at, face_down_places
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import names
from companion.games.teutonica.table.correcting_markers import marker_walk, reenter
from companion.games.teutonica.table.correcting_pieces import piece_walk
from companion.games.teutonica.table.questions import TITLE, ask, named
from companion.table.dialog import Choice, Do, Menu, Open
from companion.table.history import History
from companion.table.own_dialogs import CORRECT, CORRECTING
from companion.words.say import Say, say

__all__ = ["correcting", "reenter"]

_WITHIN_TURN = (Phase.ACTIONS, Phase.PAY, Phase.RELOCATE, Phase.MOVE, Phase.ESTABLISH, Phase.REMOVE)
_BEFORE = (Phase.TAVERNS, Phase.PAWN)


def correcting(history: History) -> Menu:
    """Offer everything that can be corrected now."""
    position: Position = history.position
    walks: tuple[tuple[Say, Callable[[Position], Menu]], ...] = (
        (say("Pieces"), piece_walk),
        (say("Prestige"), _prestige),
        (say("Markers"), marker_walk),
        (say("Actions left"), _actions),
        (say("Whose turn"), _turn),
        (say("Completed cities"), _completed),
        (say("Swap two offices"), _swap),
        (say("Face-down markers"), _face_down),
        (say("Link"), _link),
        (say("Pawn"), _pawn),
        (say("A player leaves"), _leave),
    )
    opened = [(label, walk(position)) for label, walk in walks]
    choices = tuple(Choice(label, Open(menu)) for label, menu in opened if menu.choices)
    return Menu(TITLE, choices, name=CORRECT, topic=CORRECTING)


def _prestige(position: Position) -> Menu:
    """One point more or less, or any number."""
    players = position.setup.players

    def numbers(player: str) -> Menu:
        now = position.players[players.index(player)].prestige
        near = [now + 1, now - 1, *(n for n in range(now + 2, now + 8)), *(n for n in range(now - 2, now - 8, -1))]
        return ask(
            say("Prestige is?"),
            [(say("{points}", points=n), Do(SetPrestige(player, n))) for n in near if 0 <= n <= 99],
        )

    return ask(say("Whose prestige?"), [(names.PLAYERS[player], Open(partial(numbers, player))) for player in players])


def _actions(position: Position) -> Menu:
    if position.phase not in _WITHIN_TURN:
        return ask(say("Actions left?"), [])
    numbers = [number for number in range(10) if number != position.actions_left]
    return ask(say("Actions left?"), [(say("{count}", count=number), Do(SetActions(number))) for number in numbers])


def _turn(position: Position) -> Menu:
    gone = position.phase in _BEFORE or position.phase is Phase.OVER
    seats = [] if gone else [seat for seat in position.seats if seat != position.active and seat not in position.left]
    players = [position.setup.players[seat] for seat in seats]
    return ask(say("Whose turn?"), [(names.PLAYERS[player], Do(MoveTurn(player))) for player in players])


def _completed(position: Position) -> Menu:
    now = position.cities.completed
    near = [n for n in (now + 1, now - 1, now + 2, now - 2, now + 3, now - 3) if 0 <= n <= len(position.cities.spaces)]
    return ask(say("Cities are?"), [(say("{count}", count=n), Do(SetCompleted(n))) for n in near])


def _swap(position: Position) -> Menu:
    side = position.setup.side
    pairs = [
        (city, pos)
        for city, spaces in enumerate(position.cities.spaces)
        for pos in range(1, len(spaces))
        if EMPTY not in spaces[pos - 1 : pos + 1]
    ]

    def label(city: int, pos: int) -> Say:
        return say("{city} {first}, {second}", city=side.cities[city].name, first=pos, second=pos + 1)

    return ask(say("Which?"), [(label(c, p), Do(SwapOffices(side.cities[c].id, p))) for c, p in pairs])


def _face_down(position: Position) -> Menu:
    if position.phase in _BEFORE:
        return ask(say("From?"), [])
    places = face_down_places(position)

    def targets(source: str) -> Menu:
        return ask(say("To?"), [(named(position, to), Do(MoveFaceDown(source, to))) for to in places if to != source])

    full = [place for place in places if face_down_at(position, place)]
    return ask(say("From?"), [(named(position, place), Open(partial(targets, place))) for place in full])


def _link(position: Position) -> Menu:
    linked = position.cities.links
    options: list[tuple[Say, Do]] = []
    for seat, player in enumerate(position.setup.players):
        name = names.PLAYERS[player]
        if seat in linked:
            options.append((say("{player}: no link", player=name), Do(DropLink(player))))
        elif len(linked) < len(LINK):
            options.append((say("{player} has the link", player=name), Do(AddLink(player))))
    return ask(say("Link?"), options)


def _pawn(position: Position) -> Menu:
    provinces = [each for each in position.setup.side.bordering if each != position.pawn] if position.pawn else []
    return ask(say("Pawn is in?"), [(names.PROVINCES[province], Do(MovePawn(province))) for province in provinces])


def _leave(position: Position) -> Menu:
    over = position.phase is Phase.OVER
    present = [] if over else [p for seat, p in enumerate(position.setup.players) if seat not in position.left]
    return ask(say("Who leaves?"), [(names.PLAYERS[player], Do(Leave(player))) for player in present])
