"""Keys of the configuration, taken one by one: from the command line before the file, each noted with its source.

DataError (hardware.formats.strict_toml)
└── ConfigError     no such file, unknown key, wrong type, bad value: file, key, given, allowed
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from hardware.formats.strict_toml import DataError, Table

DEFAULT: Final = "default"
# What Linux takes: NAME_MAX, and PATH_MAX with the byte that ends a path. For a longer one, Python raises OSError
# wherever somebody looks whether it is there.
LONGEST_NAME: Final = 255
LONGEST_PATH: Final = 4096

T = TypeVar("T")
Value = str | int | bool | tuple[str, ...]


class ConfigError(DataError):
    """A configuration that cannot be used."""


class Setting(NamedTuple):
    """One value that is in force, and where it came from."""

    value: Value
    source: str


class Keys:
    """The keys of one table of the file."""

    def __init__(self, table: Table, line: Table, home: Path, here: Path, settings: dict[str, Setting] | None = None):
        self.table, self._line, self._home, self._here = table, line, home, here
        self.settings: dict[str, Setting] = {} if settings is None else settings

    def get(self, key: str, take: Callable[[Table, str], T]) -> T:
        """Take one value."""
        if not self.table.key and self._line.has(key):
            self._drop(key)
            value, source = take(self._line, key), f"--{key}"
        else:
            source = self.table.file if self.table.has(key) else DEFAULT
            value = take(self.table, key)
        assert isinstance(value, str | int | tuple)
        self.note(self.table.path_of(key), value, source)
        return value

    def _drop(self, key: str) -> None:
        """Pass over what the file says; it must still be a text."""
        self.table.text(key, "")

    def path(self, key: str) -> Path | None:
        """Take a path, or nothing where it is empty."""
        text = self.get(key, lambda table, key: table.text(key, ""))
        if not text:
            return None
        path = self.whole(key, text)
        self.note(key, str(path), self.settings[key].source)
        return path

    def whole(self, key: str, text: str) -> Path:
        """Give a path as it is meant: `~` is the home folder, a relative one stands beside the file."""
        parts = [len(os.fsencode(part)) for part in text.split("/")]
        if max(parts) > LONGEST_NAME or sum(parts) + len(parts) > LONGEST_PATH:
            allowed = f"a path of up to {LONGEST_PATH - 1} bytes, with names of up to {LONGEST_NAME}"
            raise self.refuse(key, text, allowed)
        if text == "~" or text.startswith("~/"):
            return self._home / text[2:]
        from_line = self.settings[key].source.startswith("--") or not self.table.file
        beside = self._here if from_line else (self._here / self.table.file).parent
        return beside / text

    def note(self, key: str, value: Value, source: str) -> None:
        """Note what a key came to."""
        self.settings[key] = Setting(value, source)

    def refuse(self, key: str, given: object, allowed: str) -> DataError:
        """Make the error for a value that was taken, where it came from."""
        setting = self.settings.get(self.table.path_of(key))
        from_line = setting is not None and setting.source.startswith("--")
        return (self._line if from_line else self.table).refuse(key, given, allowed)

    def section(self, key: str) -> Keys:
        """Take a table within this one; one that is missing is empty."""
        table = self.table
        inner = table.table(key) if table.has(key) else Table(table.file, {}, error=ConfigError, key=key)
        return Keys(inner, self._line, self._home, self._here, self.settings)
