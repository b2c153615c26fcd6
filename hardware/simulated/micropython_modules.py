"""The modules of MicroPython on a Pico, as far as the firmware uses them, on top of a simulated world.

In: a bridge that performs acts in the world. Out: stand-ins for `machine`, `neopixel`, `time`, `select`, `sys`
and `micropython`. Runs unchanged on MicroPython under Node and on CPython.
"""
# ruff: noqa: ARG001, ARG002 - the signatures are MicroPython's, used here or not

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Bridge(Protocol):
        """The way to the world, to the line and to the chip's own state."""

        after_watchdog: bool

        def call(self, act: bytes, pins: bytes, data: bytes) -> bytes:
            """Set the pins given as pairs of number and level, then do one act."""

        def now_us(self) -> int:
            """Return the virtual time."""

        def read(self) -> bytes:
            """Take what waits on the line, a bounded piece of it."""

        def write(self, data: bytes) -> None:
            """Send over the line."""

        def reset(self) -> None:
            """Start the chip again; does not return."""

        def interruptible(self, yes: bool) -> None:
            """Set whether Ctrl-C interrupts."""


_WRAP = 1 << 30  # ticks count so far, as on the RP2040
_RISE_US = 10  # for a pull-up of some 80 kΩ to lift a wire that the reset has left low


class _Module:
    """A namespace that can stand in `sys.modules`."""

    def __init__(self, **names: object) -> None:
        for name in names:
            setattr(self, name, names[name])


def build(bridge: "Bridge") -> "dict[str, object]":
    """Make the modules, by name."""
    pins = bytearray()  # pairs that the next act takes along: a pin alone makes no time pass

    def act(letter: bytes, data: bytes = b"") -> bytes:
        carried = bytes(pins)
        # MicroPython's bytearray knows no `clear`.
        pins[:] = b""
        return bridge.call(letter, carried, data)

    class Pin:
        IN, OUT, PULL_UP = 0, 1, 2

        def __init__(self, number: int, mode: int = 0, pull: int = 0, value: int = -1) -> None:
            self.number = number
            self._high_us = bridge.now_us() + _RISE_US if pull == self.PULL_UP else 0
            if mode == self.OUT and value >= 0:
                self._drive(value)

        def _drive(self, level: int) -> None:
            pins.append(self.number)
            pins.append(level)

        def on(self) -> None:
            self._drive(1)

        def off(self) -> None:
            self._drive(0)

        def value(self) -> int:
            rising = bridge.now_us() < self._high_us
            level = act(b"P", bytes((self.number,)))[0]
            return 0 if rising else level

    class SPI:
        def __init__(
            self, block: int, baudrate: int, polarity: int, phase: int, sck: Pin, mosi: Pin, miso: Pin
        ) -> None:
            if polarity or phase:
                raise ValueError("the readers listen in mode 0")
            self.init(baudrate)

        def init(self, baudrate: int) -> None:
            act(b"C", baudrate.to_bytes(4, "little"))

        def write(self, out: bytes) -> None:
            act(b"X", out)

        def write_readinto(self, out: bytes, into: bytearray) -> None:
            into[:] = act(b"X", out)

    class WDT:
        def __init__(self, timeout: int) -> None:
            if timeout > 8388:
                raise ValueError("timeout exceeds 8388")
            act(b"W", timeout.to_bytes(4, "little"))

        def feed(self) -> None:
            act(b"F")

    class NeoPixel:
        def __init__(self, pin: Pin, count: int) -> None:
            self.buf = bytearray(3 * count)

        def __setitem__(self, index: int, colour: "tuple[int, int, int]") -> None:
            red, green, blue = colour
            self.buf[3 * index : 3 * index + 3] = bytes((green, red, blue))

        def write(self) -> None:
            act(b"N", bytes(self.buf))

    class PWM:
        def __init__(self, pin: Pin) -> None:
            self._pin, self._hz, self._duty = pin, 0, 0

        def freq(self, hz: int) -> None:
            self._hz = hz
            self._tell()

        def duty_u16(self, duty: int) -> None:
            self._duty = duty
            self._tell()

        def _tell(self) -> None:
            hz = self._hz if self._duty else 0
            act(b"B", bytes((self._pin.number,)) + hz.to_bytes(4, "little"))

    # The line. The first two run for every single byte: they are short, and no methods, which would cost a fifth more.
    piece, left = b"", 0
    ready: tuple[tuple[object, int], ...] = ()

    def poll(timeout_ms: int) -> "tuple[tuple[object, int], ...]":
        nonlocal piece, left
        if not left:
            piece = bridge.read()
            left = len(piece)
        return ready if left else ()

    def readinto(view: bytearray) -> int:
        nonlocal left
        view[0] = piece[-left]
        left -= 1
        return 1

    def register(stream: object, events: int) -> None:
        nonlocal ready
        ready = ((stream, events),)

    def write(data: bytes) -> int:
        bridge.write(data)
        return len(data)

    def ticks_ms() -> int:
        return bridge.now_us() // 1000 % _WRAP

    def ticks_us() -> int:
        return bridge.now_us() % _WRAP

    def ticks_diff(later: int, earlier: int) -> int:
        return (later - earlier + _WRAP // 2) % _WRAP - _WRAP // 2

    def sleep_us(us: int) -> None:
        act(b"S", us.to_bytes(4, "little"))

    def reset_cause() -> int:
        return 3 if bridge.after_watchdog else 1

    def unique_id() -> bytes:
        return b"\xe6\x60\x58\x38\x83\x1a\x2b\x3c"

    def kbd_intr(character: int) -> None:
        bridge.interruptible(character >= 0)

    return {
        "machine": _Module(
            Pin=Pin,
            SPI=SPI,
            PWM=PWM,
            WDT=WDT,
            PWRON_RESET=1,
            WDT_RESET=3,
            reset=bridge.reset,
            reset_cause=reset_cause,
            unique_id=unique_id,
        ),
        "neopixel": _Module(NeoPixel=NeoPixel),
        "micropython": _Module(kbd_intr=kbd_intr),
        "time": _Module(ticks_ms=ticks_ms, ticks_us=ticks_us, ticks_diff=ticks_diff, sleep_us=sleep_us),
        "select": _Module(POLLIN=1, poll=lambda: _Module(register=register, poll=poll)),
        "sys": _Module(stdin=_Module(buffer=_Module(readinto=readinto)), stdout=_Module(buffer=_Module(write=write))),
    }
