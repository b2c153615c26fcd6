"""The hub's feed: however much is heard, whoever watches gets few messages, and misses nothing that counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from companion.hub import hall_feed
from companion.hub.announcement import Announcement, Obstacle, Player, format_announcement
from companion.hub.evening import MOST_ROWS
from companion.hub.hall import STUCK_S, Announced, Gone, Hall, Lives
from companion.hub.hall_feed import HallFeed
from companion.web.live import Client, Full
from tests.kit.meeting import announced


def told(announcement: Announcement) -> Announced:
    return Announced(announcement, format_announcement(announcement).decode())


class Watching:
    """A feed in a loop of its own, and one who watches."""

    def __init__(self) -> None:
        self.now = 0.0
        self.hall = Hall()
        self.feed = HallFeed(self.hall, lambda: self.now, {})

    def run(self, scene: Callable[[Client], Awaitable[None]]) -> None:
        async def play() -> None:
            self.feed.open()
            client = self.feed.join("en")
            assert (await self.next(client))[0] == "state"
            try:
                await scene(client)
            finally:
                self.feed.close()

        asyncio.run(play())

    async def next(self, client: Client) -> tuple[str, Any]:
        """Return the next message that is not a mere beat."""
        while True:
            message = await asyncio.wait_for(client.next(), 90)
            assert message is not None
            event, data = message.decode().removesuffix("\n\n").split("\n")
            if event != "event: beat":
                return event.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_many_moves_within_a_moment_make_one_message() -> None:
    watching = Watching()

    async def scene(client: Client) -> None:
        for number in range(1, 51):
            watching.feed.hear([told(announced(f"t{number % 10}", number=number, revision=number))])
        _, change = await watching.next(client)
        merged = change["changes"]["tables"]["merge"]
        assert {entry["table"]["revision"] for entry in merged.values()} == set(range(41, 51))

    watching.run(scene)


def test_listener_that_is_held_up_while_it_tells_is_still_heard_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    watching = Watching()
    monkeypatch.setattr(hall_feed, "SOON_S", 3600.0)  # nothing is told but what is told at once

    async def scene(client: Client) -> None:
        # The page's thread takes it in before the listener's thread, that asked for it, goes on.
        monkeypatch.setattr(asyncio.get_running_loop(), "call_soon_threadsafe", lambda _: watching.feed._spread())
        watching.feed._spread()  # what is due already
        for revision in (1, 2):
            watching.feed.hear([told(announced("one", revision=revision))])
            _, change = await watching.next(client)
            (entry,) = change["changes"]["tables"]["merge"].values()
            assert entry["table"]["revision"] == revision

    watching.run(scene)


ONE = announced(revision=98)
ENDED = announced(revision=99, winners=("gray",))
NEXT = announced(revision=1, game_id="one-2")


@pytest.mark.parametrize(
    ("heard", "revision", "games"),
    [
        ([told(ONE), told(ENDED), told(NEXT)], 1, 1),
        ([told(ENDED), Lives("one", 1.0), told(NEXT)], 1, 1),
        ([told(ENDED), Gone("one"), told(NEXT)], 1, 1),
        ([told(ONE), Lives("one", 0.0)], 98, 0),
        ([Lives("one", 0.0), told(ONE)], 98, 0),
        ([told(ENDED), told(ONE)], 98, 0),
    ],
)
def test_what_waits_is_the_newest_but_an_ended_game_is_never_lost(
    heard: Sequence[Any], revision: int, games: int
) -> None:
    watching = Watching()

    async def scene(client: Client) -> None:
        for one in heard:
            watching.feed.hear([one])
        await watching.next(client)
        assert watching.hall.tables["one"].announcement.revision == revision
        assert watching.hall.evening.games == games

    watching.run(scene)


def test_table_that_goes_before_anybody_heard_of_it_is_not_told() -> None:
    watching = Watching()

    async def scene(client: Client) -> None:
        watching.feed.hear([told(ONE)])
        watching.feed.hear([Gone("one")])
        watching.feed.hear([told(announced("two"))])
        _, change = await watching.next(client)
        assert list(change["changes"]["tables"]["merge"]) == ["two"]

    watching.run(scene)


def test_help_that_is_needed_by_now_is_told_though_nobody_spoke() -> None:
    watching = Watching()

    async def scene(client: Client) -> None:
        watching.feed.hear([told(announced(trouble=Obstacle("No!", STUCK_S - 5)))])
        _, change = await watching.next(client)
        assert change["changes"]["tables"]["merge"]["one"]["help"] == []
        watching.now += 6
        _, change = await watching.next(client)
        entry = change["changes"]["tables"]["merge"]["one"]
        assert (entry["help"], entry["told_s"]) == (["stuck"], 6.0)

    watching.run(scene)


def test_browsers_get_the_first_rows_of_the_standings_and_how_many_there_are() -> None:
    watching = Watching()

    async def scene(client: Client) -> None:
        people = [Player("gray", f"p{number}", True, number) for number in range(MOST_ROWS + 5)]
        watching.feed.hear(
            [told(announced(f"t{number}", winners=("gray",), players=(each,))) for number, each in enumerate(people)]
        )
        _, change = await watching.next(client)
        evening = change["changes"]["evening"]
        (ranking,) = evening["rankings"]
        assert (evening["games"], ranking["people"], ranking["title"]) == (MOST_ROWS + 5, MOST_ROWS + 5, "Hansa")
        assert [row["points"] for row in ranking["rows"]] == list(range(MOST_ROWS + 4, 4, -1))

    watching.run(scene)


def test_client_that_does_not_keep_up_is_dropped() -> None:
    watching = Watching()

    async def scene(client: Client) -> None:
        slow = watching.feed.join("en")
        for number in range(1, 100):
            watching.feed.hear([told(announced(number=number, revision=number))])
            watching.feed._spread()
            if number < 20:
                await watching.next(client)
            else:
                while not client._waiting.empty():
                    await client.next()
        assert slow.dropped
        assert watching.feed.watching == 1

    watching.run(scene)


def test_feed_has_room_for_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.live.MOST_CLIENTS", 1)
    watching = Watching()

    async def scene(client: Client) -> None:
        with pytest.raises(Full):
            watching.feed.join("en")
        watching.feed.leave(client)
        watching.feed.join("en")

    watching.run(scene)
