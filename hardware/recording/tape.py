"""A tape: every transfer of the buses with its time, as JSON lines, and what the person at the table said.

{"format": 1, "kit": "chart", "screen": "ssd1309", "picos": ["wand"], "areas": ["readers"],
 "settings": {"brightness_percent": 100}}
                                                               the first line: kit, what of it was built and tested,
                                                               and what was set
{"t": 0.0125, "bus": "spi0.0", "out": "6e00", "in": "0092"}    a transfer; bytes in hexadecimal
{"t": 0.0126, "bus": "i2c1", "out": "3c00e3", "error": 121}    one that failed, by the system's number
{"t": 0.4, "bus": "serial.wand", "open": true}                 the line to a Pico was opened; serial0, serial1: to one
                                                               that nobody could name
{"t": 0.5, "bus": "serial.wand", "in": "4f4b"}                 what came over it, or went out
{"t": 1.5, "asked": "lay tag pad", "said": "yes"}              an answer of the person

Exception
└── TapeFault      a file that is no tape, or a driver that does not do what is on it: one line
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

FORMAT = 1


class TapeFault(Exception):
    """The tape cannot be read, or does not fit."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One transfer on one bus."""

    at: float
    bus: str
    out: bytes = b""
    into: bytes = b""
    error: int = 0  # the system's number of what went wrong
    opened: bool = False  # the bus was opened, and nothing was said yet


@dataclass(frozen=True, slots=True)
class Said:
    """What the person at the table answered."""

    at: float
    asked: str
    answer: str


@dataclass(frozen=True, slots=True)
class Tape:
    """What is on a tape."""

    kit: str
    entries: tuple[tuple[int, Transfer | Said], ...]  # each with its line
    picos: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()  # none: not on the tape
    settings: Mapping[str, int] = field(default_factory=dict)
    screen: str = ""  # what drives it; empty: as the kit has it


def format_head(tape: Tape) -> str:
    """Return the first line."""
    lists = {"picos": tape.picos, "areas": tape.areas}
    return json.dumps(
        {"format": FORMAT, "kit": tape.kit, "screen": tape.screen, **lists, "settings": dict(tape.settings)}
    )


def format_entry(entry: Transfer | Said) -> str:
    """Return one line."""
    at = round(entry.at, 6)
    if isinstance(entry, Said):
        return json.dumps({"t": at, "asked": entry.asked, "said": entry.answer})
    line: dict[str, object] = {"t": at, "bus": entry.bus}
    line |= {name: data.hex() for name, data in (("out", entry.out), ("in", entry.into)) if data}
    line |= {"error": entry.error} if entry.error else {}
    return json.dumps(line | ({"open": True} if entry.opened else {}))


def parse_tape(lines: Iterable[str], name: str) -> Tape:
    """Read a tape, or raise `TapeFault`."""
    numbered = ((number, _object(line, f"{name}, line {number}")) for number, line in enumerate(lines, 1))
    head = _head(next(numbered, (1, {}))[1])
    if head is None:
        raise TapeFault(f'{name}, line 1: expected {{"format": {FORMAT}, "kit": ...}}, as `check --record` writes it')
    entries = []
    for number, line in numbered:
        try:
            entries.append((number, _entry(line)))
        except (KeyError, TypeError, ValueError) as error:
            raise TapeFault(f"{name}, line {number}: expected a transfer or an answer; {error!r}") from error
    return replace(head, entries=tuple(entries))


def _head(first: dict[str, Any]) -> Tape | None:
    kit, screen, settings = first.get("kit"), first.get("screen", ""), first.get("settings", {})
    picos, areas = first.get("picos", []), first.get("areas", [])
    if first.get("format") != FORMAT or not isinstance(kit, str) or not isinstance(screen, str):
        return None
    if not all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in (picos, areas)):
        return None
    if not isinstance(settings, dict) or not all(isinstance(value, int) for value in settings.values()):
        return None
    return Tape(kit, (), tuple(picos), tuple(areas), settings, screen)


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise TapeFault(f"{where}: expected a JSON object")
    return value


def _entry(line: dict[str, Any]) -> Transfer | Said:
    at = line["t"]
    if not isinstance(at, int | float) or isinstance(at, bool) or not 0 <= at < 1e9:
        raise ValueError("t: expected seconds")
    if "said" in line:
        return Said(float(at), _text(line["asked"]), _text(line["said"]))
    error = line.get("error", 0)
    opened = line.get("open", False)
    if not isinstance(error, int) or not isinstance(opened, bool):
        raise TypeError("error: expected a number; open: true or false")
    out, into = (bytes.fromhex(_text(line.get(name, ""))) for name in ("out", "in"))
    return Transfer(float(at), _text(line["bus"]), out, into, error, opened)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text instead of {str(value)[:40]}")
    return value
