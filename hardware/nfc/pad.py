"""One MFRC522 on the Pi's own SPI bus: the pad that pieces are tapped on.

In: where it is wired, and the times of `Presence`. Out: the `Readers` port.

The mfrc522 package opens the bus and the reset pin and moves registers; `firmware.rc522` knows what to send to the
chip. One thread polls, sleeps, and calls the sink only when something has changed. The field is on only during a poll,
so that tags forget that they were halted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from firmware.chip import FIELD_OFF, SLOW_AFTER
from firmware.presence import Presence
from firmware.rc522 import DEAF, SILENT, Reader
from hardware.gpio.pin_port import import_lgpio
from hardware.health import Backoff
from hardware.nfc.reader_port import ReaderFault, ReaderPort
from hardware.ports import Clock
from hardware.trouble import NO_TROUBLE, Trouble, quoted

_log = logging.getLogger(__name__)

FIELD_RISE_S = 0.0051
_GROUPS = Trouble("add the user to the groups spi and gpio, and log in again")
_IDLE = Trouble("the chip starts no command", plainly="the reader answers, but does nothing")
CHECK_EVERY_S = 2.0  # how often the registers of a healthy chip are checked
SILENCE_S = 60.0  # a chip that hears no tag this long is set up again: not every register is checked


class PackageChip:
    """The mfrc522 package's chip as `firmware.chip.Port`."""

    def __init__(self, *, bus: int, device: int, reset_pin: int, spi_hz: int) -> None:
        """Open the bus and drive the reset pin, given by its BCM number."""
        import_lgpio()
        from mfrc522 import MFRC522
        from RPi import GPIO

        # The package uses whatever pin numbering is set already.
        if GPIO.getmode() not in (None, GPIO.BCM):
            raise ReaderFault(
                Trouble(
                    "RPi.GPIO counts pins as on the board", plainly="another program has changed how pins are counted"
                ),
                Trouble("let nothing else set its numbering"),
            )
        log = logging.getLogger("mfrc522Logger")
        handlers = list(log.handlers)
        self._gpio = GPIO
        self._reset_pin = reset_pin
        self._chip: Any = MFRC522.__new__(MFRC522)
        try:
            # Reset first: a chip that hangs reacts only to this pin.
            GPIO.setmode(GPIO.BCM)
            GPIO.setup(reset_pin, GPIO.OUT)
            GPIO.output(reset_pin, 0)
            self._chip.__init__(bus=bus, device=device, spd=spi_hz, pin_mode=GPIO.BCM, pin_rst=reset_pin)
        except BaseException:
            self.close()
            raise
        finally:
            log.handlers[:] = handlers  # the package adds a handler for every instance
        self._transfer = self._chip.spi.xfer2

    def write(self, transfers: Sequence[bytes]) -> None:
        """Make these transfers one after the other; each is the address of a register and the bytes for it."""
        for transfer in transfers:
            self._transfer(list(transfer))

    def read(self, addresses: bytes) -> Sequence[int]:
        """Make one transfer, and return what came back; the first byte says nothing."""
        answer: list[int] = self._transfer(list(addresses))
        return answer

    def slow_down(self, spi_hz: int) -> None:
        """Lower the clock to one that works over longer wires."""
        self._chip.spi.max_speed_hz = spi_hz

    def field_off(self) -> None:
        """Switch the antenna off, whichever driver used the chip last."""
        self.write((FIELD_OFF,))

    def close(self) -> None:
        """Close the bus and free the reset pin, but no other pins."""
        spi = getattr(self._chip, "spi", None)
        if spi is not None:
            spi.close()
        self._gpio.cleanup(self._reset_pin)


def open_chip(*, bus: int, device: int, reset_pin: int, spi_hz: int) -> PackageChip:
    """Open the chip, or raise `ReaderFault` with a remedy."""
    try:
        return PackageChip(bus=bus, device=device, reset_pin=reset_pin, spi_hz=spi_hz)
    except ReaderFault:
        raise
    except Exception as error:  # RPi.GPIO and its stand-ins raise anything
        raise _fault(error) from error


class NfcPad(ReaderPort):
    """A tag reader on the Pi."""

    def __init__(
        self,
        *,
        name: str = "pad",
        bus: int = 0,
        device: int = 0,
        reset_pin: int = 25,
        spi_hz: int = 500_000,
        gain_db: int = 33,
        poll_s: float = 0.05,
        presence: Callable[[], Presence] = Presence,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        threaded: bool = True,
    ) -> None:
        """Use this wiring; without a thread, the caller steps."""
        super().__init__(name, presence, clock, Backoff(), threaded=threaded)
        self._wiring = {"bus": bus, "device": device, "reset_pin": reset_pin, "spi_hz": spi_hz}
        self._gain_db = gain_db
        self._poll_s = poll_s
        self._sleep = sleep
        self._chip: PackageChip | None = None
        self._reader: Reader | None = None
        self._check_at = 0.0
        self._heard_at = 0.0
        self._minute_at = 0.0
        self._mismatches = 0  # the chip's count when this minute began
        self._is_slow = False  # because of the wires

    def close(self) -> None:
        """Stop polling, switch the field off and close the bus."""
        self._ticker.stop()
        self._disconnect()
        self._vitals.close()

    def step(self) -> float | None:
        """Poll once, and return in how many seconds to poll again."""
        if not self._vitals.is_open:
            return None
        began = self._clock()
        try:
            if self._reader is None:
                self._reader = self._connect()
            self._poll(self._reader)
        except (ReaderFault, OSError) as error:
            fault = error if isinstance(error, ReaderFault) else _fault(error)
            self._disconnect()
            self._vitals.degraded(self._name, fault.reason, fault.remedy)
            return self._backoff.again()
        self._backoff.reset()
        self._vitals.good(self._name)
        return max(self._poll_s - (self._clock() - began), self._poll_s / 4)

    def _poll(self, reader: Reader) -> None:
        outcome, uids = self._look(reader)
        now = self._clock()
        if outcome not in (SILENT, DEAF):
            self._heard_at = now
        if outcome == DEAF or now >= self._check_at or self._presence.lacks(uids):
            self._check_at = now + CHECK_EVERY_S
            ailment = _ailment(reader) or (_IDLE if outcome == DEAF else NO_TROUBLE)
            self._check_wires(reader, now)
            if ailment:
                _log.warning("reader %s: %s; starting it again", self._name, ailment)
                self._start(reader)
                outcome, uids = self._look(reader)
                if outcome == DEAF:
                    raise _ill(ailment)
            elif now >= self._heard_at + SILENCE_S:
                self._start(reader)
        reader.field_off()
        self._seen(now, outcome, uids)

    def _look(self, reader: Reader) -> tuple[int, list[bytes]]:
        """Switch the field on and poll; it stays on, so that the antenna can be checked."""
        reader.field_on()
        self._sleep(FIELD_RISE_S)
        return reader.poll()

    def _check_wires(self, reader: Reader, now: float) -> None:
        """Halve the clock for good if too many registers had wrong values in this minute."""
        if now >= self._minute_at + 60.0:
            self._minute_at, self._mismatches = now, reader.mismatches
        mismatches = reader.mismatches - self._mismatches
        if mismatches >= SLOW_AFTER and self._chip is not None and not self._is_slow:
            self._is_slow = True
            self._wiring["spi_hz"] //= 2
            self._chip.slow_down(self._wiring["spi_hz"])
            told = "reader %s: %d registers misread in a minute; going on at %d kHz"
            _log.warning(told, self._name, mismatches, self._wiring["spi_hz"] // 1000)

    def _connect(self) -> Reader:
        self._chip = open_chip(**self._wiring)
        reader = Reader(self._chip, self._wait_us, gain_db=self._gain_db)
        self._mismatches = 0
        self._start(reader)
        self._check_at = self._clock() + CHECK_EVERY_S
        return reader

    def _start(self, reader: Reader) -> None:
        self._heard_at = self._clock()
        if not reader.init():
            raise _ill(_ailment(reader))

    def _disconnect(self) -> None:
        chip, self._chip, self._reader = self._chip, None, None
        if chip is None:
            return
        for act in (chip.field_off, chip.close):
            try:
                act()
            except Exception as error:  # the bus may be gone, and lgpio raises where RPi.GPIO does not
                _log.info("reader %s: %s while closing", self._name, error)

    def _wait_us(self, microseconds: int) -> None:
        self._sleep(microseconds / 1e6)


def _ailment(reader: Reader) -> Trouble:
    """Return what the chip says of itself, which only a maker understands; falsy where it is well."""
    return quoted(reader.ailment(), plainly="the reader does not work")


def _ill(ailment: Trouble) -> ReaderFault:
    return ReaderFault(ailment, Trouble("check the reader's seven wires and its 3.3 V"))


def _fault(error: Exception) -> ReaderFault:
    """Return what an error of the system or of a library means for the person at the table."""
    match error:
        case ImportError():
            remedy = Trouble("install mfrc522 (with --no-deps), spidev and rpi-lgpio")
        case FileNotFoundError():
            remedy = Trouble("switch SPI on (raspi-config, Interface Options) and start the Pi again")
        case PermissionError():
            remedy = _GROUPS
        case _ if "gpiochip" in str(error):  # lgpio's message for a device that it may not open
            remedy = _GROUPS
        case _:
            remedy = Trouble("check that no other program uses the reader's pins")
    return ReaderFault(quoted(error), remedy)
