"""`hansa-companion flash`: the firmware of the Pico."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import FAILED, OK, UserError
from companion.running.as_owner import as_owner

if TYPE_CHECKING:
    from hardware.kit.connections import Kit, Pico
    from hardware.pico.flash import Comparison, Flashed, Tell
    from hardware.pico.hello import Hello

T = TypeVar("T")

DEFAULT_USB_ID = "2e8a:0005"  # a Pico that runs MicroPython
DEFAULT_MAINTENANCE_PIN = 22


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "flash",
        "put the firmware onto a Pico of the kit, over whatever runs there",
        """  hansa-companion flash                         the Pico of the kit, found by its USB id
  hansa-companion flash --check                 compare the files only; exit code 1 when they differ
  hansa-companion flash --pico wand             this one, where the kit has several
  hansa-companion flash --port /dev/ttyACM1     the one at this port

The Pico must run MicroPython: firmware/README.md says how to put it there the first time.
The companion must not be running meanwhile: systemctl stop hansa-companion.
""",
    )
    parser.add_argument("--port", metavar="PATH", help="the Pico's serial port, such as /dev/ttyACM0")
    parser.add_argument("--pico", metavar="NAME", help="which one, where the kit file names several")
    parser.add_argument("--check", action="store_true", help="compare by hash and change nothing")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Flash, or compare."""
    from companion.running.devices import configured_kit
    from companion.running.state_folder import alone
    from hardware.pico.flash import compare, flash

    config = command.read(options)
    with command.told(), as_owner(config.state):
        pico = _meant(configured_kit(config), options.pico)
    with alone(config):
        port = Path(options.port) if options.port else None
        port = _opened(port, *((pico.usb_id, pico.serial, pico.others) if pico else (DEFAULT_USB_ID, "", ())))
        pin = pico.maintenance if pico else DEFAULT_MAINTENANCE_PIN
        if options.check:
            return _say_compared(_guarded(lambda tell: compare(port, tell=tell)))
        return _say_flashed(_guarded(lambda tell: flash(port, maintenance_pin=pin, tell=tell)))


def _meant(kit: Kit, name: str | None) -> Pico | None:
    """Return the Pico of the kit: the named one, otherwise the only one."""
    names = [pico.name for pico in kit.picos]
    if name is None and len(names) > 1:
        raise UserError(f"the kit has several Picos: name one with --pico, {' or '.join(names)}")
    if name is not None and name not in names:
        raise UserError(f"--pico: {name!r:.40} given; allowed: {', '.join(names) or 'none, the kit has no Pico'}")
    return next((pico for pico in kit.picos if name in (None, pico.name)), None)


def _opened(given: Path | None, usb_id: str, serial: str, others: Collection[str]) -> Path:
    """Find the port and open it once, so that a port that cannot be opened is not taken for a Pico that restarts."""
    from hardware.pico.usb_line import PortFault, PortMissing, PortUnclear, find_port, open_port

    try:
        port = given or find_port(usb_id, serial, others)
        open_port(port, timeout_s=0.0).close()
    except PortUnclear as fault:
        raise UserError(f"{fault}: {fault.remedy}; or name its port with --port") from fault
    except PortMissing as fault:
        raise UserError(f"{fault}: {fault.remedy}; a new Pico needs MicroPython first") from fault
    except PortFault as fault:
        raise UserError(f"{fault}: {fault.remedy}") from fault
    return port


def _guarded(act: Callable[[Tell], T]) -> T:
    """Do it with a progress bar, or raise UserError with one line."""
    from companion.words.progress import Progress
    from hardware.pico import flash
    from hardware.pico.usb_line import PortFault

    bar: Progress | None = None
    done = 0
    said: set[str] = set()

    def tell(progress: flash.Progress) -> None:
        nonlocal bar, done
        if bar is None:
            bar = Progress(progress.total, "steps", sys.stderr)
        bar.advance(max(progress.done - done, 0), progress.doing)
        done = max(progress.done, done)
        if not bar.is_shown and progress.doing not in said:
            # Minutes without a word look like a hang, in a log too.
            said.add(progress.doing)
            print(f"{done}/{progress.total} {progress.doing}", file=sys.stderr, flush=True)

    try:
        return act(tell)
    except PortFault as fault:
        raise UserError(f"{fault}: {fault.remedy}") from fault
    finally:
        if bar is not None:
            bar.__exit__()


def _say_flashed(flashed: Flashed) -> int:
    print(f"before: {_told(flashed.before)}")
    print(f"now: {_told(flashed.after)}")
    return OK


def _say_compared(comparison: Comparison) -> int:
    print(f"on the Pico: {_told(comparison.hello)}")
    if not comparison.differing:
        print("every file is the one that came with this host")
        return OK
    print(f"other or missing: {', '.join(comparison.differing)}")
    print("run: hansa-companion flash")
    return FAILED


def _told(hello: Hello | None) -> str:
    if hello is None:
        return "no firmware that answers"
    return f"firmware {hello.version}, protocol {hello.protocol}, board {hello.board}"
