"""What a key of the configuration can be: the kinds of values, checks beyond the kind, and the fields that declare it.

A key is declared once, as a field of the settings (`settings.py`); what is made from the keys reads them here.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple, Protocol

from companion.config.redis_server import ENCODED, is_server
from companion.words.redaction import copy_shown
from hardware.formats.strict_toml import Table

Value = str | int | bool | tuple[str, ...]

NOWHERE: Final = "none"
# Limits of Linux: NAME_MAX, and PATH_MAX without the final zero byte. For a longer path, Python raises OSError even
# when checking whether it exists.
LONGEST_NAME: Final = 255
LONGEST_PATH: Final = 4095
_HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*", re.IGNORECASE | re.ASCII)
_DECLARED: Final = "declared"  # the name of what a field's metadata holds


# --- kinds: how a value is read from a file, and how its range is documented ---


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


# --- checks beyond the kind: each takes a value and returns what is wrong with it ---


class Wrong(NamedTuple):
    """A value that cannot be used: what to show of it, what is allowed, and which item of a list it is."""

    given: object
    allowed: str
    item: str = ""


Check = Callable[[Any], Wrong | None]


def check_path(text: str) -> Wrong | None:
    """Refuse a path that is too long for the system."""
    names = [len(os.fsencode(name)) for name in text.split("/")]
    if max(names) <= LONGEST_NAME and sum(names) + len(names) - 1 <= LONGEST_PATH:
        return None
    return Wrong(text, f"a path of up to {LONGEST_PATH} bytes, with names of up to {LONGEST_NAME}")


def is_address(text: str) -> bool:
    """Return whether a journal is named by an address; everything else is a path."""
    return text.find("://") > 0


def check_journal(text: str) -> Wrong | None:
    """Refuse an address that is not one of a Redis server, or a path that is too long."""
    if not is_address(text):
        return check_path(text)
    if is_server(text):
        return None
    return Wrong(copy_shown(text), f"a file, or an address such as redis://server:6379/0, {ENCODED}")


def check_hub_server(text: str) -> Wrong | None:
    """Refuse anything but an address of a Redis server or the word for nowhere."""
    if text in ("", NOWHERE) or is_server(text):
        return None
    allowed = f'an address such as redis://server:6379/0, {ENCODED}; or "{NOWHERE}" or nothing'
    return Wrong(copy_shown(text), allowed)


def check_address(text: str) -> Wrong | None:
    """Refuse anything but an IP address."""
    from ipaddress import ip_address

    try:
        ip_address(text)
    except ValueError:
        return Wrong(text, "an address such as 127.0.0.1 or 0.0.0.0")
    return None


def check_addresses(texts: tuple[str, ...]) -> Wrong | None:
    """Refuse anything but an IP address."""
    for index, text in enumerate(texts):
        if wrong := check_address(text):
            return wrong._replace(allowed="an address such as 127.0.0.1 or 192.168.1.5", item=f"[{index}]")
    return None


def check_hosts(hosts: tuple[str, ...]) -> Wrong | None:
    """Refuse anything but the plain name of a machine."""
    for index, host in enumerate(hosts):
        if not _HOST.fullmatch(host):
            return Wrong(host, "a name such as table.fritz.box, with no port and no http://", f"[{index}]")
    return None


# --- declarations ---


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
    field: str = ""  # the name of the field that holds its value, among the settings of its section


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


def key(
    kind: Kind,
    meaning: str,
    *,
    default: Value | None,
    example: Value,
    name: str = "",
    check: Check | None = None,
    is_needed: bool = False,
) -> Any:
    """Return a field of settings that is a key of the file, called like the field if it has no name of its own."""
    return field(
        metadata={
            _DECLARED: Key(
                name=name,
                kind=kind,
                default=default,
                example=example,
                meaning=meaning,
                check=check,
                is_needed=is_needed,
            )
        }
    )


def section(
    meaning: str,
    settings: type | None = None,
    *,
    keys: tuple[Key, ...] = (),
    each: Key | None = None,
    of: str = "",
    samples: tuple[Value, ...] = (),
) -> Any:
    """Return a field of the configuration that is a table of the file; its keys are the fields of its `settings`."""
    keys = keys or keys_of(settings)
    made = Section(name="", meaning=meaning, keys=keys, settings=settings, each=each, of=of, samples=samples)
    return field(metadata={_DECLARED: made})


def keys_of(settings: type | None) -> tuple[Key, ...]:
    """Return the keys that the fields of settings declare."""
    found = _declared(settings) if settings else ()
    return tuple(replace(key, name=key.name or name, field=name) for name, key in found if isinstance(key, Key))


def sections_of(config: type, meaning: str) -> tuple[Section, ...]:
    """Return the sections that the fields of a configuration declare; the first is the top of the file."""
    top = Section(name="", meaning=meaning, keys=keys_of(config))
    return top, *(replace(each, name=name) for name, each in _declared(config) if isinstance(each, Section))


def _declared(settings: type) -> Iterator[tuple[str, Any]]:
    yield from ((each.name, each.metadata.get(_DECLARED)) for each in fields(settings))
