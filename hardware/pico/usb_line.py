"""The USB line to the Pico, through pyserial.

In: the ids of a USB device. Out: an open port, or `PortFault` with a remedy. pyserial is imported when it is needed.

    Fault (hardware.trouble)
    └── PortFault         the line cannot be found, opened or used: what is wrong, and the remedy
        ├── PortMissing   no such device is plugged in
        ├── PortUnclear   several are, and which is meant is not known
        └── PortBusy      another program has it: waiting does not help
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.trouble import Fault, Trouble, quoted

if TYPE_CHECKING:
    import serial

BY_ID: Final = Path("/dev/serial/by-id")
_INSTALL = Trouble("install pyserial")
_PLUG = Trouble("plug the Pico into a USB port of the Pi, with a cable that carries data")


class PortFault(Fault):
    """The line does not work now."""


class PortMissing(PortFault):
    """No such device is plugged in."""


class PortUnclear(PortFault):
    """Several devices are like the one that is meant."""


class PortBusy(PortFault):
    """Another program has the line."""


def find_port(usb_id: str, serial_number: str = "", others: Collection[str] = ()) -> Path:
    """Return a stable path of the one device with this vendor and product, and serial number if given.

    Without a serial number, devices with the serial numbers of other Picos are excluded.
    """
    try:
        from serial.tools import list_ports
    except ImportError as error:
        raise PortFault(quoted(error), _INSTALL) from error

    vendor, product = (int(part, 16) for part in usb_id.split(":"))
    found = [
        port
        for port in list_ports.comports()
        if (port.vid, port.pid) == (vendor, product)
        and (port.serial_number == serial_number if serial_number else port.serial_number not in others)
    ]
    if not found:
        meant = f"{usb_id} with serial number {serial_number}" if serial_number else usb_id
        reason = Trouble("there is no USB device {device}", plainly="no Pico is found on USB", device=meant)
        raise PortMissing(reason, _PLUG)
    if len(found) > 1:
        numbers = ", ".join(sorted(str(port.serial_number) for port in found))
        raise PortUnclear(
            Trouble(
                "there are {count} USB devices {device}",
                plainly="there are {count} Picos on USB, and one is expected",
                count=len(found),
                device=usb_id,
            ),
            Trouble(
                "write the right one's serial number into the configuration, [picos]: one of {numbers}", numbers=numbers
            ),
        )
    device = Path(found[0].device)
    for lasting in sorted(BY_ID.glob("*")) if BY_ID.is_dir() else ():
        if lasting.resolve() == device.resolve():
            return lasting
    return device


def open_port(path: Path, *, timeout_s: float) -> serial.Serial:
    """Open the port exclusively; MicroPython sends nothing before DTR, which pyserial raises on its own."""
    try:
        import serial
    except ImportError as error:
        raise PortFault(quoted(error), _INSTALL) from error
    try:
        return serial.Serial(str(path), 115200, timeout=timeout_s, write_timeout=1.0, exclusive=True)
    except (OSError, ValueError) as fault:  # SerialException is an OSError
        number = getattr(fault, "errno", None)
        # pyserial's message for a plain error repeats the path and the number.
        why = os.strerror(number) if number else fault
        reason = Trouble("{path} cannot be opened: {reason}", path=path, reason=why)
        text = str(fault).lower()
        if "permission" in text:
            # This may pass right after plugging in: udev grants access a moment later.
            raise PortFault(reason, Trouble("add the user to the group dialout, then log in again")) from fault
        if "lock" in text or "busy" in text:
            raise PortBusy(reason, Trouble("another program uses {path}: stop it", path=path)) from fault
        raise PortFault(reason, _PLUG) from fault
