"""A simulated board kit whose cities and lamps hang on a Pico: the very firmware, a pty, and the host's real link."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.joined import JoinedReaders
from hardware.kit.connections import Kit
from hardware.ports import Buttons, Frame, Lamps, Readers, Screen
from hardware.simulated.field import Field, Stacking
from hardware.simulated.micropython_cpython import InProcessPico
from hardware.simulated.soft_table import SoftTable, Table
from tests.kit.board import Rig


class PicoTable:
    """A table with the real thing behind the cities; pad, buttons and screen are simulated at their ports."""

    def __init__(self, rig: Rig, soft: SoftTable) -> None:
        self.rig, self._soft = rig, soft
        self._readers = JoinedReaders([soft.readers, rig.host.readers])
        self._until = rig.world.clock()

    @property
    def readers(self) -> Readers:
        return self._readers

    @property
    def buttons(self) -> Buttons:
        return self._soft.buttons

    @property
    def lamps(self) -> Lamps:
        return self.rig.host.lamps

    @property
    def screen(self) -> Screen:
        return self._soft.screen

    def field(self, reader: str) -> Field:
        return self.rig.world.fields.get(reader) or self._soft.field(reader)

    def put(self, uid: str, reader: str, *, on: str | None = None) -> None:
        self.lift(uid)
        self.field(reader).put(bytes.fromhex(uid), on=None if on is None else bytes.fromhex(on))

    def lift(self, uid: str) -> None:
        self._soft.lift(uid)
        for field in self.rig.world.fields.values():
            field.lift(bytes.fromhex(uid))

    def press(self, button: str) -> None:
        self._soft.press(button)

    def hold(self, button: str) -> None:
        self._soft.hold(button)

    def release(self, button: str) -> None:
        self._soft.release(button)

    def stick(self, button: str) -> None:
        self._soft.stick(button)

    def free(self, button: str) -> None:
        self._soft.free(button)

    def deafen(self, reader: str) -> None:
        self.rig.world.chips[reader].miso_stuck = 0x00

    def mend(self, reader: str) -> None:
        self.rig.world.chips[reader].miso_stuck = None

    def unplug_screen(self) -> None:
        self._soft.unplug_screen()

    def plug_screen(self) -> None:
        self._soft.plug_screen()

    def is_lit(self, lamp: str) -> bool:
        return any(self.rig.colour(lamp))

    def frame(self) -> Frame:
        return self._soft.frame()

    def pass_time(self, seconds: float) -> None:
        # Both clocks go the same way: the Pico's only in slices, whose rest is taken off the next time.
        self._until += seconds
        self._soft.pass_time(seconds)
        self.rig.run(max(0.0, self._until - self.rig.world.clock()))


@contextmanager
def pico_table(kit: Kit, stacking: Stacking) -> Iterator[Table]:
    """Lay the table in a folder of its own, the Pico running."""
    del stacking  # what the field of a simulated Pico does by itself: tags on one another are silent
    with tempfile.TemporaryDirectory(prefix="pico-") as name:
        rig = Rig(Path(name), InProcessPico)
        soft = SoftTable(
            readers=[reader for reader in kit.readers if reader not in rig.world.fields],
            buttons=kit.buttons,
            lamps=(),
            hold_s=kit.times.hold_ms / 1000,
        )
        yield PicoTable(rig, soft)
        rig.pico.close()
        rig.line.close()
