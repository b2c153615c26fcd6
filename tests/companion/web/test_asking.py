"""Asking the table from the page: yes is durable, no is never kept, and nobody hears no too early."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from companion.games.hansa.page import board_editor
from companion.journal.sqlite import SqliteJournal
from companion.table.dialog import Choice, Do, Menu, fingerprint
from companion.table.screen import Row
from companion.web import asking
from companion.words.say import say
from tests.kit.page import PageRig
from tests.kit.waiting import PATIENCE_S, until

pytestmark = pytest.mark.network


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that gives up after a moment."""
    monkeypatch.setattr(asking, "PATIENCE_S", 0.05)


@pytest.fixture
def held(virtual: PageRig) -> Iterator[threading.Event]:
    """A table whose thread is at something else until the event is set."""
    released, is_held = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        is_held.set()
        released.wait(PATIENCE_S)

    virtual.begin_if_needed()
    virtual.composed.daemon.put(hold)
    assert is_held.wait(PATIENCE_S)
    yield released
    released.set()


def _entries(rig: PageRig) -> int:
    history = rig.composed.daemon.table.kept.history
    return len(history.steps) if history else 0


def _legal(rig: PageRig) -> dict[str, Any]:
    """Return the body of a move that is legal now."""
    daemon, game = rig.composed.daemon, rig.composed.game_table.game
    history = daemon.table.kept.history
    assert history
    return {"revision": daemon.revision, "entry": game.format_entry(next(iter(game.legal_moves(history.position))))}


def test_choice_that_the_rules_refuse_is_answered_409_with_reason_and_remedy(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    daemon = virtual.composed.daemon
    before = _entries(virtual)
    parse = virtual.composed.game_table.game.parse_entry
    menu = Menu(Row(say("Try")), (Choice(say("Sail"), Do(parse({"type": "sail", "to": "riga"}))),))
    daemon.put(lambda _: daemon.tell(menu))
    answer = virtual.post("/api/choose", {"dialog": fingerprint(menu), "line": 0})
    told = answer.json()
    assert (answer.status_code, told["shown"], told["kept"]) == (409, True, 0)
    assert told["reason"]
    assert told["remedy"]
    assert _entries(virtual) == before
    virtual.read_all()


def test_yes_names_the_entry_that_was_kept(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    body = _legal(virtual)
    answer = virtual.post("/api/move", body)
    assert answer.status_code == 200
    told = answer.json()
    assert told == {"game": virtual.composed.daemon.game_id, "revision": body["revision"] + 1, "kept": 1}


def test_busy_means_that_the_move_is_not_kept_afterwards_either(
    virtual: PageRig, hurry: None, held: threading.Event
) -> None:
    before = _entries(virtual)
    answer = virtual.post("/api/move", _legal(virtual))
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    held.set()
    assert virtual.post("/api/take-back", {"revision": -1}).json()["error"] == "stale"  # the queue has been worked off
    assert _entries(virtual) == before


def _board(rig: PageRig) -> dict[str, Any]:
    told = rig.client.get("/api/board").json()
    cities = [{key: city[key] for key in ("id", "spaces", "routes")} for city in told["cities"]]
    return {"start": told["start"], "cities": cities}


def test_busy_means_that_a_board_is_not_saved_afterwards_either(
    virtual: PageRig, hurry: None, held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[object] = []
    monkeypatch.setattr(board_editor, "save_board", lambda *given: saved.append(given))
    answer = virtual.post("/api/board/save", _board(virtual))
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    held.set()
    assert virtual.post("/api/take-back", {"revision": -1}).json()["error"] == "stale"  # the queue has been worked off
    assert saved == []


def test_board_that_the_disk_does_not_take_is_not_played_on(virtual: PageRig, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    board = _board(virtual)
    changed = {**board, "start": "riga"}
    with monkeypatch.context() as patched:
        patched.setattr(board_editor, "save_board", full)
        answer = virtual.post("/api/board/save", changed)
    assert (answer.status_code, answer.json()["error"]) == (503, "disk")
    assert answer.json()["reason"] == "the board cannot be saved: No space left on device"
    assert _board(virtual) == board


def test_move_that_is_being_kept_is_waited_for(virtual: PageRig, hurry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    virtual.begin_if_needed()
    before, body = _entries(virtual), _legal(virtual)
    begun, released = threading.Event(), threading.Event()
    append = SqliteJournal.append

    def slow(*given: Any) -> Any:
        begun.set()
        released.wait(PATIENCE_S)
        return append(*given)

    monkeypatch.setattr(SqliteJournal, "append", slow)
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(virtual.post, "/api/move", body)
        assert begun.wait(PATIENCE_S)
        # Somebody else is told no after the same patience, while the one who is on waits.
        with httpx.Client(base_url=virtual.client.base_url, timeout=PATIENCE_S) as client:
            headers = {"Origin": virtual.origin}
            assert client.post("/api/take-back", json={"revision": 1}, headers=headers).status_code == 503
        assert not asked.done()
        released.set()
        assert asked.result(PATIENCE_S).status_code == 200
    until(lambda: _entries(virtual) == before + 1)
