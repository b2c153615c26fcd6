"""The notation: a whole game as text that people can read and type, and back.

NOTATION.md next to this file describes it. Reading plays every move, so every readable record is a legal game; writing
and reading again give exactly the same game. Errors name line and column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.game import IllegalMove, Played, Record, Unreadable
from companion.games.hansa.rules.board import CITY_NAMES, Board, BoardError
from companion.games.hansa.rules.boardfile import board_from_json
from companion.games.hansa.rules.codec import MARKER, MARKERS, SPECS, TAGS, Entry, Kind, fields_of, make_entry
from companion.games.hansa.rules.corrections import Correction, correct
from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.moves import Lose, Move, Replenish, Reveal
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import HOUSE_RULES, Phase, Position
from companion.games.hansa.rules.scoring import score
from companion.games.hansa.rules.setup import new_game
from companion.games.record_words import (
    Label,
    NotationError,
    Word,
    fail,
    house_rules_line,
    split_label,
    split_statements,
    take_house_rules,
)

FORMAT = 1
_TITLE = "hansa-record"
_STOCK, _OVER = "stock", "over"


# --- rounds ---


class _Rounds:
    """Counts the rounds as turns go by: a new one begins when the turn reaches or passes the start player."""

    def __init__(self) -> None:
        self.number = 0
        self._turn = -1  # how far from the start player the turn is

    def see(self, played: Played[Position]) -> bool:
        """Record what was played; return whether a turn begins with it."""
        position, events = played
        if position.phase in (Phase.PLACE, Phase.OVER) or position.in_first_fill:
            return False
        turn = (position.active - position.setup.start) % len(position.setup.players)
        if turn == self._turn and not any(isinstance(event, Income) for event in events):
            return False
        self.number += turn <= self._turn or not self.number
        self._turn = turn
        return True


def carry_out(position: Position, entry: Entry) -> Played[Position]:
    """Play a move or carry out a correction."""
    return correct(position, entry) if isinstance(entry, Correction) else play(position, entry)


# --- writing ---


def format_record(first: Position, entries: Sequence[Entry]) -> str:
    """Return a game as text, from its first position and all moves and corrections since."""
    lines = [*_headers(first), ""]
    line: list[str] = []
    rounds, position, previous = _Rounds(), first, None
    new_turn = False
    for entry in entries:
        mover = position.setup.players[position.active if position.mover is None else position.mover]
        statement = format_entry(entry)
        placed = position.phase is Phase.PLACE and not isinstance(entry, Correction)
        if new_turn or (placed and isinstance(previous, Reveal)):
            lines.append("; ".join(line))
            line = [f"{rounds.number} {mover}: {statement}" if new_turn else f"{mover}: {statement}"]
        elif isinstance(entry, Reveal) and isinstance(previous, Reveal | Replenish):
            line[-1] += f" {entry.good}"
        elif isinstance(entry, Reveal) and position.in_first_fill and previous is None:
            line.append(f"{_STOCK} {entry.good}")
        elif placed or isinstance(entry, Lose):
            line.append(f"{mover}: {statement}")
        else:
            line.append(statement)
        played = carry_out(position, entry)
        new_turn = rounds.see(played)
        position, previous = played.position, entry
    if line:
        lines.append("; ".join(line))
    if position.phase is Phase.OVER:
        lines.append(f"{_OVER} {' '.join(_totals(position))}")
    return "\n".join(lines) + "\n"


def _headers(first: Position) -> Iterator[str]:
    setup = first.setup
    yield f"{_TITLE} {FORMAT}"
    yield f"players {' '.join(setup.players)}"
    yield f"start {setup.players[setup.start]}"
    yield f"goods {' '.join(setup.goods)}"
    yield from house_rules_line(setup.house_rules)
    yield f"board {setup.board.start}"
    for city in setup.board.cities:
        yield f"city {city.id} {city.spaces} {' '.join(city.routes)}"


def format_entry(entry: Entry) -> str:
    """Return a move or a correction as one statement.

    >>> format_entry(make_entry("sell", [["orange1", "orange2"]])), format_entry(make_entry("build", ["orange3", 1]))
    ('sell orange1 orange2', 'build orange3 fewer 1')
    """
    words = [TAGS[type(entry)]]
    for field, value in fields_of(entry):
        written = field.kind.write(value)
        words += [field.key] if field.is_optional else []
        words += written if field.kind is MARKERS else [str(written)]
    return " ".join(words)


def _totals(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.setup.players):
        yield player
        yield str(score(position, seat).total)


# --- reading ---


def parse_record(text: str) -> Record[Position, Move, Correction]:
    """Read a game, every move checked against the rules."""
    statements = list(split_statements(text))
    first, rest = _parse_headers(statements)
    rounds, position = _Rounds(), first
    entries: list[Entry] = []
    for words in rest:
        label, words = split_label(words)
        if label:
            _check_label(label, position, rounds.number)
        if words and words[0].text == _OVER:
            _check_over(words, position)
            continue
        for word, entry in _entries_of(words):
            try:
                played = carry_out(position, entry)
            except IllegalMove as error:
                raise NotationError(f"line {word.line}, column {word.column}: {error}") from error
            rounds.see(played)
            position = played.position
            entries.append(entry)
    return Record(first, tuple(entries))


def parse_entries(text: str) -> list[Entry]:
    """Read the moves and corrections of a part of a record, without playing them.

    >>> parse_entries("gray: sail danzig; end")
    [Sail(to='danzig'), End()]
    """
    parts = (split_label(words)[1] for words in split_statements(text))
    return [entry for words in parts for _, entry in _entries_of(words)]


def _parse_headers(statements: list[list[Word]]) -> tuple[Position, list[list[Word]]]:
    """Read the headers, in their order; return the first position and the statements after them."""
    end = statements[-1][-1] if statements else Word("", 1, 1)
    rest = list(statements)

    def header(key: str, *, single: bool) -> list[Word]:
        words = rest.pop(0) if rest else [end]
        if words[0].text != key or len(words) < 2:
            fail(words[0], f"expected {key!r} and its value")
        if single and len(words) > 2:
            fail(words[2], f"{words[2].text!r:.60}: {key} has one value")
        return words[1:]

    (version,) = header(_TITLE, single=True)
    if version.text != str(FORMAT):
        fail(version, f"format {version.text!r:.60}: this program reads format {FORMAT}")
    players = header("players", single=False)
    (start,) = header("start", single=True)
    goods = header("goods", single=False)
    house_rules = take_house_rules(rest, HOUSE_RULES)
    (board_start,) = header("board", single=True)
    rows = [header("city", single=False) for _ in CITY_NAMES]
    board = _parse_board(board_start, rows)
    try:
        first = new_game(
            board,
            [word.text for word in players],
            start=start.text,
            goods=[word.text for word in goods],
            house_rules=house_rules,
        )
    except Unreadable as error:
        word = {"players": players[0], "start": start}.get(str(error).split()[0], goods[0])
        fail(word, str(error))
    return first, rest


def _parse_board(start: Word, rows: list[list[Word]]) -> Board:
    cities = []
    for words in rows:
        if len(words) < 3 or words[1].text not in ("1", "2"):
            fail(words[0], "expected a city's id, its spaces (1 or 2) and where its routes lead")
        city, spaces, *routes = words
        cities.append({"id": city.text, "spaces": int(spaces.text), "routes": [to.text for to in routes]})
    try:
        return board_from_json({"start": start.text, "cities": cities})
    except BoardError as error:
        word = next((words[0] for words in rows if f"{words[0].text!r}" in str(error)), start)
        fail(word, str(error))


def _check_label(label: Label, position: Position, number: int) -> None:
    player, given = label
    mover = position.mover
    if mover is None:
        fail(player, "the game is over")
    name = position.setup.players[mover]
    if player.text != name:
        fail(player, f"{player.text!r:.60}: it is {name} who moves")
    if given and given.text != str(number):
        fail(given, f"round {given.text!r:.60}: it is round {number}")


def _check_over(words: list[Word], position: Position) -> None:
    if position.phase is not Phase.OVER:
        fail(words[0], f"the game is not over: the phase is {position.phase}")
    totals = list(_totals(position))
    if [word.text for word in words[1:]] != totals:
        fail(words[0], f"the final score is {' '.join(totals)}")


def _entries_of(words: list[Word]) -> Iterator[tuple[Word, Entry]]:
    """Read the moves and corrections of one statement; `stock` and `replenish` carry the markers turned over."""
    if not words:
        return
    verb, *rest = words
    if verb.text == "replenish":
        yield verb, Replenish()
    if verb.text in (_STOCK, "reveal", "replenish"):
        if not rest and verb.text != "replenish":
            fail(verb, f"{verb.text}: expected markers such as orange2")
        for word in rest:
            yield word, make_entry("reveal", [_value(MARKER, word)])
        return
    if verb.text not in SPECS:
        fail(verb, f"{verb.text!r:.60}: expected one of {', '.join((_STOCK, *SPECS, _OVER))}")
    fields = SPECS[verb.text][1]
    if fields and fields[0].kind is MARKERS:
        yield verb, make_entry(verb.text, [[_value(MARKER, word) for word in rest]])
        return
    if fields and fields[-1].is_optional:  # it is named, so that the statement can be read
        if len(rest) > 1 and rest[-2].text == fields[-1].key:
            rest = [*rest[:-2], rest[-1]]
        else:
            fields = fields[:-1]
    if len(rest) != len(fields):
        wanted = ", ".join(field.kind.expected for field in fields) or "nothing"
        fail(verb, f"{verb.text}: {len(rest)} words given, expected {wanted}")
    yield verb, make_entry(verb.text, [_value(field.kind, word) for field, word in zip(fields, rest, strict=True)])


def _value(kind: Kind, word: Word) -> object:
    """Read a word as the value that is expected there."""
    value = kind.from_word(word.text)
    if not kind.fits(value):
        fail(word, f"{word.text!r:.60}: expected {kind.expected}")
    return value
