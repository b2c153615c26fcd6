"""Verifies a game against its trace: finds the trace, plays it back, and compares the result with the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.archive.stored_games import find_id, is_file, reading
from companion.assembly.stores import make_traces
from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError
from companion.games.game import GameError, Json
from companion.running.as_owner import as_owner
from companion.running.resume import lines_of
from companion.shelf.shelf import UnknownGame, first_game, open_box
from companion.table.gametable import GameTable
from companion.table.history import SETUP
from companion.trace.files import Traced, Traces
from companion.trace.player import Line, TraceError, game_of, retrace, same_position
from companion.words.outside import one_line


@dataclass(frozen=True, slots=True)
class Report:
    """The result of playing a trace back."""

    name: str
    events: int
    first: int  # the revision it begins after
    last: int  # the revision it reached
    is_whole: bool
    difference: str  # empty: none
    in_journal: bool  # whether there was a game in the journal to compare with

    @property
    def is_same(self) -> bool:
        """Return whether the trace reproduced the game."""
        return not self.difference

    def told(self) -> Json:
        """Return the report for a program."""
        fields: Json = {name: getattr(self, name) for name in self.__slots__}
        return {**fields, "same": self.is_same}

    def __str__(self) -> str:
        begin = f" from entry {self.first} on" if self.first else ""
        lines = [f"{one_line(self.name)}: {self.events} events led to entry {self.last}{begin}"]
        if not self.is_whole:
            lines.append("the trace is not whole: lines are missing")
        against = "the journal's" if self.in_journal else "the one that was kept"
        lines.append(f"different: {one_line(self.difference)}" if self.difference else f"same position as {against}")
        return "\n".join(lines)


def retrace_game(config: Config, wanted: str) -> Report:
    """Play back the trace in a file, or of a game in the journal, where ids have no suffix."""
    path = Path(wanted)
    entries: list[Line] = []
    game = ""
    if is_file(wanted) or path.suffix:
        name, traced = path.name, _read_file(path)
    else:
        with reading(config) as journal:
            name = find_id(journal, wanted)
            entries, game = lines_of(journal.read(name)), journal.info(name).game
        with as_owner(config.state):
            traced = make_traces(config).read(name)
    if not traced.events:
        raise UserError(f"{name}: has no trace", BAD_DATA)
    try:
        game_table = _game_table(game or game_of(traced.events), traced.events, entries)
    except (UnknownGame, GameError) as error:
        raise UserError(f"{name}: {error}", BAD_DATA) from error
    try:
        retraced = retrace(game_table, traced.events, entries)
    except TraceError as error:
        raise UserError(f"{name}: {error}", BAD_DATA) from error
    difference = retraced.difference
    if not difference and entries and not same_position(game_table, retraced.kept, entries):
        difference = f"the journal goes on to entry {entries[-1][0]} and another position"
    return Report(
        name, retraced.events, retraced.first, retraced.last, traced.is_whole, difference, in_journal=bool(entries)
    )


def _game_table(game: str, lines: Sequence[Json], entries: Sequence[Line]) -> GameTable:
    """Return the table for the board in the game's set-up entry, whatever board is configured."""
    box = open_box(game or first_game())
    of_trace = (line.get("payload") for line in lines if line.get("kind") == SETUP)
    of_journal = (payload for _, kind, payload in entries if kind == SETUP)
    setup = next((payload for payload in (*of_trace, *of_journal) if isinstance(payload, dict)), None)
    return box.table(box.rules(None) if setup is None else box.rules_of(setup))


def _read_file(path: Path) -> Traced:
    if path.suffix != ".trace":
        raise UserError(f"{path}: a trace is a file that ends in .trace", BAD_DATA)
    try:
        path.stat()  # opening a missing one would create it empty
        return Traces(path.resolve().parent).read(path.stem)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
