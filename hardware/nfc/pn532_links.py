"""The ways to a PN532: SPI, I2C, and a serial line on pins or behind a USB adapter.

In: which bus or device file. Out: a `hardware.nfc.pn532.Link`. Each library is imported when its link opens. A missing
device, library or right is a `ReaderFault` with a remedy.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from typing import Any, Final

from hardware.nfc.pn532 import Link, Mute
from hardware.nfc.reader_port import ReaderFault
from hardware.trouble import Trouble, quoted

Sleep = Callable[[float], None]

WAKE_S: Final = 0.002  # the chip's oscillator starts (PN532 datasheet, 8.3.1)

SPI_HZ: Final = 1_000_000  # at most 5 MHz (PN532 datasheet, 8.3.4)
_WAKING_HZ: Final = 10_000  # so that four bytes hold the select down for 3 ms
# The chip takes the lowest bit first, which a Pi's bus cannot do.
_TURNED: Final = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))
_WRITE, _STATUS, _READ = 0x01, 0x02, 0x03  # the first byte of a transfer says what it is
_READY: Final = 0x01

I2C_ADDRESS: Final = 0x24
_NOT_NOW: Final = (errno.EIO, errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT)  # how kernels call an address refused

BAUD: Final = 115_200
_WAKING: Final = bytes((0x55, 0x55, *[0x00] * 14))  # whatever it takes for the chip to hear the frame after it


def link_to(at: str, sleep: Sleep = time.sleep) -> Link:
    """Return the link that the configuration calls so: `spi`, `i2c`, or the path of a serial line."""
    if at == "spi":
        return SpiLink(sleep=sleep)
    return I2cLink(sleep=sleep) if at == "i2c" else SerialLink(at, sleep=sleep)


class SpiLink:
    """A chip on the Pi's SPI bus, with its reset pin left open."""

    name = "SPI"
    is_stream = False

    def __init__(self, bus: int = 0, device: int = 0, hz: int = SPI_HZ, sleep: Sleep = time.sleep) -> None:
        self._bus, self._device, self._hz, self._sleep = bus, device, hz, sleep
        self._spi: Any = None

    def open(self) -> None:
        """Open the bus."""
        try:
            from spidev import SpiDev

            self._spi = SpiDev()
            self._spi.open(self._bus, self._device)
            self._spi.mode = 0
        except (ImportError, OSError) as error:
            self._spi = None
            raise _fault(error, "spidev", "spi", Trouble(
                "switch SPI on (raspi-config, Interface Options) and start the Pi again"
            )) from error  # fmt: skip

    def wake(self) -> None:
        """Hold the select down until the chip is awake."""
        self._spi.max_speed_hz = _WAKING_HZ
        self._transfer(bytes((_STATUS, 0, 0, 0)))
        self._spi.max_speed_hz = self._hz
        self._sleep(WAKE_S)

    def send(self, frame: bytes) -> None:
        """Write a frame."""
        self._transfer(bytes((_WRITE,)) + frame)

    def receive(self, count: int) -> bytes:
        """Read, if the chip is ready."""
        if self._transfer(bytes((_STATUS, 0)))[1] != _READY:
            return b""
        return self._transfer(bytes((_READ, *[0] * count)))[1:]

    def close(self) -> None:
        """Close the bus."""
        spi, self._spi = self._spi, None
        if spi is not None:
            spi.close()

    def _transfer(self, out: bytes) -> bytes:
        return bytes(self._spi.xfer2(list(out.translate(_TURNED)))).translate(_TURNED)


class I2cLink:
    """A chip on the Pi's I2C bus, next to the screen if there is one."""

    name = "I2C"
    is_stream = False
    TRIES: Final = 3

    def __init__(self, port: int = 1, address: int = I2C_ADDRESS, sleep: Sleep = time.sleep) -> None:
        self._port, self._address, self._sleep = port, address, sleep
        self._bus: Any = None
        self._message: Any = None

    def open(self) -> None:
        """Open the bus."""
        try:
            from smbus2 import SMBus, i2c_msg

            self._bus, self._message = SMBus(self._port), i2c_msg
        except (ImportError, OSError) as error:
            raise _fault(error, "smbus2", "i2c", Trouble(
                "switch I2C on (raspi-config, Interface Options) and start the Pi again"
            )) from error  # fmt: skip

    def wake(self) -> None:
        """Call the chip's address: it wakes up, and may not answer this once."""
        self.receive(0)
        self._sleep(WAKE_S)

    def send(self, frame: bytes) -> None:
        """Write a frame; a chip that just woke up or is busy refuses its address now and then."""
        for left in reversed(range(self.TRIES)):
            try:
                self._bus.i2c_rdwr(self._message.write(self._address, frame))
            except OSError as error:
                if error.errno not in _NOT_NOW:
                    raise
                if not left:
                    raise Mute from error
                self._sleep(WAKE_S)
            else:
                return

    def receive(self, count: int) -> bytes:
        """Read; the first byte says whether the others are a frame."""
        read = self._message.read(self._address, count + 1)
        try:
            self._bus.i2c_rdwr(read)
        except OSError as error:
            if error.errno not in _NOT_NOW:
                raise
            return b""  # busy chips refuse their address
        ready, *data = bytes(read)
        return bytes(data) if ready == _READY else b""

    def close(self) -> None:
        """Close the bus."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()


class SerialLink:
    """A chip on a serial line: on the Pi's own pins, or behind an adapter on USB."""

    name = "UART (HSU)"
    is_stream = True

    def __init__(self, path: str, sleep: Sleep = time.sleep) -> None:
        self._path, self._sleep = path, sleep
        self._line: Any = None

    def open(self) -> None:
        """Open the line for nobody else."""
        try:
            import serial

            self._line = serial.Serial(self._path, BAUD, timeout=0, write_timeout=1.0, exclusive=True)
        except (ImportError, OSError, ValueError) as error:  # SerialException is an OSError
            text, number = str(error).lower(), getattr(error, "errno", None)
            if "lock" in text or "busy" in text:
                reason = Trouble("{path} cannot be opened: {reason}", path=self._path, reason=error)
                raise ReaderFault(reason, Trouble("another program uses {path}: stop it", path=self._path)) from error
            if number == errno.ENOENT:  # pyserial's message would name path and number twice
                error = FileNotFoundError(number, os.strerror(number), self._path)
            plug = Trouble("plug the reader in, and check that {path} is its line", path=self._path)
            raise _fault(error, "pyserial", "dialout", plug) from error

    def wake(self) -> None:
        """Send what wakes the chip, and forget what came before."""
        self._line.write(_WAKING)
        self._sleep(len(_WAKING) * 10 / BAUD + WAKE_S)
        self._line.reset_input_buffer()

    def send(self, frame: bytes) -> None:
        """Write a frame; whatever came late belongs to an earlier one."""
        self._line.reset_input_buffer()
        self._line.write(frame)

    def receive(self, count: int) -> bytes:
        """Return what has come by now."""
        return bytes(self._line.read(count))

    def close(self) -> None:
        """Close the line."""
        line, self._line = self._line, None
        if line is not None:
            line.close()


def _fault(error: Exception, library: str, group: str, missing: Trouble) -> ReaderFault:
    """Return what an error while opening means for the person at the table."""
    if isinstance(error, ImportError):
        return ReaderFault(quoted(error), Trouble("install {library}", library=library))
    if isinstance(error, PermissionError) or getattr(error, "errno", None) == errno.EACCES:
        return ReaderFault(quoted(error), Trouble("add the user to the group {group}, and log in again", group=group))
    return ReaderFault(quoted(error), missing)
