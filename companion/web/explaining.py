"""What the page explains before anything is done: what a move would change, and why something cannot be done.

In: the newest snapshot of the table, and the move, line or place that somebody looks at. Out: what the rules make of
it, in one language. Nothing is posted: whoever may watch may ask, also a player whose turn it is not. Whoever asks may
look at what the table has just left: that is no error, and the answer is empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.game import IllegalMove, Refusal, Unreadable
from companion.shelf.box import Drawing
from companion.table.dialog import Action, Checklist, Dialog, Do, Menu, fingerprint
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.intents import Button
from companion.table.notices import player_words, said
from companion.table.whatif import Change, Forecast, foresee
from companion.table.whynot import why_not
from companion.web.asking import Refused
from companion.web.control import Handler, answered
from companion.web.feed import Snapshot
from companion.words.say import Translate, say

Json = dict[str, Any]
_NOBODY = say("nobody")


class _Left(Exception):
    """The table has gone on since."""


class Explaining:
    """What one table's page explains."""

    def __init__(
        self,
        game_table: GameTable,
        drawing: Drawing,
        snapshot: Callable[[], Snapshot | None],
        speak: Callable[[str], Translate],
        paragraphs: Mapping[str, str],
    ) -> None:
        """Explain what `snapshot` returns; `speak` gives a language with the players' names in it."""
        self._game_table, self._drawing = game_table, drawing
        self._snapshot, self._speak, self._paragraphs = snapshot, speak, paragraphs

    def routes(self) -> list[Route]:
        """Return the routes."""
        asked = {"/api/what-if": self._what_if, "/api/why-not": self._why_not}
        return [Route(path, answered(_empty_if_left(handler))) for path, handler in asked.items()]

    async def _what_if(self, request: Request) -> Response:
        """Tell what a move would change: an entry of a revision, or a line of the dialog that is shown."""
        asked = request.query_params
        snapshot, history = self._now()
        if "dialog" in asked:
            entry = _entry_of(snapshot.view.dialog, asked["dialog"], asked.get("line", ""))
        else:
            if asked.get("revision") != str(snapshot.revision):
                raise _Left
            entry = self._read(asked.get("entry", ""))
        told = {} if entry is None else self.what_if(history, entry, self._speak(asked.get("lang", "")))
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def _why_not(self, request: Request) -> Response:
        """Tell why nothing is done at a place, or with a piece, and what can be; nothing is said of what is neither."""
        _, history = self._now()
        translate = self._speak(request.query_params.get("lang", ""))
        why = why_not(self._game_table, history.position, request.query_params.get("place", ""))
        told = {
            "reasons": [self.format_refusal(refusal, translate) for refusal in why.refusals],
            "possible": [self._game_table.game.format_entry(move) for move in why.possible],
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    def _now(self) -> tuple[Snapshot, History]:
        snapshot = self._snapshot()
        history = snapshot.view.kept.history if snapshot else None
        if snapshot is None or history is None:
            raise _Left
        return snapshot, history

    def _read(self, given: str) -> Any:
        try:
            return self._game_table.game.parse_entry(json.loads(given))
        except (ValueError, RecursionError, Unreadable) as error:
            raise Refused(422, "unreadable", str(error)[:200]) from error

    def what_if(self, history: History, entry: Any, translate: Translate) -> Json:
        """Describe what a move would change, or why it is refused; nothing for a correction."""
        game = self._game_table.game
        if game.is_correction(entry):
            return {}
        try:
            forecast = foresee(game, self._game_table.reckon, history.position, entry)
        except IllegalMove as error:
            return {"refused": self.format_refusal(error.refusal, translate)}
        told = self._drawing.row(History(history.position, (forecast.step,)), 0)["told"]
        return {
            "told": told.in_language(translate) if told else "",
            "chance": forecast.is_chance,
            "over": game.winners(forecast.step.position) is not None,
            **self._format_changes(forecast, translate),
        }

    def format_refusal(self, refusal: Refusal, translate: Translate) -> Json:
        """Describe a refusal, and where the rule book explains it."""
        why, advice = said(self._game_table, refusal)
        return {
            "code": refusal.code,
            "reason": why.in_language(translate),
            "remedy": advice.in_language(translate),
            "paragraph": self._paragraphs.get(refusal.code, ""),
        }

    def _format_changes(self, forecast: Forecast, translate: Translate) -> Json:
        def called(player: str) -> str:
            words = player_words(self._game_table, player) if player else _NOBODY
            return words.in_language(translate) if not isinstance(words, str | int) else str(words)

        def number(change: Change) -> Json:
            before, after = (each.in_language(translate) for each in change.said)
            return {
                "id": change.id,
                "what": change.words.in_language(translate),
                "before": before,
                "after": after,
                "by": change.by,
            }

        counted = [change for change in forecast.changes if change.player]
        return {
            "players": [
                {"player": player, "name": called(player), "changes": [number(change) for change in changes]}
                for player, changes in groupby(counted, key=lambda change: change.player)
            ],
            "holds": [
                {
                    "id": change.id,
                    "what": change.words.in_language(translate),
                    "before": called(str(change.before)),
                    "after": called(str(change.after)),
                }
                for change in forecast.changes
                if not change.player
            ],
        }


def _empty_if_left(handler: Handler) -> Handler:
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except _Left:
            return Response(status_code=204)

    return handle


def _entry_of(dialog: Dialog, shown: str, line: str) -> Any:
    """Return the move that a line of the shown dialog makes, if it makes one at once; a line may be gone by now."""
    if fingerprint(dialog) != shown:
        raise _Left
    if not line.isdecimal() or len(line) > 3 or int(line) >= dialog.lines:
        raise Refused(422, "line", f"line {line!r:.20}: there are {dialog.lines}")
    action: Action | None = None
    if isinstance(dialog, Menu):
        action = dialog.choices[int(line)].action
    elif isinstance(dialog, Checklist) and line == "0":
        action = dialog.at(0).press(Button.OK).action
    return action.entry if isinstance(action, Do) else None
