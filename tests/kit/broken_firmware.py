"""Firmware of all kinds of broken: which file of it, and what is in that instead."""

from __future__ import annotations

from firmware import wire
from tests.kit.board import FILES

BROKEN = {
    "speaks a later protocol": (
        "firmware/wire.py",
        (FILES / "wire.py").read_text().replace(f"PROTOCOL = {wire.PROTOCOL} ", f"PROTOCOL = {wire.PROTOCOL + 1} "),
    ),
    "does not compile": ("firmware/loop.py", "def broken(:\n"),
    "cannot be imported": ("firmware/start.py", "import no_such_module\n"),
    "is half a file": ("firmware/wire.py", "from binascii import crc"),
    "raises in every step": (
        "main.py",
        """
from firmware.start import begin
begin()

def step():
    raise OSError
while True:
    step()
""",
    ),
    "hangs, with the watchdog on and Ctrl-C off": (
        "main.py",
        """
import time
from firmware.start import begin
begin()

def step():
    while True:
        time.sleep_us(100000)
while True:
    step()
""",
    ),
    "ignores messages and feeds the watchdog no more": (
        "firmware/loop.py",
        """
class Firmware:
    def __init__(self, board):
        self.board = board

    def greet(self):
        pass

    def step(self):
        self.board.wait_us(1000)
""",
    ),
}
