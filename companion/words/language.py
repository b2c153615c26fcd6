"""The languages of the table: takes a language's name, and returns a function that translates sentences.

The code is written in English, and each English sentence is its own key. The others are gettext catalogues: in `locale`
for what all games share, and in the folder of each game; `make catalogues` brings them up to date, and compiles those
that the scripts of the page say for the page.

    ValueError
    └── UnknownLanguage     no such language: what was given, and which there are
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.words.say import BRIEF, LANGUAGES, SOURCE, WHOLE, Translate, untranslated

DOMAIN: Final = "companion"
PAGE: Final = "page.json"  # what scripts say, compiled from the same catalogue
ON_SCREEN: Final = 8  # letters of a name
CATALOGUES: Final = Path(__file__).parent / "locale"


class UnknownLanguage(ValueError):
    """A language that the table does not speak."""

    def __init__(self, given: str) -> None:
        super().__init__(f"language {given!r:.30}: not spoken; choose one of {', '.join(LANGUAGES)}")


def load_language(language: str, games: Iterable[Path] = ()) -> Translate:
    """Return a function that translates sentences into a language, or raise UnknownLanguage.

    `games` are the catalogues of games; the shared catalogue comes first.
    """
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    if language == SOURCE:
        return untranslated
    from gettext import translation

    spoken = translation(DOMAIN, CATALOGUES, [language])
    for catalogues in games:
        spoken.add_fallback(translation(DOMAIN, catalogues, [language]))

    def translate(sentence: str, many: str = "", count: int = 1, /) -> str:
        return spoken.ngettext(sentence, many, count) if many else spoken.gettext(sentence)

    return translate


def page_words(language: str, games: Mapping[str, Path]) -> dict[str, Any]:
    """Return what the page's scripts say in a language, its own sentences and those of each game, as they read it.

    `games` are the catalogues of games by id.
    """

    def read(catalogues: Path) -> dict[str, Any]:
        file = catalogues / language / "LC_MESSAGES" / PAGE
        told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return told

    page = read(CATALOGUES)
    texts = {game: read(catalogues)["texts"] for game, catalogues in games.items()}
    return {"forms": page["forms"], "page": page["texts"], "games": texts}


def on_small_screen(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return names shortened to fit next to the columns of a score, without those that would look alike.

    >>> on_small_screen({"red": "Anna", "blue": "Bartholomeus", "green": "Annamaria A", "white": "Annamaria B"})
    {'red': 'Anna', 'blue': 'Barthol…'}
    """
    cut = {key: name if len(name) <= ON_SCREEN else f"{name[: ON_SCREEN - 1]}…" for key, name in names.items()}
    return {key: name for key, name in cut.items() if list(cut.values()).count(name) == 1}


def with_room(translate: Translate) -> Translate:
    """Return a translator that says whole what is said briefly on the small screen.

    >>> from companion.words.say import brief, say
    >>> say("Again {route}", route=brief("Nort-Sout", "Northern–Southern")).in_language(with_room(untranslated))
    'Again Northern–Southern'
    """

    def call(sentence: str, many: str = "", count: int = 1, /) -> str:
        if sentence == BRIEF:
            return WHOLE
        return translate(sentence, many, count) if many else translate(sentence)

    return call


def with_names(translate: Translate, names: Mapping[str, str]) -> Translate:
    """Return a translator that replaces these words by names, in capitals too.

    >>> with_names(str, {"Red": "Anna"})("RED")
    'ANNA'
    """
    if not names:
        return translate
    called = {word: name.replace("{", "{{").replace("}", "}}") for word, name in names.items()}
    called |= {word.upper(): name.upper() for word, name in called.items()}

    def call(sentence: str, many: str = "", count: int = 1, /) -> str:
        return called.get(sentence) or (translate(sentence, many, count) if many else translate(sentence))

    return call
