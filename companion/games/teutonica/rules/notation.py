"""The notation: a whole game as text that people can read and type, and back.

NOTATION.md next to this file describes it. Reading plays every move, so every readable record is a legal game; writing
and reading again give exactly the same game. Errors name line and column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.game import IllegalMove, Played, Record, Unreadable
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
from companion.games.teutonica.rules.board import SIDE_OF, Board, BoardError, Side
from companion.games.teutonica.rules.boardfile import CHANGES, apply_changes, format_changes
from companion.games.teutonica.rules.codec import (
    MARKER,
    SPEC_OF,
    TAGS,
    Entry,
    FieldKind,
    make_entry,
    spec_of,
)
from companion.games.teutonica.rules.corrections import Correction, correct
from companion.games.teutonica.rules.events import Turn
from companion.games.teutonica.rules.moves import Move, Reveal
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import HOUSE_RULES, Phase, Position, Setup
from companion.games.teutonica.rules.scoring import score
from companion.games.teutonica.rules.setup import check_players, first_position

FORMAT = 1
_TITLE = "teutonica-record"
_TAVERNS, _OVER = "taverns", "over"
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
        lines.append(f"{_OVER} {' '.join(_totals(position))}")
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
    spec = SPEC_OF[type(entry)]
    words = [spec.tag, spec.marker] if spec.marker else [spec.tag]
    for field, value in spec.written(entry):
        words += [field.key] if field.is_optional else []
        words.append(str(field.kind.write(value)))
    return " ".join(words)


def _totals(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.setup.players):
        yield player
        yield str(score(position, seat).total)


# --- reading ---


def parse_record(text: str, shipped: Board) -> Record[Position, Move, Correction]:
    """Read a game, every move checked against the rules."""
    first, rest = _parse_headers(list(split_statements(text)), shipped)
    position, turn = first, 0
    entries: list[Entry] = []
    for words in rest:
        label, words = split_label(words)
        if label:
            _check_label(label, position, turn)
        if words and words[0].text == _OVER:
            _check_over(words, position)
            continue
        for word, entry in _entries_of(words, shipped):
            try:
                played = carry_out(position, entry)
            except IllegalMove as error:
                raise NotationError(f"line {word.line}, column {word.column}: {error}") from error
            turn += _turns_begun(played)
            position = played.position
            entries.append(entry)
    return Record(first, tuple(entries))


def parse_entries(text: str, board: Board) -> list[Entry]:
    """Read the moves and corrections of a part of a record, without playing them.

    >>> from companion.games.teutonica.boards import shipped_board
    >>> parse_entries("red: income 0; end", shipped_board())
    [Income(merchants=0), End()]
    """
    parts = (split_label(words)[1] for words in split_statements(text))
    return [entry for words in parts for _, entry in _entries_of(words, board)]


def _parse_headers(found: list[list[Word]], shipped: Board) -> tuple[Position, list[list[Word]]]:
    """Read the headers, in their order; return the first position and the statements after them."""
    end = found[-1][-1] if found else Word("", 1, 1)
    rest = list(found)

    def header(key: str, *, single: bool) -> list[Word]:
        words = rest.pop(0) if rest else [end]
        if words[0].text != key or len(words) < 2:
            fail(words[0], f"expected {key!r} and its value")
        if single and len(words) > 2:
            fail(words[2], f"{words[2].text!r:.60}: {key} has one value")
        return words[1:]

    (form,) = header(_TITLE, single=True)
    if form.text != str(FORMAT):
        fail(form, f"format {form.text!r:.60}: this program reads format {FORMAT}")
    (version,) = header("board", single=True)
    if version.text != str(shipped.version):
        fail(version, f"board {version.text!r:.60}: this program knows version {shipped.version} of the board")
    players = header("players", single=False)
    (start,) = header("start", single=True)
    colours = [word.text for word in players]
    try:
        check_players(colours, start.text)
    except Unreadable as error:
        fail(start if str(error).startswith("start") else players[0], str(error))
    house_rules = take_house_rules(rest, HOUSE_RULES)
    changes = []
    while rest and rest[0][0].text in CHANGES:
        changes.append(rest.pop(0))
    side = _parse_changes(changes, shipped, SIDE_OF[len(colours)])
    setup = Setup(side, tuple(colours), colours.index(start.text), shipped.version, house_rules)
    return first_position(setup), rest


def _parse_changes(changes: list[list[Word]], shipped: Board, side: str) -> Side:
    """Read what the board has different, a line at a time so that an error has a place."""
    lines = [[word.text for word in words] for words in changes]
    try:
        return apply_changes(shipped, side, lines)
    except BoardError as error:
        at = next((words[0] for words in changes if len(words) > 1 and words[1].text in str(error)), changes[0][0])
        fail(at, str(error))


def _check_label(label: Label, position: Position, turn: int) -> None:
    player, given = label
    name = position.mover_name
    if name is None:
        fail(player, "the game is over")
    if player.text != name:
        fail(player, f"{player.text!r:.60}: it is {name} who moves")
    if given and given.text != str(turn):
        fail(given, f"turn {given.text!r:.60}: it is turn {turn}")


def _check_over(words: list[Word], position: Position) -> None:
    if position.phase is not Phase.OVER:
        fail(words[0], f"the game is not over: the phase is {position.phase}")
    totals = list(_totals(position))
    if [word.text for word in words[1:]] != totals:
        fail(words[0], f"the final score is {' '.join(totals)}")


def _entries_of(words: list[Word], board: Board) -> Iterator[tuple[Word, Entry]]:
    """Read the moves and corrections of one statement; `taverns` carries several markers."""
    if not words:
        return
    verb, *rest = words
    if verb.text == _TAVERNS:
        if not rest:
            fail(verb, f"{_TAVERNS}: expected markers such as swap_offices")
        for word in rest:
            yield word, make_entry(SPEC_OF[Reveal], [_value(MARKER, [word], board)], board)
        return
    if verb.text not in TAGS:
        fail(verb, f"{verb.text!r:.60}: expected one of {', '.join((_TAVERNS, *TAGS, _OVER))}")
    spec = spec_of(verb.text, rest[0].text if rest else None)
    if spec.marker:
        rest = rest[1:]
    fields = spec.fields
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
        values.append(_value(field.kind, rest[: field.kind.words], board))
        rest = rest[field.kind.words :]
    yield verb, make_entry(spec, values, board)


def _value(kind: FieldKind, words: list[Word], board: Board) -> object:
    """Read words as the value that is expected there."""
    text = " ".join(word.text for word in words)
    value = kind.from_words(text)
    if not kind.fits(value, board):
        fail(words[0], f"{text!r:.60}: expected {kind.expected}")
    return value
