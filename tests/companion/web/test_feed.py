"""The feed: differences, numbers, bounded queues, and a table that never waits."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message

from companion.table.table import Table
from companion.web import feed as feeds
from companion.web.feed import Feed, Snapshot, difference
from companion.web.live import WAITING, Events, Full
from tests.kit.waiting import PATIENCE_S
from tests.toygame.table.pearlstable import PearlsTable

VIEW = Table(PearlsTable(), {}, Random(1)).view


def _snapshot(revision: int) -> Snapshot:
    return Snapshot("game", revision, VIEW)


def _describe(snapshot: Snapshot, language: str) -> dict[str, Any]:
    return {"revision": snapshot.revision, "language": language, "log": list(range(snapshot.revision))}


def _feed() -> Feed:
    feed = Feed(_describe, lambda: 0.0)
    feed.open()
    feed.publish(_snapshot(1))
    return feed


def _read(message: bytes | None) -> tuple[str, dict[str, Any]]:
    assert message is not None
    event, data = message.decode().strip().split("\n")
    return event.removeprefix("event: "), json.loads(data.removeprefix("data: "))


documents = st.dictionaries(
    st.sampled_from(["log", "plot", "game", "table"]), st.one_of(st.lists(st.integers(0, 3), max_size=6), st.none())
)


@given(documents, documents)
def test_difference_applied_gives_the_document(before: dict[str, Any], after: dict[str, Any]) -> None:
    told = dict(before)
    for key, value in difference(before, after).items():
        grows = isinstance(value, dict)
        told[key] = [*told[key][: value["keep"]], *value["add"]] if grows else value
    assert {key: told[key] for key in after} == after


def test_client_gets_everything_and_then_what_changed() -> None:
    async def watch() -> list[tuple[str, dict[str, Any]]]:
        feed = _feed()
        client = feed.join("it")
        told = [_read(await client.next())]
        feed.publish(_snapshot(2))
        told.append(_read(await client.next()))
        feed.close()
        return told

    (first, state), (then, change) = asyncio.run(watch())
    assert (first, state["document"]) == ("state", {"revision": 1, "language": "it", "log": [0]})
    assert (then, change["number"]) == ("change", state["number"] + 1)
    assert change["changes"] == {"revision": 2, "log": {"keep": 1, "add": [1]}}


def test_scenes_in_quick_succession_make_one_message() -> None:
    async def watch() -> dict[str, Any]:
        feed = _feed()
        client = feed.join("en")
        await client.next()
        for revision in range(2, 6):
            feed.publish(_snapshot(revision))
        told = _read(await client.next())[1]
        feed.close()
        return told

    assert asyncio.run(watch())["changes"]["revision"] == 5


def test_client_that_does_not_read_is_dropped_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "GATHER_S", 0.0)

    async def watch() -> tuple[bool, int, int]:
        feed = _feed()
        slow, quick = feed.join("en"), feed.join("en")
        dropped = asyncio.Event()
        slow.on_drop = dropped.set
        read = 0
        for revision in range(2, WAITING + 10):
            feed.publish(_snapshot(revision))
            await quick.next()
            read += 1
        await asyncio.wait_for(dropped.wait(), PATIENCE_S)
        feed.close()
        return slow.dropped, feed.watching, read

    assert asyncio.run(watch()) == (True, 1, WAITING + 8)


def test_more_clients_than_there_is_room_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.live.MOST_CLIENTS", 2)

    async def join() -> None:
        feed = _feed()
        try:
            for _ in range(3):
                feed.join("en")
        finally:
            feed.close()

    with pytest.raises(Full):
        asyncio.run(join())


def test_table_thread_that_is_held_up_while_it_publishes_is_still_heard_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feeds, "GATHER_S", 3600.0)  # nothing is told but what is told at once

    async def watch() -> None:
        feed = _feed()
        client = feed.join("en")
        _read(await client.next())

        def told_at_once(gather: Any) -> None:
            """Let the page's thread tell the snapshot before the table's thread, that asked for it, goes on."""
            feed._spread()

        monkeypatch.setattr(asyncio.get_running_loop(), "call_soon_threadsafe", told_at_once)
        feed._spread()  # what is due already
        feed.publish(_snapshot(2))
        feed.publish(_snapshot(3))
        told = [_read(await client.next())[1]["changes"]["revision"] for _ in range(2)]
        assert told == [2, 3]
        feed.close()

    asyncio.run(asyncio.wait_for(watch(), PATIENCE_S))


def test_publishing_with_nobody_listening_does_nothing() -> None:
    feed = Feed(_describe, lambda: 0.0)
    feed.publish(_snapshot(1))
    assert feed.document("en")["revision"] == 1


def test_stream_that_is_stuck_in_sending_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "GATHER_S", 0.0)

    async def watch() -> int:
        feed = _feed()
        stuck, sent = asyncio.Event(), asyncio.Event()

        async def receive() -> Message:
            await asyncio.Event().wait()
            raise AssertionError("nobody comes")

        async def send(message: Message) -> None:
            if message["type"] == "http.response.body":
                sent.set()
                await stuck.wait()

        scope = {"type": "http", "query_string": b"lang=en"}
        stream = asyncio.create_task(Events(feed, ("en",))(scope, receive, send))
        await sent.wait()
        revision = 1
        while not stream.done():
            revision += 1
            feed.publish(_snapshot(revision))
            await asyncio.sleep(0)
        feed.close()
        return feed.watching

    assert asyncio.run(asyncio.wait_for(watch(), PATIENCE_S)) == 0
