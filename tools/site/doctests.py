"""Examples in docstrings: fences them, because Markdown takes the prompt of a session for three quotations in a row."""

from __future__ import annotations

import re

# From a prompt to the next empty line, as doctest reads it.
_SESSION = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def fenced(docstring: str) -> str:
    """Return a docstring with a fence around each session."""
    return _SESSION.sub(lambda session: f"```pycon\n{session[0].rstrip()}\n```", docstring)
