"""A tape: every transfer of the buses with its time, as JSON lines, and what the person at the table said.

{"format": 1, "kit": "tap"}                                    the first line
{"t": 0.0125, "bus": "spi0.0", "out": "6e00", "in": "0092"}    a transfer; bytes in hexadecimal
{"t": 0.0126, "bus": "i2c1", "out": "3c00e3", "error": 121}    one that failed, by the system's number
{"t": 0.5, "bus": "serial", "in": "4f4b"}                      what came over a serial line, or went out
{"t": 1.5, "asked": "lay tag pad", "said": "yes"}              an answer of the person

Exception
└── TapeFault      a file that is no tape, or a driver that does not do what is on it: one line
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
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


def format_head(kit: str) -> str:
    """Return the first line."""
    return json.dumps({"format": FORMAT, "kit": kit})


def format_entry(entry: Transfer | Said) -> str:
    """Return one line."""
    at = round(entry.at, 6)
    if isinstance(entry, Said):
        return json.dumps({"t": at, "asked": entry.asked, "said": entry.answer})
    line: dict[str, object] = {"t": at, "bus": entry.bus}
    line |= {name: data.hex() for name, data in (("out", entry.out), ("in", entry.into)) if data}
    return json.dumps(line | ({"error": entry.error} if entry.error else {}))


def parse_tape(lines: Iterable[str], name: str) -> Tape:
    """Read a tape, or raise `TapeFault`."""
    numbered = ((number, _object(line, f"{name}, line {number}")) for number, line in enumerate(lines, 1))
    first = next(numbered, (1, {}))[1]
    if first.get("format") != FORMAT or not isinstance(first.get("kit"), str):
        raise TapeFault(f'{name}, line 1: expected {{"format": {FORMAT}, "kit": ...}}, as `check --record` writes it')
    entries = []
    for number, line in numbered:
        try:
            entries.append((number, _entry(line)))
        except (KeyError, TypeError, ValueError) as error:
            raise TapeFault(f"{name}, line {number}: expected a transfer or an answer; {error!r}") from error
    return Tape(first["kit"], tuple(entries))


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
    if not isinstance(error, int):
        raise TypeError("error: expected a number")
    out, into = (bytes.fromhex(_text(line.get(name, ""))) for name in ("out", "in"))
    return Transfer(float(at), _text(line["bus"]), out, into, error)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text instead of {str(value)[:40]}")
    return value
