"""`hansa-companion hub`: every table of an evening on one page."""

from __future__ import annotations

import argparse
from ipaddress import ip_address
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command, port, positive
from companion.errors import BAD_CONFIGURATION, OK, USAGE, UserError

if TYPE_CHECKING:
    from companion.hub.demo import Demo
    from companion.hub.hall_page import Hub

HOST, PORT = "127.0.0.1", 8100
MOST_TABLES = 200


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "hub",
        "show every table of an evening on one page",
        """  hansa-companion hub --demo 20                  twenty simulated tables, with no server at all
  hansa-companion hub --server redis://server:6379/0
  hansa-companion hub --host 0.0.0.0 --port 80   for every screen in the local network, as the configuration says

Tables announce themselves at the server that [hub] server or journal names in their configuration, and vanish when
they are switched off. The page: overview, one table in close-up, standings of the evening; /?view=projector fills a
wall and turns its pages by itself. Anyone who reaches the page can watch; nothing can be changed there.
""",
    )
    parser.add_argument("--server", metavar="ADDRESS", help="where the tables meet; default: as configured")
    parser.add_argument("--demo", type=_tables, metavar="N", help="show N simulated tables instead")
    parser.add_argument("--host", default=HOST, type=_host, help=f"the address to listen on (default: {HOST})")
    parser.add_argument("--port", type=port, metavar="N", help=f"default: {PORT}, or the next free")
    parser.add_argument("--no-browser", action="store_true", help="only print the address of the page")
    parser.add_argument("--config", metavar="FILE", help="read this file instead of searching for one")
    parser.set_defaults(run=run)


def _tables(text: str) -> int:
    count = positive(text)
    if count > MOST_TABLES:
        raise argparse.ArgumentTypeError(f"{text}: expected at most {MOST_TABLES} tables")
    return count


def _host(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: expected an address such as 127.0.0.1 or 0.0.0.0") from error


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    import threading

    from companion.config.parsing import load_config
    from companion.running.logs import start_log
    from companion.running.supervision import stopping_at_signals, watching

    with command.told():
        # The service's configuration may contain a password, so not everybody may read it.
        config = load_config(options.config, is_needed=not (options.server or options.demo))
    if options.demo and options.server:
        raise UserError("--demo brings tables of its own: leave --server out", USAGE)
    server = options.server or config.hub.server
    demo = _demo(options) if options.demo else None
    start_log(config.log.level)
    stopped = threading.Event()
    with stopping_at_signals(stopped.set), watching() as watchdog:
        hub = _hub(options, server, demo)
        try:
            hub.open()
            if demo:
                demo.open()
            hub.wait()
            watchdog.guard({part.name: part.late_s for part in hub.parts}, status=f"the hub is at {hub.address}")
            _say_where(hub, opens_browser=not options.no_browser)
            stopped.wait()
        finally:
            watchdog.stopping()
            hub.close()
            if demo:
                demo.close()
    return OK


def _demo(options: argparse.Namespace) -> Demo:
    try:
        import fakeredis  # noqa: F401 - to see whether it is there before anything begins
    except ModuleNotFoundError as error:
        raise UserError(f"--demo needs the package fakeredis; to add it: {_adding()}", BAD_CONFIGURATION) from error
    from companion.hub.demo import Demo

    return Demo(options.demo)


def _adding() -> str:
    """Return the command that adds the package to the environment that this runs in, however it was made."""
    import shlex
    import sys
    from pathlib import Path

    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return "pipx inject hansa-companion fakeredis"
    return f"{shlex.quote(sys.executable)} -m pip install fakeredis"


def _hub(options: argparse.Namespace, server: str, demo: Demo | None) -> Hub:
    from companion.config.redis_server import ENCODED, is_server
    from companion.hub.exchange import Exchange
    from companion.hub.hall_page import Hub
    from companion.shelf.shelf import pages
    from companion.web.server import PORTS_TRIED, CannotServe
    from companion.words.redaction import copy_shown

    if demo:
        make_exchange = demo.make_exchange
    elif not server:
        raise UserError(
            "no server where tables meet: name one with --server redis://server:6379/0 or in the configuration "
            "([hub] server), or look at --demo 20",
            USAGE,
        )
    elif not is_server(server):
        allowed = f"an address such as redis://server:6379/0, {ENCODED}"
        raise UserError(f"--server {copy_shown(server)}: expected {allowed}", USAGE)
    else:

        def make_exchange() -> Exchange:
            return Exchange(server)

    try:
        return Hub(
            make_exchange,
            pages(),
            bind=options.host,
            port=options.port or PORT,
            tries=1 if options.port else PORTS_TRIED,
        )
    except CannotServe as error:
        raise UserError(error.on_command_line) from error


def _say_where(hub: Hub, *, opens_browser: bool) -> None:
    import threading
    import webbrowser

    from companion.simulator.browser import has_screen

    print(f"The hub is at {hub.address} (Ctrl-C ends it).", flush=True)
    if opens_browser and has_screen():
        threading.Thread(target=webbrowser.open, args=(hub.address,), name="browser", daemon=True).start()
