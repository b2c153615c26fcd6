"""`hansa-companion run` with the USB kit, as its owner starts it: real pcscd, real pyscard, a card, the page."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.companion import start
from tests.kit.processes import running
from tests.kit.virtual_reader import PART, VirtualReader, pyscard_folder
from tests.kit.waiting import PATIENCE_S, until

pytestmark = [pytest.mark.process, pytest.mark.network, pytest.mark.needs("/usr/sbin/pcscd", "root")]

STRANGER = "04a1b2c3d4e580"
REFUSED = "This tag is not one of the pieces."


@pytest.fixture
def virtual(tmp_path: Path) -> Iterator[VirtualReader]:
    virtual = VirtualReader(tmp_path)
    yield virtual
    virtual.stop()


@pytest.fixture
def port() -> Iterator[int]:
    """Let the system choose a port, and keep it from everybody who does not ask for this very one."""
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # bound and not listening: the page may listen
        keeper.bind(("127.0.0.1", 0))
        yield keeper.getsockname()[1]


class Visitor:
    """A browser on the machine itself."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def faults(self) -> list[str]:
        return [fault["reason"] for fault in self._table()["faults"]]

    def shown(self) -> list[str]:
        """Return what the dialog says that is open, row by row."""
        return [row.get("text", "") for row in (self._table()["dialog"] or {"rows": ()})["rows"]]

    def _table(self) -> Any:
        return self._client.get("/api/state?lang=en").json()["table"]


def test_card_on_the_reader_is_seen_on_the_page_and_a_service_that_ends_is_told(
    virtual: VirtualReader, port: int, tmp_path: Path
) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.close()
    (tmp_path / "pieces.toml").write_text('format = 1\n[pieces]\n"04ffffffffff80" = "ship"\n')
    config, log = tmp_path / "config.toml", tmp_path / "log"
    config.write_text(f'format = 1\nkit = "usb"\nusb_reader = "{PART}"\nstate = "{tmp_path}"\n[web]\nport = {port}\n')
    env = {**os.environ, "PCSCLITE_CSOCK_NAME": str(virtual.socket), "PYTHONPATH": str(pyscard_folder())}
    command = [sys.executable, "-m", "companion", "run", "--config", str(config)]
    virtual.start()
    with (
        log.open("wb") as output,
        running(command, env=env, stdout=output, stderr=subprocess.STDOUT, cwd=Path(__file__).parents[3]) as service,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as client,
    ):
        until(lambda: "the page is at" in log.read_text() or service.poll() is not None)
        assert service.poll() is None, log.read_text()
        visitor = Visitor(client)
        assert REFUSED not in visitor.shown()
        card = virtual.put(STRANGER)
        until(lambda: REFUSED in visitor.shown())
        card.lift()
        virtual.stop()
        until(lambda: visitor.faults() == ["pcscd does not run"])
        virtual.start()
        until(lambda: visitor.faults() == [])
        service.send_signal(signal.SIGTERM)
    assert service.returncode == 0
