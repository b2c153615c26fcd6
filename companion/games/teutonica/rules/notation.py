"""The notation: a whole game as text that people can read and type, and back.

NOTATION.md next to this file describes it. Reading plays every move, so every readable record is a legal game; writing
and reading again give exactly the same game. Errors name line and column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.game import Played, Record, Unreadable
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
from companion.games.teutonica.rules.board import SIDE_OF, Board, BoardError, Side
from companion.games.teutonica.rules.boardfile import CHANGES, apply_changes, format_changes
from companion.games.teutonica.rules.codec import CODEC, MARKER, Entry
from companion.games.teutonica.rules.corrections import Correction, correct
from companion.games.teutonica.rules.events import Turn
from companion.games.teutonica.rules.moves import Move, Reveal
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import HOUSE_RULES, Phase, Position, Setup
from companion.games.teutonica.rules.scoring import score
from companion.games.teutonica.rules.setup import check_players, first_position

FORMAT = 1
_TITLE = "teutonica-record"
_TAVERNS = "taverns"
_INDENT = "  "


def carry_out(position: Position, entry: Entry) -> Played[Position]:
    """Play a move or carry out a correction."""
    return correct(position, entry) if isinstance(entry, Correction) else play(position, entry)


def _turns_begun(played: Played[Position]) -> int:
    return sum(isinstance(event, Turn) for event in played.events)


# --- writing ---


def format_record(first: Position, entries: Sequence[Entry], shipped: Board) -> str:
    """Return a game as text, from its first position and all moves and corrections since."""
    lines = [*_headers(first, shipped), ""]
    position, turn, turn_begins = first, 0, False
    previous: Entry | None = None
    speaker: str | None = None  # whose statements stand at the end of the line
    for entry in entries:
        mover, statement = position.mover_name, format_entry(entry)
        correction = isinstance(entry, Correction)
        if position.phase is Phase.TAVERNS and isinstance(entry, Reveal):
            if isinstance(previous, Reveal):
                lines[-1] += f" {entry.marker}"
            else:
                lines.append(f"{_TAVERNS} {entry.marker}")
        elif turn_begins and not correction:
            lines.append(f"{turn} {mover}: {statement}")
            turn_begins = False
        elif correction or position.phase is Phase.PAWN:
            lines.append(f"{_INDENT}{statement}" if turn or correction else f"{mover}: {statement}")
        elif position.phase is Phase.ACTIONS:
            lines.append(f"{_INDENT}{statement}")
        elif isinstance(previous, Correction):
            lines.append(f"{_INDENT}{mover}: {statement}")
        else:
            lines[-1] += f"; {statement}" if mover == speaker else f"; {mover}: {statement}"
        played = carry_out(position, entry)
        if begun := _turns_begun(played):
            turn, turn_begins = turn + begun, True
        position, previous, speaker = played.position, entry, mover
    if position.phase is Phase.OVER:
        lines.append(f"{OVER} {' '.join(_totals(position))}")
    return "\n".join(lines) + "\n"


def _headers(first: Position, shipped: Board) -> Iterator[str]:
    setup = first.setup
    yield f"{_TITLE} {FORMAT}"
    yield f"board {setup.version}"
    yield f"players {' '.join(setup.players)}"
    yield f"start {setup.players[setup.start]}"
    yield from house_rules_line(setup.house_rules)
    yield from (" ".join(line) for line in format_changes(setup.side, shipped.side(setup.side.name)))


def format_entry(entry: Entry) -> str:
    """Return a move or a correction as one statement."""
    return format_statement(CODEC, entry)


def _totals(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.setup.players):
        yield player
        yield str(score(position, seat).total)


# --- reading ---


def parse_record(text: str, shipped: Board) -> Record[Position, Move, Correction]:
    """Read a game, every move checked against the rules."""
    headers = Headers(text)
    first, turn = _parse_headers(headers, shipped), 0

    def number(played: Played[Position]) -> int:
        nonlocal turn
        turn += _turns_begun(played)
        return turn

    reader = Reader(lambda words: _entries_of(words, shipped), carry_out, lambda p: p.mover_name, _totals, "turn")
    return Record(first, reader.read(headers.rest, first, number))


def parse_entries(text: str, board: Board) -> list[Entry]:
    """Read the moves and corrections of a part of a record, without playing them.

    >>> from companion.games.teutonica.boards import shipped_board
    >>> parse_entries("red: income 0; end", shipped_board())
    [Income(merchants=0), End()]
    """
    return entries_in(text, lambda words: _entries_of(words, board))


def _parse_headers(headers: Headers, shipped: Board) -> Position:
    """Read the headers, in their order; return the first position."""
    headers.take_format(_TITLE, FORMAT)
    (version,) = headers.take("board", single=True)
    if version.text != str(shipped.version):
        fail(version, f"board {version.text!r:.60}: this program knows version {shipped.version} of the board")
    players = headers.take("players")
    (start,) = headers.take("start", single=True)
    colours = [word.text for word in players]
    try:
        check_players(colours, start.text)
    except Unreadable as error:
        fail(start if str(error).startswith("start") else players[0], str(error))
    house_rules = take_house_rules(headers.rest, HOUSE_RULES)
    changes = []
    while headers.rest and headers.rest[0][0].text in CHANGES:
        changes.append(headers.rest.pop(0))
    side = _parse_changes(changes, shipped, SIDE_OF[len(colours)])
    setup = Setup(side, tuple(colours), colours.index(start.text), shipped.version, house_rules)
    return first_position(setup)


def _parse_changes(changes: list[list[Word]], shipped: Board, side: str) -> Side:
    """Read what the board has different, a line at a time so that an error has a place."""
    lines = [[word.text for word in words] for words in changes]
    try:
        return apply_changes(shipped, side, lines)
    except BoardError as error:
        at = next((words[0] for words in changes if len(words) > 1 and words[1].text in str(error)), changes[0][0])
        fail(at, str(error))


def _entries_of(words: list[Word], board: Board) -> Iterator[tuple[Word, Entry]]:
    """Read the moves and corrections of one statement; `taverns` carries several markers."""
    if not words:
        return
    verb, *rest = words
    if verb.text == _TAVERNS:
        if not rest:
            fail(verb, f"{_TAVERNS}: expected markers such as swap_offices")
        for word in rest:
            yield word, CODEC.spec_of[Reveal].make([read_value(MARKER, [word], board)], board)
        return
    yield verb, parse_statement(CODEC, words, (_TAVERNS,), board)
