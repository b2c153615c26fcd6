"""The box of a game: everything that the rest of the companion needs from it, as factories.

A game's folder exports one `GameBox`, named `BOX`, from its module `box`. Each factory imports what it needs when it is
called, so opening a box costs next to nothing, and the first screen does not wait for a page that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.game import Game, HouseRule, Json

if TYPE_CHECKING:
    from companion.shelf.board_plan import BoardPlan
    from companion.shelf.boards import Boards
    from companion.shelf.drawing import Drawing
    from companion.shelf.players import Players
    from companion.shelf.summary import Summary
    from companion.shelf.vocabulary import Vocabulary
    from companion.table.gametable import GameTable
    from companion.words.say import Say

AnyGame = Game[Any, Any, Any]


class Pieces(NamedTuple):
    """The pieces of a box that can carry a tag, by name."""

    needed: tuple[str, ...]  # the game is played with these
    optional: tuple[str, ...] = ()  # these may be tagged, too
    few: tuple[str, ...] = ()  # the fewest that are enough: some stand for many others

    @property
    def all(self) -> tuple[str, ...]:
        """Every piece."""
        return tuple(dict.fromkeys((*self.needed, *self.optional, *self.few)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBox:
    """One game, closed: nothing of it is loaded until a factory is called."""

    id: str
    title: str
    suffix: str  # suffix of a file with a record of this game
    colours: tuple[str, ...]  # colours of the seats
    seats: range  # how many may play
    shipped_boards: Mapping[str, Path]  # the board files by name, the oldest first; the last one is played
    board_file: str  # the owner's own, in the state folder
    piece_file: str  # which tag is on which piece, in the state folder
    catalogues: Path  # the folder of its sentences in other languages; the parent is the game's own folder

    rules: Callable[[Path | None], AnyGame]  # on the board of a file, or on the newest that ships; raises GameError
    rules_of: Callable[[Json], AnyGame]  # on the board of a game that was begun: its set-up entry; raises GameError
    table: Callable[[AnyGame], GameTable]
    pieces: Callable[[], Pieces]
    layouts: Callable[[Path | None], tuple[Path, ...]]  # for the board of a file: files that lay out one kit each
    places: Callable[[AnyGame], tuple[str, ...]]  # the lamps and readers that it uses
    player_words: Callable[[], Mapping[str, Say]]  # names of the seats, by colour
    quick_setup: Callable[[int], Json]  # the quickest set-up for this many players; the rest is left to chance
    random_setup: Callable[[int, Random], Json]
    players: Callable[[AnyGame], Players]
    boards: Callable[[AnyGame, Path], Boards]
    drawing: Callable[[AnyGame], Drawing]
    page: Path | None  # the folder of its page files (companion/web/PAGE.md)
    summary: Callable[[AnyGame], Summary]
    vocabulary: Callable[[], Vocabulary]  # of scenarios
    board_plan: Callable[[Path], BoardPlan] | None = None  # of a board file, for the drawings; None: nothing is drawn
    house_rules: Callable[[], Mapping[HouseRule, Say]] = dict  # that players may choose before a game, in words
    sheets: tuple[Path, ...] = ()  # files of the sheets that players point at, as wiring/spot_sheet.py reads them
