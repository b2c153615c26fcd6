"""Whole games of any box in a journal, as if they had been played at this table; and what the page shows of them."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from starlette.applications import Starlette

from companion.archive.stored_games import reading
from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, open_box
from companion.simulator.random_games import RandomGame, random_game
from companion.web.games_page import StoredGames
from companion.words.say import untranslated
from tests.kit.any_game import configured

AT = "2026-11-16T20:15:00+00:00"


def keep(state: Path, box: GameBox, played: RandomGame, game_id: str) -> None:
    """Keep a whole game in the journal of a state folder."""
    state.mkdir(exist_ok=True)
    rules = box.rules(None)
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.create(game_id, box.id, "", AT)
    winners = list(rules.winners(played.last) or ())
    drafts = [
        Draft(Kind.SETUP, {"game": box.id, "position": rules.format_position(played.first)}, AT),
        *(Draft(Kind.MOVE, {"entry": rules.format_entry(move)}, AT) for move in played.moves),
        Draft(Kind.FINISHED, {"settled": len(played.moves), "scores": {}, "winners": winners}, AT),
    ]
    journal.append_all(game_id, 1, drafts)
    journal.close()


def whole_game(box: GameBox, seed: int = 1) -> RandomGame:
    """Play a whole game of as many as can play, by chance; the same for each seed."""
    return _whole_game(box.id, seed)


@cache
def _whole_game(game: str, seed: int) -> RandomGame:
    box = open_box(game)
    return random_game(box, box.rules(None), box.seats[-1], Random(seed))


class LateGame(NamedTuple):
    """The last moves of a game, and where they begin."""

    first: Any
    moves: tuple[Any, ...]


def late_game(box: GameBox, moves: int) -> LateGame:
    """Return the end of a whole game."""
    played, rules = whole_game(box), box.rules(None)
    position = played.first
    for move in played.moves[:-moves]:
        position = rules.play(position, move).position
    return LateGame(position, played.moves[-moves:])


def keep_beginning(state: Path, box: GameBox, first: Any, game_id: str) -> None:
    """Store a position as the beginning of a game in the journal of a state folder, however late in a game it is."""
    state.mkdir(exist_ok=True)
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.create(game_id, box.id, "", AT)
    position = box.rules(None).format_position(first)
    journal.append(game_id, 1, Kind.SETUP, {"game": box.id, "position": position}, AT)
    journal.close()


def keep_mixed(state: Path) -> dict[str, list[str]]:
    """Keep two games of every kind, by turns; give their ids by kind."""
    ids: dict[str, list[str]] = {}
    for seed in (1, 2):
        for game in SHELF:
            ids.setdefault(game, []).append(f"2026-11-1{seed}-{game}")
            keep(state, open_box(game), whole_game(open_box(game), seed), ids[game][-1])
    return ids


class Shown:
    """What the page of a table tells of the games kept."""

    def __init__(self, state: Path, game: str) -> None:
        config = configured(state)
        self._app = Starlette(routes=StoredGames(lambda: reading(config), game, lambda _: untranslated, {}).routes())

    def get(self, path: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self._app), base_url="http://page") as client:
                return await client.get(path)

        return asyncio.run(ask())
