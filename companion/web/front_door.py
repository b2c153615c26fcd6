"""The front door of a virtual table: which games there are to play, and the way from one to another.

In: the shelf, the journal, and what sets the table up for another game. Out: every game in a few words, with who can
play in it, and the newest game that can go on. Whoever chooses a game that is not at the table has the table set up
for it; the page is there again a moment later, and then begins the game.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.assembly.compose import unfinished_games
from companion.assembly.loading import Sitting
from companion.errors import UserError
from companion.journal.journal import Journal, Unavailable
from companion.running.daemon import Daemon
from companion.shelf.box import COVER, GameBox
from companion.shelf.shelf import SHELF, boxes, known_games, title_of
from companion.table.notices import spoken
from companion.table.own_dialogs import HouseRules, Unfinished
from companion.web.asking import Refused, do
from companion.web.control import Handler, answered, field
from companion.web.document import told_characters
from companion.web.serving import Aside, in_a_thread
from companion.words.say import Translate

Json = dict[str, Any]
ChangeGame = Callable[[Sitting], str]  # returns why not; in the thread that owns the state


class FrontDoor:
    """What somebody finds who comes to a virtual table."""

    def __init__(
        self,
        daemon: Daemon,
        reading: Callable[[], AbstractContextManager[Journal]],
        speak: Callable[[str], Translate],
        house_rules: Callable[[GameBox], HouseRules],
        change_game: ChangeGame | None,
        *,
        thinks: bool = False,
        aside: Aside = in_a_thread,
    ) -> None:
        """Use this table, and the journal that `reading` opens; without `change_game` it keeps to its own game.

        Whether it `thinks` says which levels of the bots there are.
        """
        self._thinks, self._aside = thinks, aside
        self._daemon, self._reading, self._speak = daemon, reading, speak
        self._house_rules, self._change_game = house_rules, change_game

    def routes(self, controlling: Callable[[Handler], Handler]) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/door", self._show),
            Route("/api/virtual/change-game", answered(controlling(self._change)), methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        translate = self._speak(request.query_params.get("lang", ""))
        told = await self._aside(self._describe, translate, self._daemon.game_id)
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    def _describe(self, translate: Translate, here: str) -> Json:
        newest = self._newest_unfinished(here)
        return {
            "games": [
                {**describe_game(box, translate, thinks=self._thinks), **self._rules(box, translate)} for box in boxes()
            ],
            "unfinished": newest and {**newest._asdict(), "title": title_of(newest.game)},
        }

    def _rules(self, box: GameBox, translate: Translate) -> Json:
        rules = self._house_rules(box)
        items = [
            {"id": item.value, "text": item.label.in_language(translate), "chosen": item.value in rules.chosen}
            for item in rules.items()
        ]
        return {"house_rules": items}

    def _newest_unfinished(self, here: str) -> Unfinished | None:
        """Return the newest game that can go on, besides the one at the table."""
        if self._change_game is None:
            return None
        try:
            with self._reading() as journal:
                found = unfinished_games(journal, {game: game for game in SHELF})
                return next((each for each in found if each.id != here), None)
        except UserError:  # there is no journal yet, or none that can be read: a game can be begun all the same
            return None

    async def _change(self, request: Request) -> Response:
        """Set the table up for another game: for a new one, or to go on with an unfinished one."""
        body = await request.json()
        game = field(body, "game", str, "the id of a game")
        game_id = field(body, "game_id", str, "the id of a game kept") if "game_id" in body else ""
        if game not in SHELF:
            raise Refused(422, "game", f"game {game!r:.40}: {known_games()}")
        if self._change_game is None:
            raise Refused(409, "one_game", "another game cannot be chosen at this table")
        change = partial(self._change_game, Sitting(game, begins=not game_id, game_id=game_id))
        reasons: list[str] = []
        await do(self._daemon, lambda: reasons.append(_tried(change)))
        if any(reasons):
            raise Refused(409, "unplayable", *reasons, is_shown=True)
        return JSONResponse({"game": game, "title": title_of(game)})


def _tried(change: Callable[[], str]) -> str:
    """Return why a change is impossible; a disk that does not answer must not end the table."""
    try:
        return change()
    except Unavailable as error:
        return spoken(error.reason).in_language()


def describe_game(box: GameBox, translate: Translate, *, thinks: bool = False) -> Json:
    """Describe a game to somebody who may never have heard of it."""
    about, players = box.about() if box.about else None, box.players()
    told: Json = {
        "id": box.id,
        "title": box.title,
        "seats": list(box.seats),
        "players": {player: words.in_language(translate) for player, words in box.player_words().items()},
        "skills": [*players.skills, *(players.levels if thinks else ())],
        "levels": [*(players.levels if thinks else ())],
        "characters": told_characters(players, translate),
        "lesson": box.lesson is not None,
        "cover": box.page is not None and (box.page / COVER).is_file(),
    }
    if about:
        told |= {
            "author": about.author,
            "year": about.year,
            "minutes": list(about.minutes),
            "sentence": about.sentence.in_language(translate),
            "rules": [[of.in_language(translate), said.in_language(translate)] for of, said in about.rules],
        }
    return told
