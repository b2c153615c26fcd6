"""The table under test: the real one of a kit, or a simulated one with a simulated person."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import NamedTuple

from companion.check.measured import Fault
from companion.check.person import FaultKind, Hand, Person, SimulatedFault
from companion.check.probes import ChipProbe, FieldProbe, Probe, pico_probes
from companion.check.system import look_at_system
from companion.check.workbench import Bench
from companion.config.settings import Config
from companion.running.devices import real_devices, simulated_devices, simulated_table
from hardware.kit.connections import Kit, Pad
from hardware.nfc.pad import open_chip
from hardware.nfc.pcsc import reader_names
from hardware.nfc.reader_port import ReaderFault
from hardware.oled.oled import answering
from hardware.ports import Clock


class Setting(NamedTuple):
    """A table ready to be tested, and the person at it."""

    bench: Bench
    person: Person


def real_bench(kit: Kit, config: Config) -> Bench:
    """Return the bench of the real table."""
    from hardware.pico.pico import Pico

    kit = kit.built
    return Bench(
        kit,
        real_devices(kit, config),
        probes=partial(_real_probes, kit),
        pass_time=time.sleep,
        system=look_at_system(kit),
        picos=tuple(Pico(pico, kit.times) for pico in kit.picos),
        usb_models=reader_names,
        panels=answering,
    )


@contextmanager
def _real_probes(kit: Kit) -> Iterator[Mapping[str, Probe | Fault]]:
    with ExitStack() as stack:
        found: dict[str, Probe | Fault] = {}
        if kit.pad is not None:
            found[kit.pad.name] = chip_probe(stack, kit.pad, 0, kit.pad.reset, time.monotonic, time.sleep)
        for pico in kit.picos:
            if pico.selects:
                found |= stack.enter_context(pico_probes(pico))
        yield found


def chip_probe(
    stack: ExitStack, pad: Pad, device: int, reset_pin: int, clock: Clock, sleep: Callable[[float], None]
) -> Probe | Fault:
    """Open a reader on the Pi's own bus until the stack is closed, or raise ProbeFault."""
    try:
        chip = open_chip(bus=0, device=device, reset_pin=reset_pin, spi_hz=pad.clock_hz)
    except ReaderFault as fault:
        return Fault(str(fault), fault.remedy)
    stack.callback(chip.close)
    return ChipProbe(chip, clock, sleep)


@contextmanager
def soft_setting(kit: Kit, faults: Sequence[SimulatedFault]) -> Iterator[Setting]:
    """Return a table that is simulated at its ports."""
    table = simulated_table(kit)
    if any(fault.kind is FaultKind.UNPLUGGED for fault in faults):
        table.unplug_screen()
    deaf = {fault.name for fault in faults if fault.kind is FaultKind.DEAF}
    for name in deaf:
        table.deafen(name)

    @contextmanager
    def probes() -> Iterator[Mapping[str, Probe | Fault]]:
        yield {name: FieldProbe(table.field(name), deaf=name in deaf) for name in kit.readers}

    bench = Bench(kit, simulated_devices(table), probes, table.pass_time)
    yield Setting(bench, Hand(table, faults, table.pass_time))
