"""A whole board kit on the bench: the firmware on simulated chips, a pty, and the host's real link."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import pytest

import firmware
from hardware.kit.connections import Kit
from hardware.kit.connections import Pico as PicoKit
from hardware.pico.pico import Pico
from hardware.pico.session import Phase
from hardware.ports import Crowded, Event, HealthChanged, TagLeft, TagRested
from hardware.simulated.micropython_cpython import InProcessPico
from hardware.simulated.micropython_node import NodePico
from hardware.simulated.micropython_world import PicoWorld
from hardware.simulated.rp2040_node import EmulatedPico
from hardware.simulated.serial_line import SerialLine
from tests.kit.kits import hansa_kit
from tests.needs import is_emulated

SLICE_S = 0.005
FILES = Path(firmware.__file__).parent


class SimulatedPico(Protocol):
    starts: int

    def run(self, seconds: float) -> None: ...

    def power_on(self) -> None: ...

    def close(self) -> None: ...


Maker = Callable[[PicoWorld, SerialLine, Path], SimulatedPico]
MAKERS: dict[str, Maker] = {"cpython": InProcessPico, "micropython": NodePico, "rp2040": EmulatedPico}


def with_emulated() -> list[Any]:
    """Return the names of all makers, for `params`."""
    emulated = pytest.param("rp2040", marks=[pytest.mark.micropython, pytest.mark.slow])
    names: list[Any] = ["cpython", pytest.param("micropython", marks=pytest.mark.micropython)]
    return names + [emulated] * is_emulated()


def board_kit() -> tuple[Kit, PicoKit]:
    return kit_with_pico("board")


def kit_with_pico(name: str) -> tuple[Kit, PicoKit]:
    kit = hansa_kit(name)
    assert kit.pico is not None
    return kit, kit.pico


def install(flash: Path) -> None:
    """Put the very files of the firmware where the Pico finds them."""
    (flash / "firmware").mkdir(parents=True)
    for file in FILES.glob("*.py"):
        if file.name != "main.py":
            shutil.copy(file, flash / "firmware")
    shutil.copy(FILES / "main.py", flash)


class Rig:
    def __init__(self, folder: Path, maker: Maker, *, installed: bool = True, kit: str = "board") -> None:
        self.kit, self.pico_kit = kit_with_pico(kit)
        self.flash = folder / "flash"
        self.flash.mkdir()
        if installed:
            install(self.flash)
        self.world = PicoWorld(self.pico_kit.selects, reset=self.pico_kit.reset)
        self.line = SerialLine(folder)
        self.pico = maker(self.world, self.line, self.flash)
        self.events: list[Event] = []
        self._nonces = count(1)
        self.host = self.new_host()

    def new_host(self) -> Pico:
        """A host that has just started, and knows nothing."""
        return Pico(
            self.pico_kit,
            self.kit.times,
            port=self.line.host_path,
            clock=self.world.clock,
            nonce=lambda: next(self._nonces),
            threaded=False,
        )

    def __enter__(self) -> Rig:
        self.host.readers.open(self.events.append)
        self.host.lamps.open(self.events.append)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.host.readers.close()
        self.host.lamps.close()
        self.pico.close()
        self.line.close()

    def run(self, seconds: float) -> None:
        """Let virtual time pass on both ends."""
        until = self.world.clock() + seconds
        while self.world.clock() < until:
            self.pico.run(SLICE_S)
            self.line.pump()
            self.host.step()
            self.line.pump()

    def run_until(self, condition: Callable[[], bool], *, within_s: float = 30.0) -> float:
        """Let virtual time pass until something holds; tell how long that took."""
        began = self.world.clock()
        while not condition():
            assert self.world.clock() < began + within_s, f"not within {within_s} s; {self.events[-5:]}"
            self.run(SLICE_S)
        return self.world.clock() - began

    def go_live(self) -> None:
        self.run_until(lambda: self.host.phase is Phase.LIVE)

    def come_back(self) -> None:
        """Let the link notice that it broke, and mend."""
        self.run_until(lambda: not self.is_live())
        self.run_until(self.is_live)

    def is_live(self) -> bool:
        return self.host.phase is Phase.LIVE

    def tag_events(self) -> list[tuple[str, str, str]]:
        names = {TagRested: "rested", TagLeft: "left"}
        return [
            (names[type(event)], event.source, event.uid)
            for event in self.events
            if isinstance(event, TagRested | TagLeft)
        ]

    def crowds(self) -> list[Crowded]:
        return [event for event in self.events if isinstance(event, Crowded)]

    def health_events(self, source: str) -> list[HealthChanged]:
        return [event for event in self.events if isinstance(event, HealthChanged) and event.source == source]

    def colour(self, lamp: str) -> tuple[int, int, int]:
        return self.world.lamps(self.pico_kit.strip.colour_order)[self.pico_kit.strip.pixels.index(lamp)]
