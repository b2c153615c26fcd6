"""The Pico's own hardware: the only module that touches `machine`.

In: requests from the firmware. Out: pins, bus, strip, watchdog, files and the USB line of a real RP2040, or of a
simulated `machine`. MicroPython's own modules are imported only when a board is made, so CPython can import this one.
"""

from firmware import messages
from firmware.start import write_number

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WATCHDOG_MS = 8000  # the RP2040 can count to 8388
_PIECE_BYTES = 256  # read per step, so that a flood cannot starve the readers
_FIFO_BYTES = 64
_HALF_DUTY = 1 << 15  # a piezo is loudest with a square wave
# Every pin starts pulled down (RP2040 datasheet, 2.19.6.3); 80 kilohms need some microseconds to pull a wire up.
_PULL_UP_US = 100
_ADDRESSES: "dict[bytes, bytes]" = {}  # by the registers read together; made once, because every poll reads the same


def _module(name: str) -> "Any":
    """Import a MicroPython module; elsewhere only simulated ones exist, and type checkers know neither."""
    return __import__(name)


class ChipPort:
    """The registers of one MFRC522 behind its select pin (datasheet 8.1.2); each call is one SPI transfer."""

    def __init__(self, spi: "Any", select: "Any") -> None:
        self._spi = spi
        self._select = select
        self._out = bytearray(1 + _FIFO_BYTES)
        self._out_view = memoryview(self._out)
        self._in_view = memoryview(bytearray(1 + _FIFO_BYTES))

    def write(self, register: int, data: "bytes | bytearray | memoryview") -> None:
        """Write the bytes to one register, one after the other."""
        self._out[0] = register << 1
        self._out_view[1 : 1 + len(data)] = data
        self._transfer(self._out_view[: 1 + len(data)])

    def read(self, registers: bytes) -> bytes:
        """Read the registers one after the other; a register named twice is read twice."""
        addresses = _ADDRESSES.get(registers)
        if addresses is None:
            # The next address goes out while a byte comes in (datasheet 8.1.2.1).
            addresses = _ADDRESSES[registers] = bytes(0x80 | register << 1 for register in registers) + b"\0"
        return bytes(self._transfer(addresses)[1:])

    def _transfer(self, out: "bytes | memoryview") -> memoryview:
        into = self._in_view[: len(out)]
        self._select.off()
        try:
            self._spi.write_readinto(out, into)
        finally:
            self._select.on()
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
        self._turn = (0, 1, 2)
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
            self._time.sleep_us(us)

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

    def open_strip(self, pin: int, lamps: int, order: int) -> None:
        """Open the strip with all lamps dark."""
        self._strip = self._neopixel.NeoPixel(self._machine.Pin(pin, self._machine.Pin.OUT), lamps)
        # NeoPixel itself swaps red and green for strips that take green first.
        self._turn = (0, 1, 2) if order == messages.GRB else (1, 0, 2)
        self._strip.write()

    def shine(self, colours: bytearray) -> None:
        """Write the red, green and blue of every lamp to the strip."""
        if self._strip is None:
            return
        first, second, third = self._turn
        for index in range(len(colours) // 3):
            at = 3 * index
            self._strip[index] = (colours[at + first], colours[at + second], colours[at + third])
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
