"""The documents as tests read them: which there are, their fenced blocks, and the commands that people are to type."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.site.documents import DOCUMENTS as BESIDE_THE_CODE

ROOT = Path(__file__).parents[2]
SHELLS = ("sh", "bash", "console", "shell")
_BLOCK = re.compile(r"^(?P<indent>[ \t]*)```(?P<language>\S*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)

_INLINE = re.compile(
    r"`((?:sudo )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?"
    r"(?:hansa-companion|hansa-companion-setup|make|pytest|python -m) [a-z-][^`…]*)`"
)


class Block(NamedTuple):
    """What stands between two fences."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line} {self.language}"


class Line(NamedTuple):
    """A command that a document tells people to type."""

    document: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.document}: {' '.join(self.words)}"


def blocks_of(document: str, text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a document, without the indent of the list they stand in."""
    for found in _BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(document, line, found["language"], textwrap.dedent(found["text"]))


def commands_in(document: str, text: str) -> Iterator[Line]:
    """Yield the commands of some lines for a shell, without prompt, comments, sudo and what they are piped to."""
    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        while words:
            end = next((at for at, word in enumerate(words) if word in ("|", "&&", ";", "&", "||")), len(words))
            command, words = words[:end], words[end + 1 :]
            redirected = next((at for at, word in enumerate(command) if word[0] in "<>"), len(command))
            command = command[:redirected]
            while command and (command[0] == "sudo" or re.fullmatch(r"[A-Z_]+=.*", command[0])):
                del command[0]
            if command:
                yield Line(document, (command[0].rpartition("/")[2], *command[1:]))


def lines_of(document: str, text: str) -> Iterator[Line]:
    """Yield the commands of all fenced blocks for a shell."""
    for block in blocks_of(document, text):
        if block.language in SHELLS:
            yield from commands_in(document, block.text)


def inline_of(document: str, text: str) -> Iterator[Line]:
    """Yield the whole commands of our own that stand within sentences, such as `hansa-companion check --yes`."""
    prose = _BLOCK.sub("", text)
    for found in _INLINE.findall(prose):
        yield from commands_in(document, " ".join(found.split()))


def documents() -> dict[str, str]:
    """Return the text of every document that people are shown: those at the top, and all that are on the site."""
    paths = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / path for path in BESIDE_THE_CODE.values())}
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
