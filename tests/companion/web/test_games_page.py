"""Games kept: the list, one step by step, exports and statistics; and the board check."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from starlette.applications import Starlette

from companion.errors import UserError
from companion.games.hansa.boards import load_board, shipped_board
from companion.games.hansa.rules.codec import format_entry
from companion.games.hansa.rules.scoring import score, winning_players
from companion.games.hansa.rules.state import format_position
from companion.journal.journal import Draft, Journal, Kind, Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.web.games_page import Ended, StoredGames, sum_up
from companion.words.say import untranslated
from hardware.trouble import quoted
from tests.kit import hansa
from tests.kit.hansa import RandomGame, random_game
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network

ID = "2026-11-16-0000cafe"
AT = "2026-11-16T20:15:00+00:00"


def keep(journal: SqliteJournal, played: RandomGame, game_id: str = ID) -> None:
    first, last = played.first, played.last
    journal.open()
    journal.create(game_id, "hansa", "", AT)
    scores = {p: {"total": score(last, seat).total} for seat, p in enumerate(last.setup.players)}
    journal.append_all(
        game_id,
        1,
        [
            Draft(Kind.SETUP, {"game": "hansa", "position": format_position(first)}, AT),
            *(Draft(Kind.MOVE, {"entry": format_entry(move)}, AT) for move in played.moves),
            Draft(Kind.FINISHED, {"settled": len(played.moves), "scores": scores, "winners": []}, AT),
        ],
    )
    journal.close()


PLAYED = random_game(shipped_board(), 3, Random(5))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    folder = tmp_path_factory.mktemp("archive")
    keep(SqliteJournal(folder / "games.sqlite"), PLAYED)
    with page_rig(folder) as rig:
        yield rig


def test_list_tells_who_won(archive: PageRig) -> None:
    (row,) = archive.client.get("/api/games").json()["games"]
    assert (row["id"], row["over"], row["winners"]) == (ID, True, list(winning_players(PLAYED.last)))


def test_game_is_told_step_by_step(archive: PageRig) -> None:
    story = archive.client.get(f"/api/games/{ID}").json()
    assert story["steps"] == len(PLAYED.moves) == len(story["log"]) == len(story["plot"])
    last = archive.client.get(f"/api/games/{ID}/at/{story['steps']}").json()
    assert last["phase"] == "over"
    assert [last["scores"][player]["total"] for player in story["board"]["players"]] == story["plot"][-1]
    assert archive.client.get(f"/api/games/{ID}/at/0").json()["phase"] == "fill"


def test_record_is_the_game_in_its_notation(archive: PageRig) -> None:
    answer = archive.client.get(f"/api/games/{ID}/record")
    assert "attachment" in answer.headers["content-disposition"]
    assert hansa.RULES.parse_record(answer.text).entries == PLAYED.moves


def test_export_holds_the_whole_journal(archive: PageRig) -> None:
    told = json.loads(archive.client.get(f"/api/games/{ID}/journal").text)
    assert len(told["journal"]) == len(PLAYED.moves) + 2


# What other programs that link to the app put there, and it takes; the first of each pair all of them give.
PLAY = ({"sourceName", "sourcePlayId", "playDate", "game", "players"}, {"durationMin", "location", "board", "comments"})
GAME = ({"name", "sourceGameId"}, {"bggId", "highestWins", "noPoints"})
PLAYER = ({"name", "sourcePlayerId", "winner"}, {"score", "startPlayer", "rank", "role", "team"})


def _holds_to(told: dict[str, Any], fields: tuple[set[str], set[str]]) -> bool:
    required, optional = fields
    return required <= told.keys() <= required | optional


def test_link_for_bg_stats_carries_the_play_in_the_form_of_the_app(archive: PageRig) -> None:
    link = archive.client.get(f"/api/games/{ID}/bg-stats").json()["link"]
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22")
    play = json.loads(unquote(link.partition("?data=")[2]))
    assert _holds_to(play, PLAY)
    assert _holds_to(play["game"], GAME)
    assert all(_holds_to(player, PLAYER) for player in play["players"])
    assert (play["sourcePlayId"], play["playDate"], play["durationMin"]) == (ID, "2026-11-16 20:15:00", 0)
    seats = {player: score(PLAYED.last, seat).total for seat, player in enumerate(PLAYED.last.setup.players)}
    assert {player["sourcePlayerId"]: player["score"] for player in play["players"]} == seats
    won = [player["sourcePlayerId"] for player in play["players"] if player["winner"]]
    assert won == list(winning_players(PLAYED.last))
    began = [player["sourcePlayerId"] for player in play["players"] if player["startPlayer"]]
    assert began == [PLAYED.last.setup.players[PLAYED.last.setup.start]]
    assert archive.client.get(f"/api/games/{ID}/bg-stats.svg").headers["content-type"] == "image/svg+xml"


def test_game_that_is_not_over_is_no_play_for_bg_stats(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    (row, *_) = virtual.client.get("/api/games").json()["games"]
    assert virtual.client.get(f"/api/games/{row['id']}/bg-stats").json() == {"link": None}
    refused = virtual.client.get(f"/api/games/{row['id']}/bg-stats.svg")
    assert (refused.status_code, refused.json()["error"]) == (409, "not_over")


def test_statistics_sum_the_games_up(archive: PageRig) -> None:
    sums = archive.client.get("/api/statistics").json()
    assert sums["games"] == 1
    assert sums["lengths"] == [len(PLAYED.moves)]
    assert sum(row["wins"] for row in sums["nameless"]) == len(winning_players(PLAYED.last))


@pytest.mark.parametrize("path", ["nothing", f"{ID}/at/9999", "nothing/record", "..%2F..%2Fetc", f"{ID}/at/-1"])
def test_game_or_step_that_is_not_there_is_not_found(archive: PageRig, path: str) -> None:
    assert archive.client.get(f"/api/games/{path}").status_code == 404


# --- a journal that is not all well ---

BROKEN, OTHER = "2026-11-15-0000dead", "2026-11-14-0000beef"


class Shelf:
    """A journal on disk."""

    def __init__(self, folder: Path) -> None:
        self._journal = SqliteJournal(folder / "games.sqlite")

    @contextmanager
    def reading(self) -> Iterator[Journal]:
        self._journal.open()
        try:
            yield self._journal
        finally:
            self._journal.close()

    def keep_broken(self) -> None:
        """Keep a game with a move in it that its rules do not know."""
        with self.reading() as journal:
            journal.create(BROKEN, "hansa", "", AT)
            setup = Draft(Kind.SETUP, {"game": "hansa", "position": format_position(PLAYED.first)}, AT)
            drafts = [
                setup,
                Draft(Kind.MOVE, {"entry": {"type": "sink"}}, AT),
                Draft(Kind.FINISHED, {"settled": 1}, AT),
            ]
            journal.append_all(BROKEN, 1, drafts)


def _ask(archive: StoredGames, *paths: str) -> list[httpx.Response]:
    async def get_all() -> list[httpx.Response]:
        transport = httpx.ASGITransport(Starlette(routes=archive.routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            return [await client.get(path) for path in paths]

    return asyncio.run(get_all())


def test_game_that_cannot_be_read_is_told_as_such_beside_the_others(tmp_path: Path) -> None:
    keep(SqliteJournal(tmp_path / "games.sqlite"), PLAYED)
    shelf = Shelf(tmp_path)
    shelf.keep_broken()
    archive = StoredGames(shelf.reading, "hansa", lambda _: untranslated, {})
    listed, one, sums = _ask(archive, "/api/games", f"/api/games/{BROKEN}", "/api/statistics")
    rows = {row["id"]: row for row in listed.json()["games"]}
    assert "sink" in rows[BROKEN]["trouble"]
    assert rows[ID]["over"]
    assert (one.status_code, one.json()["error"]) == (409, "unreadable")
    assert sums.json()["games"] == 1


def test_statistics_are_summed_up_anew_only_after_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(SqliteJournal(tmp_path / "games.sqlite"), PLAYED)
    archive = StoredGames(Shelf(tmp_path).reading, "hansa", lambda _: untranslated, {})
    summed: list[int] = []

    def counting(games: Sequence[Ended]) -> dict[str, Any]:
        summed.append(len(games))
        return sum_up(games)

    monkeypatch.setattr("companion.web.games_page.sum_up", counting)
    counts = [answer.json()["games"] for answer in _ask(archive, "/api/statistics", "/api/statistics")]
    assert (counts, summed) == ([1, 1], [1])
    keep(SqliteJournal(tmp_path / "games.sqlite"), PLAYED, OTHER)
    assert [answer.json()["games"] for answer in _ask(archive, "/api/statistics")] == [2]


def test_journal_that_cannot_be_had_is_told_and_one_that_is_not_there_yet_is_empty() -> None:
    @contextmanager
    def failing(error: Exception) -> Iterator[Journal]:
        raise error
        yield

    paths = ("/api/games", "/api/statistics")
    broken = StoredGames(
        lambda: failing(Unavailable(quoted("the disk is gone"), quoted("look"))), "hansa", lambda _: untranslated, {}
    )
    assert [(answer.status_code, answer.json()["error"]) for answer in _ask(broken, *paths)] == [(503, "journal")] * 2
    none_yet = StoredGames(lambda: failing(UserError("no journal")), "hansa", lambda _: untranslated, {})
    games, sums = _ask(none_yet, *paths)
    assert (games.json(), sums.json()["games"]) == ({"games": []}, 0)


# --- the board check ---


def _board(rig: PageRig) -> dict[str, Any]:
    told = rig.client.get("/api/board").json()
    cities = [{key: city[key] for key in ("id", "spaces", "routes")} for city in told["cities"]]
    return {"start": told["start"], "cities": cities}


def test_guesses_are_marked(archive: PageRig) -> None:
    cities = {city["id"]: city for city in archive.client.get("/api/board").json()["cities"]}
    for city in shipped_board().cities:
        assert cities[city.id]["guesses"] == sorted(fact for fact, known in city.certainty.items() if known == "guess")
    assert "number" not in cities["riga"]["guesses"]


def test_corrected_board_is_saved_as_the_owners_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("board")
    with page_rig(folder, is_first=True) as rig:
        board = _board(rig)
        board["cities"][0]["spaces"] = 3 - board["cities"][0]["spaces"]
        assert rig.post("/api/board/save", board).status_code == 200
    saved, shipped = load_board(folder / "board.toml"), shipped_board()
    assert saved.cities[0].spaces == 3 - shipped.cities[0].spaces
    assert saved.cities[1:] == shipped.cities[1:]
    assert saved.cities[3].place == shipped.cities[3].place


@pytest.mark.parametrize("change", [{"start": "atlantis"}, {"cities": []}, {"extra": 1}])
def test_board_that_cannot_be_played_on_is_refused_and_not_saved(
    tmp_path_factory: pytest.TempPathFactory, change: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("board")
    with page_rig(folder, is_first=True) as rig:
        answer = rig.post("/api/board/save", {**_board(rig), **change})
        assert (answer.status_code, answer.json()["error"]) == (422, "board")
    assert not (folder / "board.toml").exists()


def test_corrections_that_leave_no_way_are_refused_in_the_readers_language(archive: PageRig) -> None:
    def refused(change: Callable[[list[dict[str, Any]]], None], language: str) -> str:
        board = _board(archive)
        change(board["cities"])
        answer = archive.post(f"/api/board/save?lang={language}", board)
        assert answer.status_code == 422
        return str(answer.json()["reason"])

    def take_arrows(of: str) -> Callable[[list[dict[str, Any]]], None]:
        def change(cities: list[dict[str, Any]]) -> None:
            next(city for city in cities if city["id"] == of)["routes"] = []

        return change

    def forget(to: str) -> Callable[[list[dict[str, Any]]], None]:
        def change(cities: list[dict[str, Any]]) -> None:
            for city in cities:
                left = [each for each in city["routes"] if each != to]
                city["routes"] = left or ["copenhagen" if city["id"] != "copenhagen" else "riga"]

        return change

    assert refused(take_arrows("riga"), "en") == "No arrow leads away from Riga."
    assert refused(take_arrows("riga"), "it") == "Nessuna freccia parte da Riga."
    assert refused(forget("kalmar"), "nl") == "Geen pijlen leiden van Copenhagen naar Kalmar."
