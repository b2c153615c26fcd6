"""A question of a correction: its menu, and places by name."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table.places_told import place_name
from companion.table.dialog import Action, Choice, Menu
from companion.table.own_dialogs import CORRECT, CORRECTING
from companion.table.screen import Look, Row
from companion.words.say import Say, say

TITLE = Row(say("Correct"), look=Look.TITLE)


def ask(question: Say, options: Sequence[tuple[Say, Action]]) -> Menu:
    """Ask one question of a correction."""
    head = (Row(question, look=Look.LARGE),)
    return Menu(TITLE, tuple(Choice(label, action) for label, action in options), head, name=CORRECT, topic=CORRECTING)


def named(position: Position, place: str) -> Say:
    """Name a place of the position at hand."""
    side = position.setup.side
    return place_name(Board((side, side)), place)
