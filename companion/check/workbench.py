"""Measures the ports and probes of one table, for `grades` to judge.

Time passes only through `pass_time`: with real devices it sleeps while their threads work, with simulated ones it
steps.
"""

from __future__ import annotations

import errno
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.check.measured import (
    Acknowledged,
    AskedReading,
    Fault,
    Link,
    PicoState,
    Press,
    Reading,
    Tally,
    Verdict,
    count,
)
from companion.check.person import Act, Person, Question, Sight, Task, draw_test_picture
from companion.check.probes import Probe, ProbeFault, Probes
from companion.check.system import System
from companion.running.devices import Devices, presence_of
from firmware.chip import GAINS_DB, NO_VERSIONS
from hardware import ports
from hardware.kit.connections import PCSC, Kit, OwnReader
from hardware.nfc.reader_port import ReaderFault
from hardware.pico.pico import Pico
from hardware.pico.session import Phase, Quality

SLICE_S = 0.05
WAKE_S = 1.5  # for a device to open and report its health
LIVE_S = 20.0  # for a Pico to be greeted, configured and to look around
ILL_S = 6.0
LINK_S = 8.0
TAG_S = 5.0  # for a reader on USB to report a tag
PRESS_S = 20.0
RELEASE_S = 2.0
COLOUR_S = 0.6
POLLS, FEW_POLLS, QUICK_MS = 100, 40, 10
RED, GREEN, BLUE = ports.Colour(255, 0, 0), ports.Colour(0, 255, 0), ports.Colour(0, 0, 255)


@dataclass
class Bench:
    """One table, real or simulated, ready to be measured."""

    kit: Kit
    devices: Devices
    probes: Probes
    pass_time: Callable[[float], None]
    system: System | None = None  # None: simulated
    picos: tuple[Pico, ...] = ()  # empty: the kit has none, or they are simulated at the ports
    clock: ports.Clock = time.monotonic  # the clock of this bench
    usb_models: Callable[[], tuple[str, ...]] = tuple  # names from the service; may raise ReaderFault
    panels: Callable[[], tuple[int, ...]] | None = None  # addresses that acknowledge on I2C; may raise OSError
    swapped: set[str] = field(default_factory=set)  # Picos whose LEDs take red for green
    faults: dict[str, Fault] = field(default_factory=dict)  # faults of whatever is degraded now
    _events: deque[ports.Event] = field(default_factory=deque)
    _answers: deque[str] = field(default_factory=deque)

    # --- ports ---

    @contextmanager
    def opened(self, port: ports.Port) -> Iterator[None]:
        """Open a port for a while, and wait until it reports its health."""
        self._events.clear()
        self.faults.clear()
        port.open(self._note)
        try:
            self._wait(lambda: ports.Health.CLOSED not in port.health.values(), WAKE_S)
            yield
        finally:
            port.close()

    def pressed(self) -> str | None:
        """Return a button that was pressed since the last call, if any: a person may answer with it."""
        self.pass_time(0.0)
        answer = self._answers.pop() if self._answers else None
        self._answers.clear()
        return answer

    def _note(self, event: ports.Event) -> None:
        self._events.append(event)
        if isinstance(event, ports.ButtonPressed):
            self._answers.append(event.source)
        elif isinstance(event, ports.HealthChanged):
            if event.health is ports.Health.DEGRADED:
                self.faults[event.source] = Fault(event.reason, event.remedy)
            else:
                self.faults.pop(event.source, None)

    def _wait(self, condition: Callable[[], bool], within_s: float) -> bool:
        for _ in range(round(within_s / SLICE_S)):
            if condition():
                return True
            self.pass_time(SLICE_S)
        return condition()

    def _wait_for_picos(self, names: Collection[str], condition: Callable[[], bool]) -> bool:
        """Wait for Picos that may still be starting, less long for one that stays faulty."""
        ill_s = 0.0
        for _ in range(round(LIVE_S / SLICE_S)):
            if condition() or ill_s >= ILL_S:
                break
            self.pass_time(SLICE_S)
            ill_s = ill_s + SLICE_S if not self.faults.keys().isdisjoint(names) else 0.0
        return condition()

    # --- buttons, lamps, screen ---

    def press(self, name: str, person: Person) -> Press | None:
        """Ask for one press of a button, while the buttons are open; return None if nobody presses."""
        self._events.clear()
        if not person.start(Task(Act.PRESS, name)):
            return None
        said: list[Verdict] = []

        def over() -> bool:
            press = self._count_press(name)
            if press.pressed or press.others:
                return True
            verdict = person.given_up()
            if verdict is not None:
                said.append(verdict)
            return verdict is not None

        self._wait(over, PRESS_S)
        if Verdict.NOBODY in said:
            return None
        if not said:
            self._wait(lambda: bool(self._count_press(name).released), RELEASE_S)
        self._answers.clear()
        return self._count_press(name)

    def fault_of_button(self, name: str) -> Fault | None:
        """Return what is wrong with a button, while the buttons are open."""
        return self.faults.get(f"button.{name}")

    def _count_press(self, name: str) -> Press:
        events = tuple(self._events)
        down = [event.source for event in events if isinstance(event, ports.ButtonPressed)]
        up = sum(isinstance(event, ports.ButtonReleased) and event.source == name for event in events)
        return Press(down.count(name), up, tuple(dict.fromkeys(other for other in down if other != name)))

    def lamp(self, name: str, person: Person) -> Verdict:
        """Light one lamp, while the lamps are open, and ask."""
        show = self.devices.lamps.show
        if self.is_on_strip(name):
            pico = self.kit.pico_of(name)
            is_swapped = pico is not None and pico.name in self.swapped
            for colour in (GREEN, RED, BLUE) if is_swapped else (RED, GREEN, BLUE):
                show({name: ports.Light(ports.Pattern.ON, colour)})
                self.pass_time(COLOUR_S)
            verdict = person.sees(Question(Sight.COLOURED_LAMP, name))
            if verdict is not Verdict.OTHER or pico is None or is_swapped:
                return verdict
            show({name: ports.Light(ports.Pattern.ON, RED)})
            self.pass_time(COLOUR_S)
            if person.sees(Question(Sight.SWAPPED, name)) is not Verdict.YES:
                return verdict
            self.swapped.add(pico.name)  # its other lamps are shown as they will be
            return Verdict.SWAPPED
        show({name: ports.Light(ports.Pattern.ON)})
        self.pass_time(SLICE_S)
        return person.sees(Question(Sight.LAMP, name))

    def is_on_strip(self, lamp: str) -> bool:
        """Return whether a lamp is on the strip."""
        return lamp not in self.kit.lamps

    def await_lamps(self) -> None:
        """Wait for lamps behind a Pico, which must be greeted and configured first."""
        names = [pico.name for pico in self.kit.picos if pico.strip.lamps]
        if names:
            self._wait_for_picos(names, lambda: set(self.devices.lamps.health.values()) == {ports.Health.GOOD})

    def screen(self, person: Person) -> Verdict:
        """Show the test picture, while the screen is open, and ask."""
        self.devices.screen.show(draw_test_picture(*self.devices.screen.size))
        self.pass_time(WAKE_S)
        if "screen" in self.faults:
            return Verdict.NOBODY
        return person.sees(Question(Sight.SCREEN, "screen"))

    # --- the Pico ---

    def talk(self, pico: Pico) -> PicoState:
        """Talk with a Pico for a while."""
        with self.opened(pico.lamps):
            live = self._wait_for_picos([pico.name], lambda: pico.phase is Phase.LIVE)
            hello, link = pico.hello, None
            if live:
                link = self._watch_link(pico)
            fault = self.faults.get(pico.name)
        version = hello.version if hello else None
        return PicoState(version, bool(hello and hello.outdated), fault, link)

    def buzzer(self, pico: Pico, person: Person) -> Verdict:
        """Sound a buzzer, and ask."""
        with self.opened(pico.lamps):
            if not self._wait_for_picos([pico.name], lambda: pico.phase is Phase.LIVE):
                return Verdict.NOBODY
            for signal in (ports.Signal.REFUSED, ports.Signal.ACCEPTED):
                pico.signal(signal)
                self.pass_time(COLOUR_S)
            return person.sees(Question(Sight.BUZZER, pico.name))

    def _watch_link(self, pico: Pico) -> Link:
        before = pico.quality
        after = before
        trips: list[float] = []
        for _ in range(round(LINK_S / SLICE_S)):
            self.pass_time(SLICE_S)
            now = pico.quality
            if now.pongs != after.pongs:
                trips.append(now.round_trip_s)
            after = now
        return Link(
            seconds=LINK_S,
            round_trips_ms=tuple(trip * 1000 for trip in trips),
            lost=_lost(after) - _lost(before),
            restarts=after.sessions - before.sessions,
            faults=after.pico_faults - before.pico_faults,
            polls=after.pico_polls - before.pico_polls,
        )

    # --- readers ---

    def acknowledged(self) -> Acknowledged | None:
        """Look who acknowledges where the panel should; None where that cannot be asked."""
        if self.panels is None:
            return None
        try:
            return Acknowledged(self.panels())
        except ImportError:
            return None
        except OSError as error:
            return Acknowledged((), is_stuck=True) if error.errno == errno.ETIMEDOUT else None

    def asked_reading(self, reader: OwnReader, person: Person) -> AskedReading:
        """Measure a reader that is only asked, with a tag if somebody puts one there."""
        name = reader.name
        with self.opened(self.devices.readers):
            if name in self.faults:
                return AskedReading(name, self.faults[name])
            try:
                models = self.usb_models() if reader.chip == PCSC else (f"a PN532 on {reader.at}",)
            except ReaderFault as fault:
                return AskedReading(name, Fault(str(fault), fault.remedy))
            asked = person.do(Task(Act.LAY_TAG, name))
            self._wait(lambda: bool(self._heard(name)), TAG_S)
            reading = AskedReading(name, self.faults.get(name), models, asked, self._heard(name))
        if asked:
            person.do(Task(Act.TAKE_AWAY, name))
        return reading

    def _heard(self, reader: str) -> str:
        """Return the tag that came to rest on a reader since its port was opened."""
        rested = (event for event in tuple(self._events) if isinstance(event, ports.TagRested))
        return next((event.uid for event in rested if event.source == reader), "")

    def reading(self, name: str, probes: Mapping[str, Probe | Fault], person: Person) -> Reading:
        """Measure one reader, with a tag if somebody puts one there."""
        gain_db, key = self.gain_of(name)
        reading = Reading(name, gain_db, key)
        probe = probes[name]
        if isinstance(probe, Fault):
            return reading._replace(fault=probe)
        try:
            reading = reading._replace(version=probe.version())
            if reading.version in NO_VERSIONS:
                return reading
            return self._with_tag(reading, probe, probes, person)._replace(misreads=probe.misreads)
        except ProbeFault as trouble:
            return reading._replace(fault=trouble.fault)

    def _with_tag(self, reading: Reading, probe: Probe, probes: Mapping[str, Probe | Fault], person: Person) -> Reading:
        name, gain_db = reading.name, reading.gain_db
        asked = person.do(Task(Act.LAY_TAG, name))
        resting = self._tally(probe, gain_db, POLLS, self.kit.times.poll_ms)
        reading = reading._replace(asked=asked, resting=resting)
        if not asked and not resting.uids:
            return reading
        by_gain = {gain: self._tally(probe, gain, FEW_POLLS, QUICK_MS).percent for gain in sorted(GAINS_DB)}
        reading = reading._replace(by_gain=by_gain, neighbours=self._neighbours(reading, probes))
        if asked and person.do(Task(Act.ADD_SHEET, name)):
            reading = reading._replace(sheet=self._tally(probe, gain_db, POLLS, QUICK_MS))
        if asked:
            person.do(Task(Act.TAKE_AWAY, name))
        return reading

    def _neighbours(self, reading: Reading, probes: Mapping[str, Probe | Fault]) -> tuple[str, ...]:
        """Return the other readers under the board that read the same tag."""
        heard = []
        uids = reading.resting.uids if reading.resting else frozenset()
        pad = self.kit.pad.name if self.kit.pad else ""
        for name, probe in probes.items():
            if name in (reading.name, pad) or reading.name == pad:
                continue
            if not isinstance(probe, Fault) and self._tally(probe, self.gain_of(name)[0], 10, QUICK_MS).uids & uids:
                heard.append(name)
        return tuple(heard)

    def _tally(self, probe: Probe, gain_db: int, polls: int, pace_ms: int) -> Tally:
        return count(probe.look(gain_db, polls, pace_ms), presence_of(self.kit.times))

    def gain_of(self, reader: str) -> tuple[int, str]:
        """Return a reader's gain, and its key in the kit file."""
        gain_db, pico = self.kit.gain_db(reader), self.kit.pico_of(reader)
        if pico is None:
            return gain_db, "pad.gain_db"
        return gain_db, f'{pico.key}.gains."{self.kit.positions.get(reader, reader)}"'


def _lost(quality: Quality) -> int:
    return quality.damaged + quality.resent + quality.pico_damaged + quality.pico_resent
