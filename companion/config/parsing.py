"""Finds and reads the configuration file, and parses its text into checked values.

Each key is read as it is declared, the command line before the file, and each value has its source; then it is settled
what keys mean for each other. Files that a key names (a kit, a board, a piece set) are read by the module that needs
them, which reports errors in the same form.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.config.keys import NOWHERE, Key, Section, Value, is_address
from companion.config.settings import DEFAULT, KITS, SECTIONS, Config, ConfigError, Setting
from companion.config.state_files import FIRST_FILES, SUDO, chosen_house_rules, chosen_language, kept_file
from companion.games.game import HOUSE_RULES
from companion.words.redaction import copy_shown
from hardware.formats.strict_toml import DataError, Table, unreadable

VARIABLE: Final = "HANSA_CONFIG"
IN_THIS_FOLDER: Final = "hansa.toml"
IN_HOME: Final = ".config/hansa-companion/config.toml"
OF_THE_SYSTEM: Final = "/etc/hansa-companion/config.toml"
PLACES: Final = ("--config FILE", f"${VARIABLE}", f"./{IN_THIS_FOLDER}", f"~/{IN_HOME}", OF_THE_SYSTEM)
LINE: Final = "command line"


def search(given: str | None, environment: Mapping[str, str], home: Path, here: Path) -> Path | None:
    """Return the path of the configuration file: the named one, otherwise the first that exists, otherwise None."""
    if given:
        return Path(given)
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE])
    places = (here / IN_THIS_FOLDER, home / IN_HOME, Path(OF_THE_SYSTEM))
    return next((place for place in places if may_be_there(place)), None)


def load_config(
    given: str | None = None,
    overrides: Mapping[str, str] = MappingProxyType({}),
    *,
    environment: Mapping[str, str] = os.environ,
    here: Path | None = None,
    is_needed: bool = True,
) -> Config:
    """Find and read the configuration; `overrides` are texts from the command line, by key.

    A file that we may not read is skipped if it is not needed and nobody named it.
    """
    home = Path(environment.get("HOME") or Path.home())
    here = here or Path.cwd()
    path = search(given, environment, home, here)
    is_named = bool(given or environment.get(VARIABLE))
    text, file = "format = 1", ""
    try:
        if path:
            text, file = path.read_text(encoding="utf-8-sig"), str(path)
    except (OSError, ValueError) as mistake:
        if is_needed or is_named or not isinstance(mistake, PermissionError):
            allowed = "a configuration file"
            if isinstance(mistake, PermissionError):
                allowed += f" that you may read; {SUDO}"
            raise ConfigError(str(path), "", unreadable(mistake), allowed) from mistake
    return parse_config(text, file, overrides, environment=environment, home=home, here=here)


def see_there(config: Config, key: str, file: Path, allowed: str) -> None:
    """Raise ConfigError, naming the source of the path, if the file does not exist."""
    if not may_be_there(file):
        source = config.settings[key].source
        raise ConfigError(source, "" if source == f"--{key}" else key, f"{file} given, which is not there", allowed)


def may_be_there(place: Path) -> bool:
    """Return whether a file exists, or may exist in a folder closed to us, so that reading it says why."""
    try:
        return place.is_file()
    except PermissionError:
        return True
    except OSError:  # too long for a path
        return False


def parse_config(
    text: str,
    file: str,
    overrides: Mapping[str, str] = MappingProxyType({}),
    *,
    environment: Mapping[str, str],
    home: Path,
    here: Path,
) -> Config:
    """Read a configuration from its text; `file` is for the messages and for paths relative to it."""
    from companion.shelf.shelf import SHELF

    taken = TakenValues(text, file, overrides, SHELF)
    paths = _Paths(taken, home, here)
    state = _state(taken, paths, environment, home)
    journal, copy = _journal(taken, paths, state)
    # These mean something for each other, or for the folders; every other key is in force as it was taken.
    settled = {
        "kit": _kit(taken, paths),
        **_files(taken, paths, state, tuple(SHELF)),
        **_house_rules(taken, state, tuple(SHELF)),
        "language": _language(taken, state, is_given=bool(overrides.get("language"))),
        "state": state,
        "journal": journal,
        "hub.server": _hub_server(taken, copy),
        "backup.folder": paths.whole("backup.folder") if taken.values["backup.folder"] else None,
    }
    return Config(**taken.fields(settled), copy=copy, file=file, settings=MappingProxyType(taken.settings))


class TakenValues:
    """The values of one configuration by their full keys, such as `web.port`; a key that is left out may be missing."""

    def __init__(self, text: str, file: str, overrides: Mapping[str, str], games: Iterable[str]) -> None:
        self.file, self._games = file, tuple(games)
        self.values: dict[str, Any] = {}
        self.settings: dict[str, Setting] = {}
        self._origins: dict[str, tuple[Table, str]] = {}
        table = Table.parse(text, file, error=ConfigError)
        self._line = Table(LINE, dict(overrides), error=ConfigError)
        top, *sections = SECTIONS
        self._take_all(table, top)
        for section in sections:
            is_given = table.has(section.name)
            inner = table.table(section.name) if is_given else Table(file, {}, error=ConfigError, key=section.name)
            if section.of:
                self._take_games(inner, section)
            else:
                self._take_section(inner, section)
        table.done(*(key.name for key in top.keys), *(section.name for section in sections))

    def _take_games(self, table: Table, section: Section) -> None:
        for game in table.names():
            if game not in self._games:
                raise table.complain(game, "unknown game", f"only {', '.join(self._games)}")
            self._take_section(table.table(game), section)

    def _take_section(self, table: Table, section: Section) -> None:
        if section.each:
            for name in table.names():
                self._take(table, section.each, name)
        else:
            self._take_all(table, section)
            table.done(*(key.name for key in section.keys))

    def _take_all(self, table: Table, section: Section) -> None:
        for key in section.keys:
            if key.default is not None or table.has(key.name) or key.is_needed:
                self._take(table, key, key.name)

    def _take(self, table: Table, key: Key, name: str) -> None:
        path = table.path_of(name)
        if not table.key and self._line.has(name):
            table.text(name, "")  # the file's value is ignored, but it must still be a text
            source, origin = f"--{name}", self._line
        else:
            source, origin = self.file if table.has(name) else DEFAULT, table
        value = key.kind.take(origin, name, key.default)
        self._origins[path] = origin, name
        wrong = key.check(value) if key.check else None
        if wrong:
            raise self.refuse(path, wrong.given, wrong.allowed, wrong.item)
        self.values[path] = value
        if not key.is_needed:
            self.note(path, value, source)

    def refuse(self, path: str, given: object, allowed: str, item: str = "") -> DataError:
        """Return the error for a value, with the place it came from."""
        table, name = self._origins[path]
        return table.refuse(f"{name}{item}", given, allowed)

    def note(self, path: str, value: Value, source: str | None = None) -> None:
        """Record the value in force for a key; without a `source`, its source stays as it was."""
        self.settings[path] = Setting(value, self.settings[path].source if source is None else source)

    def fields(self, settled: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a configuration: what was taken, or what was `settled` for a key by its full name."""
        values = {**self.values, **settled}
        top, *sections = SECTIONS
        return _values(top, "", values) | {section.name: self._made(section, values) for section in sections}

    def _made(self, section: Section, values: Mapping[str, Any]) -> object:
        start = f"{section.name}."
        make = section.settings
        if make and section.of:
            return MappingProxyType({game: make(**_values(section, f"{start}{game}.", values)) for game in self._games})
        if make:
            return make(**_values(section, start, values))
        # A name with a dot is written in quotation marks.
        given = {key.removeprefix(start).strip('"'): value for key, value in values.items() if key.startswith(start)}
        return MappingProxyType(given)


def _values(section: Section, start: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a section by their fields; a key that is left out and has no default is None there."""
    return {key.field: values.get(start + key.name) for key in section.keys}


class _Paths:
    """Resolves paths: `~` is the home folder, and a relative path starts at the folder of the file."""

    def __init__(self, taken: TakenValues, home: Path, here: Path) -> None:
        self._taken, self._home, self._here = taken, home, here

    def whole(self, key: str) -> Path:
        """Return the full path that a key gives, and record it as the value in force."""
        text: str = self._taken.values[key]
        if text == "~" or text.startswith("~/"):
            path = self._home / text[2:]
        else:
            from_line = self._taken.settings[key].source.startswith("--") or not self._taken.file
            path = (self._here if from_line else (self._here / self._taken.file).parent) / text
        self._taken.note(key, str(path))
        return path


def _kit(taken: TakenValues, paths: _Paths) -> str:
    kit: str = taken.values["kit"]
    if kit in KITS:
        return kit
    path = paths.whole("kit")
    if not kit or not (path.suffix or may_be_there(path)):  # a mistyped name
        raise taken.refuse("kit", kit, f"{', '.join(KITS)} or the path of a kit file")
    return str(path)


def _state(taken: TakenValues, paths: _Paths, environment: Mapping[str, str], home: Path) -> Path:
    if taken.values["state"]:
        return paths.whole("state")
    if environment.get("STATE_DIRECTORY"):
        # systemd may give several, separated by colons.
        state, source = Path(environment["STATE_DIRECTORY"].partition(":")[0]), "$STATE_DIRECTORY"
    elif environment.get("XDG_STATE_HOME"):
        state, source = Path(environment["XDG_STATE_HOME"]) / "hansa-companion", "$XDG_STATE_HOME"
    else:
        state, source = home / ".local" / "state" / "hansa-companion", DEFAULT
    taken.note("state", str(state), source)
    return state


def _journal(taken: TakenValues, paths: _Paths, state: Path) -> tuple[Path, str]:
    """Return the file, and the address of the server that gets a copy."""
    text: str = taken.values["journal"]
    if text and not is_address(text):
        return paths.whole("journal"), ""
    usual = state / "games.sqlite"
    taken.note("journal", copy_shown(text) or str(usual))
    return usual, text


def _files(taken: TakenValues, paths: _Paths, state: Path, games: Sequence[str]) -> dict[str, Path | None]:
    """Return the configured files of games by key; the keys at the top belong to the first game on the shelf."""
    found: dict[str, Path | None] = {}
    for name, kept in FIRST_FILES.items():
        for game in games:
            own = f"games.{game}.{name}"
            if taken.values.get(own) and game == games[0] and taken.values[name]:
                raise taken.refuse(own, taken.values[own], f"this or {name} at the top of the file, not both")
            found[own] = paths.whole(own) if taken.values.get(own) else None
        found[name] = paths.whole(name) if taken.values[name] else None
        if not found[name] and not found[f"games.{games[0]}.{name}"] and (file := kept_file(state, kept)):
            found[name] = file
            taken.note(name, str(file), "state folder")
    return found


def _house_rules(taken: TakenValues, state: Path, games: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the configured house rules by key; a game's box is only opened where there are any."""
    from companion.shelf.shelf import open_box

    found: dict[str, tuple[str, ...]] = {}
    for game in games:
        key = f"games.{game}.{HOUSE_RULES}"
        given: tuple[str, ...] = taken.values.get(key, ())
        known = [rule.id for rule in open_box(game).house_rules()] if given else []
        for index, rule in enumerate(given):
            if rule not in known or rule in given[:index]:
                allowed = f"some of {', '.join(known)}, each once" if known else "nothing: the game has no house rules"
                raise taken.refuse(key, rule, allowed, f"[{index}]")
        found[key] = given
    for game, chosen in chosen_house_rules(state).items():
        if game in games:
            taken.note(f"games.{game}.{HOUSE_RULES}", chosen, "chosen at the table")
    return found


def _language(taken: TakenValues, state: Path, *, is_given: bool) -> str:
    chosen = "" if is_given else chosen_language(state)
    if chosen:
        taken.note("language", chosen, "chosen at the table")
    language: str = taken.values["language"]
    return chosen or language


def _hub_server(taken: TakenValues, copy: str) -> str:
    """Return where the table announces itself: at the hub's own key, otherwise where the journal's copy is."""
    server: str = taken.values["hub.server"]
    found = "" if server == NOWHERE else server or copy
    taken.note("hub.server", copy_shown(found) or server, None if server or not copy else "journal")
    return found
