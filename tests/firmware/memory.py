"""The memory that the firmware uses in a real MicroPython, while it runs."""

from __future__ import annotations

from firmware import messages, wire
from tests.kit.board import Rig

# The firmware, with a note now and then of the memory in use. MicroPython under Node collects garbage only when a call
# has returned: asked for at the end of a step, it is done when the next one begins.
WATCHED_MAIN = """
import gc
from firmware.start import begin

real_step = begin()
steps = 0

def step():
    global steps
    if steps and steps % 250 == 0:
        used = gc.mem_alloc()
        with open("/memory", "a") as file:
            file.write("%d\\n" % used)
    real_step()
    steps += 1
    if steps % 250 == 0:
        gc.collect()
while True:
    step()
"""
GROWTH_BYTES = 2048  # what waits to be sent, and what is kept of each reader after a while, comes to less


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
    _, *later = map(int, (rig.flash / "memory").read_text().split())
    return later  # the first may be from before the readers were set up


def has_grown(used: list[int]) -> bool:
    """Return whether the least in use has grown; what is in use for a moment comes and goes."""
    third = len(used) // 3
    return third >= 3 and min(used[-third:]) - min(used[:third]) >= GROWTH_BYTES
