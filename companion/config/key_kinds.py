"""The kinds of values that a key may have: how each is read from a file, and how its range is documented."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.config.settings import Value
from hardware.formats.strict_toml import Table


class Kind(Protocol):
    """One kind of value."""

    @property
    def range(self) -> str:
        """The values allowed, in few words; empty: any."""

    @property
    def described(self) -> str:
        """A description of the kind, for somebody who has never seen the file."""

    def take(self, table: Table, key: str, default: Any) -> Value:
        """Return the value of a key, or raise DataError."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds, both allowed."""

    low: int
    high: int

    @property
    def range(self) -> str:
        """The bounds."""
        return f"{self.low} to {self.high}"

    @property
    def described(self) -> str:
        """A sentence with the bounds."""
        return f"a whole number from {self.low} to {self.high}"

    def take(self, table: Table, key: str, default: int | None) -> int:
        """Take the number."""
        return table.integer(key, self.low, self.high, default)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values, all of one type."""

    values: tuple[str, ...] | tuple[int, ...]

    @property
    def range(self) -> str:
        """The values."""
        return listed([toml(value) for value in self.values])

    @property
    def described(self) -> str:
        """A sentence with the values."""
        return listed([f"`{toml(value)}`" for value in self.values])

    def take(self, table: Table, key: str, default: str | int | None) -> str | int:
        """Take the value."""
        kind: type[Any] = type(self.values[0])
        taken: str | int = table.choice(key, self.values, kind, default)
        return taken


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    range: str = "true or false"
    described: str = "`true` or `false`"

    def take(self, table: Table, key: str, default: bool | None) -> bool:
        """Take the value."""
        return table.take(key, bool, self.range, default)


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one line; `described` says what it stands for."""

    described: str = "a text"
    range: str = ""

    def take(self, table: Table, key: str, default: str | None) -> str:
        """Take the text."""
        return table.text(key, default)


@dataclass(frozen=True, slots=True)
class Name:
    """A name that fits on a screen; anything else is refused with the same message."""

    longest: int
    shortest: int = 1

    @property
    def range(self) -> str:
        """How long it may be."""
        return f"up to {self.longest} letters"

    @property
    def described(self) -> str:
        """A sentence with the length."""
        return f"a name of {f'{self.shortest} to' if self.shortest else 'up to'} {self.longest} letters"

    def take(self, table: Table, key: str, default: str | None) -> str:
        """Take the name."""
        name = table.take(key, str, self.described, default)
        is_clean = name.isprintable() and name == name.strip()
        if not (self.shortest <= len(name) <= self.longest and is_clean):
            raise table.refuse(key, name, self.described)
        return name


@dataclass(frozen=True, slots=True)
class Lines:
    """A list of texts."""

    described: str = "a list of texts"
    range: str = ""

    def take(self, table: Table, key: str, default: tuple[str, ...] | None) -> tuple[str, ...]:
        """Take the texts."""
        return table.texts(key, default)


def toml(value: Value) -> str:
    """Return a value as it is written in TOML.

    >>> toml("en"), toml(True), toml(80), toml(("a", "b"))
    ('"en"', 'true', '80', '["a", "b"]')
    """
    return json.dumps(value, ensure_ascii=False)


def listed(words: Sequence[str]) -> str:
    """Return words joined as in a sentence.

    >>> listed(["0", "90", "180"])
    '0, 90 or 180'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
