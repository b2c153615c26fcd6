"""A text in the language of the table: a sentence of the catalogues, and what fills its gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Union

Translate = Callable[[str], str]
Call = Callable[[Translate, Mapping[str, str]], Translate]  # translates, and uses the players' names
LANGUAGES = MappingProxyType({"en": "English", "it": "Italiano", "nl": "Nederlands"})  # by their own names
SOURCE = "en"  # what the code says
Detail = Union[str, int, "Say"]


class Say(NamedTuple):
    """A sentence: its English template, which is its key in the catalogues, and the details for the braces by name."""

    template: str
    details: tuple[tuple[str, Detail], ...] = ()

    def in_language(self, translate: Translate = str) -> str:
        """Return the sentence in the language that `translate` gives, details included."""
        if not self.template:  # gettext returns the catalogue's header for an empty text
            return ""
        spoken = {
            name: detail.in_language(translate) if isinstance(detail, Say) else str(detail)
            for name, detail in self.details
        }
        return translate(self.template).format(**spoken)


def say(template: str, /, **details: Detail) -> Say:
    """Return a sentence.

    >>> say("{player} has {coins} T", player=say("Blue"), coins=3).in_language()
    'Blue has 3 T'
    """
    return Say(template, tuple(details.items()))


NOTHING = Say("")


def listed(words: Iterable[Detail], more: str = "", *, between: str = ", ") -> Say:
    """List some words, and that there are more.

    >>> listed(["ale", say("cloth")], "…").in_language()
    'ale, cloth…'
    """
    details = {f"word{number}": word for number, word in enumerate(words)}
    return say(between.join(f"{{{name}}}" for name in details) + more, **details) if details else NOTHING
