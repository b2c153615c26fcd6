"""The memory that the firmware uses in a real MicroPython, while it runs."""

from __future__ import annotations

from firmware import messages, wire
from tests.kit.board import Rig

# The firmware, with a note now and then of the memory in use.
WATCHED_MAIN = """
import gc
from firmware.start import begin

real_step = begin()
steps = 0

def step():
    global steps
    real_step()
    steps += 1
    if steps % 500 == 0:
        gc.collect()
        with open("/memory", "a") as file:
            file.write("%d\\n" % gc.mem_alloc())
while True:
    step()
"""


def watch_memory(rig: Rig) -> None:
    """Start the Pico again, with notes of the memory in use."""
    (rig.flash / "main.py").write_text(WATCHED_MAIN)
    rig.pico.power_on()


def memory_used(rig: Rig) -> list[int]:
    """Send the Pico into maintenance, which brings its files out, and return the bytes in use over time."""
    starts = rig.pico.starts
    stop = wire.format_frame(wire.MAINTENANCE, 0, 0, messages.MAINTENANCE_WORD)
    rig.line.fault_to_device = lambda data: stop
    rig.run_until(lambda: rig.pico.starts > starts)
    return [int(line) for line in (rig.flash / "memory").read_text().split()]


def has_grown(used: list[int]) -> bool:
    """Return whether memory grew; what the collector finds by chance on the stack comes and goes, some kB of it.

    A leak lifts the least as well as the most that is in use.
    """
    third = len(used) // 3
    if third < 3:
        return False
    first, last = used[:third], used[-third:]
    return min(last) - min(first) >= 8192 and max(last) - max(first) >= 8192
