"""A serial line on ptys, with everything that can go wrong on one.

In: bytes from either end, faults, a hand that pulls the plug. Out: a path that pyserial opens, and the bytes
that got through. Nothing runs by itself: `pump` moves what has arrived.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import termios
import tty
from array import array
from collections.abc import Callable
from pathlib import Path

Fault = Callable[[bytes], bytes]


def unharmed(data: bytes) -> bytes:
    """Let everything through."""
    return data


class SerialLine:
    """A line between a host, which opens `host_path`, and a device on `device_path`, or fed by hand."""

    def __init__(self, folder: Path) -> None:
        # As under /dev/serial/by-id: the name stays while the device behind it comes and goes.
        self.host_path = folder / "usb-simulated-pico"
        self.fault_to_host: Fault = unharmed
        self.fault_to_device: Fault = unharmed
        self.bytes_to_host = 0
        self.bytes_to_device = 0
        self._host: int | None = None
        self._host_slave = -1
        self._device, self._device_slave = _open_pty()
        self.device_path = Path(os.ttyname(self._device_slave))
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the host sees the device."""
        return self._host is not None

    def plug(self) -> None:
        """Put the plug in: the host's path appears."""
        if self._host is None:
            self._host, self._host_slave = _open_pty()
            self.host_path.symlink_to(os.ttyname(self._host_slave))

    def unplug(self) -> None:
        """Pull the plug: a program that has the host's path open gets an error, and bytes under way are lost."""
        if self._host is not None:
            self.host_path.unlink()
            os.close(self._host)
            os.close(self._host_slave)
            self._host = None
            _drain(self._device)

    def pump(self) -> None:
        """Move what has arrived, through the faults."""
        to_host = self.fault_to_host(_drain(self._device))
        self.bytes_to_host += len(to_host)
        if self._host is not None:
            _push(self._host, to_host, self._host_slave)
            to_device = self.fault_to_device(_drain(self._host))
            self.bytes_to_device += len(to_device)
            _push(self._device, to_device, self._device_slave)

    @property
    def device_waiting(self) -> int:
        """How many bytes the device has not taken yet; USB holds a host back that sends more."""
        return _waiting(self._device_slave)

    @property
    def host_waiting(self) -> int:
        """How many bytes the host has not taken yet."""
        return _waiting(self._host_slave) if self._host is not None else 0

    def device_read(self, limit: int) -> bytes:
        """Take what came for the device, as the device."""
        return _drain(self._device_slave, limit)

    def device_write(self, data: bytes) -> None:
        """Send as the device."""
        _push(self._device_slave, data, self._device)

    def close(self) -> None:
        """Let go of everything."""
        self.unplug()
        for fd in (self._device, self._device_slave):
            with contextlib.suppress(OSError):
                os.close(fd)


def _open_pty() -> tuple[int, int]:
    master, slave = pty.openpty()
    for fd in (master, slave):
        tty.setraw(fd)
        os.set_blocking(fd, False)
    return master, slave


def _waiting(fd: int) -> int:
    count = array("i", [0])
    fcntl.ioctl(fd, termios.FIONREAD, count)
    return count[0]


def _drain(fd: int, limit: int = 65536) -> bytes:
    try:
        return os.read(fd, limit)
    except OSError:  # nothing there, or nobody at the other end
        return b""


def _push(fd: int, data: bytes, far_end: int) -> None:
    """Write what fits; the rest is lost, as when nobody takes what a Pico sends."""
    with contextlib.suppress(OSError):
        os.write(fd, data)
    # A thread of the kernel carries bytes over a pty, and whoever counts what waits may be ahead of it, for as long as
    # the machine is busy; to ask whether there is something to read makes it finish.
    select.select([far_end], [], [], 0)
