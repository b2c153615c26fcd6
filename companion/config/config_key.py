"""A key and a section of the configuration, for everything that is made from the table of keys."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One table of the file.

    With `of`, there is one such table for each thing of that sort (`[games.<id>]`). With `each`, the owner chooses the
    names of the keys (`[names]`), and this key describes all of them.
    """

    name: str  # empty: the top of the file
    meaning: str
    keys: tuple[Key, ...] = ()
    each: Key | None = None
    of: str = ""
    samples: tuple[Value, ...] = ()  # for the keys that are colours of the first game

    @property
    def title(self) -> str:
        """The name, with a placeholder if there are several such tables."""
        return f"{self.name}.<{self.of}>" if self.of else self.name
