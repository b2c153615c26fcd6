"""Nothing outside a game's own folder names the game: neither its id, nor its things, nor the places on its board.

`tests/test_imports.py` walks the imports; here are the words of everything else, comments and docstrings included. A
resource that is read by a string is found as well, for its path holds the game's id.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("companion", "hardware", "firmware", "wiring", "systemd")
KINDS = (".py", ".js", ".mjs", ".ts", ".css", ".html", ".json", ".toml", ".font", ".conf", ".service", ".rules")
GAMES = ROOT / "companion" / "games"
IDS = tuple(sorted(path.name for path in GAMES.iterdir() if (path / "game.py").exists()))

# What the games call their things, as far as the rest has no use for the same word: a marker is also a part of a
# drawing, a barrel also a plug, and a service has privileges. `ships` and `shipped` are other tokens than `ship`:
# files are said to be shipped.
THINGS = frozenset(("booth", "city", "gray", "pile", "sail", "ship", "taler", "warehouse"))
THINGS |= frozenset(("booths", "cities", "piles", "sails", "talers", "warehouses"))
THINGS |= frozenset(("kontor", "merchant", "merchants", "prestige", "tavern", "taverns", "trader", "traders"))

# The product was named after its first game, and these names stay whatever is played: people have typed them, and
# files, services and browsers of version 0.1 hold them.
BRANDS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bhansa-companion\b",  # the package and its command, unit, user and folders
        r"\b[Hh]ansa companion\b",  # the product in a sentence
        r"\bHansa hub\b|<span>Hansa</span>",  # the head of the two pages
        r"\bHANSA_[A-Z]+\b|\bhansa_session\b",  # the variables of the environment, and the page's cookie
        r"\bhansa:(?:hub|journal)\b",  # keys of a Redis server
        r"\bhansa\.toml\b",  # the configuration of whoever works in this folder
        r"\bhansa-(?:doctor|pico)\b",  # the support bundle, and the link that udev makes
    )
)
# The one line that the shelf has for each game.
SHELF = ROOT / "companion" / "shelf" / "shelf.py"
SHELF_LINE = re.compile(r'^    "([a-z]+)": "companion\.games\.\1\.[a-z]+",$', re.MULTILINE)
TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def tokens(text: str) -> Iterator[str]:
    """Split a text into words, identifiers at `_` and at capitals too; small letters come out."""
    return (found.group().lower() for found in TOKEN.finditer(text))


def words_of_games() -> frozenset[str]:
    """Gather what nobody else may say: ids, things, and the places on the boards that come with the games."""
    places: set[str] = set()
    for path in (file for game in IDS for file in (GAMES / game).rglob("*.toml")):
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("city", {})
        places.update(rows if isinstance(rows, dict) else (row["id"] for row in rows))
    return frozenset((*IDS, *THINGS, *places))


WORDS = words_of_games()


def named(text: str) -> list[str]:
    """Return which words of games a text holds, beyond the brand: the number of the line, then the words."""
    for brand in BRANDS:
        text = brand.sub("", text)
    return [
        f"{number}: {', '.join(sorted(found))}"
        for number, line in enumerate(text.split("\n"), start=1)
        if (found := WORDS.intersection(tokens(line)))
    ]


def files() -> list[Path]:
    """List the project's files of these kinds, those of the games and what was installed left out."""
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in KINDS
        and "node_modules" not in path.parts
        and not any(path.is_relative_to(GAMES / game) for game in IDS)
    ]


FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_a_game_s_own_folder_names_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path == SHELF:
        text = SHELF_LINE.sub("", text)
    assert named(path.name) + named(text) == []


def test_the_shelf_has_a_line_for_every_game() -> None:
    assert sorted(SHELF_LINE.findall(SHELF.read_text(encoding="utf-8"))) == list(IDS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from companion.games.hansa.rules import play", "hansa"),
        ('files("companion.games.teutonica")', "teutonica"),
        ("def put_ship(theBooth): ...", "booth, ship"),
        ('lamp.startswith("city.")', "city"),
        ("SHIP_MM = 25", "ship"),
        ("HansaTable, a hansaTable and a hansa_table", "hansa"),
        (".city-gray { }", "city, gray"),
        ("Riga, `warburg`", "riga, warburg"),
        ("two lines\nand 4 talers", "talers"),
    ],
)
def test_word_of_a_game_is_found(text: str, found: str) -> None:
    assert [line.partition(": ")[2] for line in named(text)] == [found]


@pytest.mark.parametrize(
    "text",
    [
        "hansa-companion.service, /etc/hansa-companion/config.toml",
        "the Hansa companion",
        "$HANSA_PHONES",
        "the files that are shipped; a grayscale; authentic capacity; relationship; battleships",
        "a player, a piece, a place, a lamp",
    ],
)
def test_brands_and_other_words_are_left_alone(text: str) -> None:
    assert named(text) == []


def test_the_walk_sees_the_files_there_are() -> None:
    """Guard the guard: these are there, and everything of a game is told from them."""
    seen = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert {"companion/web/static/app.js", "hardware/ports.py", "firmware/wire.py", "wiring/tap.toml"} <= seen
    assert {"systemd/packaged.py", "companion/words/locale/it/LC_MESSAGES/page.json", "companion/games/game.py"} <= seen
    assert {"danzig", "coellen", "booth"} <= WORDS
