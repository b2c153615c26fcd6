"""What a browser is given to show a page: scripts and looks of page and games, words and rule books."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from json import dumps
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.shelf.shelf import SHELF, boxes, open_box
from companion.web.guard import refuse
from companion.words.language import load_language, page_words
from companion.words.say import LANGUAGES, SOURCE

STATIC = Path(__file__).parent / "static"


def file_routes(games: Mapping[str, Path]) -> list[BaseRoute]:
    """Serve the page's own files, those of the games in these folders, and the words of all."""
    return [
        Mount("/static", files(STATIC)),
        Route("/words/{language}.json", _words),
        Route("/rules/{game}/{language}.json", _rules, middleware=[Middleware(GZipMiddleware)]),
        *(Mount(f"/games/{game}", files(folder)) for game, folder in games.items()),
    ]


def files(folder: Path) -> ASGIApp:
    """Serve a folder, compressed if the browser allows it: a phone far from the router waits for every byte."""
    there = StaticFiles(directory=folder, check_dir=False)  # where another server has the files, they are not here
    return GZipMiddleware(there, compresslevel=6)


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES or language == SOURCE:
        return refuse(404, "not_found", "there is no such page")
    return Response(words_of_all(language), media_type="application/json")


async def _rules(request: Request) -> Response:
    game, language = request.path_params["game"], request.path_params["language"]
    if game not in SHELF or language not in LANGUAGES or open_box(game).rulebook is None:
        return refuse(404, "not_found", "there is no such page")
    return Response(rule_book(game, language), media_type="application/json")


@cache
def rule_book(game: str, language: str) -> str:
    """Return the rule book of a game in a language, as JSON."""
    box = open_box(game)
    assert box.rulebook
    translate = load_language(language, [box.catalogues])
    return dumps(box.rulebook().describe(box.house_rules(), translate), ensure_ascii=False, separators=(",", ":"))


def words_of_all(language: str) -> str:
    """Return what page and games say in a language, as JSON."""
    return _words_of(language, tuple((box.id, box.catalogues) for box in boxes() if box.page))


@cache
def _words_of(language: str, games: tuple[tuple[str, Path], ...]) -> str:
    return dumps(page_words(language, dict(games)), ensure_ascii=False, separators=(",", ":"))
