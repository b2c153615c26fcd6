"""The companion on a simulated table, played in the browser."""

from __future__ import annotations

import os
import sys
import threading
import time
import webbrowser
from collections.abc import Mapping
from functools import cache, partial
from random import SystemRandom
from typing import TYPE_CHECKING

from companion.assembly.attendants import Attendant, Attendants
from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.service import Service, serve_sittings
from companion.config.settings import Config
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.logs import Log, start_log
from companion.web.assemble import make_bench, make_page
from companion.web.pairing import Pairing
from companion.web.server import PORTS_TRIED, open_socket
from companion.web.virtual_table import VirtualTable

if TYPE_CHECKING:
    from companion.assembly.compose import Composed


def has_screen() -> bool:
    """Return whether a browser could be seen here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _Laid:
    """A simulated table, set up for a game; its pieces stay while another game is played."""

    def __init__(self, config: Config, game: str) -> None:
        self.kit = configured_kit(config, game)
        self.table = simulated_table(self.kit, clock=time.monotonic)
        self._bench: VirtualTable | None = None

    def bench(self, pieces: Mapping[str, str]) -> VirtualTable:
        """Return the table as it is drawn, with its pieces next to it at first."""
        self._bench = self._bench or make_bench(self.table, self.kit, pieces, self.kit.title)
        return self._bench


def play_page(config: Config, sitting: Sitting, *, port: int | None, opens_browser: bool) -> None:
    """Serve a simulated table until it is stopped; print its address, and open it if there is a screen.

    A given port must be free, or CannotServe is raised; the configured one may be the first of several. When somebody
    cuts the power at the virtual table, everything except the table itself and its pieces starts again.
    """
    start_log(config.log.level)
    lay = cache(partial(_Laid, config))
    # Check this before the table starts: later, a page that cannot be served would not end it.
    with open_socket(config.web.bind, port or config.web.port, tries=1 if port else PORTS_TRIED) as free:
        ports: list[int] = [free.getsockname()[1]]
    services: list[Service] = []
    pairing = Pairing(time.monotonic, SystemRandom())  # outlives a change of the game, as phones do

    def cut_power() -> None:
        services[-1].lay_out(NEWEST)

    def make_attendant(composed: Composed) -> Attendant:
        bench = lay(composed.parts.box.id).bench(composed.pieces)
        page = make_page(
            config,
            composed,
            bench=bench,
            port=ports[-1],
            cut_power=cut_power,
            change_game=services[-1].change_game,
            reads_beside=True,
            has_cardboard=False,
            pairing=pairing,
        )
        if len(ports) == 1:
            print(f"The table is at {page.address} (Ctrl-C ends it; the game is kept).", flush=True)
            if opens_browser and has_screen():
                threading.Thread(target=webbrowser.open, args=(page.address,), name="browser", daemon=True).start()
        ports.append(page.port)
        if not config.hub.server:
            return page
        from companion.hub.announcer import make_announcer

        return Attendants([page, make_announcer(config, composed)])

    def make_service(sitting: Sitting) -> Service:
        service = Service(
            config,
            simulated_devices(lay(sitting.laid_out_for).table),
            sitting=sitting,
            invents_pieces=True,
            asks=False,
            witnesses=(Log(),),
            make_attendant=make_attendant,
        )
        services[:] = [service]
        return service

    serve_sittings(make_service, sitting)
