"""From a game's name to the verdict on its trace: the trace is found, played back, and compared with the journal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.archive.stored_games import find_id, reading
from companion.assembly.compose import load_game, make_traces
from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError
from companion.games.game import Json
from companion.running.resume import lines_of
from companion.shelf.shelf import UnknownGame
from companion.trace.files import Traced, Traces
from companion.trace.player import Line, TraceError, game_of, retrace, same_position


@dataclass(frozen=True, slots=True)
class Report:
    """What came of playing a trace back."""

    name: str
    events: int
    first: int  # the revision it begins after
    last: int  # the revision it reached
    is_whole: bool
    difference: str  # empty: none
    in_journal: bool  # there was a journal's game to compare with

    @property
    def is_same(self) -> bool:
        """Tell whether the game came about again."""
        return not self.difference

    def told(self) -> Json:
        """Give the report for a program."""
        fields: Json = {name: getattr(self, name) for name in self.__slots__}
        return {**fields, "same": self.is_same}

    def __str__(self) -> str:
        begin = f" from entry {self.first} on" if self.first else ""
        lines = [f"{self.name}: {self.events} events led to entry {self.last}{begin}"]
        if not self.is_whole:
            lines.append("the trace is not whole: lines are missing")
        against = "the journal's" if self.in_journal else "the one that was kept"
        lines.append(f"different: {self.difference}" if self.difference else f"same position as {against}")
        return "\n".join(lines)


def retrace_game(config: Config, wanted: str) -> Report:
    """Play a trace back, of a file or of a game in the journal, whose ids have no ending."""
    path = Path(wanted)
    entries: list[Line] = []
    game = ""
    if path.is_file() or path.suffix:
        name, traced = path.name, _read_file(path)
    else:
        with reading(config) as journal:
            name = find_id(journal, wanted)
            entries, game = lines_of(journal.read(name)), journal.info(name).game
        traced = make_traces(config).read(name)
    if not traced.events:
        raise UserError(f"{name}: there is no trace of it", BAD_DATA)
    try:
        game_table = load_game(config, game or game_of(traced.events)).game_table
    except UnknownGame as error:
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


def _read_file(path: Path) -> Traced:
    if path.suffix != ".trace":
        raise UserError(f"{path}: a trace is a file that ends in .trace", BAD_DATA)
    try:
        path.stat()  # one that is not there would be an empty one
        return Traces(path.resolve().parent).read(path.stem)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
