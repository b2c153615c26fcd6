"""What is wrong with a part, or what a person can do about it, so that it can be said in any language.

Whoever knows what is wrong knows no languages. It gives an English sentence with gaps, which is a key of the
catalogues, and what fills them; nobody has to take a sentence apart in order to translate it.

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
    plainly: str  # the template for whoever plays, where only a maker would understand the other; empty: that one

    def __new__(cls, template: str, /, *, plainly: str = "", **details: object) -> Trouble:
        """Fill the gaps, each with the text of a detail."""
        filling = {name: str(detail) for name, detail in details.items()}
        trouble = super().__new__(cls, template.format(**filling))
        trouble.template, trouble.plainly, trouble.details = template, plainly, MappingProxyType(filling)
        return trouble


def quoted(words: object, *, plainly: str = "") -> Trouble:
    """Return the words of somebody else, such as an operating system, which are passed on as they are.

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
