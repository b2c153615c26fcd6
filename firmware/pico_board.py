"""The Pico's own hardware: the only module that touches `machine`.

In: requests from the firmware. Out: pins, bus, strip, watchdog, files and the USB line of a real RP2040, or of a
simulated `machine`. MicroPython's own modules are imported only when a board is made, so CPython can import this one.
"""

from firmware import messages
from firmware.start import write_number

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

WATCHDOG_MS = 8000  # the RP2040 can count to 8388
_PIECE_BYTES = 256  # read per step, so that a flood cannot starve the readers
_HALF_DUTY = 1 << 15  # a piezo is loudest with a square wave
# Every pin starts pulled down (RP2040 datasheet, 2.19.6.3); 80 kilohms need some microseconds to pull a wire up.
_PULL_UP_US = 100
_MOST_READ = 17  # bytes in one transfer: what `Chip.ailment` compares
_INTO = tuple([bytearray(count) for count in range(_MOST_READ + 1)])  # what comes back, for every length


def _module(name: str) -> "Any":
    """Import a MicroPython module; elsewhere only simulated ones exist, and type checkers know neither."""
    return __import__(name)


class ChipPort:
    """The bus to one MFRC522 behind its select pin (datasheet 8.1.2).

    A look makes a hundred transfers, so nothing is made, looked up or tried here that could be had before: a transfer
    costs little more than its bits.
    """

    def __init__(self, spi: "Any", select: "Any") -> None:
        self._send = spi.write
        self._exchange = spi.write_readinto
        self._select = select.off
        self._release = select.on

    def write(self, transfers: "Sequence[bytes]") -> None:
        """Make these transfers one after the other; each is the address of a register and the bytes for it."""
        select, send, release = self._select, self._send, self._release
        for transfer in transfers:
            select()
            send(transfer)
            release()

    def read(self, addresses: bytes) -> bytearray:
        """Make one transfer, and return what came back, which the next one overwrites; the first byte says nothing."""
        into = _INTO[len(addresses)]
        self._select()
        self._exchange(addresses, into)
        self._release()
        return into


class PicoBoard:
    """Pins, line, clock, watchdog and files."""

    def __init__(self, root: str) -> None:
        machine, select, sys = _module("machine"), _module("select"), _module("sys")
        self._machine = machine
        self._micropython = _module("micropython")
        self._neopixel = _module("neopixel")
        self._time = _module("time")
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._root = root
        self._piece = bytearray(_PIECE_BYTES)
        self._one = bytearray(1)
        self._ticks = self._time.ticks_ms()
        self._now_ms = 0
        self._watchdog: Any = None
        self._spi: Any = None
        self._baud_hz = 0
        self._reset: Any = None
        self._strip: Any = None
        self._buzzer: Any = None
        self._hz = 0
        self.sleep_us = self._time.sleep_us  # straight: a look waits between any two frames
        self.board_id = "".join(f"{byte:02x}" for byte in machine.unique_id())
        self.after_watchdog = bool(machine.reset_cause() == machine.WDT_RESET)

    # --- starting ---

    def jumper(self, pin: int) -> bool:
        """Return whether the jumper connects this pin to ground."""
        level = self._machine.Pin(pin, self._machine.Pin.IN, self._machine.Pin.PULL_UP)
        self.wait_us(_PULL_UP_US)
        return not level.value()

    def guard(self) -> None:
        """Start the watchdog, and keep bytes from the line from interrupting the firmware."""
        self._watchdog = self._machine.WDT(timeout=WATCHDOG_MS)
        self._micropython.kbd_intr(-1)

    def feed(self) -> None:
        """Feed the watchdog."""
        self._watchdog.feed()

    def proven(self) -> None:
        """Record that this start succeeded."""
        write_number(self._root + "starts", 0)

    def enter_maintenance(self) -> None:
        """Restart without the firmware."""
        write_number(self._root + "maintenance", 1)
        self._machine.reset()

    # --- time ---

    def now_ms(self) -> int:
        """Return the milliseconds since the start; unlike MicroPython's ticks, they do not wrap."""
        ticks = self._time.ticks_ms()
        self._now_ms += self._time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms

    def now_us(self) -> int:
        """Return microseconds for `wait_since` only: they wrap every 18 minutes."""
        return int(self._time.ticks_us())

    def wait_since(self, began_us: int, us: int) -> None:
        """Wait until this many microseconds have passed since `now_us` returned `began_us`."""
        self.wait_us(us - self._time.ticks_diff(self._time.ticks_us(), began_us))

    def wait_us(self, us: int) -> None:
        """Wait this long; zero or less returns at once."""
        if us > 0:
            self.sleep_us(us)

    # --- the line ---

    def read(self) -> bytes:
        """Return the bytes that have arrived over the line, up to a limit."""
        poll, readinto, one, piece = self._poll.poll, self._stdin.readinto, self._one, self._piece
        count = 0
        while count < _PIECE_BYTES and poll(0):
            readinto(one)  # one byte at a time: a longer read would wait until the buffer is full
            piece[count] = one[0]
            count += 1
        return bytes(piece[:count])

    def write(self, data: bytes) -> None:
        """Send over the line; the USB stack drops bytes that nobody reads."""
        self._stdout.write(data)

    # --- readers ---

    def open_bus(self, spi: int, sck: int, mosi: int, miso: int, reset: int, baud_hz: int) -> None:
        """Open the readers' bus and release their reset line."""
        pin = self._machine.Pin
        self._baud_hz = baud_hz
        self._spi = self._machine.SPI(
            spi, baudrate=baud_hz, polarity=0, phase=0, sck=pin(sck), mosi=pin(mosi), miso=pin(miso)
        )
        self._reset = pin(reset, pin.OUT, value=1)

    def chip(self, select: int) -> ChipPort:
        """Return the registers of the chip behind a select pin."""
        return ChipPort(self._spi, self._machine.Pin(select, self._machine.Pin.OUT, value=1))

    def reset_readers(self) -> None:
        """Pulse the reset line that all readers share."""
        if self._reset is not None:
            self._reset.off()
            self.wait_us(10)  # 100 ns would do (datasheet 8.8.1)
            self._reset.on()
            self.wait_us(5000)  # for the crystals; the driver waits for a slower one

    def slow_bus(self) -> None:
        """Halve the bus clock, which works over longer wires."""
        self._spi.init(baudrate=self._baud_hz // 2)

    # --- lamps ---

    def open_strip(self, pin: int, lamps: int) -> None:
        """Open the strip with all lamps dark."""
        self._strip = self._neopixel.NeoPixel(self._machine.Pin(pin, self._machine.Pin.OUT), lamps)
        self._strip.write()

    def shine(self, colours: bytearray) -> None:
        """Write the colours of every lamp to the strip, in the order in which they go over the wire."""
        if self._strip is not None:
            self._strip.buf[:] = colours
            self._strip.write()

    # --- the handle ---

    def open_buzzer(self, pin: int) -> None:
        """Open the buzzer on this pin, silent; `NONE` means that there is no buzzer."""
        self._buzzer, self._hz = None, 0
        if pin != messages.NONE:
            self._buzzer = self._machine.PWM(self._machine.Pin(pin, self._machine.Pin.OUT))
            self._buzzer.duty_u16(0)

    def sound(self, hz: int) -> None:
        """Sound a pitch until the next call; 0 is silence."""
        if self._buzzer is None or hz == self._hz:
            return
        if hz:
            self._buzzer.freq(hz)
        self._buzzer.duty_u16(_HALF_DUTY if hz else 0)
        self._hz = hz
