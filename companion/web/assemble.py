"""Makes the page of a daemon from the configuration."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.archive.stored_games import reading
from companion.assembly.game_parts import own_board, translator
from companion.config.settings import Config
from companion.config.state_files import house_rules_of
from companion.journal.journal import Journal
from companion.running.devices import configured_kit
from companion.thinking.thinker import Thinker, is_too_small
from companion.web.front_door import ChangeGame
from companion.web.games_process import StoredGamesProcess
from companion.web.page import Page, PageNeeds
from companion.web.pairing import Pairing
from companion.web.robots import PACE_S
from companion.web.serving import Aside, Serve, in_a_thread
from companion.web.virtual_table import VirtualTable
from companion.words.language import with_room
from companion.words.say import LANGUAGES
from hardware.kit.layout import in_use

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.assembly.compose import Composed
    from companion.assembly.game_parts import GameParts
    from hardware.kit.connections import Kit
    from hardware.simulated.soft_table import SoftTable


_log = logging.getLogger(__name__)
Reading = Callable[[], AbstractContextManager[Journal]]


def assemble(
    config: Config,
    parts: GameParts,
    *,
    port: int | None = None,
    bench: VirtualTable | None = None,
    pace_s: float = PACE_S,
    cut_power: Callable[[], None] | None = None,
    change_game: ChangeGame | None = None,
    archive: StoredGamesProcess | None = None,
    thinker: Thinker | None = None,
    has_cardboard: bool = True,
    pairing: Pairing | None = None,
    serve: Serve | None = None,
    read: Reading | None = None,
    aside: Aside = in_a_thread,
) -> PageNeeds:
    """Return everything that the page of a table needs."""
    kit = configured_kit(config, parts.box.id)
    return PageNeeds(
        serve=serve or _at_a_port(config, config.web.port if port is None else port),
        box=parts.box,
        game_table=parts.game_table,
        translators={each: with_room(translator(each, config.names, parts.box)) for each in LANGUAGES},
        names=config.names,
        reading=read or partial(reading, config),
        boards=parts.box.boards(parts.game_table.game, own_board(config, parts.box)),
        watched=frozenset(kit.readers),
        shows_scores=config.web.scores,
        bench=bench,
        is_console=kit.is_page_only,
        pace_s=pace_s,
        cut_power=cut_power,
        change_game=change_game,
        house_rules=partial(house_rules_of, config),
        archive=archive,
        thinker=thinker,
        open_network=partial(ask_for_network, os.environ),
        has_cardboard=has_cardboard,
        pairing=pairing,
        aside=aside,
    )


def _at_a_port(config: Config, port: int) -> Serve:
    from companion.web.server import Server

    web = config.web
    return partial(Server, bind=web.bind, port=port, hosts=web.hosts, proxies=web.proxies)


def ask_for_network(environment: Mapping[str, str]) -> None:
    """Ask systemd, through a file that it watches, to open the local network; without systemd it is open."""
    switch = environment.get("HANSA_PHONES", "")
    if switch:
        try:
            Path(switch).touch()
        except OSError as error:
            _log.warning("%s: phones cannot be let in: %s", switch, error.strerror)


def make_page(
    config: Config,
    composed: Composed,
    *,
    bench: VirtualTable | None = None,
    port: int | None = None,
    pace_s: float = PACE_S,
    cut_power: Callable[[], None] | None = None,
    change_game: ChangeGame | None = None,
    reads_beside: bool = False,
    has_cardboard: bool = True,
    pairing: Pairing | None = None,
    serve: Serve | None = None,
    read: Reading | None = None,
    aside: Aside = in_a_thread,
    thinker: Thinker | None = None,
) -> Page:
    """Return the page of a table, its socket bound, not open yet; `reads_beside` reads old games in another process.

    A simulated table without cardboard has some while somebody looks at its hardware. With the `pairing` of the page
    before, its phones play on. Unless told otherwise it is served at a port, reads the configured journal, and a
    process of its own thinks.
    """
    daemon, parts = composed.daemon, composed.parts
    if bench and thinker is None:
        thinker = Thinker(parts.game_table.game, is_off=is_too_small())
    archive = None
    if reads_beside:
        archive = StoredGamesProcess(config, parts.box.id, note=partial(daemon.parts.note, "archive"))
    return Page(
        daemon,
        assemble(
            config,
            parts,
            bench=bench,
            port=port,
            pace_s=pace_s,
            cut_power=cut_power,
            change_game=change_game,
            archive=archive,
            thinker=thinker,
            has_cardboard=has_cardboard,
            pairing=pairing,
            serve=serve,
            read=read,
            aside=aside,
        ),
    )


def make_bench(table: SoftTable, kit: Kit, pieces: Mapping[str, str], name: str) -> VirtualTable:
    """Return a virtual table with its pieces next to it."""
    has_wand = any(pico.handle for pico in kit.picos)
    return VirtualTable(table, pieces, in_use(kit.lamp_names), name, has_wand=has_wand)
