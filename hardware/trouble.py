"""What is wrong with a part, or what to do about it, in a form that can be translated.

Devices know no languages. They give an English sentence with gaps, which is a key of the catalogues, and what fills the
gaps; nobody has to take a sentence apart in order to translate it.

    str
    └── Trouble     the sentence itself, for log and `check`, which remembers what it was made from
    Exception
    └── Fault       a device cannot be used now: what is wrong, and the remedy
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


class Trouble(str):
    """An English sentence, its template and the details in its gaps.

    >>> trouble = Trouble("{file}: the disk is full", file="games.sqlite")
    >>> trouble, trouble.template, dict(trouble.details)
    ('games.sqlite: the disk is full', '{file}: the disk is full', {'file': 'games.sqlite'})
    """

    __slots__ = ("details", "plainly", "template")

    template: str
    details: Mapping[str, str]
    plainly: str  # the template for players, if only a maker would understand the other; empty: the same

    def __new__(cls, template: str, /, *, plainly: str = "", **details: object) -> Trouble:
        """Return the sentence with its gaps filled."""
        filling = {name: str(detail) for name, detail in details.items()}
        trouble = super().__new__(cls, template.format(**filling))
        trouble.template, trouble.plainly, trouble.details = template, plainly, MappingProxyType(filling)
        return trouble


def quoted(words: object, *, plainly: str = "") -> Trouble:
    """Return foreign words, such as an operating system's, unchanged.

    >>> quoted("[Errno 5] {odd} words")
    '[Errno 5] {odd} words'
    """
    return Trouble("{words}", plainly=plainly, words=words)


NO_TROUBLE = Trouble("")


class Fault(Exception):
    """A device cannot be used now."""

    def __init__(self, reason: Trouble, remedy: Trouble) -> None:
        super().__init__(reason)
        self.reason, self.remedy = reason, remedy
