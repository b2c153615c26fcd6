"""A text in the language of the table: a sentence of the catalogues, and what fills its gaps.

A sentence that counts has two forms in English, one for a single thing; how many forms another language has, and which
is for which number, its catalogue knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, Union


class Translate(Protocol):
    """Gives a sentence in a language; of one that counts, the form for this many."""

    def __call__(self, sentence: str, many: str = "", count: int = 1, /) -> str:
        """Translate a sentence."""

    def __hash__(self) -> int:
        """What was said in it may be remembered."""


def untranslated(sentence: str, many: str = "", count: int = 1, /) -> str:
    """Leave a sentence as the code says it.

    >>> untranslated("a coin", "{count} coins", 2)
    '{count} coins'
    """
    return many if many and count != 1 else sentence


Call = Callable[[Translate, Mapping[str, str]], Translate]  # translates, and uses the players' names
LANGUAGES = MappingProxyType({"en": "English", "it": "Italiano", "nl": "Nederlands"})  # by their own names
SOURCE = "en"  # what the code says
Detail = Union[str, int, "Say"]


class Say(NamedTuple):
    """A sentence: its English template, which is its key in the catalogues, and the details for the braces by name."""

    template: str
    details: tuple[tuple[str, Detail], ...] = ()
    many: str = ""  # the template for any `count` but one, if that is another

    def in_language(self, translate: Translate = untranslated) -> str:
        """Return the sentence in the language that `translate` gives, details included."""
        if not self.template:  # gettext returns the catalogue's header for an empty text
            return ""
        spoken = {
            name: detail.in_language(translate) if isinstance(detail, Say) else str(detail)
            for name, detail in self.details
        }
        template = translate(self.template, self.many, int(spoken["count"])) if self.many else translate(self.template)
        return template.format(**spoken)


BRIEF = "{brief}"  # the template of what is said in few letters, unless there is room
WHOLE = "{whole}"


def say(template: str, many: str = "", /, **details: Detail) -> Say:
    """Return a sentence; one that counts has a second form for all but one.

    >>> say("{player} has {coins} T", player=say("Blue"), coins=3).in_language()
    'Blue has 3 T'
    >>> [say("1 coin", "{count} coins", count=count).in_language() for count in (0, 1, 2)]
    ['0 coins', '1 coin', '2 coins']
    """
    return Say(template, tuple(details.items()), many)


NOTHING = Say("")


def listed(words: Iterable[Detail], more: str = "", *, between: str = ", ") -> Say:
    """List some words, and that there are more.

    >>> listed(["ale", say("cloth")], "…").in_language()
    'ale, cloth…'
    """
    details = {f"word{number}": word for number, word in enumerate(words)}
    return say(between.join(f"{{{name}}}" for name in details) + more, **details) if details else NOTHING


def brief(short: str, whole: str) -> Say:
    """Return a name that is cut where there is little room, such as on the small screen, and whole elsewhere.

    >>> brief("Nort-Sout", "Northern–Southern").in_language()
    'Nort-Sout'
    """
    return say(BRIEF, brief=short, whole=whole)
