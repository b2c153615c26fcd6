"""`hansa-companion restore`: a backup put in place, here or on another box."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import config_options, output_file
from companion.commands.backup import tell
from companion.commands.command import Commands, add_command
from companion.errors import BAD_CONFIGURATION, BAD_DATA, OK, UserError
from companion.running.exclusive import SERVICE, SERVICE_STATE

if TYPE_CHECKING:
    from companion.archive.backup import Backup
    from companion.config.settings import Config

REPLACED = ".before-restore"
UNIT = "hansa-companion.service"


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "restore",
        "put everything of a backup in place, here or on another box",
        """  sudo hansa-companion restore evening.tar.gz
  sudo hansa-companion restore evening.tar.gz --force     what is there is kept beside it, as .before-restore

The service is stopped meanwhile. If kit or server are others than before, run `sudo make install` again.
""",
    )
    parser.add_argument("file", metavar="FILE", help="the backup to take")
    parser.add_argument("--force", action="store_true", help="replace games, pieces and configuration that are there")
    config_options.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check a backup, then put it in place."""
    from companion.archive.backup import GAMES, damages, parse_backup
    from companion.running.state_folder import StateLock

    path = Path(options.file)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    backup = parse_backup(data, str(path))
    wrong = damages(backup.files[GAMES]) if GAMES in backup.files else ()
    if wrong and not options.force:
        raise UserError(f"{path}: {wrong[0]}; --force takes it as it is", BAD_DATA)
    place = options.config
    if place and not Path(place).exists():  # on a new box there is none yet
        options.config = None
    config = config_options.read(options)
    targets = _targets(config, backup, Path(place) if place else _config_place(config))
    in_the_way = [place for place in targets if place.exists() and not _is_as_new(place)]
    if in_the_way and not options.force:
        raise UserError(f"{in_the_way[0]}: is there already; --force replaces it, and keeps it as {REPLACED[1:]}")
    with _service_stopped(config.state), config_options.told(), _writing():
        config.state.mkdir(parents=True, exist_ok=True)
        lock = StateLock(config.state)
        try:
            _put_in_place(targets, config.state)
        finally:
            lock.release()
    tell(path, backup)
    for place in targets:
        print(f"  -> {place}")
    return OK


@contextmanager
def _writing() -> Iterator[None]:
    """Say in one line which folder or file cannot be put in place."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be written: {error.strerror}") from error


@contextmanager
def _service_stopped(state: Path) -> Iterator[None]:
    """Stop the service while its own games are exchanged, and start it again with what it has then."""
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


def _targets(config: Config, backup: Backup, place: Path) -> dict[Path, bytes]:
    """Tell what goes where; the configuration is checked before anything is moved."""
    from companion.archive.backup import CONFIG, fitted_config
    from companion.config.parsing import parse_config
    from hardware.formats.strict_toml import DataError

    targets = {config.state / name: data for name, data in backup.files.items() if name != CONFIG}
    if CONFIG in backup.files:
        named = config.settings["state"].source == config.file != ""
        text = fitted_config(
            backup.files[CONFIG].decode("utf-8", "replace"),
            backup.files,
            config.state,
            str(config.state) if named else "",
        )
        try:
            parse_config(text, str(place), environment=os.environ, home=Path.home(), here=place.parent)
        except DataError as error:
            raise UserError(
                f"the backup's configuration does not fit this version: {error}", BAD_CONFIGURATION
            ) from error
        targets[place] = text.encode()
    return targets


def _is_as_new(place: Path) -> bool:
    """Tell whether every new box has this: the default configuration, or a journal without a game."""
    from companion.archive.backup import GAMES

    if place.name == GAMES:
        return _is_without_games(place)
    return place.suffix == ".toml" and _is_as_installed(place.read_text(encoding="utf-8", errors="replace"))


def _is_without_games(place: Path) -> bool:
    from companion.journal.journal import JournalError
    from companion.journal.sqlite import SqliteJournal

    journal = SqliteJournal(place)
    try:
        journal.open()
        return not journal.ids()
    except JournalError:  # whatever it is, it is not as new
        return False
    finally:
        journal.close()


def _is_as_installed(text: str) -> bool:
    """Tell whether all keys have their defaults, but for the command that switches the box off.

    Comments do not count: the file may have been written by an older version, which explained the keys in other words.
    """
    from companion.config.default_file import default_text
    from companion.config.parsing import parse_config
    from hardware.formats.strict_toml import DataError

    def values(text: str) -> dict[str, object]:
        settings = parse_config(text, "", environment={}, home=Path("/"), here=Path("/")).settings
        return {key: value for key, (value, _) in settings.items() if key != "shut_down"}

    try:
        return values(text) == values(default_text())
    except DataError:
        return False


def _config_place(config: Config) -> Path:
    if config.file:
        return Path(config.file)
    return Path(
        "/etc/hansa-companion/config.toml" if os.geteuid() == 0 else "~/.config/hansa-companion/config.toml"
    ).expanduser()


def _put_in_place(targets: dict[Path, bytes], state: Path) -> None:
    """Write all files beside their places first, so that a full disk changes nothing; then swap them in."""
    owner = state.stat()
    for place, data in targets.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        before = place.stat() if place.exists() else None
        new = place.with_name(f".{place.name}.new")
        output_file.write(new, data, before.st_mode & 0o777 if before else 0o640 if place.parent != state else 0o600)
        if os.geteuid() == 0:
            # Run by root for a service that is not: the files are the service's. The configuration it may only read.
            uid = owner.st_uid if place.parent == state else 0
            os.chown(new, before.st_uid if before else uid, before.st_gid if before else owner.st_gid)
    for place in targets:
        for file in (place, place.with_name(f"{place.name}-wal"), place.with_name(f"{place.name}-shm")):
            if file.exists():
                file.replace(file.with_name(f"{file.name}{REPLACED}"))
        place.with_name(f".{place.name}.new").replace(place)
