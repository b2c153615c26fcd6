"""The rule books: every refusal leads to a paragraph, whatever is named is there, and every language says all of it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import companion
from companion.shelf.rulebook import RuleBook
from companion.shelf.shelf import SHELF, open_box
from companion.table.notices import READ_FIRST
from companion.words.language import load_language
from companion.words.say import LANGUAGES, SOURCE
from tests.trace.explained import PAGE, page, steps_of
from tests.trace.table import first_game, load_rows

ROOT = Path(companion.__file__).parent
REFUSING = ("Refusal", "refuse", "refusal_of")  # what is given a code first
RULINGS = {"hansa": ROOT.parent / "RULINGS.md"}  # the others have theirs in the game's folder
LEAST_EXPLAINED = 0.95  # of the rules of a game's printed books
MOST_LETTERS = 420  # of a paragraph: what fits a phone next to its title


def book_of(game: str) -> RuleBook:
    rulebook = open_box(game).rulebook
    assert rulebook, game
    return rulebook()


@cache
def codes_in(folder: Path) -> frozenset[str]:
    """Return every code that is written down where something is refused."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).split(".")[-1] in REFUSING:
                found |= _texts(node.args[0])
    return frozenset(found)


def _texts(code: ast.expr) -> set[str]:
    match code:
        case ast.Constant(str(text)):
            return {text}
        case ast.IfExp(_, one, other):
            return _texts(one) | _texts(other)
        case _:
            return set()


def codes_of(game: str) -> set[str]:
    """Return every code with which the rules or the table of a game can refuse something."""
    refusals = import_module(f"companion.games.{game}.rules.refusals")
    keys: set[str] = set(refusals.SENTENCES)
    named = codes_in(ROOT / "games" / game) - keys
    by_rules: set[str] = {refusals.refusal_of(key).code for key in keys}
    return by_rules | named | codes_in(ROOT / "table")


@pytest.mark.parametrize("game", SHELF)
def test_every_refusal_leads_to_a_paragraph(game: str) -> None:
    codes = codes_of(game)
    assert READ_FIRST.code in codes
    assert len(codes) > 40
    assert codes - book_of(game).answers.keys() == set()


@pytest.mark.parametrize("game", SHELF)
def test_no_paragraph_answers_what_nobody_refuses(game: str) -> None:
    answered = Counter(code for paragraph in book_of(game).paragraphs for code in paragraph.answers)
    assert answered.keys() - codes_of(game) == set()
    assert [code for code, times in answered.items() if times > 1] == []


@pytest.mark.parametrize("game", SHELF)
def test_paragraphs_have_ids_of_their_own_that_can_stand_in_an_address(game: str) -> None:
    ids = [paragraph.id for paragraph in book_of(game).paragraphs]
    assert len(set(ids)) == len(ids)
    assert [each for each in ids if not re.fullmatch(r"[a-z]+(-[a-z]+)*", each) or each.startswith("ruling-")] == []


@pytest.mark.parametrize("game", SHELF)
def test_rules_of_the_printed_books_are_explained(game: str) -> None:
    rows = load_rows(game)
    ids = {paragraph.id for paragraph in book_of(game).paragraphs}
    assert {row.paragraph for row in rows} - ids - {""} == set()
    assert sum(bool(row.paragraph) for row in rows) >= LEAST_EXPLAINED * len(rows)


@pytest.mark.parametrize("game", SHELF)
def test_lesson_explains_all_that_a_first_game_needs(game: str) -> None:
    ids, taught, needed = {paragraph.id for paragraph in book_of(game).paragraphs}, steps_of(game), first_game(game)
    assert taught.keys() - ids == set()
    assert needed - taught.keys() == set()
    assert needed <= {row.paragraph for row in load_rows(game)}


def test_page_of_rules_explained_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("game", SHELF)
def test_rulings_are_those_of_the_document_and_each_has_its_paragraph(game: str) -> None:
    document = RULINGS.get(game, ROOT / "games" / game / "RULINGS.md").read_text(encoding="utf-8")
    book = book_of(game)
    told = [
        (str(number), ruling.when.in_language(), f"{ruling.rule.in_language()}{' *' if ruling.is_open else ''}")
        for number, ruling in enumerate(book.rulings, 1)
    ]
    assert told == re.findall(r"^\| +(\d+) \| (.+?) \| (.+?) \|$", document, re.MULTILINE)
    assert {number for paragraph in book.paragraphs for number in paragraph.rulings} == set(range(1, len(told) + 1))


@pytest.mark.parametrize("game", SHELF)
def test_house_rules_stand_with_the_paragraph_of_their_ruling(game: str) -> None:
    rulings = {each: paragraph.rulings for paragraph in book_of(game).paragraphs for each in paragraph.house_rules}
    offered = open_box(game).house_rules()
    assert rulings.keys() == {rule.id for rule in offered}
    assert all(rule.ruling in rulings[rule.id] for rule in offered)


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_is_short_and_said_in_every_language(game: str, language: str) -> None:
    box, book = open_box(game), book_of(game)
    translate = load_language(language, [box.catalogues])
    for paragraph in book.paragraphs:
        text = paragraph.text.in_language(translate)
        assert text.endswith("."), paragraph.id
        assert len(text) <= MOST_LETTERS, (paragraph.id, len(text))
        assert (text == paragraph.text.in_language()) is (language == SOURCE), paragraph.id
