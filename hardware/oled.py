"""A small OLED, driven through luma.oled: only what changed goes over the bus, and it may come and go.

In: which panel, where it is wired, and frames packed as panels take them. Out: the `Screen` port.

luma knows how to start each panel and how to talk I2C and SPI. Its `display()` packs every pixel in Python
and sends all of them each time, so frames take another way here: the columns that differ, page by page. One
thread writes; `show` only leaves the frame for it. An error means that the panel is gone: it is tried again,
started again, and drawn anew as a whole.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from hardware.health import Backoff, Vitals
from hardware.ports import Clock, Frame, Health, Sink
from hardware.ticker import Ticker

_log = logging.getLogger(__name__)

# Sizes that luma's start sequence and the addressing here both serve.
SIZES = {"ssd1306": ((128, 64), (128, 32)), "ssd1309": ((128, 64),), "sh1106": ((128, 64),)}

PROBE_EVERY_S = 2.0  # a panel that is not written to is asked that often whether it is still there

_NOP = 0xE3
_SH1106_FIRST_COLUMN = 2  # 128 pixels in the middle of 132 columns


class I2cLink(NamedTuple):
    """A panel on I2C."""

    port: int = 1
    address: int = 0x3C

    def connect(self) -> Any:
        """Open the bus."""
        from luma.core.interface.serial import i2c

        return i2c(port=self.port, address=self.address)


_USUAL_LINK = I2cLink()


class SpiLink(NamedTuple):
    """A panel on SPI; such a panel never answers, so that nobody can tell whether it is there."""

    bus: int = 0
    device: int = 1
    dc_pin: int = 24
    reset_pin: int | None = None
    hz: int = 8_000_000

    def connect(self) -> Any:
        """Open the bus."""
        from luma.core.interface.serial import spi

        return spi(
            port=self.bus,
            device=self.device,
            bus_speed_hz=self.hz,
            gpio_DC=self.dc_pin,
            gpio_RST=self.reset_pin,
        )


class Span(NamedTuple):
    """The same columns of one page, or of several in a row."""

    page: int
    column: int
    data: bytes
    pages: int = 1

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.data) // self.pages


def changes(old: Frame | None, new: Frame) -> Iterator[Span]:
    """Tell what must be sent so that a panel showing `old`, or nobody knows what, shows `new`."""
    width = new.width
    for page in range(new.height // 8):
        start = page * width
        after = new.pages[start : start + width]
        if old is None:
            yield Span(page, 0, after)
            continue
        before = old.pages[start : start + width]
        if after != before:
            # Whole rows at once instead of a loop over columns: this runs on a Pi Zero, too.
            differing = int.from_bytes(after, "little") ^ int.from_bytes(before, "little")
            first = (differing & -differing).bit_length() - 1 >> 3
            last = differing.bit_length() - 1 >> 3
            yield Span(page, first, after[first : last + 1])


def stacked(spans: Iterable[Span]) -> Iterator[Span]:
    """Join spans that lie below one another: a panel with windows takes them at one go."""
    whole: Span | None = None
    for span in spans:
        if (
            whole is not None
            and span.page == whole.page + whole.pages
            and (span.column, span.width) == (whole.column, whole.width)
        ):
            whole = whole._replace(data=whole.data + span.data, pages=whole.pages + 1)
            continue
        if whole is not None:
            yield whole
        whole = span
    if whole is not None:
        yield whole


def fitted(frame: Frame, width: int, height: int) -> Frame:
    """Give a frame of this size: cut, or filled up with dark pixels."""
    if frame.width == width and frame.height == height:
        return frame
    rows = []
    for page in range(height // 8):
        start = page * frame.width
        row = frame.pages[start : start + frame.width] if page < frame.height // 8 else b""
        rows.append(row[:width].ljust(width, b"\0"))
    return Frame(width, height, b"".join(rows))


class _Line:
    """What luma's device talks to: notes down how the panel is started, to say it again when it is back."""

    def __init__(self) -> None:
        self._starting: list[tuple[int, ...] | bytes] = []

    def command(self, *values: int) -> None:
        """Note commands."""
        self._starting.append(values)

    def data(self, values: list[int]) -> None:
        """Note pixels."""
        self._starting.append(bytes(values))

    def cleanup(self) -> None:
        """Do nothing: the bus is closed by who opened it."""

    def start(self, bus: Any) -> None:
        """Say to the panel on the bus what luma would."""
        for values in self._starting:
            if isinstance(values, bytes):
                bus.data(values)
            else:
                bus.command(*values)


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
        clock: Clock = time.monotonic,
        threaded: bool = True,
    ) -> None:
        """Take the wiring; without a thread the caller steps."""
        if (width, height) not in SIZES.get(kind, ()):
            allowed = "; ".join(f"{k}: {' '.join(f'{w}x{h}' for w, h in s)}" for k, s in SIZES.items())
            raise ValueError(f"{kind} of {width}x{height} is not known; known are {allowed}")
        self._name = name
        self._kind = kind
        self._link = link
        self._size = (width, height)
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals((name,), clock)
        self._backoff = Backoff()
        self._ticker = Ticker(self.step, f"screen {name}")
        self._line: _Line | None = None
        self._bus: Any = None
        self._wanted = Frame.blank(width, height)
        self._shown: Frame | None = None
        self._retry_at = 0.0
        self._probe_at = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    @property
    def health(self) -> Mapping[str, Health]:
        """How the panel is."""
        return self._vitals.health

    def late_s(self) -> float:
        """Tell how far the thread is behind its time."""
        return self._ticker.late_s()

    def open(self, sink: Sink) -> None:
        """Start the panel."""
        self.close()
        self._retry_at = 0.0
        self._backoff.reset()
        self._vitals.listen(sink)
        if self._threaded:
            self._ticker.start()

    def show(self, frame: Frame) -> None:
        """Leave the frame to be shown; one that another overtakes is never sent."""
        self._wanted = fitted(frame, *self._size)
        self._ticker.wake()

    def close(self) -> None:
        """Switch the panel off and close its bus."""
        self._ticker.stop()
        if self._bus is not None:
            try:
                self._bus.command(0xAE)
            except Exception as error:  # whatever the library makes of a panel that is gone
                self._disconnect(error)
            else:
                self._disconnect(None)
        self._vitals.close()
        self._wanted = Frame.blank(*self._size)

    def step(self) -> float | None:
        """Bring the panel up to date, and tell how many seconds later to look after it again."""
        if not self._vitals.is_open:
            return None
        now = self._clock()
        if self._bus is None and now < self._retry_at:
            return self._retry_at - now
        try:
            if self._bus is None:
                self._connect()
            self._draw(self._wanted, now)
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
        for span in spans if self._kind == "sh1106" else stacked(spans):
            self._bus.command(*self._address(span))
            self._bus.data(span.data)
            self._probe_at = now + PROBE_EVERY_S
        self._shown = wanted
        if now >= self._probe_at:
            self._bus.command(_NOP)
            self._probe_at = now + PROBE_EVERY_S

    def _address(self, span: Span) -> tuple[int, ...]:
        page, column = span.page, span.column
        if self._kind == "sh1106":
            column += _SH1106_FIRST_COLUMN
            return (0xB0 | page, column & 0x0F, 0x10 | column >> 4)
        return (0x21, column, column + span.width - 1, 0x22, page, page + span.pages - 1)

    def _connect(self) -> None:
        if self._line is None:
            self._line = self._record_start()
        self._bus = self._link.connect()
        self._line.start(self._bus)

    def _record_start(self) -> _Line:
        """Let luma start a panel that only notes it down.

        One luma device serves all reconnects: each one made registers itself to be called at exit, for ever.
        """
        from luma.oled import device

        line = _Line()
        width, height = self._size
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # luma clears the panel in an old way of Pillow's
            getattr(device, self._kind)(line, width=width, height=height).persist = True
        return line

    def _disconnect(self, error: Exception | None) -> None:
        if error is not None:
            _log.info("screen %s: %s", self._name, error, exc_info=error)
            self._vitals.degraded(self._name, str(error), _remedy(error))
        bus, self._bus, self._shown = self._bus, None, None
        if bus is not None:
            bus.cleanup()


def _remedy(error: Exception) -> str:
    if isinstance(error, ImportError):
        return "install luma.oled"
    text = str(error)
    if "permission" in text.lower():
        return "add the user to the groups i2c, spi and gpio, and log in again"
    if "/dev/" in text or "SPI device not found" in text:
        return "switch I2C or SPI on (raspi-config, Interface Options) and start the Pi again"
    return "check the display's plug and its address (i2cdetect -y 1)"
