"""A bad line to the Pico, floods of nonsense, its plug pulled, and a Pico that restarts: trips at the board kit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from companion.scenario.stage import Stage
from hardware.simulated.serial_line import unharmed
from tests.firmware.damage import bad_line, nonsense_for_firmware, nonsense_for_host
from tests.kit.board import Rig
from tests.lab.faults.pico_table import PicoTable, pico_table
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry
from tests.lab.faults.witnessed import suffer

FLOOD_BYTES = 1000  # kept in front of the Pico: USB holds a host back that sends more


def _rig(stage: Stage) -> Rig:
    assert isinstance(stage.table, PicoTable)
    return stage.table.rig


def _carry(stage: Stage, random: Random, city: str) -> None:
    stage.put("ship", f"city.{city}", rest_s=random.uniform(0.2, 4.0))


@contextmanager
def _line_mended_after(stage: Stage) -> Iterator[Rig]:
    rig = _rig(stage)
    yield rig
    rig.line.fault_to_host = rig.line.fault_to_device = unharmed


def noisy(stage: Stage, random: Random, city: str) -> None:
    """A part of everything is cut, doubled, flipped or lost."""
    with _line_mended_after(stage) as rig:
        share = random.uniform(0.1, 0.6)
        rig.line.fault_to_host = bad_line(random.randrange(1 << 30), share)
        rig.line.fault_to_device = bad_line(random.randrange(1 << 30), share)
        _carry(stage, random, city)


def flooded(stage: Stage, random: Random, city: str) -> None:
    """Noise and whole frames that make no sense fill the line both ways."""

    def to_device(data: bytes) -> bytes:
        if rig.line.device_waiting > FLOOD_BYTES:
            return data
        return data + random.randbytes(random.randrange(60)) + b"~" + nonsense_for_firmware(random, 0, 0)

    def to_host(data: bytes) -> bytes:
        return data + random.randbytes(random.randrange(60)) + b"~" + nonsense_for_host(random, 0, 0)

    with _line_mended_after(stage) as rig:
        rig.line.fault_to_device, rig.line.fault_to_host = to_device, to_host
        _carry(stage, random, city)


def replugged(stage: Stage, random: Random, city: str) -> None:
    """The plug is pulled while the ship moves, and put back once or several times."""
    line = _rig(stage).line
    for _ in range(random.randint(1, 3)):
        stage.wait(random.uniform(0.0, 0.5))
        line.unplug()
        stage.wait(random.uniform(0.0, 1.5))
        if random.random() < 0.5:
            stage.put("ship", f"city.{city}", rest_s=random.uniform(0.0, 1.0))
        line.plug()
    _carry(stage, random, city)


def restarted(stage: Stage, random: Random, city: str) -> None:
    """The Pico loses its power for a moment, and remembers nothing."""
    stage.put("ship", f"city.{city}", rest_s=random.uniform(0.0, 0.8))
    _rig(stage).pico.power_on()
    stage.wait(random.uniform(0.0, 2.0))


CARRIES: dict[str, Carry] = {"noisy": noisy, "flooded": flooded, "replugged": replugged, "restarted": restarted}


def spoil(trials: int, seed: int, advance: Advance) -> Tried:
    """Make every trip over a line that is spoilt in one of these ways."""
    return suffer(CARRIES, trials, seed, advance, make_table=pico_table)
