"""Findings of the self-test: graded, formatted as a table or as JSON, and summed up in one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

FORMAT = 1  # of the JSON


class Area(StrEnum):
    """What is tested together, by its word on the command line, in the order of the test."""

    BOOT = "boot"
    ACCESS = "access"
    KIT = "kit"
    BUTTONS = "buttons"
    SCREEN = "screen"
    LAMPS = "lamps"
    PICO = "pico"
    READERS = "readers"


TITLES: Mapping[Area, str] = {
    Area.BOOT: "boot settings",
    Area.ACCESS: "devices and permissions",
    Area.KIT: "kit and board",
    Area.BUTTONS: "buttons",
    Area.SCREEN: "screen",
    Area.LAMPS: "lamps",
    Area.PICO: "Pico",
    Area.READERS: "readers",
}


# Tested without opening a device, so even while the companion runs.
WITHOUT_DEVICES = (Area.BOOT, Area.ACCESS, Area.KIT)


class Grade(StrEnum):
    """How well something works."""

    GOOD = "good"
    WEAK = "weak"  # works, but could be better
    BAD = "bad"
    MISSING = "not there"
    SKIPPED = "skipped"


FAILED = frozenset({Grade.BAD, Grade.MISSING})


class Finding(NamedTuple):
    """One thing tested."""

    area: Area
    name: str
    grade: Grade
    measured: str
    advice: str = ""


def has_failed(findings: Iterable[Finding]) -> bool:
    """Return whether something must be repaired before the table can be used."""
    return any(finding.grade in FAILED for finding in findings)


def summary(findings: Sequence[Finding]) -> str:
    """Return a summary in one line.

    >>> summary([Finding(Area.LAMPS, "end", Grade.GOOD, ""), Finding(Area.PICO, "link", Grade.BAD, "")])
    '1 good, 1 bad'
    """
    counts = {grade: sum(finding.grade is grade for finding in findings) for grade in Grade}
    return ", ".join(f"{count} {grade}" for grade, count in counts.items() if count) or "nothing was tested"


def format_table(findings: Sequence[Finding], width: int = 100) -> str:
    """Return the findings as a table in plain ASCII, with advice below each line."""
    if not findings:
        return ""
    by_area = {area: _joined([finding for finding in findings if finding.area is area]) for area in Area}
    name_width = max(len(finding.name) for within in by_area.values() for finding in within)
    grade_width = max(map(len, Grade))
    lines: list[str] = []
    for area, within in by_area.items():
        if within:
            lines += ["", TITLES[area]]
        for finding in within:
            head = f"  {finding.name:<{name_width}}  {finding.grade:<{grade_width}}  "
            lines += _hung(head, finding.measured, width)
            if finding.advice:
                lines += _hung(" " * (name_width + grade_width + 6) + "-> ", finding.advice, width)
    return "\n".join(lines[1:])


def _joined(findings: Sequence[Finding]) -> list[Finding]:
    """Join parts that fail for the same reason into one line: a missing library affects all lamps."""
    joined: list[Finding] = []
    for _, group in groupby(findings, lambda finding: (finding.grade, finding.measured, finding.advice)):
        same = list(group)
        if same[0].grade in FAILED and len(same) > 2:
            joined.append(same[0]._replace(name=f"all {len(same)}" if len(same) == len(findings) else short(same)))
        else:
            joined += same
    return joined


def short(findings: Sequence[Finding]) -> str:
    """Return the names of the first and the last.

    >>> short([Finding(Area.LAMPS, name, Grade.BAD, "") for name in ("bar.1", "bar.2", "end")])
    'bar.1 to end'
    """
    return f"{findings[0].name} to {findings[-1].name}"


def _hung(head: str, text: str, width: int) -> list[str]:
    rows = wrap(text, max(width - len(head), 30)) or [""]
    return [f"{head}{rows[0]}".rstrip(), *(" " * len(head) + row for row in rows[1:])]


def to_json(kit: str, simulated: bool, findings: Sequence[Finding]) -> dict[str, object]:
    """Return the findings for a program."""
    return {
        "format": FORMAT,
        "kit": kit,
        "simulated": simulated,
        "passed": not has_failed(findings),
        "findings": [
            {**finding._asdict(), "area": str(finding.area), "grade": str(finding.grade)} for finding in findings
        ],
    }
