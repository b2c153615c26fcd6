"""The companion on a simulated table, played in the browser."""

from __future__ import annotations

import os
import sys
import threading
import time
import webbrowser
from typing import TYPE_CHECKING

from companion.config import Config
from companion.devices import configured_kit, simulated_devices, simulated_table
from companion.logs import Log, start_log
from companion.service import Beside, Service
from companion.signals import stopping_at_signals
from companion.web.furnish import make_bench, make_page

if TYPE_CHECKING:
    from companion.compose import Composed


def has_screen() -> bool:
    """Tell whether a browser could be seen here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def play_page(config: Config, *, begins_anew: bool, port: int | None, opens_browser: bool) -> None:
    """Serve a simulated table until it is stopped; the address is printed and, where it can be seen, opened."""
    start_log(config.log_level)
    kit = configured_kit(config)
    table = simulated_table(kit, clock=time.monotonic)

    def make_beside(composed: Composed) -> Beside:
        page = make_page(config, composed, bench=make_bench(table, kit, composed.pieces, kit.title), port=port)
        print(f"The table is at {page.address} (Ctrl-C ends it; the game is kept).", flush=True)
        if opens_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(page.address,), name="browser", daemon=True).start()
        return page

    service = Service(
        config,
        simulated_devices(table),
        invents_pieces=True,
        begins_anew=begins_anew,
        asks=False,
        witnesses=(Log(),),
        make_beside=make_beside,
    )
    with stopping_at_signals(service.stop):
        service.serve()
