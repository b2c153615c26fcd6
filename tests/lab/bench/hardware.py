"""What the drivers cost, compared with the plain packages: transfers, bus time, bytes and processor time.

Counts and bus times come from simulated silicon and are the same in every run. Processor times are measured here
and now, on buses that take bytes and do nothing, so that only driver and library are in them.
"""

from __future__ import annotations

import logging
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from hardware.nfc.pad import NfcPad
from hardware.oled.oled import I2cLink, Oled, SpiLink
from hardware.ports import Frame
from hardware.simulated.clock import Air
from hardware.simulated.panel import Panel
from hardware.simulated.pi_modules import SimulatedPi
from hardware.simulated.reader_chip import ReaderChip

TraceFunction: TypeAlias = Callable[[FrameType, str, object], "TraceFunction"]

I2C_HZ, SPI_HZ = 400_000, 8_000_000
I2C_BYTE_S, SPI_BYTE_S = 9 / I2C_HZ, 8 / SPI_HZ  # eight bits, and on I2C the acknowledgement
TAGS = tuple(bytes((4, 0xA1, number, 0xC3, 0xD4, number, 0x80)) for number in range(8))


class PollCost(NamedTuple):
    """One poll of a reader: SPI transfers, time on the bus and time in all, and how many tags it found."""

    transfers: int
    bus_ms: float
    poll_ms: float
    found: int


class UpdateCost(NamedTuple):
    """One update of a screen: I2C transactions, bytes, time on the bus and processor time.

    The interpreter's steps are counted too, because they are the same in every run, however busy the machine is.
    """

    transactions: int
    wire_bytes: int
    bus_ms: float
    cpu_us: float
    steps: int


def pad_poll(tags: int) -> PollCost:
    """Measure one poll of the pad with this many seven-byte tags on it."""
    pi, air = SimulatedPi(), Air()
    with pi.installed():
        chip = pi.connect(ReaderChip(air))
        pad = NfcPad(clock=air.clock, sleep=air.clock.sleep, threaded=False)
        found: set[str] = set()
        pad.open(lambda event: found.add(getattr(event, "uid", "")))
        for uid in TAGS[:tags]:
            chip.field.put(uid)
        air.clock.sleep(pad.step() or 0.0)
        cost = _poll_cost(air, pad.step)
        for _ in range(20):
            air.clock.sleep(pad.step() or 0.0)
        pad.close()
    return cost._replace(found=len(found - {""}))


def package_poll(tags: int) -> PollCost:
    """Measure one poll of the mfrc522 package's own reader."""
    pi, air = SimulatedPi(), Air()
    log = logging.getLogger("mfrc522Logger")
    handlers = list(log.handlers)
    with pi.installed():
        from mfrc522 import SimpleMFRC522

        chip = pi.connect(ReaderChip(air), reset_pin=22)
        reader = SimpleMFRC522()
        air.clock.sleep(0.01)
        for uid in TAGS[:tags]:
            chip.field.put(uid)
        found: list[int | None] = []
        cost = _poll_cost(air, lambda: found.append(reader.read_id_no_block()))
    log.handlers[:] = handlers
    return cost._replace(found=len([uid for uid in found if uid is not None]))


def _poll_cost(air: Air, poll: Callable[[], object]) -> PollCost:
    transfers, bus_s, began = air.transfers, air.bus_s, air.clock()
    poll()
    return PollCost(air.transfers - transfers, 1e3 * (air.bus_s - bus_s), 1e3 * (air.clock() - began), 0)


def idle_cpu_percent(wall_s: float = 20.0, polls_per_s: int = 20) -> float:
    """Measure how much of one core polling an empty pad takes, in its own thread and in real time.

    The simulated chip's own work is in it, a real bus's system calls are not.
    """
    pi, air = SimulatedPi(), Air()

    def sleep(seconds: float) -> None:
        time.sleep(seconds)
        air.clock.sleep(seconds)

    with pi.installed():
        pi.connect(ReaderChip(air))
        pad = NfcPad(poll_s=1 / polls_per_s, sleep=sleep)
        pad.open(lambda _: None)
        time.sleep(0.5)
        cpu, wall = time.process_time(), time.perf_counter()
        time.sleep(wall_s)
        percent = 100 * (time.process_time() - cpu) / (time.perf_counter() - wall)
        pad.close()
    return percent


class _NoBus:
    """An I2C port or an SPI device that takes anything and does nothing."""

    def __init__(self, port: int = 0) -> None:
        self.port = port

    def open(self, bus: int, device: int) -> None:
        """Do nothing."""

    def writebytes(self, data: list[int]) -> None:
        """Take a transfer."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Take a block."""

    def i2c_rdwr(self, *messages: object) -> None:
        """Take a message."""

    def close(self) -> None:
        """Do nothing."""


@contextmanager
def _no_bus() -> Iterator[None]:
    with SimulatedPi().installed():
        sys.modules["smbus2"].__dict__["SMBus"] = _NoBus
        sys.modules["spidev"].__dict__["SpiDev"] = _NoBus
        yield


def updates() -> dict[str, tuple[Frame, Frame]]:
    """Return pairs of frames as a game shows them one after the other."""
    random = Random(5)
    page = bytes(random.getrandbits(8) for _ in range(1024))
    digit = page[:300] + bytes(byte ^ 0x7E for byte in page[300:306]) + page[306:]
    row = page[:256] + bytes(byte ^ 0xFF for byte in page[256:384]) + page[384:]
    other = bytes(byte ^ 0xFF for byte in page)
    frame = Frame(128, 64, page)
    return {
        "nothing": (frame, frame),
        "one digit": (frame, frame._replace(pages=digit)),
        "one row of 8 pixels": (frame, frame._replace(pages=row)),
        "everything": (frame, frame._replace(pages=other)),
    }


def oled_update(before: Frame, after: Frame, rounds: int = 300, *, on_spi: bool = False) -> UpdateCost:
    """Measure one update by the driver, over I2C or SPI."""
    pi = SimulatedPi()
    link: I2cLink | SpiLink = SpiLink(hz=SPI_HZ) if on_spi else I2cLink()
    with pi.installed():
        panel = Panel()
        if on_spi:
            pi.connect_spi_panel(panel, bus=0, device=1, dc_pin=24)
        else:
            pi.connect_panel(panel)
        oled = Oled(link=link, threaded=False)
        oled.open(lambda _: None)
        oled.show(before)
        oled.step()
        oled.show(after)
        cost = _update_cost(panel, oled.step, SPI_BYTE_S if on_spi else I2C_BYTE_S)
        oled.close()
    with _no_bus():
        oled = Oled(link=link, threaded=False)
        oled.open(lambda _: None)

        def twice() -> None:
            for frame in (before, after):
                oled.show(frame)
                oled.step()

        cpu_us, steps = _cpu_us(twice, rounds) / 2, _steps(twice) // 2
        oled.close()
    return cost._replace(cpu_us=cpu_us, steps=steps)


def luma_update(before: Frame, after: Frame, rounds: int = 30) -> UpdateCost:
    """Measure one update by luma's own `display()`."""
    images = _image(before), _image(after)
    pi = SimulatedPi()
    with pi.installed(), _quiet():
        panel = pi.connect_panel(Panel())
        device = _luma_device()
        device.display(images[0])
        cost = _update_cost(panel, lambda: device.display(images[1]), I2C_BYTE_S)
    with _no_bus(), _quiet():
        device = _luma_device()

        def once() -> None:
            device.display(images[1])

        cpu_us, steps = _cpu_us(once, rounds), _steps(once)
    return cost._replace(cpu_us=cpu_us, steps=steps)


def _luma_device() -> Any:
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    device = ssd1306(i2c(port=1, address=0x3C))
    device.persist = True
    return device


def _image(frame: Frame) -> Any:
    from PIL import Image

    image = Image.new("1", (frame.width, frame.height))
    for y in range(frame.height):
        for x in range(frame.width):
            image.putpixel((x, y), int(frame.pixel(x, y)))
    return image


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _update_cost(panel: Panel, update: Callable[[], object], byte_s: float) -> UpdateCost:
    transactions, wire_bytes = panel.transactions, panel.wire_bytes
    update()
    sent = panel.wire_bytes - wire_bytes
    return UpdateCost(panel.transactions - transactions, sent, 1e3 * sent * byte_s, 0.0, 0)


def _cpu_us(work: Callable[[], object], rounds: int) -> float:
    """Return the processor time of one round: the best of five runs, since others only ever add to it."""
    work()
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for _ in range(rounds):
            work()
        best = min(best, (time.process_time() - began) / rounds)
    return 1e6 * best


def _steps(work: Callable[[], object]) -> int:
    """Count the bytecode instructions of one round."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    # Whoever counts the lines that ran gets the interpreter's ear back.
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def table(wall_s: float = 20.0) -> str:
    """Measure everything, and return it as a table in Markdown."""
    lines = ["| one poll, SPI at 500 kHz (mfrc522: 1 MHz) | SPI transfers | bus ms | poll ms | tags found |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for tags, name in ((0, "empty"), (1, "one tag"), (8, "eight tags")):
        for who, measure in (("here", pad_poll), ("mfrc522", package_poll)):
            cost = measure(tags)
            lines.append(
                f"| {name}, {who} | {cost.transfers} | {cost.bus_ms:.2f} | {cost.poll_ms:.2f} | {cost.found} |"
            )
    lines += ["", "| one update, I2C at 400 kHz or SPI at 8 MHz | transactions | bytes | bus ms | steps | CPU µs |"]
    lines += ["|---|---:|---:|---:|---:|---:|"]
    for name, (before, after) in updates().items():
        on_spi = partial(oled_update, on_spi=True)
        for who, show in (("here", oled_update), ("here on SPI", on_spi), ("luma.oled", luma_update)):
            drawn = show(before, after)
            lines.append(
                f"| {name} changed, {who} | {drawn.transactions} | {drawn.wire_bytes} "
                f"| {drawn.bus_ms:.2f} | {drawn.steps} | {drawn.cpu_us:.0f} |"
            )
    lines += ["", f"Idle, 20 polls a second for {wall_s:g} s: {idle_cpu_percent(wall_s):.2f} % of one core."]
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    print(table())


if __name__ == "__main__":
    main()
