"""Records in the notation of any game: split into words with their positions, read as entries, and played.

A statement is an entry's tag and its fields, as the game's codec describes them. How a game puts statements into lines,
and which of them carry several entries, it says itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from companion.games.game import HOUSE_RULES, HouseRule, IllegalMove, Played, Unreadable, parse_house_rules
from companion.games.kit.fields import Codec, FieldKind


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


OVER = "over"
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


class Headers:
    """The statements of a record, from which the headers are taken in their order."""

    def __init__(self, text: str) -> None:
        self.rest = list(split_statements(text))
        self._end = self.rest[-1][-1] if self.rest else Word("", 1, 1)

    def take(self, key: str, *, single: bool = False) -> list[Word]:
        """Take the next header, which must be this one; return its values."""
        words = self.rest.pop(0) if self.rest else [self._end]
        if words[0].text != key or len(words) < 2:
            fail(words[0], f"expected {key!r} and its value")
        if single and len(words) > 2:
            fail(words[2], f"{words[2].text!r:.60}: {key} has one value")
        return words[1:]

    def take_format(self, title: str, known: int) -> None:
        """Take the first header: which game's record this is, in a format that is known."""
        (given,) = self.take(title, single=True)
        if given.text != str(known):
            fail(given, f"format {given.text!r:.60}: this program reads format {known}")


# --- statements ---


def format_statement(codec: Codec[Any], entry: Any) -> str:
    """Return a move or a correction as one statement."""
    spec = codec.spec_of[type(entry)]
    words = [spec.tag, spec.variant] if spec.variant else [spec.tag]
    for field, value in spec.written(entry):
        written = field.kind.write(value)
        words += [field.key] if field.is_optional else []
        words += written if field.kind.each else [str(written)]
    return " ".join(words)


def parse_statement(codec: Codec[Any], words: list[Word], others: tuple[str, ...], board: Any = None) -> Any:
    """Read a statement that is one move or correction; `others` may stand in its place, too, the last of them last."""
    verb, *rest = words
    if verb.text not in codec.tags:
        fail(verb, f"{verb.text!r:.60}: expected one of {', '.join((*others, *codec.tags, OVER))}")
    spec = codec.spec(verb.text, rest[0].text if rest else None)
    fields, rest = spec.fields, rest[1:] if spec.variant else rest
    if fields and fields[0].kind.each:
        return spec.make([[read_value(fields[0].kind.each, [word], board) for word in rest]], board)
    if fields and fields[-1].is_optional:  # it is named, so that the statement can be read
        if len(rest) > 1 and rest[-2].text == fields[-1].key:
            rest = [*rest[:-2], rest[-1]]
        else:
            fields = fields[:-1]
    if len(rest) != sum(field.kind.words for field in fields):
        wanted = ", ".join(field.kind.expected for field in fields) or "nothing"
        fail(verb, f"{verb.text}: {len(rest)} words given, expected {wanted}")
    values = []
    for field in fields:
        values.append(read_value(field.kind, rest[: field.kind.words], board))
        rest = rest[field.kind.words :]
    return spec.make(values, board)


def read_value(kind: FieldKind, words: list[Word], board: Any = None) -> Any:
    """Read words as the value that is expected there."""
    text = " ".join(word.text for word in words)
    value = kind.from_words(text)
    if not kind.fits(value, board):
        fail(words[0], f"{text!r:.60}: expected {kind.expected}")
    return value


# --- games ---

EntriesOf = Callable[[list[Word]], Iterable[tuple[Word, Any]]]


class Reader(NamedTuple):
    """How the statements of a game are read and played."""

    entries_of: EntriesOf  # the entries of one statement, each with the word to blame
    carry_out: Callable[[Any, Any], Played[Any]]
    mover: Callable[[Any], str | None]
    totals: Callable[[Any], Iterable[str]]  # the words of the final score
    unit: str  # what is numbered: turns, rounds

    def read(
        self, statements: Iterable[list[Word]], first: Any, count: Callable[[Played[Any]], int]
    ) -> tuple[Any, ...]:
        """Read all moves and corrections, each checked against the rules; `count` numbers turns as they are played."""
        position, number = first, 0
        entries = []
        for statement in statements:
            label, words = split_label(statement)
            if label:
                self._check_label(label, position, number)
            if words and words[0].text == OVER:
                self._check_over(words, position)
                continue
            for word, entry in self.entries_of(words):
                try:
                    played = self.carry_out(position, entry)
                except IllegalMove as error:
                    raise NotationError(f"line {word.line}, column {word.column}: {error}") from error
                number = count(played)
                position = played.position
                entries.append(entry)
        return tuple(entries)

    def _check_label(self, label: Label, position: Any, number: int) -> None:
        player, given = label
        name = self.mover(position)
        if name is None:
            fail(player, "the game is over")
        if player.text != name:
            fail(player, f"{player.text!r:.60}: it is {name} who moves")
        if given and given.text != str(number):
            fail(given, f"{self.unit} {given.text!r:.60}: it is {self.unit} {number}")

    def _check_over(self, words: list[Word], position: Any) -> None:
        if self.mover(position) is not None:
            fail(words[0], f"the game is not over: the phase is {position.phase}")
        totals = list(self.totals(position))
        if [word.text for word in words[1:]] != totals:
            fail(words[0], f"the final score is {' '.join(totals)}")


def entries_in(text: str, entries_of: EntriesOf) -> list[Any]:
    """Read the moves and corrections of a part of a record, without playing them."""
    parts = (split_label(words)[1] for words in split_statements(text))
    return [entry for words in parts for _, entry in entries_of(words)]
