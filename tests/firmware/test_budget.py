"""What a start, a look and a picture of the lamps may cost the processor of an emulated RP2040, in cycles.

Nothing here waits for a host or for a clock of this machine: the same cycles are counted in every run, however busy it
is. Another MicroPython or compiler than those the budgets were taken with may need some more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.simulated.micropython_world import PicoWorld
from hardware.simulated.rp2040_node import HZ, EmulatedPico
from hardware.simulated.serial_line import SerialLine
from tests.kit.board import install

pytestmark = [pytest.mark.micropython, pytest.mark.slow]

EMPTY, TAGS, MARK = 2, 3, 27  # pins
# Falls once before each act, and after the last one.
ACTS = f"""
from machine import Pin
from firmware import messages, rc522, strip
from firmware.pico_board import PicoBoard

mark = Pin({MARK}, Pin.OUT, value=1)
board = PicoBoard("/")
board.open_bus(0, 18, 19, 16, 17, 500000)
readers = [rc522.Reader(board.chip(pin), board.sleep_us) for pin in ({EMPTY}, {TAGS})]
board.reset_readers()
for reader in readers:
    reader.init()
board.open_strip(15, 33)
lamps = strip.Lamps(33)
for payload in messages.format_scene([(messages.BREATHE, 255, 200, 100)] * 33):
    lamps.paint(payload, 0)
lamps.render(0)

def look(reader):
    reader.field_on()
    board.wait_us(5100)
    reader.poll()
    reader.field_off()
    board.wait_us(6000)

def light():
    lamps.render(600)
    board.shine(lamps.colours)

for reader in readers:
    look(reader)  # the tags are known from here on
for act in (lambda: look(readers[0]), lambda: look(readers[1]), light):
    mark.off()
    mark.on()
    act()
mark.off()
"""


class Bench:
    """A Pico that is plugged in, and nobody at the other end of its line."""

    def __init__(self, folder: Path, main: str = "") -> None:
        files = folder / "flash"
        files.mkdir()
        install(files)
        if main:
            (files / "main.py").write_text(main)
        self.world = PicoWorld({"empty": EMPTY, "tags": TAGS, "mark": MARK})
        self.line = SerialLine(folder)
        self.pico = EmulatedPico(self.world, self.line, files)
        self.noted: list[int] = []

    def note(self, *_: object) -> None:
        self.noted.append(self.pico.cycles)

    def run_until_noted(self, count: int) -> None:
        while len(self.noted) < count:
            assert self.pico.cycles < 4 * HZ
            self.pico.run(0.05)
        self.pico.close()
        self.line.close()


def test_look_and_picture_of_the_lamps_keep_to_their_budgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, ACTS)
    for uid in ("04a1b2c3d4e580", "0411223344aabb"):
        bench.world.fields["tags"].put(bytes.fromhex(uid))
    monkeypatch.setattr(bench.world.chips["mark"], "select", bench.note)
    bench.run_until_noted(4)
    empty, tags, lamps = (later - earlier for earlier, later in zip(bench.noted, bench.noted[1:], strict=False))
    waited = 11_100 * HZ // 1_000_000  # for the field to rise, and to be forgotten
    print(empty - waited, tags - waited, lamps)
    assert empty - waited < 300_000
    assert tags - waited < 2_000_000
    assert lamps < 500_000


def test_hello_comes_within_its_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path)
    monkeypatch.setattr(bench.line, "device_write", bench.note)
    bench.run_until_noted(1)
    print(bench.noted[0])
    assert bench.noted[0] < 0.8 * HZ
