"""Slows down restarts that come too quickly: in goes how often the service failed recently, out comes a pause.

systemd restarts a failed service after the same few seconds every time; only since version 254 can it wait longer and
longer, and Raspberry Pi OS Bookworm has 252. So the service counts its own failures, in its runtime directory, which
systemd keeps over a restart and clears when the service is stopped or the Pi starts. A requested restart keeps it too,
so a service that ends normally resets its count.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from companion.running.watchdog import Notify
from hardware.ports import Clock

FIRST_S: Final = 5.0  # doubled after each further failure
LONGEST_S: Final = 120.0
STEADY_S: Final = 600.0  # a longer run was not an immediate failure
STARTING_S: Final = 90.0  # how long the start itself may take, as in the unit
_FILE: Final = "starts"


class _Starts(NamedTuple):
    number: int  # failures in quick succession
    at: float  # time of the last one, in seconds since the Pi started


def pause_s(folder: Path, clock: Clock = time.monotonic) -> float:
    """Record this start, and return how long to wait before doing anything."""
    path, now = folder / _FILE, clock()
    last = _read(path)
    count = last.number + 1 if last and now - last.at < STEADY_S else 1
    with contextlib.suppress(OSError):  # without this record the next start does not wait longer
        path.write_text(f"{count} {now}", encoding="ascii")
    # The first start and the first restart do not wait: systemd has waited already.
    return min(LONGEST_S, FIRST_S * 2.0 ** min(count - 3, 10)) if count > 2 else 0.0


def _read(path: Path) -> _Starts | None:
    try:
        count, at = path.read_text(encoding="ascii").split()
        return _Starts(int(count), float(at))
    except (OSError, ValueError):
        return None


def _folder(environment: Mapping[str, str]) -> Path | None:
    """Return the first runtime directory; only a service has one."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def forget(environment: Mapping[str, str] = os.environ) -> None:
    """Reset the count: the service has ended normally, so the next start is not a failure's restart."""
    folder = _folder(environment)
    if folder:
        with contextlib.suppress(OSError):  # at worst the next start waits a little longer
            (folder / _FILE).unlink(missing_ok=True)


def slow_down(
    notify: Notify, environment: Mapping[str, str] = os.environ, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Wait if starts have failed in quick succession, and tell systemd how long; only a service waits."""
    folder = _folder(environment)
    seconds = pause_s(folder) if folder else 0.0
    if seconds:
        notify(
            f"EXTEND_TIMEOUT_USEC={round((seconds + STARTING_S) * 1e6)}\nSTATUS=failed of late: waiting {seconds:g} s"
        )
        sleep(seconds)
