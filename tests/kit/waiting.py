"""How long tests wait for another thread or process: until its work is done, or for as long as only a hang takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

PATIENCE_S = 90.0
PATIENCE_MS = 90_000
PAUSE_S = 0.01  # from one look to the next: whoever is waited for works meanwhile, often in the same interpreter
# For how long a test holds a thread up to let another one come between; nothing depends on whether that is enough.
HELD_UP_S = 0.2


def until(holds: Callable[[], Any]) -> Any:
    """Wait until something holds, and return it."""
    deadline = time.monotonic() + PATIENCE_S
    while not (found := holds()):
        assert time.monotonic() < deadline
        time.sleep(PAUSE_S)
    return found
