"""Shared by commands: the command line, the options for the configuration, and errors in one line.

A command that writes a file overwrites none unasked. One that exchanges files of the state folder stops the service,
and nobody may play meanwhile.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BAD_CONFIGURATION, BAD_DATA, USAGE, UserError

if TYPE_CHECKING:
    from companion.assembly.loading import Sitting
    from companion.config.settings import Config
    from companion.shelf.box import GameBox

    Commands = argparse._SubParsersAction["CommandParser"]
else:  # not generic at run time
    Commands = argparse._SubParsersAction


class CommandParser(argparse.ArgumentParser):
    """The parser of one command, which refuses unknown arguments itself, with its own usage."""

    def parse_known_args(  # type: ignore[override]  # the stub has overloads for namespaces that nobody here brings
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments; there are never any left."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}{self._nearest(unknown[0])}")
        return found, unknown

    def _nearest(self, word: str) -> str:
        from difflib import get_close_matches

        options = [option for option in self._option_string_actions if option.startswith("--")]
        near = get_close_matches(word.partition("=")[0], options, 1)
        return f"; did you mean {near[0]}?" if near else ""


def add_command(commands: Commands, name: str, summary: str, examples: str) -> argparse.ArgumentParser:
    """Add a command with a one-line summary and examples."""
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def positive(text: str) -> int:
    """Read a whole number of at least 1 from the command line."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of at least 1")
    return int(text)


def port(text: str) -> int:
    """Read the number of a port from the command line."""
    if not text.isdecimal() or len(text) > 5 or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to 65535")
    return int(text)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the configuration file and for values that override it."""
    group = parser.add_argument_group("configuration")
    group.add_argument("--config", metavar="FILE", help="read this file instead of searching for one")
    group.add_argument("--kit", metavar="KIT", help='"tap", "board", "chart", "usb" or the path of a kit file')
    group.add_argument("--language", metavar="CODE", help="of the screen: en, it or nl")
    group.add_argument("--state", metavar="DIR", help="where games and traces are kept")
    group.add_argument("--journal", metavar="WHERE", help="another journal: a file, or redis://server:6379/0")


def add_game(parser: argparse.ArgumentParser, default: str = "the first on the shelf") -> None:
    """Add the option for the game."""
    parser.add_argument("--game", default="", metavar="ID", help=f"which game (default: {default})")


def box_of(game: str) -> GameBox:
    """Return the box of the chosen game."""
    from companion.shelf.shelf import UnknownGame, first_game, known_games, open_box

    try:
        return open_box(game or first_game())
    except UnknownGame as error:
        raise UserError(f"--game {game!r:.40}: {known_games()}", USAGE) from error


def sitting_of(options: argparse.Namespace) -> Sitting:
    """Return what a table is set up for according to `--game` and `--new`."""
    from companion.assembly.loading import Sitting

    return Sitting(box_of(options.game).id if options.game else "", begins=options.new)


def read(options: argparse.Namespace) -> Config:
    """Read the configuration according to the options."""
    from companion.config.parsing import load_config

    keys = ("kit", "language", "state", "journal")
    given = {key: value for key in keys if (value := getattr(options, key)) is not None}
    with told():
        return load_config(options.config, given)


@contextmanager
def told() -> Iterator[None]:
    """Turn an error in a data file, or in a journal, into one line and an exit code."""
    from companion.journal.journal import Damaged, JournalError, WrongFormat
    from hardware.formats.strict_toml import DataError

    try:
        yield
    except DataError as error:
        raise UserError(str(error), BAD_CONFIGURATION) from error
    except (Damaged, WrongFormat) as error:
        raise UserError(str(error), BAD_DATA) from error
    except JournalError as error:
        raise UserError(str(error)) from error


PRIVATE = 0o600


def add_output(parser: argparse.ArgumentParser, what: str, default: str | None = None) -> None:
    """Add the argument for the file to write, which is required if there is no default."""
    if default is None:
        parser.add_argument("file", metavar="FILE", help=what)
    else:
        parser.add_argument("file", nargs="?", default=default, metavar="FILE", help=f"{what}; default: {default}")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it is there")


def output_place(options: argparse.Namespace) -> Path:
    """Return the path of the file, or raise UserError if something is in the way."""
    path = Path(options.file)
    if path.is_dir():
        raise UserError(f"{path}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UserError(f"{path}: cannot be written: there is no folder {path.parent}")
    if path.exists() and not path.is_file():  # a device would be replaced by a file, for all users
        raise UserError(f"{path}: is not a regular file, so it is not overwritten")
    if path.exists() and not options.force:
        raise UserError(f"{path}: already exists; --force overwrites it")
    return path


def write_output(path: Path, data: bytes, state: Path) -> None:
    """Write the whole file or raise UserError with one line; in the state folder, with its owner's rights."""
    from companion.running.as_owner import as_owner, belongs_to_owner_of
    from hardware.formats.durable import write_durably

    try:
        with as_owner(path.parent) if belongs_to_owner_of(path.parent, state) else nullcontext():
            write_durably(path, data, mode=PRIVATE)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error


UNIT = "hansa-companion.service"


@contextmanager
def standing_still(config: Config) -> Iterator[None]:
    """Lock the state folder and stop the service; afterwards it starts again with the new files."""
    from companion.running.state_folder import StateLock

    with _service_stopped(config.state), told(), _writing(config.state):
        config.state.mkdir(parents=True, exist_ok=True)
        lock = StateLock(config.state)
        try:
            yield
        finally:
            lock.release()


def now() -> str:
    """Return the time, for the name of a folder."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Report in one line which folder or file cannot be put in place; a failed sync does not name it."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{error.filename or folder}: cannot be written: {error.strerror}") from error


@contextmanager
def _service_stopped(state: Path) -> Iterator[None]:
    """Stop the service while its own games are exchanged, and start it again afterwards."""
    from companion.running.state_folder import SERVICE, SERVICE_STATE

    if os.geteuid() != 0 or state != SERVICE_STATE or not SERVICE.is_dir():
        yield
        return
    _systemctl("stop")
    try:
        yield
    finally:
        _systemctl("start")


def _systemctl(do: str) -> None:
    import subprocess

    if subprocess.run(["systemctl", do, UNIT], check=False).returncode:
        raise UserError(f"systemctl {do} {UNIT}: failed; journalctl --unit {UNIT} tells why")
