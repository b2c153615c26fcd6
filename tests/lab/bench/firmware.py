"""What the board kit's firmware and its link cost: polls, messages, bytes, round trips and silence.

Polls, messages and bytes come from simulated chips in virtual time (SPI at 500 kHz, 100 us for each transfer, 5.1 ms
for a field to rise) and are the same in every run; `make lab PART=silicon` measures polls on an emulated Pico. Round
trips are measured here and now, over a pty with pyserial.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from firmware import wire
from hardware.pico.usb_line import open_port
from hardware.ports import Colour, Light, Pattern
from hardware.simulated.micropython_cpython import InProcessPico
from hardware.simulated.micropython_node import NodePico
from tests.firmware.rates import DISTRIBUTIONS, poll_rates
from tests.kit.board import Maker, Rig


class LineCost(NamedTuple):
    """What went over the line."""

    messages: int
    wire_bytes: int


class Delay(NamedTuple):
    """From a piece put down to its event at the host, in virtual milliseconds; settling is in it."""

    hot_ms: float
    cold_ms: float


class _Counter:
    """Counts the frames that pass, heartbeat and acknowledgements apart."""

    def __init__(self, *, heartbeat: bool) -> None:
        self.cost = LineCost(0, 0)
        self._decoder = wire.Decoder()
        self._passed_over = () if heartbeat else (wire.PING, wire.PONG, wire.ACK)

    def __call__(self, data: bytes) -> bytes:
        for frame in self._decoder.feed(data):
            if frame[0] not in self._passed_over:
                messages, wire_bytes = self.cost
                self.cost = LineCost(messages + 1, wire_bytes + len(wire.format_frame(*frame)))
        return data


def polls(tags: tuple[int, ...], *, seconds: float = 20.0) -> tuple[float, float, float]:
    """Return the slowest hot and the slowest cold reader's polls per second, and the transfers of one poll."""
    with tempfile.TemporaryDirectory() as folder:
        rates = poll_rates(Path(folder), tags, hot=4, seconds=seconds)
    return min(rates.polls_per_s[:4]), min(rates.polls_per_s[4:]), rates.transfers_per_poll


def scene_change() -> LineCost:
    """Measure what the host sends to change a usual scene: a ship, three destinations, a seat and two piles."""
    lights = {
        "city.danzig": Light(Pattern.ON, Colour(255, 255, 255)),
        "city.riga": Light(Pattern.BLINK, Colour(0, 255, 0)),
        "city.kalmar": Light(Pattern.BLINK, Colour(0, 255, 0)),
        "city.lubeck": Light(Pattern.BLINK, Colour(0, 255, 0)),
        "seat.gray": Light(Pattern.BREATHE, Colour(90, 90, 90)),
        "pile.1": Light(Pattern.ON, Colour(40, 40, 0)),
        "pile.2": Light(Pattern.ON, Colour(40, 40, 0)),
    }

    def change(rig: Rig) -> None:
        rig.host.lamps.show(lights)
        rig.run_until(lambda: rig.colour("pile.2") == (40, 40, 0))

    to_device, _ = _measured(change)
    return to_device


def piece_put_down() -> LineCost:
    """Measure what the firmware sends when one piece comes to rest."""

    def put(rig: Rig) -> None:
        rig.world.fields["city.danzig"].put(bytes.fromhex("04a1b2c3d4e5f6"))
        rig.run_until(lambda: len(rig.tag_events()) == 1)

    _, to_host = _measured(put)
    return to_host


def idle_minute() -> tuple[LineCost, LineCost]:
    """Measure what goes each way in a minute in which nothing moves."""
    return _measured(lambda rig: rig.run(60.0), heartbeat=True)


def delay() -> Delay:
    """Measure how long a piece takes to become an event."""
    return Delay(_delay_ms(["city.danzig"]), _delay_ms([]))


def _delay_ms(hot: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder, Rig(Path(folder), InProcessPico) as rig:
        rig.host.readers.watch(hot)
        rig.go_live()
        rig.run(1.0)
        rig.world.fields["city.danzig"].put(bytes.fromhex("04a1b2c3d4e5f6"))
        return 1000 * rig.run_until(lambda: len(rig.tag_events()) == 1)


def round_trips(maker: Maker, *, count: int = 300) -> float:
    """Return how many pings a second are answered over the pty, one after the other, in real time."""
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder), maker)
        try:
            with open_port(rig.line.host_path, timeout_s=0.0) as port:
                decoder = wire.Decoder()
                # A stranger's ping is answered with a hello.
                ping = wire.format_frame(wire.PING, 5, 0)
                rig.pico.run(0.01)
                began = time.perf_counter()
                for _ in range(count):
                    port.write(ping)
                    while not decoder.feed(port.read(4096)):
                        rig.line.pump()
                        rig.pico.run(0.0005)
                        rig.line.pump()
                return count / (time.perf_counter() - began)
        finally:
            rig.pico.close()
            rig.line.close()


def _measured(doing: Callable[[Rig], object], *, heartbeat: bool = False) -> tuple[LineCost, LineCost]:
    """Let the link go live, do something, and return what that cost to the device and to the host."""
    with tempfile.TemporaryDirectory() as folder, Rig(Path(folder), InProcessPico) as rig:
        rig.go_live()
        rig.run(1.5)
        to_device, to_host = _Counter(heartbeat=heartbeat), _Counter(heartbeat=heartbeat)
        rig.line.fault_to_device, rig.line.fault_to_host = to_device, to_host
        doing(rig)
        rig.run(0.05)
        return to_device.cost, to_host.cost


def main() -> None:
    """Print the table."""
    rows: list[tuple[str, str]] = []
    for tags in ((0,) * 9, *DISTRIBUTIONS):
        hot, cold, transfers = polls(tags)
        spread = "no tag" if not any(tags) else f"20 tags as {'/'.join(map(str, tags))}"
        found = f"hot {hot:.1f}, cold {cold:.1f}; {transfers:.0f} transfers a poll"
        rows.append((f"polls a second by arithmetic, {spread}", found))
    scene, piece, delays = scene_change(), piece_put_down(), delay()
    rows.append(("a usual scene change", f"{scene.messages} message, {scene.wire_bytes} bytes"))
    rows.append(("a piece comes to rest", f"{piece.messages} message, {piece.wire_bytes} bytes"))
    rows.append(("piece down to event", f"hot {delays.hot_ms:.0f} ms, cold {delays.cold_ms:.0f} ms"))
    to_device, to_host = idle_minute()
    idle = f"{to_device.messages} pings, {to_host.messages} pongs, {to_device.wire_bytes + to_host.wire_bytes} bytes"
    rows.append(("a minute in which nothing moves", idle))
    for name, maker in (("CPython", InProcessPico), ("MicroPython under Node", NodePico)):
        rows.append((f"round trips over the pty, {name}", f"{round_trips(maker):.0f} a second"))
    sys.stdout.write("| firmware | cost |\n|---|---|\n")
    for what, cost in rows:
        sys.stdout.write(f"| {what} | {cost} |\n")


if __name__ == "__main__":
    main()
