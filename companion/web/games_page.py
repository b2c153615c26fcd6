"""Stored games: list, replay step by step, exports and statistics; the journal is only read.

The journal is opened a second time for reading, so that browsing old games does not make the table wait.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from statistics import mean
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.archive.stored_games import StoredGame, read_stored_game
from companion.assembly.game_parts import calling
from companion.errors import UserError
from companion.games.game import Score
from companion.journal.journal import GameInfo, Journal, JournalError
from companion.shelf.box import AnyGame, Drawing
from companion.shelf.shelf import SHELF, UnknownGame, open_box
from companion.table.history import History
from companion.web.asking import Refused
from companion.web.control import answered
from companion.web.document import Annals
from companion.web.serving import Aside, in_a_thread
from companion.web.watching import code_svg
from companion.words.say import Translate

Json = dict[str, Any]
KEPT_GAMES = 4
MOST_LISTED = 500


class StoredGames:
    """The games of one journal."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Journal]],
        game: str,
        speak: Callable[[str], Translate],
        names: Mapping[str, str],
        aside: Aside = in_a_thread,
    ) -> None:
        """Read the journal that `reading` opens, for this table's game and with the configured names."""
        self._reading, self._game, self._speak, self._own_names = reading, game, speak, names
        self._aside = aside
        self._read_before: OrderedDict[tuple[str, int], StoredGame] = OrderedDict()
        self._summaries: dict[str, tuple[int, Json]] = {}  # by game, at a revision
        # By game: the games included, each at a revision, and the result.
        self._sums: dict[str, tuple[list[tuple[str, int]], Json]] = {}

    def routes(self) -> list[Route]:
        """Return the routes."""
        one = "/api/games/{game}"
        return [
            Route("/api/games", answered(self._list)),
            Route(one, answered(self._one)),
            Route(f"{one}/at/{{step:int}}", answered(self._at)),
            Route(f"{one}/record", answered(self._record)),
            Route(f"{one}/journal", answered(self._journal)),
            Route(f"{one}/bg-stats", answered(self._bg_stats)),
            Route(f"{one}/bg-stats.svg", answered(self._bg_stats_code)),
            Route("/api/statistics", answered(self._statistics)),
        ]

    # --- reading ---

    async def _stored(self, request: Request) -> StoredGame:
        return await self.stored(request.path_params["game"])

    async def stored(self, game_id: str) -> StoredGame:
        """Return a game of the journal; raise Refused if it is not there or cannot be read."""

        def read() -> StoredGame:
            try:
                with self._reading() as journal:
                    if game_id not in journal.ids():
                        raise Refused(404, "no_game", f"game {game_id!r:.60}: not in the journal")
                    key = game_id, journal.info(game_id).revision
                    if key in self._read_before:
                        return self._read_before[key]
                    stored = self._read_before[key] = read_stored_game(journal, game_id)
            except (UserError, JournalError) as error:
                raise Refused(409, "unreadable", str(error)) from error
            while len(self._read_before) > KEPT_GAMES:
                self._read_before.popitem(last=False)
            return stored

        return await self._aside(read)

    def _summary(self, journal: Journal, info: GameInfo) -> Json:
        revision, summary = self._summaries.get(info.id, (-1, {}))
        if revision != info.revision:
            summary = self._sum_up(journal, info)
            self._summaries[info.id] = info.revision, summary
        return summary

    def _sum_up(self, journal: Journal, info: GameInfo) -> Json:
        told: Json = {
            "id": info.id,
            "game": info.game,
            "created": info.created,
            "entries": info.revision,
            "ended": info.finished,
        }
        try:
            stored = read_stored_game(journal, info.id)
        except (UserError, JournalError) as error:
            return {**told, "trouble": str(error)}
        position, game = stored.history.position, stored.game
        scores = {player: score.total for player, score in game.scores(position).items()}
        winners = game.winners(position)
        return {
            **told,
            "scores": scores,
            "winners": list(winners or ()),
            "over": winners is not None,
            "names": dict(stored.people.names),
            "robots": dict(stored.people.robots),
        }

    def _open(self) -> list[Json]:
        try:
            with self._reading() as journal:
                infos = [info for info in journal.games() if info.revision][-MOST_LISTED:]
                return [self._summary(journal, info) for info in reversed(infos)]
        except UserError:
            return []  # there is no journal yet
        except JournalError as error:
            raise Refused(503, "journal", str(error)) from error

    # --- answers ---

    async def _list(self, _: Request) -> Response:
        return JSONResponse({"games": await self._aside(self._open)})

    async def _one(self, request: Request) -> Response:
        stored = await self._stored(request)
        translate = self._spoken(request.query_params.get("lang", ""), stored)

        def tell() -> Json:
            drawing = drawing_of(stored.game)
            annals = Annals(drawing)
            return {
                "id": stored.name,
                "game": stored.game.id,
                "board": drawing.board(stored.history.first),
                "steps": len(stored.history.steps),
                "log": annals.log(stored.history, translate),
                "plot": annals.plot(stored.history),
            }

        return JSONResponse(await self._aside(tell))

    async def _at(self, request: Request) -> Response:
        stored, step = await self._stored(request), request.path_params["step"]
        if step > len(stored.history.steps):
            raise Refused(404, "no_step", f"step {step}: the game has {len(stored.history.steps)}")
        history = History(stored.history.first, stored.history.steps[:step])
        translate = self._spoken(request.query_params.get("lang", ""), stored)
        return JSONResponse(await self._aside(drawing_of(stored.game).state, history, translate))

    def _spoken(self, language: str, stored: StoredGame) -> Translate:
        """Return a translator with the players' names of that game."""
        return calling(open_box(stored.game.id), self._speak(language), dict(stored.people.names))

    async def _record(self, request: Request) -> Response:
        stored = await self._stored(request)
        text = await self._aside(stored.game.format_record, stored.history.first, stored.history.entries)
        return PlainTextResponse(text, headers=_attached(f"{stored.name}{open_box(stored.game.id).suffix}"))

    async def _journal(self, request: Request) -> Response:
        stored = await self._stored(request)
        entries = [
            {"revision": entry.revision, "kind": str(entry.kind), "at": entry.at, "payload": entry.payload}
            for entry in stored.entries
        ]
        told = {"format": 1, "id": stored.name, "game": stored.game.id, "journal": entries}
        return Response(
            json.dumps(told, indent=1, ensure_ascii=False),
            media_type="application/json",
            headers=_attached(f"{stored.name}.json"),
        )

    async def _bg_stats(self, request: Request) -> Response:
        stored = await self._stored(request)
        return JSONResponse({"link": play_link(stored, self._spoken("en", stored))})

    async def _bg_stats_code(self, request: Request) -> Response:
        stored = await self._stored(request)
        link = play_link(stored, self._spoken("en", stored))
        if link is None:
            raise Refused(409, "not_over", "the game is not over: there is nothing to count yet")
        return Response(await self._aside(code_svg, link), media_type="image/svg+xml")

    async def _statistics(self, request: Request) -> Response:
        game = request.query_params.get("game", self._game)
        if game not in SHELF:
            raise Refused(404, "no_game", str(UnknownGame(game)))
        return JSONResponse(await self._aside(self._sum_all_up, game))

    def _sum_all_up(self, game: str) -> Json:
        """Return statistics of all finished games of a kind, which are replayed only when there is a new one."""
        try:
            with self._reading() as journal:
                kind = [info for info in journal.games() if info.game == game]
                told = [summary for info in kind if (summary := self._summary(journal, info)).get("over")]
                over = [(summary["id"], summary["entries"]) for summary in told]
                if over != self._sums.get(game, (None,))[0]:
                    self._sums[game] = over, sum_up([self._ended(journal, game_id) for game_id, _ in over])
        except UserError:
            return sum_up([])  # there is no journal yet
        except JournalError as error:
            raise Refused(503, "journal", str(error)) from error
        return self._sums[game][1]

    def _ended(self, journal: Journal, game_id: str) -> Ended:
        stored = read_stored_game(journal, game_id)
        position, game = stored.history.position, stored.game
        return Ended(
            game.scores(position),
            frozenset(game.winners(position) or ()),
            {**self._own_names, **dict(stored.people.names)},
            dict(stored.people.robots),
            game.format_state(position).get("start"),
            len(stored.history.steps),
        )


def drawing_of(game: AnyGame) -> Drawing:
    """Return the drawing of a stored game, which knows its own board."""
    return open_box(game.id).drawing(game)


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Hansa companion"


def play_link(stored: StoredGame, translate: Translate) -> str | None:
    """Return the link that imports a play into BG Stats, empty while the game is not over."""
    position, game = stored.history.position, stored.game
    winners = game.winners(position)
    if winners is None:
        return None
    start = game.format_state(position).get("start")
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": stored.name,
        "game": {"name": game.id.capitalize(), "sourceGameId": game.id, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": translate(player.capitalize()),
                "sourcePlayerId": player,
                "score": score.total,
                "winner": player in winners,
                "startPlayer": player == start,
            }
            for player, score in game.scores(position).items()
        ],
    }
    if stored.entries:
        first, last = (datetime.fromisoformat(stored.entries[index].at).astimezone(UTC) for index in (0, -1))
        play["playDate"] = f"{last:%Y-%m-%d %H:%M:%S}"
        play["durationMin"] = round((last - first).total_seconds() / 60)
    return CREATE_PLAY + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")))


class Ended(NamedTuple):
    """How a game ended, by colour."""

    scores: Mapping[str, Score]  # in the order of the seats
    winners: frozenset[str]
    names: Mapping[str, str]
    robots: Mapping[str, str]  # how well each plays
    start: str | None = None  # who began, where the game says so
    moves: int = 0


class Result(NamedTuple):
    """How one player fared in one game."""

    score: Score
    won: bool


def sum_up(games: Sequence[Ended]) -> Json:
    """Sum games up, the oldest first; a name is written as it was last.

    >>> game = Ended({"red": Score({"pearls": 9}, 9)}, frozenset({"red"}), {"red": "Anna"}, {})
    >>> sum_up([game])["people"]
    [{'name': 'Anna', 'games': 1, 'wins': 1, 'mean': 9, 'best': 9, 'sources': {'pearls': 9}}]
    """
    return {"games": len(games), **_players(games), "seats": _seats(games), "lengths": [game.moves for game in games]}


def _players(games: Sequence[Ended]) -> Json:
    people: dict[str, list[Result]] = {}
    nameless: dict[str, list[Result]] = {}
    robots: dict[str, list[Result]] = {}
    written: dict[str, str] = {}
    for game in games:
        for colour, score in game.scores.items():
            result = Result(score, colour in game.winners)
            if skill := game.robots.get(colour):
                robots.setdefault(skill, []).append(result)
            elif name := game.names.get(colour):
                written[name.casefold()] = name
                people.setdefault(name.casefold(), []).append(result)
            else:
                nameless.setdefault(colour, []).append(result)
    return {
        "people": _rows("name", {written[name]: results for name, results in people.items()}),
        "nameless": _rows("colour", nameless),
        "robots": _rows("skill", robots),
    }


def _rows(key: str, results: Mapping[str, list[Result]]) -> list[Json]:
    rows = [
        {
            key: name,
            "games": len(each),
            "wins": sum(result.won for result in each),
            "mean": round(mean(result.score.total for result in each), 1),
            "best": max(result.score.total for result in each),
            "sources": {
                source: round(mean(result.score.sources[source] for result in each), 1)
                for source in each[0].score.sources
            },
        }
        for name, each in results.items()
    ]
    return sorted(rows, key=lambda row: (-row["wins"], -row["mean"], row[key]))


def _seats(games: Sequence[Ended]) -> list[Json]:
    """Count wins by distance from the start player, of the games that have one."""
    turns = []
    for game in games:
        if game.start is not None:
            players = list(game.scores)
            first = players.index(game.start)
            turns.append((game.winners, players[first:] + players[:first]))
    rows = []
    for distance in range(max((len(order) for _, order in turns), default=0)):
        won = [order[distance] in winners for winners, order in turns if distance < len(order)]
        rows.append({"seat": distance + 1, "games": len(won), "wins": sum(won)})
    return rows
