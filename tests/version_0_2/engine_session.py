"""A long conversation with `hansa-companion engine`: its requests, and what is compared of the answers.

Requests are fixed bytes, a line each. Of each answer everything counts but the words for people, `message` and
`remedy`, wherever they stand: a digest of every hundred answers is what is held, and a few letters of each answer's
own tell which of the hundred is another one.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "engine"
REQUESTS = FOLDER / "requests.gz"
DIGESTS = FOLDER / "digests.txt"
HUNDRED = 100
LETTERS = 16  # of the digest of a hundred
EACH = 4  # of the digest of one answer
ENGINE = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main(['engine']))"]
ROOT = Path(__file__).parents[2]
_WORDS = ("message", "remedy")


def read_requests() -> list[bytes]:
    """Return the requests."""
    return gzip.decompress(REQUESTS.read_bytes()).split(b"\n")


def read_digests() -> list[str]:
    """Return the digests, a line for every hundred answers."""
    return DIGESTS.read_text(encoding="ascii").splitlines()


def ask(requests: list[bytes]) -> list[bytes]:
    """Send the requests to an engine of its own; return its answers."""
    done = subprocess.run(ENGINE, input=b"\n".join(requests) + b"\n", stdout=subprocess.PIPE, cwd=ROOT, check=True)
    return done.stdout.splitlines()


def without_words(value: Any) -> Any:
    """Leave out what is said to people."""
    match value:
        case dict():
            return {key: without_words(each) for key, each in value.items() if key not in _WORDS}
        case list():
            return [without_words(each) for each in value]
        case _:
            return value


def compared(answer: bytes) -> bytes:
    """Return of an answer what is compared, in the order in which it came."""
    return json.dumps(without_words(json.loads(answer)), separators=(",", ":")).encode()


def digests(answers: list[bytes]) -> list[str]:
    """Return a line for every hundred answers: the digest of all of them, and some letters of that of each."""
    lines = []
    for start in range(0, len(answers), HUNDRED):
        hundred = [compared(answer) for answer in answers[start : start + HUNDRED]]
        each = "".join(sha256(answer).hexdigest()[:EACH] for answer in hundred)
        together = sha256(b"\n".join(hundred)).hexdigest()[:LETTERS]
        lines.append(f"{together} {each}")
    return lines


def first_difference(wanted: str, found: str) -> int | None:
    """Return which answer of a hundred is another one, counted from 0; nothing if the letters do not tell."""
    letters = wanted.partition(" ")[2], found.partition(" ")[2]
    for index in range(HUNDRED):
        part = slice(index * EACH, (index + 1) * EACH)
        if letters[0][part] != letters[1][part]:
            return index
    return None
