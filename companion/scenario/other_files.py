"""Files that somebody may take for a scenario: says what a file looks like, and which command reads it."""

from __future__ import annotations

import re
from typing import Final

# What the beginning of a file looks like, and the command for it; the first that fits counts. Comments may come first.
_KINDS: Final = tuple(
    (re.compile(pattern, re.DOTALL), looks_like, command)
    for pattern, looks_like, command in (
        (rb"SQLite format 3\0", "a journal", "games --journal"),
        (rb"\x1f\x8b", "a packed backup", "restore"),
        (rb"(\s|#[^\n]*\n)*\w+-record \d", "the record of a game", "replay"),
        (rb'\d+ \{"', "the trace of a game", "replay --trace"),
        (rb'\{"format": ?\d+, "kit":', "a recording of parts", "check --play-back"),
        (rb"\s*[{\[]\s*[\"{\[]", "JSON, which programs send", "engine <"),
        (rb"(\s|#[^\n]*\n)*(\[[\w.\"-]+\]|[\w.\"-]+ *=)", "a TOML file", "config --config"),
    )
)


def another_kind(content: bytes, file: str) -> str:
    """Return what a file is instead of a scenario, and the command that reads it; empty if it may be a scenario."""
    for beginning, looks_like, command in _KINDS:
        if beginning.match(content):
            return f"{looks_like}; hansa-companion {command} {file} reads that"
    try:
        content.decode()
    except UnicodeDecodeError:
        return "something else than text in UTF-8; expected steps, one a line"
    return ""
