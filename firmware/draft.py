"""From the host's configuration messages to readers, lamps and handle.

In: BUS, READER, STRIP and HANDLE messages, then a COMMIT. Out: a `Setup`, or `Refused` with the reason.
No pin is touched before the whole configuration has been checked.
"""

from firmware import messages, rc522, wire
from firmware.channel import Refused
from firmware.chip import GAINS_DB
from firmware.handle import Handle
from firmware.nearest import NearestReader
from firmware.presence import Presence
from firmware.readers import Readers, Station
from firmware.strip import Lamps

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from firmware import readers

    class Board(readers.Pins, Protocol):
        """What the firmware needs from the board for its configuration."""

        def sleep_us(self, us: int) -> object:
            """Wait this long, which is not nothing."""

        def open_bus(self, spi: int, sck: int, mosi: int, miso: int, reset: int, baud_hz: int) -> None:
            """Open the readers' bus and release their reset line."""

        def open_strip(self, pin: int, lamps: int) -> None:
            """Open the strip with all lamps dark."""

        def open_buzzer(self, pin: int) -> None:
            """Open the buzzer on this pin, silent; `NONE` means that there is no buzzer."""


# The Pico's own board uses GP23 to GP25 and GP29 (Pico datasheet, 2.1).
_PINS = tuple(pin for pin in range(29) if not 23 <= pin <= 25)
# The SPI functions repeat every four pins, and the two blocks alternate every eight (RP2040 datasheet, 1.4.3).
_SPI_PLACES = {"miso": 0, "sck": 2, "mosi": 3}
_ORDERS = {messages.GRB: (1, 0, 2), messages.RGB: (0, 1, 2)}  # as the colours go over the wire


class Draft:
    """A configuration that is still arriving."""

    def __init__(self) -> None:
        self._bus: tuple[int, ...] = ()
        self._readers: list[tuple[int, int, int, str]] = []
        self._strip: tuple[int, ...] = ()
        self._handle: tuple[int, ...] = ()
        self._taken: dict[int, str] = {}

    def take(self, kind: int, payload: bytes) -> None:
        """Take in one message; refuse one that repeats or contradicts an earlier one."""
        if kind == wire.BUS:
            if self._bus:
                raise Refused("a second bus")
            bus = messages.parse_bus(payload)
            if bus[0] > 1 or not 100_000 <= bus[5] <= 10_000_000:
                raise Refused(f"SPI {bus[0]} at {bus[5]} Hz")
            for at, job in enumerate(("sck", "mosi", "miso", "reset")):
                self._use(bus[1 + at], job)
                if job in _SPI_PLACES and bus[1 + at] & 11 != _SPI_PLACES[job] | bus[0] << 3:
                    raise Refused(f"{job}: SPI {bus[0]} cannot use GP{bus[1 + at]}")
            self._bus = bus
        elif kind == wire.READER:
            reader = messages.parse_reader(payload)
            if not self._bus or reader[0] != len(self._readers):
                raise Refused(f"reader {reader[0]} out of turn")
            if reader[2] not in GAINS_DB:
                raise Refused(f"{reader[3]}: a gain of {reader[2]} dB")
            self._use(reader[1], reader[3])
            self._readers.append(reader)
        elif kind == wire.STRIP:
            if self._strip:
                raise Refused("a second strip")
            strip = messages.parse_strip(payload)
            if not strip[1] or not strip[4] or strip[2] not in _ORDERS:
                raise Refused(f"a strip of {strip[1]} lamps, order {strip[2]}, {strip[4]} uA")
            self._use(strip[0], "strip")
            self._strip = strip
        else:
            if self._handle:
                raise Refused("a second handle")
            reader_index, buzzer, lamp = handle = messages.parse_handle(payload)
            if reader_index != messages.NONE and reader_index >= len(self._readers):
                raise Refused(f"a handle for reader {reader_index}")
            if lamp != messages.NONE and not (self._strip and lamp < self._strip[1]):
                raise Refused(f"a handle with lamp {lamp}")
            if buzzer != messages.NONE:
                self._use(buzzer, "buzzer")
            self._handle = handle

    def _use(self, pin: int, job: str) -> None:
        if pin not in _PINS:
            raise Refused(f"{job}: GP{pin} is not free for it")
        if pin in self._taken:
            raise Refused(f"{job}: GP{pin} is taken by {self._taken[pin]}")
        self._taken[pin] = job

    def commit(self, payload: bytes) -> "Setup":
        """End the configuration."""
        times = messages.parse_commit(payload)
        if times[0] != len(self._readers):
            raise Refused(f"{len(self._readers)} readers came instead of {times[0]}")
        return Setup(self._bus, self._readers, self._strip, self._handle, times)


class Setup:
    """A complete configuration that has been checked."""

    def __init__(
        self,
        bus: "tuple[int, ...]",
        readers: "list[tuple[int, int, int, str]]",
        strip: "tuple[int, ...]",
        handle: "tuple[int, ...]",
        times: "tuple[int, ...]",
    ) -> None:
        self.facts = (bus, readers, strip, handle, times)
        self.silence_ms = times[6]

    def build_readers(self, board: "Board") -> Readers:
        """Open the bus and set up every reader."""
        bus, readers, _, handle, times = self.facts
        _, settle_ms, leave_ms, lapse_ms, crowd_ms, leave_polls, _ = times
        if bus:
            board.open_bus(*bus)
        in_hand = handle[0] if handle else -1
        stations = [
            Station(
                name,
                (NearestReader if index == in_hand else rc522.Reader)(board.chip(select), board.sleep_us, gain_db),
                Presence(settle_ms, leave_ms, leave_polls, lapse_ms, crowd_ms, hides=index != in_hand),
                in_hand=index == in_hand,
            )
            for index, select, gain_db, name in readers
        ]
        built = Readers(board, stations, settle_ms)
        built.start()
        return built

    def build_lamps(self, board: "Board") -> Lamps:
        """Open the strip with all lamps dark; a board without a strip gets one with no lamps."""
        strip = self.facts[2]
        if not strip:
            return Lamps(0)
        pin, count, order, cap_ma, channel_ua, idle_ua = strip
        board.open_strip(pin, count)
        return Lamps(count, cap_ma, channel_ua, idle_ua, _ORDERS[order])

    def build_handle(self, board: "Board") -> "Handle | None":
        """Open the buzzer, of a hand-held reader or of the table; return None if there is neither."""
        handle = self.facts[3]
        if not handle:
            return None
        _, buzzer, lamp = handle
        board.open_buzzer(buzzer)
        return Handle(lamp)
