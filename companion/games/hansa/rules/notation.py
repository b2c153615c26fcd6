"""The notation: a whole game as text that people can read and type, and back.

NOTATION.md next to this file describes it. Reading plays every move, so every readable record is a legal game; writing
and reading again give exactly the same game. Errors name line and column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.game import Played, Record, Unreadable
from companion.games.hansa.rules.board import CITY_NAMES, Board, BoardError
from companion.games.hansa.rules.boardfile import board_from_json
from companion.games.hansa.rules.codec import CODEC, MARKER, Entry
from companion.games.hansa.rules.corrections import Correction, correct
from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.moves import Lose, Move, Replenish, Reveal
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import HOUSE_RULES, Phase, Position
from companion.games.hansa.rules.scoring import score
from companion.games.hansa.rules.setup import new_game
from companion.games.kit.records import (
    OVER,
    Headers,
    Reader,
    Word,
    entries_in,
    fail,
    format_statement,
    house_rules_line,
    parse_statement,
    read_value,
    take_house_rules,
)

FORMAT = 1
_TITLE = "hansa-record"
_STOCK = "stock"


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
        lines.append(f"{OVER} {' '.join(_totals(position))}")
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

    >>> format_entry(CODEC.parse({"type": "sell", "goods": ["orange1", "orange2"]}))
    'sell orange1 orange2'
    >>> format_entry(CODEC.parse({"type": "build", "good": "orange3", "fewer": 1}))
    'build orange3 fewer 1'
    """
    return format_statement(CODEC, entry)


def _totals(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.setup.players):
        yield player
        yield str(score(position, seat).total)


# --- reading ---


def parse_record(text: str) -> Record[Position, Move, Correction]:
    """Read a game, every move checked against the rules."""
    headers, rounds = Headers(text), _Rounds()
    first = _parse_headers(headers)

    def number(played: Played[Position]) -> int:
        rounds.see(played)
        return rounds.number

    reader = Reader(_entries_of, carry_out, _mover, _totals, "round")
    return Record(first, reader.read(headers.rest, first, number))


def _mover(position: Position) -> str | None:
    return None if position.mover is None else position.setup.players[position.mover]


def parse_entries(text: str) -> list[Entry]:
    """Read the moves and corrections of a part of a record, without playing them.

    >>> parse_entries("gray: sail danzig; end")
    [Sail(to='danzig'), End()]
    """
    return entries_in(text, _entries_of)


def _parse_headers(headers: Headers) -> Position:
    """Read the headers, in their order; return the first position."""
    headers.take_format(_TITLE, FORMAT)
    players = headers.take("players")
    (start,) = headers.take("start", single=True)
    goods = headers.take("goods")
    house_rules = take_house_rules(headers.rest, HOUSE_RULES)
    (board_start,) = headers.take("board", single=True)
    rows = [headers.take("city") for _ in CITY_NAMES]
    board = _parse_board(board_start, rows)
    try:
        return new_game(
            board,
            [word.text for word in players],
            start=start.text,
            goods=[word.text for word in goods],
            house_rules=house_rules,
        )
    except Unreadable as error:
        word = {"players": players[0], "start": start}.get(str(error).split()[0], goods[0])
        fail(word, str(error))


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
            yield word, CODEC.spec_of[Reveal].make([read_value(MARKER, [word])])
        return
    yield verb, parse_statement(CODEC, words, (_STOCK,))
