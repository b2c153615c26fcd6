"""Readers, buttons, lamps and a screen simulated at the ports themselves, with no library below.

Presence, debounce and the physics of a field are the real ones; what is left out are chips, buses and pins.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from firmware.presence import Presence
from firmware.rc522 import CLEAR, CROWDED, DEAF, GARBLED, SILENT
from hardware.beside import THREADS, Beside
from hardware.health import Vitals
from hardware.patterns import is_lit
from hardware.ports import DARK, Clock, Frame, Health, Light, Signal, Sink
from hardware.reports import BUTTON_EVENTS, Debouncer, Gesture, resting_event, stuck_for, tag_event
from hardware.simulated.field import Field
from hardware.simulated.pcsc_service import SimulatedReader
from hardware.trouble import Trouble

_FAULT = Trouble("a simulated fault")
_REMEDY = Trouble("switch it off at the simulated table")
_SIGNALS = 100  # that are remembered


class SoftReaders:
    """Readers that ask their fields directly."""

    def __init__(
        self,
        fields: Mapping[str, Field],
        *,
        presence: Callable[[], Presence],
        gain_db: int,
        poll_s: float,
        clock: Clock,
        threaded: bool,
        usb: Iterable[str] = (),
        beside: Beside = THREADS,
    ) -> None:
        """Ask these fields; readers named in `usb` hear one tag at a time."""
        self.deaf: set[str] = set()
        self.signals: deque[tuple[str, Signal]] = deque(maxlen=_SIGNALS)  # the last that a hand was given, by reader
        self._fields = dict(fields)
        self._usb = {name: SimulatedReader(self._fields[name]) for name in usb}
        self._new_presence = presence
        self._presences: dict[str, Presence] = {}
        self._gain_db = gain_db
        self._poll_s = poll_s
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals(fields, clock)
        self._ticker = beside.ticker(self.step, "simulated readers")
        self._recounted: set[str] = set()  # readers that still have to tell all

    @property
    def names(self) -> tuple[str, ...]:
        """The readers, in the kit's order."""
        return tuple(self._fields)

    @property
    def health(self) -> Mapping[str, Health]:
        """How each reader is."""
        return self._vitals.health

    def watch(self, hot: Iterable[str]) -> None:
        """Do nothing: polling costs nothing here."""

    def recount(self) -> None:
        """Let each reader report all that it sees with its next good poll."""
        self._recounted.update(self._fields)

    def signal(self, reader: str, signal: Signal) -> None:
        """Remember what became of a touch."""
        self.signals.append((reader, signal))

    def call(self) -> None:
        """Remember the call, of no reader."""
        self.signals.append(("", Signal.CALLED))

    def open(self, sink: Sink) -> None:
        """Start polling."""
        self.close()
        self._presences = {name: self._new_presence() for name in self._fields}
        self._vitals.listen(sink)
        self.step()
        if self._threaded:
            self._ticker.start()

    def close(self) -> None:
        """Stop polling."""
        self._ticker.stop()
        self._presences = {}
        self._vitals.close()

    def step(self) -> float:
        """Poll all readers once, and return after how many seconds to do it again."""
        now = self._clock()
        for name, presence in self._presences.items():
            outcome, heard = self._look(name)
            uids, beyond = self._part(name, heard)
            if outcome == DEAF:
                self._vitals.degraded(name, _FAULT, _REMEDY)
            else:
                self._vitals.good(name)
            for kind, uid in presence.step(int(now * 1000), outcome, uids):
                self._vitals.emit(tag_event(now, name, kind, uid, beyond))
            if name in self._recounted and outcome != DEAF:
                self._recounted.discard(name)
                self._vitals.emit(resting_event(now, name, presence))
        return self._poll_s

    def _look(self, name: str) -> tuple[int, list[bytes]]:
        field = self._fields[name]
        if name in self.deaf:
            return DEAF, []
        if field.jammed:
            return CROWDED, []
        uids = self._audible(name)
        if uids and field.disturbed():
            return GARBLED, []
        return (CLEAR, uids) if uids else (SILENT, [])

    def _audible(self, name: str) -> list[bytes]:
        if name not in self._usb:
            return self._fields[name].audible(self._gain_db)
        uid, _ = self._usb[name].card()
        return [uid] if uid else []

    def _part(self, name: str, heard: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        """Part the nearest tag from those beyond it, as a wand does by lowering its field."""
        nearest = self._fields[name].nearest(heard)
        return (nearest, [uid for uid in heard if uid not in nearest]) if len(nearest) == 1 else (heard, [])


class SoftButtons:
    """Buttons that never bounce."""

    def __init__(
        self,
        names: Iterable[str],
        *,
        hold_s: float,
        stuck_s: float,
        clock: Clock,
        threaded: bool,
        beside: Beside = THREADS,
    ) -> None:
        self._names = tuple(names)
        self._hold_s = hold_s
        self._stuck_s = stuck_s
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals(self._names, clock, "button.")
        self._ticker = beside.ticker(self.step, "simulated buttons")
        self._fingers = threading.RLock()  # a press comes from another thread than the one that minds the time
        self._debouncers: dict[str, Debouncer] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons, in the kit's order."""
        return self._names

    @property
    def health(self) -> Mapping[str, Health]:
        """How each button is."""
        return self._vitals.health

    def open(self, sink: Sink) -> None:
        """Start listening."""
        self.close()
        self._vitals.listen(sink)
        for name in self._names:
            self._debouncers[name] = Debouncer(debounce_s=0.0, hold_s=self._hold_s, stuck_s=self._stuck_s)
            self._vitals.good(name)
        if self._threaded:
            self._ticker.start()

    def close(self) -> None:
        """Stop listening."""
        self._ticker.stop()
        self._debouncers = {}
        self._vitals.close()

    def step(self) -> float | None:
        """Report what is due, and return the seconds until more is due."""
        now = self._clock()
        for name in self._debouncers:
            self._say(name, now)
        due = [at for debouncer in self._debouncers.values() if (at := debouncer.next_at) is not None]
        return max(0.0, min(due) - now) if due else None

    def move(self, name: str, *, down: bool) -> None:
        """Push a button down or let it come up."""
        debouncer = self._debouncers.get(name)
        if debouncer is not None:
            with self._fingers:
                now = self._clock()
                debouncer.edge(now, down)
                self._say(name, now)
            self._ticker.wake()

    def hold(self, name: str) -> None:
        """Push a button down for as long as holding takes, in no time."""
        self.move(name, down=True)
        self._say(name, self._clock() + self._hold_s)

    def _say(self, name: str, at: float) -> None:
        with self._fingers:
            for gesture in self._debouncers[name].step(at):
                if gesture is Gesture.STUCK:
                    self._vitals.degraded(name, stuck_for(self._stuck_s), _REMEDY)
                elif gesture is Gesture.FREED:
                    self._vitals.good(name)
                else:
                    self._vitals.emit(BUTTON_EVENTS[gesture](self._clock(), name))


class SoftLamps:
    """Lamps that remember what they were to show."""

    def __init__(self, names: Iterable[str], *, clock: Clock) -> None:
        self._names = tuple(names)
        self._clock = clock
        self._vitals = Vitals(self._names, clock)
        self._shown = dict.fromkeys(self._names, (DARK, 0.0))

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps, in the kit's order."""
        return self._names

    @property
    def health(self) -> Mapping[str, Health]:
        """How each lamp is."""
        return self._vitals.health

    @property
    def lights(self) -> Mapping[str, Light]:
        """What each lamp was to show."""
        return {name: light for name, (light, _) in self._shown.items()}

    def open(self, sink: Sink) -> None:
        """Start, dark."""
        self.close()
        self._vitals.listen(sink)
        for name in self._names:
            self._vitals.good(name)

    def close(self) -> None:
        """Put all lamps out."""
        self._shown = dict.fromkeys(self._names, (DARK, 0.0))
        self._vitals.close()

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the whole scene."""
        now = self._clock()
        self._shown = {
            name: before if before[0] == (light := scene.get(name, DARK)) else (light, now)
            for name, before in self._shown.items()
        }

    def is_lit(self, name: str) -> bool:
        """Return whether a lamp shines right now."""
        light, since = self._shown[name]
        return is_lit(light, since, self._clock())


class SoftScreen:
    """A screen that keeps its frame."""

    def __init__(self, size: tuple[int, int], *, name: str = "screen", clock: Clock) -> None:
        self._size = size
        self._name = name
        self._vitals = Vitals((name,), clock)
        self._plugged = True
        self._open = False
        self._frame = Frame.blank(*size)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    @property
    def health(self) -> Mapping[str, Health]:
        """How the screen is."""
        return self._vitals.health

    @property
    def visible(self) -> Frame:
        """What the eye sees."""
        return self._frame if self._plugged else Frame.blank(*self._size)

    def open(self, sink: Sink) -> None:
        """Start, dark."""
        self.close()
        self._vitals.listen(sink)
        self._open = True
        self.plug(self._plugged)

    def close(self) -> None:
        """Go dark."""
        self._open = False
        self._frame = Frame.blank(*self._size)
        self._vitals.close()

    def show(self, frame: Frame) -> None:
        """Show the frame."""
        self._frame = frame

    def plug(self, plugged: bool) -> None:
        """Put the plug in or pull it."""
        self._plugged = plugged
        if self._open:
            if plugged:
                self._vitals.good(self._name)
            else:
                self._vitals.degraded(self._name, _FAULT, _REMEDY)
