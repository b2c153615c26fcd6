"""What devices and the journal report, found in the code: every trouble, with the longest words in its gaps."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import companion
from hardware.trouble import Trouble

ROOT = Path(companion.__file__).parent.parent
PARTS = (ROOT / "companion", ROOT / "hardware")
# Modules whose troubles are told to makers, and not at a table.
FOR_MAKERS = ("check", "commands", "enrol", "flash", "prompt", "way_in")
FILE = "/var/lib/hansa-companion/games.sqlite"
DETAILS = {
    "count": "12",
    "error": "Invalid handle.",
    "file": FILE,
    "folder": "/var/lib/hansa-companion",
    "game": "2026-01-01-0badcafe",
    "group": "dialout",
    "library": "spidev",
    "link": "SPI",
    "name": "SQLITE_IOERR_WRITE",
    "names": "Reader A 00 00; Reader B 01 00",
    "numbers": "e66141, e66142",
    "part": "ACR",
    "parts": "lamps, readers",
    "path": "/dev/ttyACM0",
    "reader": "copenhagen",
    "reason": "No space left on device",
    "said": "OOM command not allowed",
    "seconds": "60",
    "server": "redis://server:6379/0",
    "time": "2000",
    "uid": "04a1b2c3d4e5f6",
    "words": "[Errno 121] Remote I/O error",
}


@cache
def said() -> frozenset[str]:
    """Return every sentence that people are told of a trouble: the plain one where there is one."""
    found: set[str] = set()
    for path in (path for part in PARTS for path in part.rglob("*.py")):
        # Only folders of the project count: it may stand in one called "check" itself.
        if set(FOR_MAKERS).isdisjoint(path.relative_to(ROOT).with_suffix("").parts):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Trouble", "quoted"):
                    found |= _said_by(node)
    return frozenset(found)


def _said_by(call: ast.Call) -> set[str]:
    for plain in (keyword.value for keyword in call.keywords if keyword.arg == "plainly"):
        return {plain.value} if isinstance(plain, ast.Constant) and isinstance(plain.value, str) else set()
    if ast.unparse(call.func) == "quoted":
        return set()
    (template,) = call.args
    assert not isinstance(template, ast.JoinedStr), f"{ast.unparse(call)}: what is put together cannot be translated"
    return {template.value} if isinstance(template, ast.Constant) and isinstance(template.value, str) else set()


def troubles() -> list[Trouble]:
    """Make each of them, gaps filled; a gap that has no words here is an error."""
    return [Trouble(template, **DETAILS) for template in sorted(said())]
