"""`hansa-companion run`: the daemon on real hardware."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import OK

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.assembly.attendants import Attendant, MakeAttendant
    from companion.assembly.compose import Composed
    from companion.assembly.front import FrontPage, MakeFrontPage
    from companion.config.settings import Config
    from companion.running.witness import GameEnds
    from companion.words.say import Translate


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "run",
        "run the companion on the hardware of a kit, until it is stopped",
        """  hansa-companion run                       as the configuration says
  hansa-companion run --kit board --language it
  hansa-companion run --game ID             the newest game of this kind, or a new one
  hansa-companion run --new                 leave the game that was going on as it is, and begin another one

SIGTERM and Ctrl-C end it with a good-bye; the game goes on at the next start.
""",
    )
    parser.add_argument("--new", action="store_true", help="do not go on with the newest game")
    command.add_game(parser, "the one played last")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    import logging

    from companion.assembly.attendants import make_attendants
    from companion.assembly.loading import Sitting
    from companion.assembly.service import Service, serve_sittings
    from companion.running.devices import configured_kit, real_devices
    from companion.running.logs import Log, start_log
    from companion.running.supervision import forget, notifier, slow_down, watching
    from companion.running.witness import GameEnds

    first = command.sitting_of(options)
    config = command.read(options)
    start_log(config.log.level)
    slow_down(notifier())
    with command.told(), watching() as watchdog:
        title = configured_kit(config).title
        logging.getLogger(__name__).info("%s, games in %s", title, config.journal)

        ends = GameEnds()

        def make_service(sitting: Sitting) -> Service:
            return Service(
                config,
                real_devices(configured_kit(config, sitting.laid_out_for), config),
                sitting=sitting,
                witnesses=(Log(), ends),
                make_attendant=make_attendants(besides(config, ends)),
                make_front_page=front_page(config),
                watchdog=watchdog,
            )

        service = serve_sittings(make_service, first)
        forget()  # a requested restart is not a failure
    if service.is_shutting_down and config.shut_down:
        import shlex
        import subprocess

        return subprocess.run(shlex.split(config.shut_down), check=False).returncode
    return OK


def front_page(config: Config) -> MakeFrontPage | None:
    """Return what serves a question of the start, if the kit has only the page to ask on."""
    from companion.running.devices import configured_kit

    def make(translate: Translate, on_ok: Callable[[], None]) -> FrontPage:
        import logging

        from companion.web.start_page import StartPage

        page = StartPage(config, translate, on_ok)
        logging.getLogger(__name__).info("the page is at %s", page.address)
        return page

    return make if configured_kit(config).is_page_only else None


def besides(config: Config, ends: GameEnds) -> list[MakeAttendant]:
    """Return what makes each part that runs next to the table."""
    from companion.assembly.attendants import retried

    makers: list[MakeAttendant] = []
    if config.web.serve:
        makers.append(retried("page", partial(_page, config)))
    if config.hub.server:
        makers.append(retried("hub", partial(_announcer, config)))
    if config.backup.automatic:
        makers.append(partial(_backups, config, ends))
    makers.append(_seats)
    return makers


def _seats(composed: Composed) -> Attendant:
    """Return what thinks for the companion's seats."""
    from companion.thinking.own_seats import make_seats

    return make_seats(composed.daemon, composed.parts.box)


def _backups(config: Config, ends: GameEnds, composed: Composed) -> Attendant:
    """Return the attendant that makes backups."""
    from companion import version_number
    from companion.archive.automatic import AutomaticBackups

    return AutomaticBackups(config, version_number(), ends.ended, composed.daemon.put)


def _announcer(config: Config, composed: Composed) -> Attendant:
    """Return the attendant that announces the table to a hub."""
    from companion.hub.announcer import make_announcer

    return make_announcer(config, composed)


def _page(config: Config, composed: Composed) -> Attendant:
    """Return the page; its libraries are loaded only now that the table can already play."""
    import logging

    from companion.web.assemble import make_page

    page = make_page(config, composed, reads_beside=True)
    logging.getLogger(__name__).info("the page is at %s", page.address)
    return page
