"""Strict reading of data files: turns text into checked values, with errors in one line.

Every key is taken by name; a key that nobody takes is an error, because it is usually misspelt. Lamps, readers, buttons
and pieces have names of one form.

    DataError                 a data file contains something impossible
    ├── KitError              in a kit (hardware.kit.kit)
    ├── PieceSetError         in a piece set (hardware.formats.piece_set)
    └── PlanError             in the maker's parts or tray file (wiring)
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Final, TypeVar

NAME: Final = re.compile(r"(?=.{1,64}\Z)[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*")
NAMES: Final = "lower-case words, digits and dots, at most 64 characters"
RANGE: Final = re.compile(r"(?P<stem>.+\.)(?P<first>\d{1,3})\.\.(?P<last>\d{1,3})")


def expand(name: str) -> tuple[str, ...]:
    """Return the names of a range; a plain name stands for itself, a falling range is empty.

    >>> expand("led.2..4"), expand("end")
    (('led.2', 'led.3', 'led.4'), ('end',))
    """
    match = RANGE.fullmatch(name)
    if not match:
        return (name,)
    return tuple(f"{match['stem']}{number}" for number in range(int(match["first"]), int(match["last"]) + 1))


T = TypeVar("T")

# None of our files comes close to these. Beyond them tomllib takes minutes: its time for a key grows with the square of
# its dots.
LONGEST_TEXT: Final = 1_000_000
LONGEST_LINE: Final = 10_000
DEEPEST_KEY: Final = 64
LONGEST_MESSAGE: Final = 200
_PART: Final = r"""[\w"'-]++"""
_DEEP_KEY: Final = re.compile(rf"""(?<![\w"'-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEEPEST_KEY}}}""")
_QUOTED: Final = re.compile(r"""'[^'\n]*+'|"(?:[^"\\\n]|\\.)*+\"""")
_LONGEST_SHOWN: Final = 60
_TOO_LONG: Final = "a number of too many digits"
_ABSENT = object()


class DataError(ValueError):
    """A data file that cannot be used: which file, which key, what it contains and what is allowed."""

    def __init__(self, file: str, key: str, given: str, allowed: str) -> None:
        self.file, self.key, self.given, self.allowed = file, key, given, allowed
        place = f"{file}: {key}" if key else file
        super().__init__(f"{place}: {given}; allowed: {allowed}")


class Table:
    """One table of a TOML file, whose keys are taken out one by one and must all be taken."""

    def __init__(self, file: str, values: Mapping[str, object], *, error: type[DataError], key: str = "") -> None:
        self.file, self.key, self._error = file, key, error
        self._left = dict(values)

    @classmethod
    def parse(cls, text: str, file: str, *, error: type[DataError]) -> Table:
        """Read a whole file's text."""
        try:
            return cls(file, parse_toml(text), error=error)
        except ValueError as mistake:
            raise error(file, "", str(mistake), "a TOML file") from mistake

    def path_of(self, key: str) -> str:
        """Return the key's full name as it is written in the file."""
        name = _cut(key)
        if not key.isprintable():
            name = json.dumps(name)
        elif "." in key:
            name = f'"{name}"'
        return f"{self.key}.{name}" if self.key else name

    def complain(self, key: str, what: str, allowed: str) -> DataError:
        """Return the error for a key of this table, in the caller's words."""
        return self._error(self.file, self.path_of(key), what, allowed)

    def refuse(self, key: str, given: object, allowed: str) -> DataError:
        """Return the error for a value of this table."""
        return self.complain(key, f"{shown(given)} given", allowed)

    def names(self) -> tuple[str, ...]:
        """Return the keys not taken yet, in the file's order."""
        return tuple(self._left)

    def has(self, key: str) -> bool:
        """Return whether a key is there and not taken yet."""
        return key in self._left

    def take(self, key: str, kind: type[T], allowed: str, default: T | None = None) -> T:
        """Take a value of one type; a bool does not count as a number."""
        value = self._left.pop(key, _ABSENT)
        if value is _ABSENT:
            if default is None:
                raise self.complain(key, f"nothing given{self._misspelt(key)}", allowed)
            return default
        if kind is float and type(value) is int:
            try:
                value = float(value)
            except OverflowError as mistake:
                raise self.refuse(key, value, allowed) from mistake
        if type(value) is not kind:
            raise self.refuse(key, value, allowed)
        return value

    def _misspelt(self, key: str) -> str:
        # Keys that differ more are different keys (mosi and miso), not typing errors.
        close = get_close_matches(key, self._left, n=1, cutoff=0.8)
        return f", but {self.path_of(close[0])} looks like it" if close else ""

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Take a whole number between two bounds, both allowed."""
        allowed = f"a whole number from {low} to {high}"
        value = self.take(key, int, allowed, default)
        if not low <= value <= high:
            raise self.refuse(key, value, allowed)
        return value

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """Take a number between two bounds, both allowed."""
        allowed = f"a number from {low:g} to {high:g}"
        value = self.take(key, float, allowed, default)
        if not low <= value <= high:
            raise self.refuse(key, value, allowed)
        return value

    def choice(self, key: str, allowed: Collection[T], kind: type[T], default: T | None = None) -> T:
        """Take one of a few values."""
        listed = "one of " + ", ".join(str(one) for one in allowed)
        value = self.take(key, kind, listed, default)
        if value not in allowed:
            raise self.refuse(key, value, listed)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Take a text of one line."""
        allowed = "a text of one line"
        value = self.take(key, str, allowed, default)
        if "\n" in value or "\0" in value:  # a zero byte would end a path or a command
            raise self.refuse(key, value, allowed)
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Take a list of texts."""
        values: list[object] = self.take(key, list, "a list of texts", None if default is None else list(default))
        for index, value in enumerate(values):
            if type(value) is not str:
                raise self.refuse(f"{key}[{index}]", value, "a text")
        return tuple(str(value) for value in values)

    def table(self, key: str) -> Table:
        """Take a table within this one."""
        values: dict[str, object] = self.take(key, dict, "a table")
        return Table(self.file, values, error=self._error, key=self.path_of(key))

    def tables(self, key: str) -> tuple[Table, ...]:
        """Take a list of tables (`[[key]]`)."""
        found: list[Table] = []
        for index, value in enumerate(self.take(key, list, "a list of tables")):
            if not isinstance(value, dict):
                raise self.refuse(f"{key}[{index}]", value, "a table")
            found.append(Table(self.file, value, error=self._error, key=self.path_of(f"{key}[{index}]")))
        return tuple(found)

    def done(self, *known: str) -> None:
        """Refuse what is left: keys that mean nothing here."""
        for key in self._left:
            raise self.complain(key, "unknown key", "only " + ", ".join(known))


def parse_toml(text: str) -> dict[str, object]:
    """Parse TOML that may be malicious; raise ValueError with one line."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"more than {LONGEST_TEXT} characters")
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise ValueError(f"a line of more than {LONGEST_LINE} characters")
    if _DEEP_KEY.search(_QUOTED.sub("a", text)):  # dots inside strings do not count
        raise ValueError(f"a key of more than {DEEPEST_KEY} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise ValueError(" ".join(str(mistake).split())[:LONGEST_MESSAGE]) from mistake
    except RecursionError as mistake:
        raise ValueError("nested too deeply") from mistake
    except ValueError as mistake:  # of int(), which reads up to 4,300 digits
        raise ValueError(_TOO_LONG) from mistake


def shown(given: object) -> str:
    """Return a value for a message: as Python prints it, shortened if it is long."""
    try:
        return _cut(repr(given))
    except RecursionError:
        return "a value nested too deeply"
    except ValueError:  # hexadecimal numbers of any length can be read, but only 4,300 digits printed
        return _TOO_LONG


def unreadable(mistake: OSError | ValueError) -> str:
    """Return why a text file could not be read."""
    if isinstance(mistake, OSError):
        return mistake.strerror or type(mistake).__name__
    return "not UTF-8 text" if isinstance(mistake, UnicodeDecodeError) else "a path with a NUL character"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
