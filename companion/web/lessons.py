"""The lessons on the page: each step is a position, and whoever learns makes moves there that no table knows of.

In: a game with a lesson, the number of a step, and a move that somebody tries. Out: the position as the game's own page
draws it, and what is said of the move. Nothing is kept here: how far somebody has come, their browser knows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.game import IllegalMove, Refusal, Unreadable
from companion.shelf.box import AnyGame, Drawing, GameBox
from companion.shelf.rulebook import RuleBook
from companion.shelf.shelf import SHELF, open_box
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.notices import said
from companion.table.teaching import Kind, Lesson, Step, history_at, judge
from companion.table.whynot import why_not
from companion.web.asking import Refused
from companion.web.control import answered
from companion.web.serving import Aside, in_a_thread
from companion.words.say import Say, Translate

Json = dict[str, Any]


class _Taught(NamedTuple):
    """A game that is taught, on the board that ships."""

    box: GameBox
    lesson: Lesson
    rules: AnyGame
    game_table: GameTable
    drawing: Drawing
    paragraphs: dict[str, str]  # by the code of a refusal
    titles: dict[str, Say]  # of paragraphs


@cache
def _taught(game: str) -> _Taught:
    box = open_box(game)
    assert box.lesson
    rules = box.rules(None)
    book = box.rulebook() if box.rulebook else RuleBook(())
    titles = {paragraph.id: paragraph.title for paragraph in book.paragraphs}
    return _Taught(box, box.lesson(), rules, box.table(rules), box.drawing(rules), dict(book.answers), titles)


class Lessons:
    """All lessons of the shelf."""

    def __init__(self, speak: Callable[[str], Translate], aside: Aside = in_a_thread) -> None:
        """Teach in the languages that `speak` gives."""
        self._speak, self._aside = speak, aside

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/learn/{game}/{step}", answered(self._show)),
            Route("/api/learn/{game}/{step}/try", answered(self._try)),
            Route("/api/learn/{game}/{step}/why-not", answered(self._why_not)),
        ]

    async def _show(self, request: Request) -> Response:
        taught, number, translate = self._asked(request, has_end=True)
        return JSONResponse(await self._aside(describe, taught, number, translate))

    async def _try(self, request: Request) -> Response:
        taught, number, translate = self._asked(request)
        try:
            entry = taught.rules.parse_entry(json.loads(request.query_params.get("entry", "")))
        except (ValueError, RecursionError, Unreadable) as error:
            raise Refused(422, "unreadable", str(error)[:200]) from error
        return JSONResponse(await self._aside(attempt, taught, number, entry, translate))

    async def _why_not(self, request: Request) -> Response:
        taught, number, translate = self._asked(request)
        history = history_at(taught.rules, taught.lesson, number)
        why = why_not(taught.game_table, history.position, request.query_params.get("place", ""))
        return JSONResponse({"reasons": [_refused(taught, each, translate) for each in why.refusals]})

    def _asked(self, request: Request, *, has_end: bool = False) -> tuple[_Taught, int, Translate]:
        """Return what is asked about; with `has_end` it may be what the last step brings, too."""
        game, step = request.path_params["game"], request.path_params["step"]
        if game not in SHELF or open_box(game).lesson is None:
            raise Refused(404, "not_found", f"{game!r:.40}: there is no lesson of that game")
        taught = _taught(game)
        count = len(taught.lesson.steps)
        if not (step.isascii() and step.isdecimal() and len(step) < 3 and int(step) < count + has_end):
            raise Refused(404, "not_found", f"step {step!r:.20}: there are {count}")
        return taught, int(step), self._speak(request.query_params.get("lang", ""))


def describe(taught: _Taught, number: int, translate: Translate) -> Json:
    """Describe a step: its aim, and the position as the game's own page draws it; or what the last step brings."""
    steps = taught.lesson.steps
    step = steps[number] if number < len(steps) else None
    history = history_at(taught.rules, taught.lesson, min(number, len(steps) - 1))
    if step is None:
        history = history.after(taught.rules, steps[-1].ways[0])
    return {
        "steps": len(steps),
        "title": taught.box.title,
        "colours": list(taught.box.colours),
        "aim": step.aim.in_language(translate) if step else "",
        "end": taught.lesson.end.in_language(translate),
        "short": taught.lesson.short.words.in_language(translate),
        "end_rules": _rules(taught, taught.lesson.end_teaches, translate),
        "board": taught.drawing.board(history.position),
        "game": _state(taught, history, step, translate),
    }


def attempt(taught: _Taught, number: int, entry: Any, translate: Translate) -> Json:
    """Say what a move is in a step: what it brought, or why it is another one, or why it is not allowed."""
    history = history_at(taught.rules, taught.lesson, number)
    step = taught.lesson.steps[number]
    if taught.rules.is_correction(entry):
        raise Refused(422, "unreadable", "a move is expected, and no correction")
    try:
        after = history.after(taught.rules, entry)
    except IllegalMove as error:
        return {"kind": str(Kind.REFUSED), **_refused(taught, error.refusal, translate)}
    kind, words = judge(step, entry)
    told: Say | None = taught.drawing.row(after, len(after.steps) - 1)["told"]
    return {
        "kind": str(kind),
        "said": words.in_language(translate),
        "told": told.in_language(translate) if told and kind is Kind.DONE else "",
        "game": _state(taught, after, None, translate) if kind is Kind.DONE else None,
        "rules": _rules(taught, step.teaches, translate) if kind is Kind.DONE else [],
    }


def _rules(taught: _Taught, paragraphs: Iterable[str], translate: Translate) -> list[Json]:
    """Describe the paragraphs that say more."""
    return [{"id": each, "title": taught.titles[each].in_language(translate)} for each in paragraphs]


def _state(taught: _Taught, history: History, step: Step | None, translate: Translate) -> Json:
    """Describe a position; nothing can be done where no step is given."""
    state = taught.drawing.state(history, translate)
    lines = [
        {
            "text": line.words.in_language(translate),
            "right": "",
            "places": list(line.places),
            "entry": taught.rules.format_entry(line.move),
        }
        for line in (step.lines if step else ())
    ]
    offers = [offer for offer in state["offers"] if offer["entry"]]
    return {**state, "offers": [*lines, *offers] if step else []}


def _refused(taught: _Taught, refusal: Refusal, translate: Translate) -> Json:
    why, advice = said(taught.game_table, refusal)
    return {
        "code": refusal.code,
        "said": why.in_language(translate),
        "remedy": advice.in_language(translate),
        "paragraph": taught.paragraphs.get(refusal.code, ""),
    }
