"""A companion with the USB kit and a simulated reader, served as `run` does it: the page is its only screen."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from companion.assembly.attendants import make_attendants
from companion.assembly.loading import Sitting
from companion.assembly.service import Service
from companion.commands.run import besides, front_page
from companion.config.parsing import load_config
from companion.errors import UserError
from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.devices import PageScreen, configured_kit, simulated_devices, simulated_table
from companion.running.witness import GameEnds
from hardware.gpio.push_buttons import GpioButtons
from tests.kit.bad_game import AT
from tests.kit.lean import BOARD
from tests.kit.waiting import PATIENCE_S, until


class UsbTable:
    """A companion with the USB kit and a simulated reader, and a browser on the same machine."""

    def __init__(self, state: Path, port: int) -> None:
        file = state / "config.toml"
        file.write_text(
            f'format = 1\nkit = "usb"\nstate = "{state}"\nboard = "{BOARD}"\n[web]\nport = {port}\n', "utf-8"
        )
        config = load_config(str(file), {}, environment={"HOME": str(state)}, here=state)
        kit = configured_kit(config)
        devices = simulated_devices(simulated_table(kit))
        devices = devices._replace(screen=PageScreen(kit.screen_size), buttons=GpioButtons([], debounce_s=0.01))
        self.service = Service(
            config,
            devices,
            sitting=Sitting(),
            make_attendant=make_attendants(besides(config, GameEnds())),
            make_front_page=front_page(config),
            retry_s=0.05,
            farewell_s=0.0,
        )
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._serve)

    def _serve(self) -> None:
        try:
            self.service.serve()
        except UserError as error:
            self.error = error

    def get(self, path: str, wanted: Callable[[httpx.Response], bool]) -> httpx.Response:
        """Return the first answer that is as wanted; the page may not be up yet, or be exchanged for the next."""
        answers: list[httpx.Response] = []

        def comes() -> bool:
            assert self.thread.is_alive(), self.error
            try:
                answers.append(self.client.get(path))
            except httpx.TransportError:
                return False
            return wanted(answers[-1])

        until(comes)
        return answers[-1]

    def start_page(self, words: str) -> dict[str, Any]:
        """Wait until the page shows this before there is a table."""
        told = self.get("/api/start", lambda answer: answer.status_code == 200 and words in answer.text)
        return dict(told.json())

    def press(self, button: str = "ok", **headers: str) -> httpx.Response:
        origin = str(self.client.base_url).rstrip("/")
        given = {"Origin": origin, "Content-Type": "application/json", **headers}
        return self.client.post("/api/press", content=json.dumps({"button": button}), headers=given)

    def table(self) -> dict[str, Any]:
        """Wait for the page of the table itself, and return its state."""
        answer = self.get("/api/state?lang=en", lambda answer: answer.status_code == 200)
        return dict(answer.json())


@contextmanager
def usb_table(state: Path) -> Iterator[UsbTable]:
    with socket.socket() as keeper:  # keeps the port from everybody who does not ask for this very one
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        table = UsbTable(state, keeper.getsockname()[1])
        table.thread.start()
        try:
            yield table
        finally:
            table.service.stop()
            table.thread.join(PATIENCE_S)
            table.client.close()
            assert not table.thread.is_alive()


def write_unknown_game(state: Path) -> None:
    """Store an unfinished game of a kind that is not on the shelf."""
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.create("odd", "halma", "", AT)
    journal.append("odd", 1, Kind.SETUP, {"game": "halma"}, AT)
    journal.close()
