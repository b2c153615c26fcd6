"""A key and a section of the configuration, for everything that is made from the table of keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.config.key_checks import Check
from companion.config.key_kinds import Kind
from companion.config.settings import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of the configuration."""

    name: str
    kind: Kind
    default: Value | None  # None: without the key, the value comes from elsewhere
    example: Value
    meaning: str
    check: Check | None = None
    is_needed: bool = False
    unit: str = ""  # in the name of its field

    @property
    def field(self) -> str:
        """The name of the field that holds its value, among the settings of its section."""
        return f"{self.name}_{self.unit}" if self.unit else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One table of the file.

    With `of`, there is one such table for each thing of that sort (`[games.<id>]`). With `each`, the owner chooses the
    names of the keys (`[names]`), and this key describes all of them. `settings` is made from the values of the keys;
    without it, the values given are kept by the names of their keys.
    """

    name: str  # empty: the top of the file
    meaning: str
    keys: tuple[Key, ...] = ()
    settings: Callable[..., object] | None = None
    each: Key | None = None
    of: str = ""
    samples: tuple[Value, ...] = ()  # for the keys that are colours of the first game

    @property
    def title(self) -> str:
        """The name, with a placeholder if there are several such tables."""
        return f"{self.name}.<{self.of}>" if self.of else self.name
