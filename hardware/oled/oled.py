"""A small OLED, driven through luma.oled: only what changed goes over the bus, and it may come and go.

In: which panel, where it is wired, and frames packed as panels take them. Out: the `Screen` port.

luma knows how to start each panel and how to talk I2C and SPI. Its `display()` packs every pixel in Python and sends
all of them each time, so frames are sent differently here: only the columns that differ, page by page. One thread
writes; `show` only leaves the frame for it. An error means that the panel is gone: it is retried, restarted and drawn
again as a whole. The commands by which luma starts a panel are recorded once, and repeated whenever it returns.

OLEDs wear out where they are lit. A picture that does not change for a long time is dimmed, and then moves back and
forth by a column.
"""

from __future__ import annotations

import errno
import logging
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from hardware.gpio.pin_port import import_lgpio
from hardware.health import Backoff, Vitals
from hardware.oled.spans import Span, changes, fitted, moved, stacked
from hardware.ports import Clock, Frame, Health, Sink
from hardware.ticker import Ticker
from hardware.trouble import Trouble, quoted

_CONTRAST, _PRECHARGE, _DESELECT = 0x81, 0xD9, 0xDB
_OFF = 0xAE
# Commands followed by one byte, on all panels that have them.
_WITH_VALUE = {0x20, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xDA, _CONTRAST, _PRECHARGE, _DESELECT}


class Shine(NamedTuple):
    """The brightness of a panel. The contrast alone hardly dims an SSD1306: that also takes the other two."""

    contrast: int
    precharge: int
    deselect: int

    def dimmed(self, by: int) -> Shine:
        """Return a brightness with this share of the contrast, and the lowest charge."""
        return Shine(-(-self.contrast // by), 0x11, 0x00)

    @property
    def commands(self) -> tuple[int, ...]:
        """The commands for the panel."""
        return (_CONTRAST, self.contrast, _PRECHARGE, self.precharge, _DESELECT, self.deselect)


class Starting:
    """A stand-in for the panel that luma's device talks to."""

    def __init__(self) -> None:
        self._told: list[tuple[int, ...] | bytes] = []

    def command(self, *values: int) -> None:
        """Record commands."""
        self._told.append(values)

    def data(self, values: list[int]) -> None:
        """Record pixels."""
        self._told.append(bytes(values))

    def cleanup(self) -> None:
        """Do nothing: the opener of the bus closes it."""

    def shine(self, contrast: int) -> Shine:
        """Return luma's brightness, without the contrast."""
        values = {command[0]: command[-1] for command in self._commands()}
        return Shine(contrast, values[_PRECHARGE], values[_DESELECT])

    def start(self, bus: Any) -> None:
        """Send luma's start sequence to the panel."""
        for told in self._told:
            if isinstance(told, bytes):
                bus.data(told)
            else:
                bus.command(*told)

    def start_again(self, bus: Any) -> None:
        """Send it to a panel that probably shows a picture, without switching it off, clearing it or a flash."""
        for command in self._commands():
            if command[0] not in (_OFF, _CONTRAST, _PRECHARGE, _DESELECT):
                bus.command(*command)

    def _commands(self) -> Iterator[tuple[int, ...]]:
        for told in self._told:
            rest = () if isinstance(told, bytes) else told
            while rest:
                length = 1 + (rest[0] in _WITH_VALUE)
                yield rest[:length]
                rest = rest[length:]


_log = logging.getLogger(__name__)

# Sizes that luma's start sequence and the addressing here both serve.
SIZES = {
    "ssd1306": ((128, 64), (128, 32)),
    "ssd1315": ((128, 64), (128, 32)),
    "ssd1309": ((128, 64),),
    "sh1106": ((128, 64),),
    "ch1115": ((128, 64),),
}
_STARTED_AS = {"ssd1315": "ssd1306"}  # takes the same commands; older releases of luma do not know it
_PAGE_BY_PAGE = ("sh1106", "ch1115")  # no windows, and 128 pixels in the middle of 132 columns

PROBE_EVERY_S = 2.0  # how often to check an idle panel
# A plug that loses and regains contact between two writes goes unnoticed, on SPI always: so everything is sent again
# this often.
REFRESH_EVERY_S = 20.0
DIMMED = 8  # the share of the contrast for a picture that does not change
MOVES_EVERY_S = 60.0  # and how often it moves by a column
_WAY = (0, 1, 0, -1)

_NOP = 0xE3
_FIRST_COLUMN = 2  # of panels that are drawn page by page
RESET_S = 0.01


class I2cLink(NamedTuple):
    """A panel on I2C."""

    port: int = 1
    address: int = 0x3C
    reset_pin: int | None = None  # few modules have this pin, and some of them need it

    def connect(self) -> Any:
        """Reset the panel, if it has a pin for that, and open the bus."""
        from luma.core.interface.serial import i2c

        if self.reset_pin is not None:
            _reset(self.reset_pin)
        return i2c(port=self.port, address=self.address)


def _reset(pin: int) -> None:
    import_lgpio()  # below RPi.GPIO
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup(pin, GPIO.OUT)
    for level in (0, 1):
        GPIO.output(pin, level)
        time.sleep(RESET_S)


_USUAL_LINK = I2cLink()


class SpiLink(NamedTuple):
    """A panel on SPI; it never answers, so it is unknown whether it is there."""

    bus: int = 0
    device: int = 1
    dc_pin: int = 24
    reset_pin: int | None = None
    hz: int = 8_000_000

    def connect(self) -> Any:
        """Open the bus."""
        import_lgpio()  # luma imports RPi.GPIO
        from luma.core.interface.serial import spi

        return spi(
            port=self.bus,
            device=self.device,
            bus_speed_hz=self.hz,
            gpio_DC=self.dc_pin,
            gpio_RST=self.reset_pin,
        )


class Oled:
    """A screen on the Pi."""

    def __init__(
        self,
        *,
        name: str = "screen",
        kind: str = "ssd1306",
        link: I2cLink | SpiLink = _USUAL_LINK,
        width: int = 128,
        height: int = 64,
        contrast: int = 0xCF,
        dim_after_s: float = 0.0,
        clock: Clock = time.monotonic,
        threaded: bool = True,
    ) -> None:
        """Use this wiring, a contrast from 1 to 255, and the time until a picture is dimmed, 0 for never.

        Without a thread, the caller steps.
        """
        if (width, height) not in SIZES.get(kind, ()):
            allowed = "; ".join(f"{k}: {' '.join(f'{w}x{h}' for w, h in s)}" for k, s in SIZES.items())
            raise ValueError(f"{kind} of {width}x{height} is not known; known are {allowed}")
        self._name = name
        self._kind = kind
        self._link = link
        self._size = (width, height)
        self._contrast, self._dim_after_s = contrast, dim_after_s
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals((name,), clock)
        self._backoff = Backoff()
        self._ticker = Ticker(self.step, f"screen {name}")
        self._starting: Starting | None = None
        self._bus: Any = None
        self._wanted = Frame.blank(width, height)
        self._shown: Frame | None = None
        self._changed_at = 0.0
        self._shining: Shine | None = None  # as last sent to the panel
        self._retry_at = 0.0
        self._probe_at = self._refresh_at = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of the panel."""
        return self._vitals.health

    def late_s(self) -> float:
        """Return how late the thread is."""
        return self._ticker.late_s()

    def open(self, sink: Sink) -> None:
        """Start the panel."""
        self.close()
        self._retry_at = 0.0
        self._changed_at = self._clock()
        self._backoff.reset()
        self._vitals.listen(sink)
        if self._threaded:
            self._ticker.start()

    def show(self, frame: Frame) -> None:
        """Leave a frame to be shown; if a newer one comes first, it is never sent."""
        self._wanted = fitted(frame, *self._size)
        self._changed_at = self._clock()
        self._ticker.wake()

    def close(self) -> None:
        """Switch the panel off and close its bus."""
        self._ticker.stop()
        if self._bus is not None:
            try:
                self._bus.command(_OFF)
            except Exception as error:  # whatever the library raises for a missing panel
                self._disconnect(error)
            else:
                self._disconnect(None)
        self._vitals.close()
        self._wanted = Frame.blank(*self._size)

    def step(self) -> float | None:
        """Update the panel, and return in how many seconds to check it again."""
        if not self._vitals.is_open:
            return None
        now = self._clock()
        if self._bus is None and now < self._retry_at:
            return self._retry_at - now
        try:
            if self._bus is None:
                self._connect(now)
            elif now >= self._refresh_at:
                self._refresh(now)
            self._shine(now)
            self._draw(self._moved(now), now)
        except Exception as error:  # luma's errors share no ancestor with the system's
            self._disconnect(error)
            wait_s = self._backoff.again()
            self._retry_at = now + wait_s
            return wait_s
        self._backoff.reset()
        self._vitals.good(self._name)
        return max(self._probe_at - now, 0.0)

    def _draw(self, wanted: Frame, now: float) -> None:
        spans = changes(self._shown, wanted)
        for span in spans if self._kind in _PAGE_BY_PAGE else stacked(spans, wanted):
            self._bus.command(*self._address(span))
            self._bus.data(span.data)
            self._probe_at = now + PROBE_EVERY_S
        self._shown = wanted
        if now >= self._probe_at:
            self._bus.command(_NOP)
            self._probe_at = now + PROBE_EVERY_S

    def _address(self, span: Span) -> tuple[int, ...]:
        page, column = span.page, span.column
        if self._kind in _PAGE_BY_PAGE:
            column += _FIRST_COLUMN
            return (0xB0 | page, column & 0x0F, 0x10 | column >> 4)
        return (0x21, column, column + span.width - 1, 0x22, page, page + span.pages - 1)

    def _connect(self, now: float) -> None:
        if self._starting is None:
            self._starting = self._note_start()
        self._bus = self._link.connect()
        self._starting.start(self._bus)
        self._shining, self._refresh_at = None, now + REFRESH_EVERY_S

    def _refresh(self, now: float) -> None:
        assert self._starting is not None
        self._starting.start_again(self._bus)
        self._shown, self._shining, self._refresh_at = None, None, now + REFRESH_EVERY_S

    def _stands_for(self, now: float) -> float:
        """Return how long ago the picture should have been dimmed; negative if it is not due yet."""
        return now - self._changed_at - self._dim_after_s if self._dim_after_s else -1.0

    def _shine(self, now: float) -> None:
        assert self._starting is not None
        full = self._starting.shine(self._contrast)
        wanted = full.dimmed(DIMMED) if self._stands_for(now) >= 0 else full
        if wanted != self._shining:
            self._bus.command(*wanted.commands)
            self._shining = wanted

    def _moved(self, now: float) -> Frame:
        """Return the picture at its current position: an unchanged one moves, so that no edge burns in."""
        minutes = int(max(self._stands_for(now), 0.0) // MOVES_EVERY_S)
        return moved(self._wanted, _WAY[minutes % len(_WAY)])

    def _note_start(self) -> Starting:
        """Let luma start a panel, and record the commands.

        One luma device serves all reconnects: each new one would stay registered until the program exits.
        """
        from luma.oled import device

        starting = Starting()
        kind, (width, height) = _STARTED_AS.get(self._kind, self._kind), self._size
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # luma uses a deprecated call of Pillow here
            getattr(device, kind)(starting, width=width, height=height).persist = True
        return starting

    def _disconnect(self, error: Exception | None) -> None:
        if error is not None:
            _log.info("screen %s: %s", self._name, error, exc_info=error)
            self._vitals.degraded(self._name, quoted(error), _remedy(error))
        bus, self._bus, self._shown = self._bus, None, None
        if bus is not None:
            with suppress(Exception):  # below luma lgpio raises where RPi.GPIO does not
                bus.cleanup()


def _remedy(error: Exception) -> Trouble:
    if isinstance(error, ImportError):
        return Trouble("install luma.oled")
    text = str(error)
    if "permission" in text.lower():
        return Trouble("add the user to the groups i2c, spi and gpio, and log in again")
    if "/dev/" in text or "SPI device not found" in text:
        return Trouble("switch I2C or SPI on (raspi-config, Interface Options) and start the Pi again")
    if getattr(error, "errno", None) == errno.ETIMEDOUT:
        return Trouble("shut the Pi down and pull its power plug: something holds the display's bus")
    return Trouble(
        "check the display's plug and its address (i2cdetect -y 1); if it has never shown anything, see its step in "
        "the building guide"
    )


ADDRESSES: Final = (0x3C, 0x3D)


def answering(port: int = 1) -> tuple[int, ...]:
    """Return the addresses at which a panel acknowledges; raise OSError if the bus does not work at all.

    A panel that is not there and one whose acknowledgement goes nowhere look alike to Linux.
    """
    from smbus2 import SMBus, i2c_msg

    found = []
    bus = SMBus(port)
    try:
        for address in ADDRESSES:
            try:
                bus.i2c_rdwr(i2c_msg.write(address, [0x00, _NOP]))
            except OSError as error:
                if error.errno not in (errno.EREMOTEIO, errno.EIO, errno.ENXIO):
                    raise
            else:
                found.append(address)
    finally:
        bus.close()
    return tuple(found)
