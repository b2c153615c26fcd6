"""Whole games of any box in a journal, as if they had been played at this table; and what the page tells of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import httpx
from starlette.applications import Starlette

from companion.archive.stored_games import reading
from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, open_box
from companion.simulator.random_games import RandomGame, random_game
from companion.web.archive import Archive
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
    return random_game(box, box.rules(None), box.seats[-1], Random(seed))


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
        self._app = Starlette(routes=Archive(lambda: reading(config), game, lambda _: str).routes())

    def get(self, path: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self._app), base_url="http://page") as client:
                return await client.get(path)

        return asyncio.run(ask())
