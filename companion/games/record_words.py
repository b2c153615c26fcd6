"""Splits a record, in the notation of any game, into statements, each word with its position."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple, NoReturn

from companion.games.game import HOUSE_RULES, HouseRule, Unreadable, parse_house_rules


class NotationError(Unreadable):
    """A record that cannot be read; the message begins with line and column."""


class Word(NamedTuple):
    """A word with its line and column, counted from 1."""

    text: str
    line: int
    column: int


class Label(NamedTuple):
    """Who decides, and in which turn, as written before a statement."""

    player: Word
    number: Word | None


_HOUSE_RULES = "house-rules"
_TOKEN = re.compile(r"\s+|#[^\n]*|\{[^}]*\}|(?P<end>;)|(?P<word>[^\s;{}#]+)|(?P<stray>.)", re.DOTALL)


def fail(word: Word, message: str) -> NoReturn:
    """Refuse a record at a word."""
    raise NotationError(f"line {word.line}, column {word.column}: {message}")


def split_statements(text: str) -> Iterator[list[Word]]:
    """Split a text into statements: words up to a semicolon or the end of a line, without comments.

    >>> [[word.text for word in words] for words in split_statements("move disc a-b; end # so\\nend")]
    [['move', 'disc', 'a-b'], ['end'], ['end']]
    """
    words: list[Word] = []
    line, line_start = 1, 0
    for match in _TOKEN.finditer(text):
        where = Word(match[0], line, match.start() - line_start + 1)
        if match.lastgroup == "word":
            words.append(where)
        elif match.lastgroup == "stray":
            fail(
                where, "a comment in braces is not closed" if match[0] == "{" else f"{match[0]!r} is not expected here"
            )
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            line_start = match.start() + match[0].rindex("\n") + 1
        if words and (match.lastgroup == "end" or (breaks and match[0].isspace())):
            yield words
            words = []
    if words:
        yield words


def split_label(words: list[Word]) -> tuple[Label | None, list[Word]]:
    """Split a player, and perhaps a number, from the beginning of a statement, as in `3 red:` or `red:`."""
    for length in (1, 2):
        if len(words) >= length and words[length - 1].text.endswith(":"):
            name = words[length - 1]
            player = name._replace(text=name.text[:-1])
            return Label(player, words[0] if length == 2 else None), words[length:]
    return None, words


def house_rules_line(chosen: Collection[str]) -> Iterator[str]:
    """Return the header with the house rules of a game; nothing if there are none."""
    if chosen:
        yield " ".join((_HOUSE_RULES, *sorted(chosen)))


def take_house_rules(statements: list[list[Word]], offered: Collection[HouseRule]) -> frozenset[str]:
    """Take the header with the house rules from the beginning of the statements, if it is there."""
    if not statements or statements[0][0].text != _HOUSE_RULES:
        return frozenset()
    header, *words = statements.pop(0)
    try:
        chosen = parse_house_rules({HOUSE_RULES: [word.text for word in words]}, offered)
    except Unreadable as error:
        fail(words[0], str(error))
    return chosen or fail(header, f"expected {_HOUSE_RULES!r} and its value")
