"""No script knows a rule: no number of one stands in a game's page, neither where it counts nor in what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from companion.shelf.shelf import SHELF, pages
from tests.kit.page_words import FOLDERS, named_in, said_in

# What comes from the server: the game, its board, and what belongs to a player or a city of them.
STATE = r"(?:\.\.\.)?(?:game|board|city|its|desk|route)\."
COMPARED = r"[-+*/%]|[<>]=?|={2,3}|!=+"
# A number of two or more next to what the server tells; one more and one less are how things are counted.
COUNTED = (
    re.compile(rf"\bMath\.(?:max|min)\((?:[^()]*, )?\d+(?:, [^()]*)?{STATE}"),
    re.compile(rf"(?<![\w.])(?:[2-9]|\d\d+) (?:{COMPARED}) {STATE}"),
    re.compile(rf"\b{STATE}[\w.]+ (?:{COMPARED}) (?:[2-9]|\d\d+)\b"),
)
FIXED = re.compile(r"\bconst [A-Z][A-Z_]* = (\d+)\b")
DRAWN = re.compile(r"\bcity\.map\b")  # where a city is on the drawing


def numbers_of_rules(game: str) -> set[int]:
    """Every whole number that a module of the rules has a name for."""
    package = import_module(f"{SHELF[game].rpartition('.')[0]}.rules")
    modules = (import_module(f"{package.__name__}.{found.name}") for found in iter_modules(package.__path__))
    named = [value for module in modules for name, value in vars(module).items() if name.isupper()]
    return {value for value in named if type(value) is int and value > 1}


def rules_in(script: str, numbers: set[int]) -> Iterator[str]:
    """Find the lines of a script that know a number of the rules."""
    for line in script.splitlines():
        fixed = FIXED.search(line)
        if (fixed and int(fixed[1]) in numbers) or any(each.search(DRAWN.sub("at", line)) for each in COUNTED):
            yield line.strip()


def scripts(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.js"))


@pytest.mark.parametrize("game", pages())
def test_no_script_counts_with_a_number_of_the_rules(game: str) -> None:
    numbers = numbers_of_rules(game)
    assert len(numbers) > 3
    found = {path.name: list(rules_in(path.read_text(), numbers)) for path in scripts(pages()[game])}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "const full = Math.max(15, ...game.piles);",
        "city.spaces = 3 - city.spaces;",
        "const CITIES_END = 20;",
        "if (game.completed >= 10) stop();",
        "return its.booths * 2;",
    ],
)
def test_number_of_a_rule_is_found(line: str) -> None:
    assert list(rules_in(line, {20})) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "const full = Math.max(board.full_pile, ...game.piles);",
        "const many = game.players.length - 1;",
        "const WIDTH = 480;",
        "const side = city.map[0] > 75 ? -1 : 1;",
        "const height = (many / full) * 60;",
    ],
)
def test_other_numbers_are_left_alone(line: str) -> None:
    assert list(rules_in(line, {20})) == []


@pytest.mark.parametrize("game", pages())
def test_no_sentence_of_a_script_says_a_number(game: str) -> None:
    """But for what is printed on a marker, and what one booth is called."""
    printed = {said for key, said in named_in(FOLDERS[game]).items() if key.startswith("marker.")}
    said = {each for each in said_in(pages()[game]) if each not in printed}
    assert [each for each in said if re.search(r"[2-9]|\d\d", each.text + each.many)] == []
