"""Frames that arrive damaged, on the line between the companion and firmware in a real MicroPython."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.firmware.storm import weather
from tests.lab.faults.tried import Advance, Tried


def damage(frames: int, seed: int, advance: Advance, *, kit: str = "board") -> Tried:
    """Let this many damaged frames go over the line, half of them each way, while pieces move and lamps change."""
    with TemporaryDirectory() as folder:
        return Tried(weather(Path(folder), frames, seed, advance, kit=kit).wrongs())


damage_wand = partial(damage, kit="chart")
