"""The whole simulated table as one object: put pieces down, press buttons, look at lamps and screen.

`Table` is what any simulated table can do. `SoftTable` does it at the ports themselves and needs nothing but Python:
it serves the desktop, in real time with threads, or in virtual time without. `silicon_table.SiliconTable` does the
same with the real libraries on simulated chips.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

from firmware.presence import Presence
from hardware.beside import THREADS, Beside
from hardware.ports import Buttons, Clock, Frame, Lamps, Light, Readers, Screen
from hardware.simulated.clock import VirtualClock
from hardware.simulated.field import Field, Stacking
from hardware.simulated.soft_ports import SoftButtons, SoftLamps, SoftReaders, SoftScreen

POLL_S = 0.05


class Table(Protocol):
    """What can be done at a simulated table, and seen on it; UIDs are in lower-case hex, as in events."""

    @property
    def readers(self) -> Readers:
        """The readers' port."""

    @property
    def buttons(self) -> Buttons:
        """The buttons' port."""

    @property
    def lamps(self) -> Lamps:
        """The lamps' port."""

    @property
    def screen(self) -> Screen:
        """The screen's port."""

    def field(self, reader: str) -> Field:
        """Return what lies over a reader; noise, flapping and a neighbour's pieces are set there."""

    def put(self, uid: str, reader: str, *, on: str | None = None) -> None:
        """Put a piece on a reader, wherever it was before; on a spot of its own, or on another piece."""

    def lift(self, uid: str) -> None:
        """Take a piece off the table."""

    def press(self, button: str) -> None:
        """Push a button down."""

    def hold(self, button: str) -> None:
        """Push a button down until it counts as held."""

    def release(self, button: str) -> None:
        """Let a button come up; a stuck one does not."""

    def stick(self, button: str) -> None:
        """Jam a button in its lower position."""

    def free(self, button: str) -> None:
        """Un-jam a button, which comes up."""

    def deafen(self, reader: str) -> None:
        """Break a reader."""

    def mend(self, reader: str) -> None:
        """Mend a broken reader."""

    def unplug_screen(self) -> None:
        """Pull the screen's plug."""

    def plug_screen(self) -> None:
        """Put the screen's plug back."""

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp shines right now."""

    def frame(self) -> Frame:
        """Return what the screen shows."""

    def pass_time(self, seconds: float) -> None:
        """Let virtual time pass, and everything happen that falls due in it."""


def run_for(clock: VirtualClock, seconds: float, steps: Sequence[Callable[[], float | None]]) -> None:
    """Do all steps, then each again when it says, until the time is over."""
    end = clock() + seconds
    due: list[float | None] = [clock()] * len(steps)
    while True:
        for index, step in enumerate(steps):
            at = due[index]
            if at is not None and at <= clock():
                pause_s = step()
                due[index] = None if pause_s is None else clock() + pause_s
        coming = min((at for at in due if at is not None), default=end)
        if coming >= end:
            clock.sleep(max(0.0, end - clock()))
            return
        # At least a microsecond: what is due a rounding error from now must not stop the clock.
        clock.sleep(max(1e-6, coming - clock()))


class Pieces:
    """Which piece lies on which reader of a table."""

    def __init__(self, readers: Iterable[str], stacking: Stacking, random: Random, wands: Collection[str] = ()) -> None:
        self.fields = {name: Field(stacking=stacking, is_pointed=name in wands, random=random) for name in readers}

    def field(self, reader: str) -> Field:
        """Return the field over a reader."""
        if reader not in self.fields:
            raise ValueError(f"there is no reader {reader!r}; there are {', '.join(self.fields)}")
        return self.fields[reader]

    def put(self, uid: str, reader: str, on: str | None) -> None:
        """Move a piece onto a reader."""
        field = self.field(reader)
        if on is not None and (on == uid or bytes.fromhex(on) not in field.uids):
            raise ValueError(f"{uid} cannot lie on {on}, which is not on {reader}")
        self.lift(uid)
        field.put(bytes.fromhex(uid), on=None if on is None else bytes.fromhex(on))

    def lift(self, uid: str) -> None:
        """Take a piece off whichever reader it lies on."""
        for field in self.fields.values():
            field.lift(bytes.fromhex(uid))


class SoftTable:
    """A simulated table with no library below."""

    def __init__(
        self,
        *,
        readers: Iterable[str],
        usb: Iterable[str] = (),
        wands: Collection[str] = (),
        buttons: Iterable[str],
        lamps: Iterable[str],
        screen_size: tuple[int, int] = (128, 64),
        clock: Clock | None = None,
        presence: Callable[[], Presence] = Presence,
        stacking: Stacking = Stacking.NONE,
        gain_db: int = 33,
        hold_s: float = 1.0,
        stuck_s: float = 30.0,
        random: Random | None = None,
        beside: Beside = THREADS,
    ) -> None:
        """Lay the table; a clock that is given runs by itself, and what runs `beside` keeps up with it.

        Of the readers, those named in `usb` hear one tag at a time, and `wands` are held to one piece at a time.
        """
        virtual = clock is None
        self._clock = VirtualClock()
        used = self._clock if clock is None else clock
        self._pieces = Pieces(readers, stacking, random or Random(1), wands)
        self._stuck: set[str] = set()
        self.readers: Final = SoftReaders(
            self._pieces.fields,
            presence=presence,
            gain_db=gain_db,
            poll_s=POLL_S,
            clock=used,
            threaded=not virtual,
            usb=usb,
            beside=beside,
        )
        self.buttons: Final = SoftButtons(
            buttons, hold_s=hold_s, stuck_s=stuck_s, clock=used, threaded=not virtual, beside=beside
        )
        self.lamps: Final = SoftLamps(lamps, clock=used)
        self.screen: Final = SoftScreen(screen_size, clock=used)

    @property
    def lights(self) -> Mapping[str, Light]:
        """What each lamp was to show, colour and all."""
        return self.lamps.lights

    def field(self, reader: str) -> Field:
        """Return what lies over a reader."""
        return self._pieces.field(reader)

    def put(self, uid: str, reader: str, *, on: str | None = None) -> None:
        """Put a piece on a reader."""
        self._pieces.put(uid, reader, on)

    def lift(self, uid: str) -> None:
        """Take a piece off the table."""
        self._pieces.lift(uid)

    def press(self, button: str) -> None:
        """Push a button down."""
        self.buttons.move(button, down=True)

    def hold(self, button: str) -> None:
        """Push a button down until it counts as held."""
        self.buttons.hold(button)

    def release(self, button: str) -> None:
        """Let a button come up."""
        if button not in self._stuck:
            self.buttons.move(button, down=False)

    def stick(self, button: str) -> None:
        """Jam a button in its lower position."""
        self._stuck.add(button)
        self.press(button)

    def free(self, button: str) -> None:
        """Un-jam a button."""
        self._stuck.discard(button)
        self.release(button)

    def deafen(self, reader: str) -> None:
        """Break a reader."""
        self._pieces.field(reader)
        self.readers.deaf.add(reader)

    def mend(self, reader: str) -> None:
        """Mend a broken reader."""
        self.readers.deaf.discard(reader)

    def unplug_screen(self) -> None:
        """Pull the screen's plug."""
        self.screen.plug(False)

    def plug_screen(self) -> None:
        """Put the screen's plug back."""
        self.screen.plug(True)

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp shines right now."""
        return self.lamps.is_lit(lamp)

    def frame(self) -> Frame:
        """Return what the screen shows."""
        return self.screen.visible

    def pass_time(self, seconds: float) -> None:
        """Let virtual time pass; with a clock of one's own, time passes by itself."""
        run_for(self._clock, seconds, (self.readers.step, self.buttons.step))
