"""A companion that runs by itself, in real time."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.assembly.service import Service
from companion.config.settings import Config
from companion.errors import UserError
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from hardware.ports import Frame
from tests.kit.lean import BOARD, WatchedScreen, configured
from tests.kit.waiting import PATIENCE_S


class Live:
    """A companion that runs by itself, and whose screen tells what it shows."""

    def __init__(self, state: Path, *, board: str = str(BOARD), **given: object) -> None:
        self.config: Config = configured(state, board=board)
        self.table = simulated_table(configured_kit(self.config))
        self.frames: list[Frame] = []
        self.news = threading.Condition()
        screen = WatchedScreen(self._shown)
        devices = simulated_devices(self.table)._replace(screen=screen)
        self.service = Service(self.config, devices, retry_s=0.01, farewell_s=0.0, **given)  # type: ignore[arg-type]
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._serve)

    def _shown(self, frame: Frame) -> None:
        with self.news:
            self.frames.append(frame)
            self.news.notify_all()

    def _serve(self) -> None:
        try:
            self.service.serve()
        except UserError as error:
            self.error = error

    def begin(self, frames: int) -> None:
        """Start, and wait until this many frames were shown."""
        self.thread.start()
        self.wait(frames)

    def wait(self, frames: int) -> None:
        with self.news:
            assert self.news.wait_for(
                lambda: len(self.frames) >= frames or not self.thread.is_alive(), timeout=PATIENCE_S
            )

    def end(self) -> None:
        self.service.stop()
        self.thread.join(timeout=PATIENCE_S)
        assert not self.thread.is_alive()
