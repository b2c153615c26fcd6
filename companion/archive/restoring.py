"""Restores a backup, or what can be trusted of a damaged journal: plans it, then carries out all of it or none.

Everything is parsed before any file is put in place. Existing files are set aside in dated folders; the files of the
state folder are exchanged with its owner's rights. If there is a configuration, it decides: until it is in place,
nothing has happened. A configuration from another box gets the paths of this one.

    UserError
    ├── exit 1      something is in the way, or cannot be written
    ├── exit 65     a file of the backup cannot be read
    └── exit 78     its configuration does not fit this version
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.archive.backup import as_files, copy_games, damages
from companion.archive.backup_file import BOARD, CONFIG, GAMES, KIT, Backup
from companion.config.state_files import LANGUAGE_FILE
from companion.errors import BAD_CONFIGURATION, BAD_DATA, UserError
from companion.journal.journal import Journal
from companion.journal.salvage import Salvaged, salvage
from companion.journal.second_names import bring_back, new_aside
from companion.running.as_owner import as_owner
from companion.running.set_aside import LOG, Commit, begin, exchange, finish
from hardware.formats.durable import sync_folder, write_durably

if TYPE_CHECKING:
    from companion.config.settings import Config

BY: Final = "restore"
# Settings by which a stranger's configuration could run a command, send games away or let the network in.
FAR_REACHING: Final = ("shut_down", "journal", "hub.server", "web.bind", "backup.folder")


class Plan(NamedTuple):
    """Which files go where."""

    state: Path
    files: Mapping[str, bytes]  # for the state folder
    config: Path | None  # where the configuration goes; None if there is none, or it is there already
    text: bytes  # content of the configuration
    reaching: tuple[str, ...]  # its far-reaching settings that are new here, as lines

    @property
    def places(self) -> tuple[Path, ...]:
        """All files that will be written."""
        return (*(self.state / name for name in self.files), *((self.config,) if self.config else ()))

    @property
    def in_the_way(self) -> tuple[Path, ...]:
        """The files that exist already and differ from those of a new box."""
        with as_owner(self.state):
            found = [self.state / name for name in self.files]
            found = [place for place in found if os.path.lexists(place) and not _is_as_new(place)]
        if self.config and self.config.exists() and not _is_as_new(self.config):
            found.append(self.config)
        return tuple(found)


def make_plan(config: Config, backup: Backup, place: Path) -> Plan:
    """Return which files go where, after parsing all of them; `place` is the path of the configuration."""
    files = {name: data for name, data in backup.files.items() if name != CONFIG}
    _check_files(files)
    text, reaching = _configuration(config, backup, place) if CONFIG in backup.files else (b"", ())
    is_new = bool(text) and not (place.is_file() and place.read_bytes() == text)
    return Plan(config.state, files, place if is_new else None, text, reaching if is_new else ())


def carry_out(plan: Plan, *, at: str) -> tuple[Path, ...]:
    """Exchange the files; return where the old ones are now. Raises OSError with nothing changed."""
    aside: list[Path] = []
    if plan.config is None:
        with as_owner(plan.state):
            aside.append(exchange(plan.state, BY, plan.files, at=at))
    else:
        commit = Commit(plan.config.absolute(), sha256(plan.text).hexdigest())
        with as_owner(plan.state):
            aside.append(begin(plan.state, BY, plan.files, at=at, commit=commit))
        try:
            aside += _put_config(plan.config, plan.text, plan.state, at)
        finally:
            with as_owner(plan.state):
                finish(plan.state)
    return tuple(folder for folder in aside if folder.is_dir())


def _put_config(place: Path, text: bytes, state: Path, at: str) -> list[Path]:
    """Put the configuration in place, after giving the old one a second name."""
    place.parent.mkdir(parents=True, exist_ok=True)
    aside: list[Path] = []
    group = state.stat().st_gid  # the group of a service, which may only read it
    with as_owner(place.parent):
        before = place.stat() if place.exists() else None
        if before:
            folder = new_aside(place.parent, BY, at)
            os.link(place, folder / place.name, follow_symlinks=False)
            sync_folder(folder)
            aside.append(folder)
        owner = None
        if os.geteuid() == 0:
            owner = (before.st_uid, before.st_gid) if before else (0, group)
        write_durably(place, text, mode=before.st_mode & 0o777 if before else 0o640, owner=owner)
    return aside


# --- what is in it ---


def _check_files(files: Mapping[str, bytes]) -> None:
    """Parse everything, or raise UserError: the companion must be able to start with it."""
    from companion.games.game import GameError
    from companion.shelf.shelf import boxes
    from companion.words.say import LANGUAGES
    from hardware.formats.piece_set import load_pieces
    from hardware.formats.strict_toml import DataError
    from wiring.kits import load_kit

    with as_files({name: data for name, data in files.items() if name != GAMES}) as paths:
        try:
            for box in boxes():
                if box.piece_file in files:
                    load_pieces(paths[box.piece_file])
                if box.board_file in files:
                    box.rules(paths[box.board_file])
            if KIT in files:
                load_kit(str(paths[KIT]))
        except (DataError, GameError) as error:
            told = str(error)
            for name, path in paths.items():
                told = told.replace(f"{path}:", f"{name}:")
            raise UserError(f"the backup's {told}", BAD_DATA) from error
        if LANGUAGE_FILE in files and files[LANGUAGE_FILE].decode("utf-8", "replace").strip() not in LANGUAGES:
            raise UserError(f"the backup's {LANGUAGE_FILE}: expected one of {', '.join(LANGUAGES)}", BAD_DATA)


def check_games(files: Mapping[str, bytes], file: str) -> None:
    """Raise UserError if a game of the backup cannot be trusted."""
    if GAMES in files and (wrong := damages(files[GAMES])):
        raise UserError(f"{file}: {wrong[0]}; --force takes it as it is", BAD_DATA)


def _configuration(config: Config, backup: Backup, place: Path) -> tuple[bytes, tuple[str, ...]]:
    from companion.config.parsing import parse_config
    from hardware.formats.strict_toml import DataError

    named = config.settings["state"].source == config.file != ""
    text = fitted_config(
        backup.files[CONFIG].decode("utf-8", "replace"), backup.files, config.state, str(config.state) if named else ""
    )
    try:
        new = parse_config(text, str(place), environment=os.environ, home=Path.home(), here=place.parent)
    except DataError as error:
        raise UserError(f"the backup's configuration does not fit this version: {error}", BAD_CONFIGURATION) from error
    default = parse_config("format = 1", "", environment=os.environ, home=Path.home(), here=place.parent)
    reaching = tuple(
        f"{key} = {_shown(new.settings[key].value)}"
        for key in FAR_REACHING
        if key in new.settings
        and new.settings[key].value not in (default.settings[key].value, config.settings[key].value)
    )
    return text.encode(), reaching


def _shown(value: object) -> str:
    from companion.words.redaction import copy_shown

    # In ASCII, except for the ellipsis, so that no terminal obeys it.
    shown = json.dumps(copy_shown(value) if isinstance(value, str) and "://" in value else value)
    return shown.replace("\\u2026", "…")


def _is_as_new(place: Path) -> bool:
    """Return whether a file is as on a new box: the default configuration, or a journal without a game."""
    if place.name == GAMES:
        return _is_without_games(place)
    try:
        return place.suffix == ".toml" and _is_as_installed(place.read_text(encoding="utf-8", errors="replace"))
    except OSError:  # a folder, or a link that its owner may not follow
        return False


def _is_without_games(place: Path) -> bool:
    from companion.archive.backup import copy_games
    from companion.journal.journal import JournalError
    from companion.journal.sqlite import SqliteJournal

    try:
        journal = SqliteJournal(place, image=copy_games(place))
    except UserError:
        return False
    try:
        journal.open()
        return not journal.ids()
    except JournalError:  # whatever it is, it is not new
        return False
    finally:
        journal.close()


def _is_as_installed(text: str) -> bool:
    """Return whether all keys have their defaults, except for the command that switches the box off.

    Comments do not count: an older version may have explained the keys in other words.
    """
    from companion.config.documents import default_text
    from companion.config.parsing import parse_config
    from hardware.formats.strict_toml import DataError

    def values(text: str) -> dict[str, object]:
        settings = parse_config(text, "", environment={}, home=Path("/"), here=Path("/")).settings
        return {key: value for key, (value, _) in settings.items() if key != "shut_down"}

    try:
        return values(text) == values(default_text())
    except DataError:
        return False


def fitted_config(text: str, files: Mapping[str, bytes], state: Path, state_setting: str) -> str:
    """Return a configuration with the file paths of this box; the rest stays as its owner wrote it."""
    text = _with_key(text, "state", state_setting)
    text = _with_key(text, "pieces", "")  # found in the state folder
    text = _without_files_of_games(text)
    if BOARD in files:
        text = _with_key(text, "board", str(state / BOARD))
    if KIT in files:
        text = _with_key(text, "kit", str(state / KIT))
    return _with_key(text, "journal", "", unless="://")


def _with_key(text: str, key: str, value: str, *, unless: str = "") -> str:
    """Set an existing key; keys outside all tables come before the first table."""
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    head, tail = (text[: table.start()], text[table.start() :]) if table else (text, "")
    line = re.compile(rf"^{key}[ \t]*=.*$", re.MULTILINE)
    found = line.search(head)
    if found is None or (unless and unless in found[0]):
        return text
    # A function, because a path may contain what a replacement pattern would interpret.
    return line.sub(lambda _: f"{key} = {json.dumps(value, ensure_ascii=False)}", head, count=1) + tail


def _without_files_of_games(text: str) -> str:
    """Empty the keys of `[games.<id>]`: the files are found in the state folder."""
    lines, is_inside = [], False
    for line in text.split("\n"):
        if re.match(r"\s*\[", line):
            is_inside = bool(re.match(r"\s*\[\s*games\b", line))
        names = r"(?:[\w\"'-]+\s*\.\s*)?" if is_inside else r"games\s*\.\s*[\w\"'-]+\s*\.\s*"
        found = re.match(rf"\s*{names}(?:board|pieces)\s*=", line)
        lines.append(f'{found[0]} ""' if found else line)
    return "\n".join(lines)


def is_sound(journal: Path) -> bool:
    """Return whether every page and every seal of a journal is good, once what was removed of it is put back."""
    with as_owner(journal.parent):
        finish(journal.parent)
        bring_back(journal)
        try:
            return not damages(copy_games(journal))
        except UserError:
            return False


@contextmanager
def saved(journal: Path, *others: Journal) -> Iterator[Salvaged]:
    """Return what can be saved from the file, if it exists, and from other journals."""
    with as_owner(journal.parent):
        finish(journal.parent)
        log = journal.with_name(f"{journal.name}{LOG}")
        file, frames = (path.read_bytes() if path.is_file() else b"" for path in (journal, log))
    salvaged = salvage(file, frames, others)
    try:
        yield salvaged
    finally:
        salvaged.journal.close()


def put_in_place(journal: Path, salvaged: Salvaged, by: str, *, at: str) -> Path:
    """Replace the journal with what was saved; return where the old one is now."""
    image = salvaged.journal.image()
    with as_owner(journal.parent):
        return exchange(journal.parent, by, {journal.name: image}, at=at)
