"""Slows down restarts that come too quickly: takes how often the service failed lately, and returns a pause.

systemd restarts a service that failed after the same few seconds every time; only from version 254 on can it wait
longer and longer, and Raspberry Pi OS Bookworm has 252. So the service counts for itself, in its runtime directory,
which systemd keeps over a restart and clears when the service is stopped or the Pi starts. A restart that somebody
asked for keeps it too, so a service that ends well forgets what it has counted.
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

FIRST_S: Final = 5.0  # and twice as long after each further failure
LONGEST_S: Final = 120.0
STEADY_S: Final = 600.0  # a run of this length did not fail at once
STARTING_S: Final = 90.0  # what the start itself may take, as in the unit
_FILE: Final = "starts"


class _Starts(NamedTuple):
    number: int  # that came in quick succession
    at: float  # when the last of them was, in seconds since the Pi started


def pause_s(folder: Path, clock: Clock = time.monotonic) -> float:
    """Note that the service starts now, and tell how long to wait before it does something."""
    path, now = folder / _FILE, clock()
    last = _read(path)
    count = last.number + 1 if last and now - last.at < STEADY_S else 1
    with contextlib.suppress(OSError):  # without a note the next start waits no longer
        path.write_text(f"{count} {now}", encoding="ascii")
    # The first start waits for nothing, nor does the first restart: systemd has waited already.
    return min(LONGEST_S, FIRST_S * 2.0 ** min(count - 3, 10)) if count > 2 else 0.0


def _read(path: Path) -> _Starts | None:
    try:
        count, at = path.read_text(encoding="ascii").split()
        return _Starts(int(count), float(at))
    except (OSError, ValueError):
        return None


def _folder(environment: Mapping[str, str]) -> Path | None:
    """Return the runtime directory, the first of them; a service alone has one."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def forget(environment: Mapping[str, str] = os.environ) -> None:
    """Count from nothing again: the service has ended as it should, and who starts it next has not seen it fail."""
    folder = _folder(environment)
    if folder:
        with contextlib.suppress(OSError):  # the next start waits a little longer, no more
            (folder / _FILE).unlink(missing_ok=True)


def slow_down(
    notify: Notify, environment: Mapping[str, str] = os.environ, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Wait, if starts have failed in quick succession; a service alone does, and systemd is told how long."""
    folder = _folder(environment)
    seconds = pause_s(folder) if folder else 0.0
    if seconds:
        notify(
            f"EXTEND_TIMEOUT_USEC={round((seconds + STARTING_S) * 1e6)}\nSTATUS=failed of late: waiting {seconds:g} s"
        )
        sleep(seconds)
