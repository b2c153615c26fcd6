"""All readers of the board: which is looked at next, what rests on each, and which of them are ill.

In: the time, the host's wishes (pins, gains, times, which readers are hot) and the chips.
Out: for each reader the tags at rest, and an index whenever that has changed.

One antenna field is on at a time: neighbouring readers hear each other's tags otherwise. A field needs 5.1 ms
before the first request, so a look is split: `begin` switches the field on, `finish` reads and switches it
off, and the loop does its other work in between.
"""

from firmware import messages, rc522
from firmware.presence import LEFT, RESTED, Presence

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from firmware.chip import Port

    class Pins(Protocol):
        """What the readers need of the board they sit on."""

        def now_ms(self) -> int:
            """Give the milliseconds since the start."""

        def now_us(self) -> int:
            """Give microseconds to `wait_since`."""

        def wait_since(self, began_us: int, us: int) -> None:
            """Wait until it is so long ago that `now_us` gave the beginning."""

        def reset_readers(self) -> None:
            """Pulse the reset line that all readers share."""

        def chip(self, select: int) -> Port:
            """Give the registers of the chip behind a select pin."""


FIELD_RISE_US = 5100
HOT_MS = 45  # wished for; what the bus can bear is shared out by who has waited longest for its due
COLD_MS = 210
HAND_MS = 20  # of a reader that points: a touch is short, and somebody waits for it
CHECK_MS = 2000  # how often a reader that seems well has its registers compared
RETRY_MS = 1000  # how often one that is ill is set up again


class Station:
    """One reader, and what rests on it."""

    def __init__(self, name: str, chip: rc522.Reader, presence: Presence, in_hand: bool = False) -> None:
        self.name = name
        self.chip = chip
        self.presence = presence
        self.in_hand = in_hand
        self.period_ms = HAND_MS if in_hand else COLD_MS
        self.looked_ms = 0
        self.looks = 0  # since it was last set up well
        self.changes = 0
        self.ailment = ""  # what is wrong with the chip now
        self.doubt = ""  # why not to believe it: its ailment, until it has looked long enough again
        self._checked_ms = 0
        self._well_ms = 0

    def set_up(self, now_ms: int) -> bool:
        """Initialise the chip; tell whether that put the reader in doubt."""
        self.chip.init()
        self.looks = 0
        self._checked_ms = self._well_ms = now_ms
        self.ailment = self.chip.ailment()
        doubted = bool(self.doubt)
        if self.ailment:
            self.doubt = self.ailment
        return bool(self.doubt) != doubted

    def judge(self, now_ms: int, outcome: int) -> int:
        """Compare the registers when that is due, set the chip up again when it is ill; give the outcome.

        Must be called while the field is on: an antenna that switched itself off answers nobody.
        """
        if outcome != rc522.DEAF and now_ms - self._checked_ms < CHECK_MS:
            return outcome
        self._checked_ms = now_ms
        ailment = self.chip.ailment() or ("starts no frame" if outcome == rc522.DEAF else "")
        if not ailment:
            return outcome
        self.doubt = ailment
        self.set_up(now_ms)
        return rc522.DEAF

    def trusted(self, now_ms: int, settle_ms: int) -> bool:
        """Tell whether whatever lay there when the chip was set up must have been seen by now."""
        return not self.ailment and self.looks > 2 and now_ms - self._well_ms >= settle_ms + 2 * COLD_MS

    def state(self) -> "tuple[int, int, list[bytes], str]":
        """Give flags, count of changes, UIDs and ailment, as `messages.format_tags` takes them."""
        uids = self.presence.resting
        flags = 0
        if self.presence.crowded or len(uids) > messages.UIDS_LIMIT:
            flags |= messages.TAGS_CROWDED
        if self.doubt:
            flags |= messages.TAGS_FAULTY
        return flags, self.changes, uids[: messages.UIDS_LIMIT], self.doubt


class Readers:
    """The readers of one bus, looked at in turn."""

    def __init__(self, pins: "Pins", stations: "list[Station]", settle_ms: int) -> None:
        self.stations = stations
        self.looks = 0
        self._pins = pins
        self._settle_ms = settle_ms
        self._index = -1
        self._field_us = 0

    def start(self) -> None:
        """Reset and set up every chip; those that fail are ill and tried again later."""
        self._pins.reset_readers()
        for station in self.stations:
            station.set_up(self._pins.now_ms())

    def watch(self, hot: bytes) -> None:
        """Poll these readers more often than the others; one in a hand is always polled most often."""
        for index, station in enumerate(self.stations):
            if not station.in_hand:
                station.period_ms = HOT_MS if index in hot else COLD_MS

    def settled(self, now_ms: int) -> bool:
        """Tell whether every reader has looked long enough to be believed, or is known to be ill."""
        return all(station.doubt or station.trusted(now_ms, self._settle_ms) for station in self.stations)

    def begin(self, now_ms: int) -> bool:
        """Switch on the field of the reader that has waited longest for its due, if any is due."""
        best = 255
        self._index = -1
        for index, station in enumerate(self.stations):
            period_ms = RETRY_MS if station.ailment else station.period_ms
            # In 256ths of its period, so that hot and cold ones fall behind in proportion.
            waited = (now_ms - station.looked_ms) * 256 // period_ms
            if waited > best:
                best = waited
                self._index = index
        if self._index < 0:
            return False
        station = self.stations[self._index]
        station.looked_ms = now_ms
        if not station.ailment:
            station.chip.field_on()
            self._field_us = self._pins.now_us()
        return True

    def finish(self) -> int:
        """Read the reader begun and switch its field off: its index when there is news of it, else -1."""
        index = self._index
        if index < 0:
            return -1
        self._index = -1
        station = self.stations[index]
        if station.ailment:
            return index if station.set_up(self._pins.now_ms()) else -1
        self._pins.wait_since(self._field_us, FIELD_RISE_US)
        outcome, uids = station.chip.poll()
        now_ms = self._pins.now_ms()
        doubted = bool(station.doubt)
        outcome = station.judge(now_ms, outcome)
        station.chip.field_off()
        station.looks += 1
        self.looks += 1
        news = False
        for kind, _ in station.presence.step(now_ms, outcome, uids):
            station.changes += 1 if kind in (RESTED, LEFT) else 0
            news = True
        if station.doubt and station.trusted(now_ms, self._settle_ms):
            station.doubt = ""
        return index if news or bool(station.doubt) != doubted else -1
