"""Lists of routes that a few presses get through: two likely ones, then six regions; short lists are flat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.table import regions
from companion.table.dialog import Choice, Menu, Open
from companion.table.screen import Look, Row
from companion.words.say import Say, say

FLAT = 7  # as many as a screen shows
LIKELY = 2  # more of them make the average no better and the longest way longer


def route_choices(
    side: Side, options: Mapping[int, Choice], order: Sequence[int], whose: Say, *, flat: int = FLAT
) -> tuple[Choice, ...]:
    """Return the lines of a list of routes, given a line for each, which are likeliest, and whose list it is."""
    if len(options) <= flat:
        return tuple(options[route] for route in order)
    likely = tuple(options[route] for route in order[:LIKELY])
    return (*likely, *_regions(side, options, whose))


def _regions(side: Side, options: Mapping[int, Choice], whose: Say) -> list[Choice]:
    lines = []
    for region, name in regions.NAMES.items():
        inside = tuple(options[route] for route in regions.routes_of(side, region) if route in options)
        if inside:
            listed = Menu(Row(name, whose, Look.TITLE), inside, name="region")
            lines.append(Choice(name, Open(listed), say("{count}", count=len(inside))))
    return lines
