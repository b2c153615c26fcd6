"""Reads values key by key according to the table of keys: the command line before the file, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.config.config_key import Key, Section
from companion.config.game_files import FIRST_FILES
from companion.config.key_table import GAMES, SECTIONS, TOP
from companion.config.settings import DEFAULT, ConfigError, Setting, Value
from hardware.formats.strict_toml import DataError, Table

LINE: Final = "command line"


class TakenValues:
    """The values of one configuration by their full keys, such as `web.port`; a key that is left out may be missing."""

    def __init__(self, text: str, file: str, overrides: Mapping[str, str], games: Iterable[str]) -> None:
        self.file, self._games = file, tuple(games)
        self.values: dict[str, Any] = {}
        self.settings: dict[str, Setting] = {}
        self._origins: dict[str, tuple[Table, str]] = {}
        top = Table.parse(text, file, error=ConfigError)
        self._line = Table(LINE, dict(overrides), error=ConfigError)
        self._take_all(top, TOP)
        for section in SECTIONS[1:]:
            inner = top.table(section.name) if top.has(section.name) else _empty(top, section.name)
            if section is GAMES:
                self._take_games(inner)
            else:
                self._take_section(inner, section)
        top.done(*(key.name for key in TOP.keys), *(section.name for section in SECTIONS[1:]))

    def _take_games(self, table: Table) -> None:
        for game in table.names():
            if game not in self._games:
                raise table.complain(game, "unknown game", f"only {', '.join(self._games)}")
            self._take_section(table.table(game), GAMES)

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
        fields = {key.field: values[key.name] for key in TOP.keys if not key.is_needed and key.name not in FIRST_FILES}
        fields |= {section.name: _made(section, values) for section in SECTIONS[1:] if section is not GAMES}
        return fields


def _made(section: Section, values: Mapping[str, Any]) -> object:
    """Make the settings of a section; a key that is left out and has no default is None there."""
    start = f"{section.name}."
    if section.settings:
        return section.settings(**{key.field: values.get(start + key.name) for key in section.keys})
    return MappingProxyType({key.removeprefix(start): value for key, value in values.items() if key.startswith(start)})


def _empty(top: Table, name: str) -> Table:
    return Table(top.file, {}, error=ConfigError, key=name)
