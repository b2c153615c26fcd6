"""The list of games. A new game is a new folder and one more line here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.games.game import Record, Unreadable
from companion.shelf.box import AnyGame, GameBox

# Modules that export a game's box; the first is the game of a new table.
SHELF: dict[str, str] = {
    "hansa": "companion.games.hansa.box",
    "teutonica": "companion.games.teutonica.box",
}


HEAD = 1000  # characters at the beginning of a record that contain its game's name


class UnknownGame(LookupError):
    """A game that is not on the shelf; the message says which are."""

    def __init__(self, given: str) -> None:
        super().__init__(f"game {given!r:.40}: {known_games()}")


def known_games() -> str:
    """Say which games there are, for somebody who named another."""
    return f"this version knows {', '.join(SHELF)}"


def first_game() -> str:
    """Return the game of a new table."""
    return next(iter(SHELF))


@cache
def open_box(game: str) -> GameBox:
    """Return the box of a game, or raise UnknownGame."""
    if game not in SHELF:
        raise UnknownGame(game)
    box = import_module(SHELF[game]).BOX
    assert isinstance(box, GameBox)
    return box


def title_of(game: str) -> str:
    """Return the title of a game, or its id if it is not on the shelf."""
    return open_box(game).title if game in SHELF else game


def boxes() -> Iterable[GameBox]:
    """Return every box."""
    return (open_box(game) for game in SHELF)


def pages() -> Mapping[str, Path]:
    """Return the page folders by game, if it has one: they are served below `/games/`."""
    return {box.id: box.page for box in boxes() if box.page}


def catalogues(first: GameBox | None = None) -> Iterable[Path]:
    """Name the folders of the games' sentences in other languages, those of one game before the others."""
    own = () if first is None else (first.catalogues,)
    return dict.fromkeys((*own, *(box.catalogues for box in boxes())))


@cache
def shipped_rules(game: str) -> AnyGame:
    """Return the rules of a game on its shipped board; enough for stored games, which know their own board."""
    return open_box(game).rules(None)


def all_rules() -> Mapping[str, AnyGame]:
    """Return the rules of every game that the engine referees, by id."""
    return {game: shipped_rules(game) for game in SHELF}


def parse_record(text: str, games: Iterable[AnyGame]) -> tuple[AnyGame, Record[Any, Any, Any]]:
    """Return the game of a record, and the parsed record.

    If no game can read it, the message is that of the game named in the record, otherwise of the first; then all are
    named.
    """
    objections: dict[str, Unreadable] = {}
    for game in games:
        try:
            return game, game.parse_record(text)
        except Unreadable as error:
            objections[game.id] = error
    named = next((error for game, error in objections.items() if game in text[:HEAD]), None)
    if named:
        raise named
    raise Unreadable(f"{next(iter(objections.values()))}; this version knows {', '.join(objections)}")
