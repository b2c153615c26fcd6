"""Which libraries of others an installation on a Pi has: those of its lock, and those that apt brings compiled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

# Names, versions and hashes, nothing else: what fits them may come from any index.
LOCK: Final = "requirements-pi.lock"
# Its licence is the GPL, and what it depends on does not work on a Pi 5; see LICENCES.md.
APART: Final = "mfrc522"
_PIN: Final = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!]+)((?: --hash=sha256:[0-9a-f]{64})+)")


class FromApt(NamedTuple):
    """A library that is compiled, and therefore a package of the system."""

    package: str
    oldest: str  # the version in the oldest system that we install on: Debian 12, or Raspberry Pi OS Bookworm
    is_everywhere: bool = True


APT: Final[Mapping[str, FromApt]] = {
    "pillow": FromApt("python3-pil", "9.4.0"),
    "cbor2": FromApt("python3-cbor2", "5.4.6"),
    "spidev": FromApt("python3-spidev", "3.5"),
    # Debian 12 has none, Raspberry Pi OS Bookworm has. Without pins there is nothing to do for it.
    "lgpio": FromApt("python3-lgpio", "0.2.2", is_everywhere=False),
}


class Pin(NamedTuple):
    """One line of the lock."""

    name: str
    version: str
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((f"{self.name}=={self.version}", *(f"--hash=sha256:{one}" for one in self.hashes)))


def canonical(name: str) -> str:
    """Write a library's name as all that write it differently can be compared (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def parse_lock(text: str) -> dict[str, Pin]:
    """Read a lock, by canonical name; ValueError names the line that is not name==version and hashes."""
    found = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        pin = _PIN.fullmatch(line)
        if not pin:
            raise ValueError(f"{LOCK}:{number}: expected NAME==VERSION --hash=sha256:…, got {line!r}")
        hashes = tuple(word.rpartition(":")[2] for word in pin[3].split())
        found[canonical(pin[1])] = Pin(pin[1], pin[2], hashes)
    return found
