"""A screen and devices for a process that watches which modules are loaded: imports nothing that `run` does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.config.parsing import load_config
from companion.config.settings import Config
from companion.running.devices import Devices, configured_kit, simulated_devices, simulated_table
from hardware.ports import Frame, Health, Sink

# The newest, and named, so that nobody is asked at the first start whether it is right.
BOARD = max((Path(__file__).parents[2] / "companion" / "games" / "hansa" / "board_files").glob("*.toml"))


class WatchedScreen:
    """A screen that tells of every frame."""

    size = (128, 64)
    health: Mapping[str, Health] = MappingProxyType({})

    def __init__(self, on_show: Callable[[Frame], None]) -> None:
        self._on_show = on_show
        self.opened = self.closed = 0

    def open(self, sink: Sink) -> None:
        self.opened += 1

    def close(self) -> None:
        self.closed += 1

    def show(self, frame: Frame) -> None:
        self._on_show(frame)


def configured(state: Path, **overrides: str) -> Config:
    """Return the default configuration with a state folder of its own; its owner has looked at the board file."""
    environment = {"HOME": str(state / "home")}
    return load_config(
        None, {"state": str(state), "board": str(BOARD), **overrides}, environment=environment, here=state
    )


def devices_with(config: Config, screen: WatchedScreen) -> Devices:
    """Return simulated devices with another screen."""
    return simulated_devices(simulated_table(configured_kit(config)))._replace(screen=screen)
