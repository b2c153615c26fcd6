"""Catalogues as text, read without Babel: what a translator sees.

Each part has its own: what all games share, every game on the shelf, and Pearls.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

from companion.shelf.shelf import open_box
from companion.words.language import CATALOGUES, DOMAIN
from companion.words.say import LANGUAGES, SOURCE
from tests.kit.shelf import GAMES, shelved

SHARED = "shared"
PARTS = (SHARED, *GAMES)
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)


class Message(NamedTuple):
    """One entry of a catalogue."""

    key: str
    text: str
    flags: str
    of_one: str = ""  # of a sentence that counts: its form for one
    meaning: str = ""  # of a sentence that scripts say with several
    files: tuple[str, ...] = ()  # what says it


def folder_of(part: str) -> Path:
    """Name the folder of a part's catalogues; its parent is the part's own folder."""
    with shelved():
        return CATALOGUES if part == SHARED else open_box(part).catalogues


def path_of(language: str, part: str) -> Path:
    return folder_of(part) / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str, part: str) -> list[Message]:
    """Read the entries of a catalogue, but for its header."""
    messages = []
    for block in path_of(language, part).read_text(encoding="utf-8").split("\n\n"):
        parts = dict.fromkeys(("msgctxt", "msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]"), "")
        part, flags, files = "", "", ""
        for line in block.splitlines():
            if line.startswith("#"):
                flags += line[2:] if line.startswith("#,") else ""
                files += line[2:] if line.startswith("#:") else ""
                continue
            word, _, rest = line.partition(" ")
            if word in parts:
                part, line = word, rest
            parts[part] += ast.literal_eval(line)
        one, many = parts["msgid"], parts["msgid_plural"]
        where = parts["msgctxt"], tuple(files.split())
        if many:
            messages += [
                Message(one, parts["msgstr[0]"], flags, one, *where),
                Message(many, parts["msgstr[1]"], flags, one, *where),
            ]
        elif one:
            messages.append(Message(one, parts["msgstr"], flags, "", *where))
    return messages
