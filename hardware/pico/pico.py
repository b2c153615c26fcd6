"""The Pico under the board, behind the ports that the rest of the project sees.

In: the kit's Pico and times. Out: `Pico.readers` and `Pico.lamps`, a `Readers` and a `Lamps` port on one USB line. A
buzzer goes with the readers, also where there are none.
One thread owns the line: it waits for bytes, feeds the session, and opens the line again when it broke.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.health import Backoff, Vitals
from hardware.kit import connections
from hardware.pico.hello import Hello
from hardware.pico.session import Phase, Quality, Session
from hardware.pico.usb_line import PortFault, find_port, open_port
from hardware.ports import Clock, Event, Health, Light, Signal, Sink
from hardware.ticker import Ticker
from hardware.trouble import Trouble

if TYPE_CHECKING:
    import serial

WAKE_S: Final = 0.02
WAIT_S: Final = 0.1  # the longest wait for bytes before checking whether something is due
REOPEN_MOST_S: Final = 8.0
_VANISHED = Trouble("plug the Pico in again; if it was not unplugged, try another cable")


def _nonce() -> int:
    return random.SystemRandom().randint(1, 0xFFFF)


class Pico:
    """The microcontroller with the readers under the board and the strip of lamps."""

    def __init__(
        self,
        pico: connections.Pico,
        times: connections.Times,
        *,
        port: Path | None = None,
        clock: Clock = time.monotonic,
        nonce: Callable[[], int] = _nonce,
        threaded: bool = True,
    ) -> None:
        """Use this kit; a given port is opened as it is, and without a thread the caller steps."""
        self.name = pico.name
        self.readers = PicoReaders(self, tuple(pico.selects))
        self.lamps = PicoLamps(self, pico.strip.lamps)
        self.has_handle = pico.handle is not None
        self._has_buzzer = pico.buzzer is not None
        self._usb_id, self._serial, self._others = pico.usb_id, pico.serial, pico.others
        self._path = port
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals((pico.name, *pico.selects), clock)
        self._session = Session(pico, times, clock=clock, vitals=self._vitals, nonce=nonce)
        self._lock = threading.Lock()  # our thread feeds the session, and the ports' threads read it
        self._line: serial.Serial | None = None
        self._waking = threading.Lock()  # a thread that wakes ours must not write to a line that is being closed
        self._backoff = Backoff(most_s=REOPEN_MOST_S)
        self._retry_at = 0.0
        self._recounts = False
        self._ticker = Ticker(self.step, pico.name)

    def find(self) -> Path:
        """Return the current path of its line, or raise `PortFault`."""
        return self._path or find_port(self._usb_id, self._serial, self._others)

    @property
    def hello(self) -> Hello | None:
        """The Pico's last hello."""
        return self._session.hello

    @property
    def can_sound(self) -> bool:
        """Whether it has a buzzer, and firmware that supports it."""
        return self._has_buzzer and self._session.can_signal

    @property
    def quality(self) -> Quality:
        """The quality of the link."""
        with self._lock:
            return self._session.quality

    def resting(self, reader: str) -> frozenset[str]:
        """Return the tags at rest on a reader, as far as the host knows."""
        with self._lock:
            return self._session.resting(reader)

    @property
    def phase(self) -> Phase:
        """The phase of the conversation."""
        return self._session.phase

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of the Pico and of each reader; a reader is never better than its Pico."""
        health = dict(self._vitals.health)
        if health[self.name] is Health.DEGRADED:
            health = dict.fromkeys(health, Health.DEGRADED)
        return MappingProxyType(health)

    def step(self) -> float | None:
        """Do what is due: open the line, receive and send; return when to step again."""
        if not self._vitals.is_open:
            return None
        now = self._clock()
        if self._line is None:
            if now < self._retry_at:
                return self._retry_at - now
            self._open_line()
            if self._line is None:
                return self._retry_at - now
        try:
            data = self._line.read(1) + self._line.read(self._line.in_waiting)
            with self._lock:
                self._session.receive(data)
                if self._recounts and self._session.phase is Phase.LIVE:
                    self._recounts = False
                    self._session.recount()
                out = self._session.send()
            if out:
                self._line.write(out)
        except OSError as fault:  # SerialException is one
            self._drop_line(
                Trouble(
                    "the line to the Pico broke: {reason}",
                    plainly="the connection to the Pico has broken",
                    reason=fault,
                ),
                _VANISHED,
            )
            return self._retry_at - now
        if self._session.phase is Phase.LIVE:
            self._backoff.reset()
        return 0.0

    def late_s(self) -> float:
        """Return how late the thread is."""
        return self._ticker.late_s()

    def open(self) -> None:
        """Start when the first port is opened."""
        self._vitals.listen(self._dispatch)
        self._retry_at = self._clock()
        if self._threaded:
            self._ticker.start()
        else:
            self.step()

    def close(self) -> None:
        """Stop when the last port is closed."""
        if self.readers.sink or self.lamps.sink:
            return
        self._vitals.close()
        self._wake()
        self._ticker.stop()
        self._session.close()
        self._close_line()

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show a scene."""
        with self._lock:
            self._session.show(scene)
        self._wake()

    def watch(self, hot: Iterable[str]) -> None:
        """Set the hot readers."""
        with self._lock:
            self._session.watch(hot)
        self._wake()

    def signal(self, signal: Signal) -> None:
        """Signal the result of a touch, or call."""
        with self._lock:
            self._session.signal(signal)
        self._wake()

    def recount(self) -> None:
        """Report everything that the readers see, once the line is up."""
        self._recounts = True
        self._wake()

    def _dispatch(self, event: Event) -> None:
        # Events of the Pico itself are sent once, even if both ports are open; the others go to the readers' port.
        sink = self.readers.sink or (self.lamps.sink if event.source == self.name else None)
        if sink is not None:
            sink(event)

    def _wake(self) -> None:
        # Not for long: closing a line to a Pico that hangs may block, and this may be the table's thread.
        if not self._waking.acquire(timeout=WAKE_S):
            return
        try:
            if self._line is not None and self._threaded:
                self._line.cancel_read()
        finally:
            self._waking.release()

    def _open_line(self) -> None:
        try:
            self._line = open_port(self.find(), timeout_s=WAIT_S if self._threaded else 0.0)
        except PortFault as fault:
            self._drop_line(fault.reason, fault.remedy)
        else:
            with self._lock:
                self._session.open()

    def _drop_line(self, reason: Trouble, remedy: Trouble) -> None:
        with self._lock:
            self._session.lose(reason, remedy)
        self._close_line()
        self._retry_at = self._clock() + self._backoff.again()

    def _close_line(self) -> None:
        with self._waking:
            line, self._line = self._line, None
            if line is not None:
                line.close()


class _PicoPort:
    """What both ports of a Pico have: names, and a line that they share."""

    def __init__(self, pico: Pico, names: tuple[str, ...]) -> None:
        self.sink: Sink | None = None  # where events go while this port is open; the readers' come first
        self._pico = pico
        self._names = names

    @property
    def names(self) -> tuple[str, ...]:
        """The readers in the kit's order, or the lamps in the order of the strip."""
        return self._names

    def open(self, sink: Sink) -> None:
        """Start; events go to the sink."""
        self.close()
        self.sink = sink
        self._pico.open()

    def close(self) -> None:
        """Stop; the line is closed with the last of the two ports."""
        self.sink = None
        self._pico.close()

    def late_s(self) -> float:
        """Return how late the line's thread is."""
        return self._pico.late_s()


class PicoReaders(_PicoPort):
    """The readers under the board."""

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of the Pico and of each reader."""
        return self._pico.health if self.sink else dict.fromkeys((self._pico.name, *self._names), Health.CLOSED)

    def watch(self, hot: Iterable[str]) -> None:
        """Name the readers to poll most often."""
        self._pico.watch(hot)

    def recount(self) -> None:
        """Report everything that the readers see."""
        self._pico.recount()

    def signal(self, reader: str, signal: Signal) -> None:
        """Signal the result of a touch at this reader."""
        if reader in self._names and self._pico.has_handle:
            self._pico.signal(signal)

    def call(self) -> None:
        """Call with the buzzer in a hand, or with that of the table."""
        self._pico.signal(Signal.CALLED)


class PicoLamps(_PicoPort):
    """The strip of lamps around the board."""

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of the Pico; single lamps have none."""
        return {self._pico.name: self._pico.health[self._pico.name] if self.sink else Health.CLOSED}

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the whole scene."""
        self._pico.show(scene)
