"""Converts troubles to the JSON of a trace, with template and details, so that a replay can use any language."""

from __future__ import annotations

from companion.journal.journal import Json
from hardware.trouble import NO_TROUBLE, Trouble


def format_trouble(trouble: Trouble) -> Json | str:
    """Return a trouble as JSON, an empty text if there is none.

    >>> format_trouble(Trouble("{file}: the disk is full", file="games.sqlite"))
    {'template': '{file}: the disk is full', 'details': {'file': 'games.sqlite'}}
    """
    made: Json = {"template": trouble.template, "details": dict(trouble.details), "plainly": trouble.plainly}
    return {name: value for name, value in made.items() if value} or ""


def parse_trouble(given: Json | str) -> Trouble:
    """Read a trouble back, or raise ValueError."""
    if isinstance(given, str):
        if given:
            raise ValueError(f"not a trouble: {given!r:.80}")
        return NO_TROUBLE
    if isinstance(given, str):
        raise ValueError(f"not a trouble: {given!r:.80}")  # noqa: TRY004  (what is not written so)
    try:
        return Trouble(given.get("template", ""), plainly=given.get("plainly", ""), **given.get("details", {}))
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"not a trouble: {given!r:.80}") from error
