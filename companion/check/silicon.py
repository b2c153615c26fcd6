"""A table under test with the real drivers on simulated chips; its Pico runs the firmware in MicroPython."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.check.measured import Fault
from companion.check.person import FaultKind, Hand, SimulatedFault
from companion.check.probes import Probe, pico_probes
from companion.check.subject import Setting, chip_probe
from companion.check.workbench import Bench
from companion.running.devices import Devices, pn532_readers, usb_readers
from hardware.joined import JoinedLamps
from hardware.kit import connections
from hardware.kit.connections import Kit, SpiBus
from hardware.nfc.pcsc import reader_names
from hardware.oled.oled import answering
from hardware.pico.flash import firmware_files
from hardware.pico.pico import Pico
from hardware.ports import Frame
from hardware.simulated.clock import VirtualClock
from hardware.simulated.field import Field
from hardware.simulated.micropython_node import NodePico
from hardware.simulated.micropython_world import PicoWorld
from hardware.simulated.serial_line import SerialLine
from hardware.simulated.silicon_table import RESET_PIN, SiliconTable

_SLICE_S = 0.005


class SiliconPico:
    """A Pico with its firmware in a real MicroPython, and the host's real link to it."""

    def __init__(self, kit: Kit, pico: connections.Pico, folder: Path) -> None:
        for path, content in firmware_files().items():
            (folder / "flash" / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            (folder / "flash" / path[1:]).write_bytes(content)
        self.world = PicoWorld(pico.selects, reset=pico.reset, jumper=pico.maintenance, spi_hz=pico.clock_hz)
        self.line = SerialLine(folder)
        self._pico = NodePico(self.world, self.line, folder / "flash")
        self._strip = pico.strip
        self._until = self.world.clock()
        # Two of them, as at a real table: one to talk with, one behind the lamps.
        self.host, self.lit = (
            Pico(pico, kit.times, port=self.line.host_path, clock=self.world.clock, threaded=False) for _ in range(2)
        )

    def pass_time(self, seconds: float) -> None:
        """Let virtual time pass on both ends."""
        # MicroPython may run longer than it was asked to: the next run is shorter by as much.
        self._until += seconds
        while self.world.clock() < self._until:
            self._pico.run(_SLICE_S)
            self.line.pump()
            self.host.step()
            self.lit.step()
            self.line.pump()

    def run(self, seconds: float) -> None:
        """Let virtual time pass while the host does nothing."""
        self._pico.run(seconds)
        self.line.pump()
        self._until = self.world.clock()

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp of the strip shines."""
        colours = self.world.lamps(self._strip.colour_order)
        index = self._strip.pixels.index(lamp)
        return index < len(colours) and any(colours[index])

    def close(self) -> None:
        """Stop MicroPython and close the line."""
        self._pico.close()
        self.line.close()


class WholeTable:
    """The Pi's side and the Pico's as one table."""

    def __init__(self, table: SiliconTable, picos: Sequence[SiliconPico]) -> None:
        self._table, self._picos = table, picos
        self.press, self.release, self.stick = table.press, table.release, table.stick

    def field(self, reader: str) -> Field:
        """Return what lies over a reader."""
        for pico in self._picos:
            if reader in pico.world.fields:
                return pico.world.fields[reader]
        return self._table.field(reader)

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp shines."""
        pico = next((one for one in self._picos if lamp in one.host.lamps.names), None)
        return pico.is_lit(lamp) if pico else self._table.is_lit(lamp)

    def frame(self) -> Frame:
        """Return what the screen shows."""
        return self._table.frame()

    def hears(self, pico: str) -> bool:
        """Return whether the buzzer of a Pico has sounded low and then high."""
        tones = [tone.hz for one in self._picos if one.host.name == pico for tone in one.world.tones if tone.hz]
        return len(tones) > 1 and tones[-2] < tones[-1]

    def deafen(self, reader: str) -> None:
        """Pull a reader's MISO wire to ground."""
        pico = next((one for one in self._picos if reader in one.world.chips), None)
        if pico:
            pico.world.chips[reader].miso_stuck = 0x00
        else:
            self._table.deafen(reader)

    def pass_time(self, seconds: float) -> None:
        """Let virtual time pass everywhere at practically the same time: a tape has only one clock."""
        left = seconds
        while left > 0 and self._picos:
            step = min(left, _SLICE_S)
            self._table.pass_time(step)
            for pico in self._picos:
                pico.pass_time(step)
            left -= step
        self._table.pass_time(max(left, 0.0))


def _run(pico: SiliconPico, clock: VirtualClock, seconds: float) -> None:
    """Let time pass for a Pico at its prompt, and on the clock of the table, by which tapes are written."""
    before = pico.world.clock()
    pico.run(seconds)
    clock.sleep(pico.world.clock() - before)


@contextmanager
def silicon_setting(kit: Kit, faults: Sequence[SimulatedFault], contrast: int = 0xCF) -> Iterator[Setting]:
    """Return a table of simulated chips, whose panel gets this contrast."""
    with ExitStack() as stack:
        table = stack.enter_context(
            SiliconTable(
                readers=(kit.pad.name,) if kit.pad else (),
                usb=usb_readers(kit),
                pn532=pn532_readers(kit),
                buttons=kit.buttons,
                lamps=kit.lamps,
                screen_kind=kit.screen.driver if kit.screen else "ssd1306",
                screen_size=kit.screen_size,
                screen_contrast=contrast,
                screen_on_spi=isinstance(kit.bus, SpiBus),
                gain_db=kit.pad_gain_db,
                hold_s=kit.times.hold_ms / 1000,
            )
        )
        picos: list[SiliconPico] = []
        for connected in kit.picos:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="companion-check-")))
            picos.append(SiliconPico(kit, connected, folder))
            stack.callback(picos[-1].close)
        whole = WholeTable(table, picos)
        for fault in faults:
            if fault.kind is FaultKind.DEAF:
                whole.deafen(fault.name)
            elif fault.kind is FaultKind.UNPLUGGED:
                table.unplug_screen()

        @contextmanager
        def probes() -> Iterator[Mapping[str, Probe | Fault]]:
            with ExitStack() as opened:
                clock = table.air.clock
                found: dict[str, Probe | Fault] = {}
                if kit.pad is not None:
                    found[kit.pad.name] = chip_probe(opened, kit.pad, 0, RESET_PIN, clock, clock.sleep)
                for connected, pico in zip(kit.picos, picos, strict=True):
                    if connected.selects:
                        line = pico.line.host_path
                        pause = partial(_run, pico, clock)
                        found |= opened.enter_context(
                            pico_probes(connected, port=line, clock=pico.world.clock, pause=pause)
                        )
                yield found

        strips = [pico.lit.lamps for pico in picos if pico.lit.lamps.names]
        lamps = JoinedLamps(strips) if strips else table.lamps
        devices = Devices(table.readers, table.buttons, lamps, table.screen)
        bench = Bench(
            kit,
            devices,
            probes,
            whole.pass_time,
            picos=tuple(pico.host for pico in picos),
            clock=table.air.clock,
            usb_models=reader_names,
            panels=answering,
        )
        yield Setting(bench, Hand(whole, faults, whole.pass_time, whole.hears))
