"""The hub's page over HTTP: everything at once, then what changes, close-ups, and nothing for strangers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from companion.hub.announcement import Refused, format_announcement, result_of
from companion.hub.exchange import Away, Exchange, Left
from companion.hub.hall_page import MOST_ASKING, Hub
from companion.shelf.shelf import boxes, pages
from tests.kit.meeting import Meeting, announced, tell
from tests.kit.waiting import PATIENCE_S, until

pytestmark = pytest.mark.network


class HubRig:
    """A hub that serves, and a browser's way to it."""

    def __init__(self, meeting: Meeting, make_exchange: Callable[[], Exchange] | None = None) -> None:
        self.meeting = meeting
        self.hub = Hub(make_exchange or meeting.exchange, pages(), bind="127.0.0.1", port=0)
        self.hub.open()
        self.hub.wait()
        self.client = httpx.Client(base_url=self.hub.address, timeout=PATIENCE_S)
        until(lambda: self.hall()["link"] == {"trouble": ""})

    def hall(self) -> Any:
        return self.client.get("/api/hall").json()

    @contextmanager
    def events(self) -> Iterator[Iterator[tuple[str, Any]]]:
        """Watch as the page does: the name and the data of each event."""
        with self.client.stream("GET", "/api/events?lang=en") as answer:
            assert answer.status_code == 200

            def read() -> Iterator[tuple[str, Any]]:
                name = ""
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        yield name, json.loads(line.removeprefix("data: "))

            yield read()

    def close(self) -> None:
        self.client.close()
        self.hub.close()


@pytest.fixture
def rig() -> Iterator[HubRig]:
    rig = HubRig(Meeting())
    yield rig
    rig.close()


def test_watcher_is_given_everything_and_then_what_changes(rig: HubRig) -> None:
    table = rig.meeting.exchange()
    tell(table, announced("one"))
    tell(table, announced("two"))
    until(lambda: len(rig.hall()["tables"]) == 2)
    with rig.events() as events:
        name, first = next(events)
        assert name == "state"
        assert set(first["document"]) == {"about", "tables", "evening", "link"}
        assert first["document"]["about"] == {
            "drawings": list(pages()),
            "titles": {box.id: box.title for box in boxes()},
        }
        assert first["document"]["tables"]["one"]["table"]["players"][0]["name"] == "Anna"
        tell(table, announced("two", number=2, revision=8))
        name, change = next(each for each in events if each[0] == "change")
        assert change["number"] == first["number"] + 1
        assert list(change["changes"]["tables"]["merge"]) == ["two"]
        assert change["changes"]["tables"]["merge"]["two"]["table"]["revision"] == 8
        table.withdraw("one")
        _, change = next(each for each in events if each[0] == "change")
        assert change["changes"]["tables"] == {"merge": {}, "drop": ["one"]}


def test_hub_asks_nothing_at_its_start_and_says_so(rig: HubRig) -> None:
    assert rig.client.get("/api/start").status_code == 204, "a browser complains of a 404"


def test_standings_are_there_for_a_hub_that_was_started_anew() -> None:
    meeting, over = Meeting(), announced(winners=("gray",))
    meeting.exchange().leave("one", Left(over.game_id, result_of(over).text(), 0.0))
    rig = HubRig(meeting)
    assert rig.hall()["evening"]["games"] == 1
    rig.close()


def test_close_up_is_asked_for_by_those_who_look(rig: HubRig) -> None:
    table = rig.meeting.exchange()
    tell(table, announced())
    until(lambda: "one" in rig.hall()["tables"])
    nothing = {"board": None, "game": None, "game_id": None, "revision": None, "drawn": True}
    assert rig.client.get("/api/tables/one").json() == nothing
    assert table.tell("one", b"{}"), "the table learns that somebody looks"
    table.show("one", b'{"board": {}, "game": {"ship": "riga"}, "game_id": "one-1", "revision": 7, "more": 1}')
    assert rig.client.get("/api/tables/one").json() == {
        "board": {},
        "game": {"ship": "riga"},
        "game_id": "one-1",
        "revision": 7,
        "drawn": True,
    }
    for nonsense in (
        b"\xff",
        b"[1]",
        b'{"board": 1, "game": "x", "revision": "7"}',
        b'{"game": {"x": NaN}}',
        b'{"game": {"x": 1e999}}',
    ):
        table.show("one", nonsense)
        assert rig.client.get("/api/tables/one").json() == nothing
    table.show("one", b'{"game_id": "\\ud800"}')
    assert b'"\\ud800"' in rig.client.get("/api/tables/one").content, "half a letter, and still an answer"


class Frozen:
    """A meeting place that close-ups are asked of in vain, until it is let go."""

    def __init__(self) -> None:
        self.meeting, self.asked = Meeting(), 0
        self.is_free = threading.Event()
        self._counting = threading.Lock()

    def exchange(self) -> Exchange:
        frozen = self

        class Asked(Exchange):
            def detail(self, table_id: str) -> bytes | None:
                with frozen._counting:
                    frozen.asked += 1
                frozen.is_free.wait(PATIENCE_S)
                raise Away(f"{table_id} is frozen")

        return Asked("redis://frozen", connect=self.meeting.client, prefix=self.meeting.prefix)


def test_close_ups_that_the_server_does_not_give_hold_up_nobody_else() -> None:
    frozen = Frozen()
    rig = HubRig(frozen.meeting, frozen.exchange)
    tell(frozen.meeting.exchange(), announced())
    until(lambda: "one" in rig.hall()["tables"])
    with ThreadPoolExecutor(60) as pool:
        answers = [pool.submit(httpx.get, f"{rig.hub.address}api/tables/one", timeout=PATIENCE_S) for _ in range(60)]
        try:
            until(lambda: frozen.asked == MOST_ASKING)
            assert rig.client.get("/hub/app.js").status_code == 200, "files come by threads too"
            # A table that has not spoken for a while, as on a busy machine, is forgotten.
            tell(frozen.meeting.exchange(), announced())
            until(lambda: "one" in rig.hall()["tables"])
            rig.hub.hall.trouble = "away"
            assert rig.client.get("/api/tables/one").json() == {"error": "away", "reason": "away"}
        finally:
            frozen.is_free.set()
        assert {answer.result().status_code for answer in answers} == {503}
    assert frozen.asked == MOST_ASKING, "whoever queued was told at once"
    rig.close()


def test_name_that_is_half_a_letter_does_not_spoil_the_page(rig: HubRig) -> None:
    table, over = rig.meeting.exchange(), announced("odd", winners=("gray",))
    table.tell("odd", format_announcement(over).replace(b'"Anna"', b'"\\ud800"'))
    tell(table, announced("sane"))
    until(lambda: "sane" in rig.hall()["tables"])
    assert list(rig.hall()["tables"]) == ["sane"]


def test_table_that_is_not_there_is_not_found_and_nothing_is_asked_of_the_server(rig: HubRig) -> None:
    answer = rig.client.get("/api/tables/nobody")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    with rig.meeting.client() as client:
        assert client.keys(f"{rig.meeting.prefix}:looks:*") == []


def test_game_that_the_hub_cannot_draw_is_told_all_the_same(rig: HubRig) -> None:
    tell(rig.meeting.exchange(), announced(game="pearls"))
    until(lambda: "one" in rig.hall()["tables"])
    assert rig.client.get("/api/tables/one").json()["drawn"] is False


@pytest.mark.parametrize("path", ["/", "/hub/app.js", "/words/it.json", "/static/dom.js", "/games/hansa/main.js"])
def test_files_of_the_page_are_there_with_the_pages_own_policy(rig: HubRig, path: str) -> None:
    answer = rig.client.get(path)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_strangers_are_refused(rig: HubRig) -> None:
    assert rig.client.get("/", headers={"Host": "evil.example"}).status_code == 403
    assert rig.client.get("/api/nothing").status_code == 404
    assert rig.client.get("/api/events?lang=xx").status_code == 422
    for path in ("/api/hall", "/api/tables/one", "/"):
        answer = rig.client.post(path, json={}, headers={"Origin": rig.hub.address.rstrip("/")})
        assert answer.status_code == 405, "nothing can be changed here"


def test_words_with_line_breaks_cannot_forge_a_message(rig: HubRig) -> None:
    reason = 'no\n\nevent: state\ndata: {"number": 99}\n\n'
    with rig.events() as events:
        next(events)
        tell(rig.meeting.exchange(), announced(refusals=(Refused(reason, "", 0.0),)))
        name, change = next(each for each in events if each[0] != "beat")
        assert name == "change"
        assert change["changes"]["tables"]["merge"]["one"]["table"]["refusals"][0]["reason"] == reason


def test_close_ends_every_connection() -> None:
    rig = HubRig(Meeting())
    with rig.events() as events:
        next(events)
        closing = threading.Thread(target=rig.hub.close)
        closing.start()
        assert all(name == "beat" for name, _ in events)
        closing.join(PATIENCE_S)
    rig.client.close()
    assert not closing.is_alive()
