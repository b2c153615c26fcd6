"""Checks beyond the kind of a value: each takes a value and raises Wrong if it cannot be used."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from companion.config.redis_server import ENCODED, is_server
from companion.words.redaction import copy_shown

NOWHERE: Final = "none"
# Limits of Linux: NAME_MAX, and PATH_MAX without the final zero byte. For a longer path, Python raises OSError even
# when checking whether it exists.
LONGEST_NAME: Final = 255
LONGEST_PATH: Final = 4095
_HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*", re.IGNORECASE | re.ASCII)


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
