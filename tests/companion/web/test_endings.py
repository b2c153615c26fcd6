"""A page that dies: the table plays on, says so, and the page comes back on its own address."""

from __future__ import annotations

import asyncio
import gc
import socket
from contextlib import suppress
from typing import Any

import httpx
import pytest

from companion.web import feed as feeds
from companion.web.feed import Feed, Snapshot, take
from companion.words.say import untranslated
from tests.kit.page import PageRig, close_clients
from tests.kit.waiting import PATIENCE_S, until

pytestmark = pytest.mark.network


def _kill(rig: PageRig) -> None:
    """End the page's thread by an error in its loop."""
    server = rig.server
    serving = server._server
    assert serving

    async def die(_: int) -> bool:
        raise OSError("too many open files")

    vars(serving)["on_tick"] = die


def test_page_that_ends_comes_back_on_its_address_and_the_table_plays_on(
    real: PageRig, caplog: pytest.LogCaptureFixture
) -> None:
    daemon, part = real.composed.daemon, real.server.part
    pin = real.page.pairing.show_pin()
    assert real.post("/api/pair", {"pin": pin}).status_code == 200
    _kill(real)
    until(lambda: part.failure is not None)
    shown = daemon.showing.count
    daemon.put(lambda _: daemon.speak(untranslated))  # the table shows something while there is no page
    until(lambda: daemon.showing.count > shown)
    until(lambda: part.restarts == 1 and not part.trouble)
    real.client.close()
    with httpx.Client(base_url=real.client.base_url, cookies=real.client.cookies, timeout=90) as client:
        told = client.get("/health").json()
        assert told["parts"]["page"] == {"trouble": "", "restarts": 1}
        assert client.get("/api/me").json()["may_control"]
        assert client.get("/api/state").json()["table"]
    assert "too many open files" in caplog.text


@pytest.mark.parametrize("turns", range(6))
def test_caller_who_comes_in_as_the_page_ends_is_hung_up_on_and_not_left_waiting(real: PageRig, turns: int) -> None:
    callers: list[socket.socket] = []
    part, serving = real.server.part, real.server._server
    assert serving

    async def die(_: int) -> bool:
        callers.append(socket.create_connection(("127.0.0.1", real.page.port), PATIENCE_S))
        for _ in range(turns):  # of the loop, in each of which the caller is let in a little further
            await asyncio.sleep(0)
        raise OSError("too many open files")

    gc.disable()  # it would find the connection one day, and hang up
    try:
        vars(serving)["on_tick"] = die
        until(lambda: part.failure is not None)
        with callers[0] as caller:
            caller.settimeout(PATIENCE_S)
            with suppress(ConnectionResetError):
                assert caller.recv(1) == b""
    finally:
        gc.enable()


def test_snapshot_for_a_page_that_has_ended_is_left_without_a_word(real: PageRig) -> None:
    snapshot = take(real.composed.daemon)
    described: list[Snapshot] = []

    def describe(shown: Snapshot, _: str) -> dict[str, Any]:
        described.append(shown)
        return {}

    feed = Feed(describe, lambda: 0.0)

    async def live() -> None:
        feed.open()

    asyncio.run(live())  # ended without being closed, as by an error
    feed.publish(snapshot)
    close_clients(feed)
    assert feed.snapshot is snapshot

    async def live_again() -> None:
        feed.open()
        feed.join("en")
        feed.publish(snapshot)
        await asyncio.sleep(3 * feeds.GATHER_S)
        feed.close()

    asyncio.run(live_again())
    assert described
