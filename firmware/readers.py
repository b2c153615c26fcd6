"""All readers of the board: which one to poll next, which tags rest on each, and which readers are faulty.

In: the time, the host's settings (pins, gains, times, which readers are hot) and the chips.
Out: the tags at rest on each reader, and its index whenever they change.

Only one antenna field is on at a time: otherwise neighbouring readers would hear each other's tags. A field must be on
for 5.1 ms before the first request, so a look has two halves: `begin` switches the field on, `finish` reads and
switches it off, and the loop does its other work in between.

A reader that misses a tag at rest is polled more often until the tag is read again or has left: a tag that falls silent
now and then is easily missed by a few polls far apart.

A faulty reader is set up again repeatedly. When that does not help, the shared reset line resets all readers. A reader
that has heard no tag for a minute is set up again too, without reporting it: a register that is never compared may have
lost its value. If the wires corrupt data, the bus gets a slower clock.
"""

from firmware import messages, rc522
from firmware.chip import SLOW_AFTER
from firmware.presence import LEFT, RESTED, Presence

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from firmware.chip import Port

    class Pins(Protocol):
        """What the readers need from the board."""

        def now_ms(self) -> int:
            """Return the milliseconds since the start."""

        def now_us(self) -> int:
            """Return microseconds for `wait_since`."""

        def wait_since(self, began_us: int, us: int) -> None:
            """Wait until this many microseconds have passed since `now_us` returned `began_us`."""

        def reset_readers(self) -> None:
            """Pulse the reset line that all readers share."""

        def slow_bus(self) -> None:
            """Lower the bus clock to one that works over long wires."""

        def chip(self, select: int) -> Port:
            """Return the registers of the chip behind a select pin."""


FIELD_RISE_US = 5100
FALL_MS = 6  # tags have forgotten the last look after this long without a field
HOT_MS = 45  # a target; on a busy bus the reader that is most overdue goes first
COLD_MS = 210
HAND_MS = 20  # for a reader that points: a touch is short, and a player waits for it
CHECK_MS = 2000  # how often the registers of a healthy reader are compared
RETRY_MS = 1000  # how often a faulty reader is set up again
SILENCE_MS = 60_000  # a reader that hears no tag this long is set up again, too
RESET_AFTER = 3  # failed set-ups before all readers are reset; doubled after each reset
_MOST_IN_VAIN = 192


class Station:
    """One reader, and the tags that rest on it."""

    def __init__(self, name: str, chip: rc522.Reader, presence: Presence, in_hand: bool = False) -> None:
        self.name = name
        self.chip = chip
        self.presence = presence
        self.in_hand = in_hand
        self.period_ms = HAND_MS if in_hand else COLD_MS
        self.looked_ms = 0
        self.off_ms = 0  # when its field was switched off
        self.looks = 0  # since its last successful set-up
        self.changes = 0
        self.beyond: Sequence[bytes] = ()  # what was heard further away than the tag that came to rest last
        self.ailment = ""  # what is wrong with the chip now
        self.doubt = ""  # why its polls are not to be trusted yet: the last ailment, until it has looked long enough
        self.told = False  # the host knows of the doubt
        self.in_vain = 0  # set-ups since the chip last worked
        self.patience = RESET_AFTER
        self._mismatches = 0  # the chip's count when this minute began
        self._minute_ms = 0
        self._checked_ms = 0
        self._well_ms = 0
        self._heard_ms = 0

    @property
    def wait_ms(self) -> int:
        """How long to wait between two looks; not long while a tag may be leaving."""
        if self.ailment:
            return RETRY_MS
        return min(self.period_ms, HOT_MS) if self.presence.misses else self.period_ms

    def set_up(self, now_ms: int) -> None:
        """Initialise the chip, and record what is wrong with it."""
        self.chip.init()
        self.looks = 0
        self.in_vain += 1
        self._checked_ms = self._well_ms = self._heard_ms = now_ms
        self.ailment = self.chip.ailment()
        if self.ailment:
            self.doubt = self.ailment

    def judge(self, now_ms: int, outcome: int, uids: "list[bytes]") -> int:
        """Compare the registers if there is reason to, and set a faulty chip up again; return the outcome.

        Reasons are that the chip did not work, that a tag at rest was not read, or that a check is due. Call this while
        the field is on, so that it notices an antenna that has switched itself off.
        """
        if outcome not in (rc522.SILENT, rc522.DEAF):
            self._heard_ms = now_ms
        again = self.in_vain > 0
        if outcome != rc522.DEAF:
            self.in_vain, self.patience = 0, RESET_AFTER
            if now_ms - self._checked_ms < CHECK_MS and not self.presence.lacks(uids):
                return outcome
        self._checked_ms = now_ms
        ailment = self.chip.ailment() or ("starts no frame" if outcome == rc522.DEAF else "")
        if not ailment:
            if now_ms - self._heard_ms >= SILENCE_MS:
                self._heard_ms = now_ms
                self.chip.init()
            return outcome
        if again:
            self.doubt = ailment  # not reported the first time: this set-up may cure it
        self.set_up(now_ms)
        return rc522.DEAF

    def has_bad_wires(self, now_ms: int) -> bool:
        """Return whether too many registers had wrong values in this minute."""
        if now_ms - self._minute_ms >= 60_000:
            self._minute_ms, self._mismatches = now_ms, self.chip.mismatches
        return self.chip.mismatches - self._mismatches >= SLOW_AFTER

    def trusted(self, now_ms: int, settle_ms: int) -> bool:
        """Return whether every tag that was there when the chip was set up must have been seen by now."""
        return not self.ailment and self.looks > 2 and now_ms - self._well_ms >= settle_ms + 2 * COLD_MS

    def state(self) -> "tuple[int, int, list[bytes], str]":
        """Return flags, count of changes, UIDs and ailment, as `messages.format_tags` takes them."""
        uids = self.presence.resting
        room = min(messages.BEYOND_LIMIT, max(0, messages.UIDS_LIMIT - len(uids)))
        beyond = [uid for uid in self.beyond if uid not in uids][:room]
        flags = len(beyond) << messages.TAGS_BEYOND_BIT
        if self.presence.crowded or len(uids) > messages.UIDS_LIMIT:
            flags |= messages.TAGS_CROWDED
        if self.doubt:
            flags |= messages.TAGS_FAULTY
        return flags, self.changes, uids[: messages.UIDS_LIMIT] + beyond, self.doubt


class Readers:
    """The readers of one bus, looked at in turn."""

    def __init__(self, pins: "Pins", stations: "list[Station]", settle_ms: int) -> None:
        self.stations = stations
        self.looks = 0
        self.resets = 0  # of all readers, since the start
        self.slow = False  # whether the bus clock was lowered
        self._pins = pins
        self._settle_ms = settle_ms
        self._index = -1
        self._field_us = 0

    def start(self) -> None:
        """Reset and set up every chip; those that fail are tried again later."""
        self._reset()
        for station in self.stations:
            station.told = bool(station.doubt)

    def watch(self, hot: bytes) -> None:
        """Poll these readers more often than the others; a hand-held one is always polled most often."""
        for index, station in enumerate(self.stations):
            if not station.in_hand:
                station.period_ms = HOT_MS if index in hot else COLD_MS

    def settled(self, now_ms: int) -> bool:
        """Return whether every reader has looked long enough to be trusted, or is known to be faulty."""
        return all(station.doubt or station.trusted(now_ms, self._settle_ms) for station in self.stations)

    def begin(self, now_ms: int) -> bool:
        """Switch on the field of the reader that is most overdue; return whether any was due."""
        best = 255
        self._index = -1
        for index, station in enumerate(self.stations):
            # In 256ths of its period, so that hot and cold readers are delayed in proportion.
            waited = (now_ms - station.looked_ms) * 256 // station.wait_ms
            if waited > best and now_ms - station.off_ms >= FALL_MS:
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
        """Read the reader whose field is on and switch it off; return its index if there is news, else -1."""
        index = self._index
        if index < 0:
            return -1
        self._index = -1
        station = self.stations[index]
        if station.ailment:
            station.set_up(self._pins.now_ms())
            self._let_go(station)
            return self._news(index, False)
        self._pins.wait_since(self._field_us, FIELD_RISE_US)
        outcome, uids = station.chip.poll()
        now_ms = self._pins.now_ms()
        outcome = station.judge(now_ms, outcome, uids)
        station.chip.field_off()
        station.off_ms = now_ms
        self._let_go(station)
        if not self.slow and station.has_bad_wires(now_ms):
            self.slow = True
            self._pins.slow_bus()
        station.looks += 1
        self.looks += 1
        news = False
        for kind, uid in station.presence.step(now_ms, outcome, uids):
            station.changes += 1 if kind in (RESTED, LEFT) else 0
            news = True
            if kind == RESTED:
                station.beyond = station.chip.beyond
                for other in self.stations:
                    other.presence.seen_elsewhere(now_ms, uid)
        if station.doubt and station.trusted(now_ms, self._settle_ms):
            station.doubt = ""
        return self._news(index, news)

    def _news(self, index: int, changed: bool) -> int:
        """Return the index if this reader has news, including a doubt that has come or gone, else -1."""
        station = self.stations[index]
        doubted = bool(station.doubt)
        changed = changed or doubted != station.told
        station.told = doubted
        return index if changed else -1

    def _reset(self) -> None:
        """Reset all chips by their common line, and set them up."""
        self._pins.reset_readers()
        for station in self.stations:
            station.set_up(self._pins.now_ms())
            station.in_vain = 0

    def _let_go(self, station: Station) -> None:
        """Reset all readers after too many failed set-ups of one: a chip that hangs reacts only to its reset line."""
        if station.in_vain >= station.patience:
            station.patience = min(2 * station.patience, _MOST_IN_VAIN)
            self.resets += 1
            self._reset()
