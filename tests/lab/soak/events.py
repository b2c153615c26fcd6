"""A player at the ports: random legal moves as the events that a device would give for them, one at a time."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import NamedTuple

from companion.assembly.game_parts import invented_pieces
from companion.games.hansa.players.choosing import random_move
from companion.games.hansa.rules.goods import kinds_in
from companion.games.hansa.rules.moves import Buy, Discard, End, Lose, Move, Reveal
from companion.games.hansa.rules.position import Phase, Position
from companion.running.daemon import Daemon
from companion.table.dialog import Menu, Notice
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, TagLeft, TagRested
from tests.companion.games.hansa.table.walking import entries_in
from tests.kit import hansa

PAD = "pad"
MARKERS_OF_A_KIND = 4  # at least
TAKE_BACK = 0.03  # the odds before a move


class Told(NamedTuple):
    """An event, and the verb that it leads to if something is decided by it."""

    verb: str
    event: Event


class EventPlayer:
    """Plays one game after the other."""

    def __init__(self, daemon: Daemon, random: Random) -> None:
        self._daemon, self._random = daemon, random
        self._tags = {piece: tag for tag, piece in invented_pieces(hansa.BOX).items()}
        self._coming: deque[Told] = deque()
        self._number = 0  # of the marker tapped last: the same one twice in a row counts once

    def next_event(self) -> Told:
        """Return what happens next at the table."""
        if not self._coming:
            self._coming.extend(self._plan())
        return self._coming.popleft()

    def _plan(self) -> list[Told]:
        table = self._daemon.table
        history, dialog = table.kept.history, table.dialog
        if isinstance(dialog, Notice):
            return _presses("settle", "ok")
        if history is None:
            return _presses("new game", "ok")
        if not isinstance(dialog, Menu) or dialog.name != "home":
            return _presses("", "back")
        position: Position = history.position
        if position.phase is Phase.OVER:
            return _presses("new game", "ok", "down", "ok")
        if self._random.random() < TAKE_BACK:
            return _held("take back", "back")
        move = random_move(position, self._random)
        if self._random.random() < 0.5:
            if isinstance(move, End):
                return _held("end", "end")
            if isinstance(move, Reveal | Lose | Discard) or (isinstance(move, Buy) and not _is_asked(position, move)):
                return self._tapped(move, f"marker.{move.good}")
        return _presses(_verb(move), *entries_in(dialog)[move])

    def _tapped(self, move: Move, kind: str) -> list[Told]:
        self._number = self._number % MARKERS_OF_A_KIND + 1
        tag = self._tags[f"{kind}.{self._number}"]
        return [Told(_verb(move), TagRested(0.0, PAD, tag)), Told("", TagLeft(0.0, PAD, tag))]


def _is_asked(position: Position, move: Buy) -> bool:
    """Return whether a marker may be one of the buyer's own as well."""
    return move.good in kinds_in(position.hands[position.active])


def _verb(move: Move) -> str:
    return type(move).__name__.lower()


def _presses(verb: str, *buttons: str) -> list[Told]:
    return [Told(verb, ButtonPressed(0.0, button)) for button in buttons]


def _held(verb: str, button: str) -> list[Told]:
    return [Told(verb, ButtonHeld(0.0, button)), Told("", ButtonReleased(0.0, button))]
