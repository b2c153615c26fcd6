"""A companion with its page, as in life: the daemon in a thread, the page in another, HTTP over loopback."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any
from unittest.mock import patch

import httpx

from companion.assembly.compose import Composed
from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.service import Service
from companion.config.parsing import load_config
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.shelf.shelf import first_game, open_box
from companion.web import asking
from companion.web.assemble import make_bench, make_page
from companion.web.feed import Feed
from companion.web.page import Page
from companion.web.server import Server
from hardware.simulated.soft_table import SoftTable
from tests.kit.waiting import PATIENCE_S, PAUSE_S

# Readers that answer at once, so that a test need not wait for pieces to come to rest.
AT_ONCE = """
[times]
settle_ms = 0
leave_ms = 100
leave_polls = 1
lapse_ms = 0
"""
CONFIG = """
format = 1
kit = "{kit}"
{journal}
{times}
[trace]
keep = false
[web]
{web}
"""


def close_clients(feed: Feed) -> None:
    """End every connection that a page has, as when the line breaks; from any thread."""
    feed._call(feed._clients.end)


@dataclass
class PageRig:
    """A running companion, and a browser's way to talk to it."""

    composed: Composed
    page: Page
    client: httpx.Client
    table: SoftTable  # what hands reach for

    @property
    def origin(self) -> str:
        return str(self.client.base_url).rstrip("/")

    @property
    def server(self) -> Server:
        """What serves the page at its port."""
        server = self.page._server
        assert isinstance(server, Server)
        return server

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Post as the page's own script does."""
        given = {"Origin": self.origin, "Content-Type": "application/json"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        return self.client.post(path, content=content, headers={name: v for name, v in given.items() if v})

    def state(self, language: str = "en") -> dict[str, Any]:
        told: dict[str, Any] = self.client.get(f"/api/state?lang={language}").json()
        return told

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the table is as wanted."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds(state := self.state()):
            assert time.monotonic() < deadline, state["table"]
            time.sleep(PAUSE_S)
        return state

    def choose(self, line: int = 0) -> httpx.Response:
        """Choose a line of the dialog that is open."""
        return self.post("/api/choose", {"dialog": self.state()["table"]["dialog"]["id"], "line": line})

    def begin(self) -> dict[str, Any]:
        """Begin a game of two, read what is told at its beginning, and turn no marker over."""
        if self.state()["about"]["virtual"]:
            self.post("/api/virtual/robots", {"skills": {}, "deals": False})
        for _ in ("seats", "seats", "seats", "start", "goods"):
            self._answer()
        self.read_all()
        return self.until(_is_at_rest)

    def begin_if_needed(self) -> None:
        """Have a game that waits for a marker."""
        if self.state()["game"] is None:
            self.begin()

    def _answer(self) -> None:
        """Choose the first line, unless robots were quicker, and wait until something else is asked."""
        asked = self.state()["table"]["dialog"]["id"]
        answer = self.post("/api/choose", {"dialog": asked, "line": 0})
        assert answer.status_code == 200 or answer.json()["error"] == "stale", answer.text
        self.until(lambda state: bool(state["table"]["dialog"]["id"] != asked))

    def read_all(self) -> dict[str, Any]:
        """Press ok until nothing is told any more."""
        while self.state()["table"]["dialog"]["kind"] == "notice":
            self._answer()
        return self.state()


def go_on(rig: PageRig) -> None:
    """Answer whatever is asked after a start, until the game goes on."""
    while (dialog := rig.state()["table"]["dialog"])["name"] != "home":
        rig.choose()
        rig.until(lambda state, asked=dialog["id"]: bool(state["table"]["dialog"]["id"] != asked))  # type: ignore[misc]


def _is_at_rest(state: dict[str, Any]) -> bool:
    """Return whether the helpful hands of a virtual table have brought the ship, and its reader has seen it."""
    place = f"city.{state['game']['ship']}"
    if place not in state.get("bench", {}).get("readers", ()):
        return True
    return bool(state["bench"]["lying"].get("ship") == place and "ship" not in state["unseen"].get(place, {}))


def _first(made: queue.Queue[Page], thread: threading.Thread) -> Page:
    """Wait for the page; no longer than the companion lives that is to make it."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return made.get(timeout=0.2)
        except queue.Empty:
            assert thread.is_alive(), "the companion has ended without a page"
            assert time.monotonic() < deadline, "the companion makes no page"


@contextmanager
def page_rig(
    folder: Path,
    *,
    kit: str = "board",
    is_virtual: bool = True,
    pace_s: float = 0.02,
    is_first: bool = False,
    web: str = "",
    game: str = "",
    journal: str = "",
    begins: bool = True,
    times: str = AT_ONCE,
) -> Iterator[PageRig]:
    """Start a companion on a simulated table; with a real one's page where it is not virtual.

    Unless it is the first start, somebody has said that the board is right. It goes on with the game played last, or
    is laid out for the kind that is named: for a new game, or to go on with the one played last. With empty `times`
    its readers are as slow as those of the kit.
    """
    folder.mkdir(exist_ok=True)
    box = open_box(game or first_game())
    if not is_first:
        copyfile(box.shipped_boards[next(reversed(tuple(box.shipped_boards)))], folder / box.board_file)
    copy = f'journal = "{journal}"' if journal else ""
    (folder / "hansa.toml").write_text(CONFIG.format(kit=kit, web=web, journal=copy, times=times))
    config = load_config(str(folder / "hansa.toml"), {"state": str(folder)}, environment={"HOME": str(folder)})
    real_kit = configured_kit(config, box.id)
    table = simulated_table(real_kit, clock=time.monotonic)
    made: queue.Queue[Page] = queue.Queue()

    def make_attendant(composed: Composed) -> Page:
        bench = make_bench(table, real_kit, composed.pieces, kit) if is_virtual else None
        page = make_page(config, composed, bench=bench, port=0, pace_s=pace_s)
        made.put(page)
        return page

    service = Service(
        config,
        simulated_devices(table),
        sitting=Sitting(game, begins=begins) if game else NEWEST,
        invents_pieces=True,
        asks=False,
        make_attendant=make_attendant,
        farewell_s=0.0,
    )
    thread = threading.Thread(target=service.serve)
    thread.start()
    try:
        page = _first(made, thread)
        page.wait()
        assert service.composed
        with (
            patch.object(asking, "PATIENCE_S", PATIENCE_S),  # a busy machine is not what these tests are about
            httpx.Client(base_url=page.address, timeout=PATIENCE_S) as client,
        ):
            yield PageRig(service.composed, page, client, table)
    finally:
        service.stop()
        thread.join()
