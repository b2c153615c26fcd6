"""What the page's scripts say, found without the extractor, and what the catalogues make of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.hub.hall_page import STATIC as HUB
from companion.shelf.shelf import boxes, pages
from companion.web.page_files import STATIC
from companion.words.language import page_words
from companion.words.say import SOURCE

TAB = STATIC.parents[1] / "tab" / "static"
FOLDERS = {"page": STATIC, "hub": HUB, "tab": TAB, **pages()}
TEXT = r'"((?:[^"\\]|\\.)*)"'
STARTS = re.compile(r"(?<![.\w])(t|say|meant)\(")


class Said(NamedTuple):
    """A sentence as a script says it."""

    text: str
    many: str = ""
    meaning: str = ""

    @property
    def key(self) -> str:
        """Its key in what the page is told."""
        return f"{self.meaning}\x04{self.text}" if self.meaning else self.text


def said_in(folder: Path) -> dict[Said, str]:
    """Return all sentences of a folder's scripts, each with the file that says it."""
    return {said: path.name for path in sorted(folder.glob("*.js")) for said in _said(path.read_text())}


def _said(script: str) -> list[Said]:
    found = []
    for start in STARTS.finditer(script):
        if not (first := re.compile(rf"\s*{TEXT}").match(script, start.end())):
            continue
        second = re.compile(rf"\s*,\s*{TEXT}").match(script, first.end())
        one, other = (ast.literal_eval(f'"{each[1]}"') if each else "" for each in (first, second))
        found.append(Said(other, meaning=one) if start[1] == "meant" else Said(one, other))
    return found


def named_in(folder: Path) -> dict[str, Said]:
    """Return what a game's page calls by a key."""
    table = (folder / "words.js").read_text().partition("naming(t, {")[2].partition("\n});")[0]
    entries = re.findall(r'^  (?:"([\w.-]+)"|(\w+)): ((?:say|meant)\(.*?\)),$', table, re.MULTILINE | re.DOTALL)
    return {quoted or plain: _said(call)[0] for quoted, plain, call in entries}


def spoken(language: str, game: str = "") -> Callable[[Said], tuple[str, ...]]:
    """Return what gives all forms of a sentence in a language, in a game's words if it has some."""
    told = {} if language == SOURCE else page_words(language, {box.id: box.catalogues for box in boxes() if box.page})

    def speak(said: Said) -> tuple[str, ...]:
        own = told.get("games", {}).get(game, {})
        text = own.get(said.key) or told.get("page", {}).get(said.key) or [each for each in said[:2] if each]
        return (text,) if isinstance(text, str) else tuple(text)

    return speak
