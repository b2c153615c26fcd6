"""Adapts a configuration from another box: takes its text, and returns it with the paths of this box."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from companion.archive.backup_file import BOARD, KIT


def fitted_config(text: str, files: Mapping[str, bytes], state: Path, state_setting: str) -> str:
    """Return a configuration with the file paths of this box; the rest stays as its owner wrote it."""
    text = _with_key(text, "state", state_setting)
    text = _with_key(text, "pieces", "")  # found in the state folder
    text = _without_files_of_games(text)
    if BOARD in files:
        text = _with_key(text, "board", str(state / BOARD))
    if KIT in files:
        text = _with_key(text, "kit", str(state / KIT))
    return _with_key(text, "journal", "", unless="://")


def _with_key(text: str, key: str, value: str, *, unless: str = "") -> str:
    """Set an existing key; keys outside all tables come before the first table."""
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    head, tail = (text[: table.start()], text[table.start() :]) if table else (text, "")
    line = re.compile(rf"^{key}[ \t]*=.*$", re.MULTILINE)
    found = line.search(head)
    if found is None or (unless and unless in found[0]):
        return text
    # A function, because a path may contain what a replacement pattern would interpret.
    return line.sub(lambda _: f"{key} = {json.dumps(value, ensure_ascii=False)}", head, count=1) + tail


def _without_files_of_games(text: str) -> str:
    """Empty the keys of `[games.<id>]`: the files are found in the state folder."""
    lines, is_inside = [], False
    for line in text.split("\n"):
        if re.match(r"\s*\[", line):
            is_inside = bool(re.match(r"\s*\[\s*games\b", line))
        names = r"(?:[\w\"'-]+\s*\.\s*)?" if is_inside else r"games\s*\.\s*[\w\"'-]+\s*\.\s*"
        found = re.match(rf"\s*{names}(?:board|pieces)\s*=", line)
        lines.append(f'{found[0]} ""' if found else line)
    return "\n".join(lines)
