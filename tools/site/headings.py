"""Gives a document one title: a page of the site lists the headings below its title, and only those."""

from __future__ import annotations

import re
from typing import Final

from tools.site.prose import outside_fences

_HEADING: Final = re.compile(r"^(?=#{1,5} )", re.MULTILINE)
_BELOW_TITLE: Final = re.compile(r"^(?=#{2,5} )", re.MULTILINE)


def one_title(text: str) -> str:
    """Return a document whose first heading stands alone at the top; if it has several titles, all others move down."""
    top, sign, rest = text.partition("# ")
    title, end, below = rest.partition("\n")
    moved_down = "".join(outside_fences(below, lambda prose: _HEADING.sub("#", prose)))
    has_titles = moved_down != "".join(outside_fences(below, lambda prose: _BELOW_TITLE.sub("#", prose)))
    return top + sign + title + end + moved_down if has_titles else text
