"""The box of a game: everything that the rest of the companion needs from it, as factories.

A game's folder exports one `GameBox`, named `BOX`, from its module `box`. Each factory imports what it needs when it is
called, so opening a box costs next to nothing, and the first screen does not wait for a page that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.games.game import Game, HouseRule, Json

if TYPE_CHECKING:
    from companion.display.cells import Ink, Line, Sheet
    from companion.shelf.players import Players
    from companion.shelf.rulebook import RuleBook
    from companion.table.dialog import Menu
    from companion.table.gametable import GameTable
    from companion.table.history import History
    from companion.table.teaching import Lesson
    from companion.words.say import Say, Translate


class Place(NamedTuple):
    """One place on the map."""

    id: str
    name: str
    routes: tuple[str, ...]  # the ids of the places that it leads to


class Meaning(NamedTuple):
    """What a lamp or a reader is for."""

    label: str  # its label
    family: str  # lamps of a family have one colour
    group: str  # lamps of a group are together on the rail
    place: str = ""  # the id of the place that it marks on the map; empty where it marks none


class BoardPlan(Protocol):
    """One board, for drawings."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places on the map, in the order in which they are drawn."""

    @property
    def families(self) -> Mapping[str, str]:
        """The colours of the families of lamps, in the order of the legend."""

    @property
    def piece(self) -> str:
        """The piece that stands on the readers, in a word."""

    def meaning(self, name: str) -> Meaning:
        """Return what a lamp or a reader of this name is for."""


AnyGame = Game[Any, Any, Any]


def within(package: str) -> Callable[[str], Callable[..., Any]]:
    """Return how a box refers to what is in its folder: `at("table.names:PLAYERS")` is `PLAYERS` of that module.

    A reference is a factory, which imports the module when it is called. What is found there is called in turn; if it
    is nothing to be called, it is returned.
    """

    def at(reference: str) -> Callable[..., Any]:
        module, _, name = reference.partition(":")

        def make(*given: Any) -> Any:
            found = getattr(import_module(f"{package}.{module}"), name)
            return found(*given) if callable(found) else found

        return make

    return at


class Pieces(NamedTuple):
    """The pieces of a box that can carry a tag, by name."""

    needed: tuple[str, ...]  # the game is played with these
    optional: tuple[str, ...] = ()  # these may be tagged, too
    few: tuple[str, ...] = ()  # the fewest that are enough: some stand for many others

    @property
    def all(self) -> tuple[str, ...]:
        """Every piece."""
        return tuple(dict.fromkeys((*self.needed, *self.optional, *self.few)))


# --- the owner's board, for the page's board check and for the first start ---


class Boards(Protocol):
    """The board in use and the owner's file; only the game understands the board itself."""

    def describe(self) -> Json:
        """Describe the board in use."""

    def correct(self, value: Any) -> Any:
        """Read a corrected board, or raise GameError."""

    def save(self, board: Any) -> str:
        """Write the owner's file and return its name; may raise OSError."""

    def keep(self) -> None:
        """Write the board in use as the owner's file; may raise OSError."""

    def news(self) -> Menu | None:
        """Return what was corrected since the board in use shipped, or None if nothing was.

        Its lines are answers (`AnswerBoardNews`); the first one keeps the owner's board.
        """

    def take_over(self) -> None:
        """Write the newest shipped board as the owner's file, and use it from the next game on; see `save`."""

    def adopt(self, board: Any) -> None:
        """Use a board from the next game on; in the thread that owns the state."""


# --- what the page shows: positions and histories as JSON, drawn by the game's own page files ---


class Drawing(Protocol):
    """What the page needs from a game."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""

    def board(self, position: Any) -> Json:
        """Return what does not change in a game; `players` is for the page, the rest for the game's own files."""

    def state(self, history: History, translate: Translate) -> Json:
        """Return the current state, with everything that players want and are allowed to know.

        For the page: `names`, `mover`, `phase_name`, `winners`, `last_round`, `offers`; the rest is for the game's own
        files.
        """

    def row(self, history: History, index: int) -> Json:
        """Return one step: `log`, with `who` and `say` for the page, `told`, a sentence or None, and `plot`, scores.

        A sentence is a `Say`, which the page's language and the players' names turn into text; the scores stand in the
        players' order.
        """


# --- what a terminal shows: the map and the desks, as cells ---


class Seat(NamedTuple):
    """How a player's things are told from those of others: by a letter and by colours."""

    letter: str
    ink: Ink


class Aim(NamedTuple):
    """Places on the map that mean something now, as cards name them."""

    chosen: Collection[str] = ()  # those of the line under the cursor
    offered: Collection[str] = ()  # those of all lines


class TerminalDrawing(Protocol):
    """What a terminal needs from a game besides menu, log and scores, which every game has."""

    @property
    def seats(self) -> Mapping[str, Seat]:
        """How each colour is told."""

    @property
    def sources(self) -> Mapping[str, Say]:
        """What the sources of points are called, and what breaks ties, by their ids."""

    @property
    def legend(self) -> tuple[tuple[str, Say], ...]:
        """What the signs on the map mean."""

    def draw_map(self, history: History, columns: int, lines: int, aim: Aim, translate: Translate) -> Sheet:
        """Draw the map, no larger than this; from 49 columns and 17 lines on, everything has its place."""

    def tell_desk(self, position: Any, player: str, translate: Translate) -> tuple[Line, ...]:
        """Tell what lies before a player, what is asked for most first."""

    def tell_course(self, history: History, translate: Translate) -> Line:
        """Tell in one line what belongs to nobody: how far the game is."""

    def places(self, position: Any, entry: Any) -> tuple[str, ...]:
        """Return where on the map a move is made."""


# --- what the hub shows: with the seam alone, or richer, with rounds, names and a drawing of its own ---

SCORES = "scores"  # what a game's state tells them as


class Pace(NamedTuple):
    """How far a game is."""

    round: int | None  # None: it is not counted in rounds
    is_last: bool = False


class Summary(Protocol):
    """What a table tells of its game."""

    def pace(self, history: History) -> Pace:
        """Return how far the game is."""

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Return the names of the players, by their seats."""

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return the game's close-up; with `scores` only if they are shown."""


class PlainSummary:
    """The summary for any game."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._game = game

    def pace(self, history: History) -> Pace:
        """Return that rounds are not counted."""
        del history
        return Pace(None)

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Return the colours of the players."""
        return {player: translate(player.capitalize()) for player in self._game.players(history.position)}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return what everyone may know."""
        del translate
        state = self._game.format_state(history.position)
        return {"board": None, "game": {key: state[key] for key in state if shows_scores or key != SCORES}}


# --- the vocabulary of scenarios: kinds of steps with slots ---


class Slot(NamedTuple):
    """A variable part of a form: how to read it from one or more words, and what is expected there."""

    expected: str
    read: Callable[[str], Any]  # raises ValueError or KeyError if it does not fit
    one_word: bool = False


class Form(NamedTuple):
    """One kind of step."""

    pattern: str
    meaning: str
    act: Callable[..., None]  # takes the stage, and the slots by name


class Vocabulary(NamedTuple):
    """What can be said."""

    forms: tuple[Form, ...]
    slots: Mapping[str, Slot]


# --- what a newcomer is told before a game is begun ---


class About(NamedTuple):
    """A game in a few words, our own: they stand next to its picture, the file COVER of its page folder."""

    author: str
    year: int
    minutes: tuple[int, int]  # a game takes from this long to that long
    sentence: Say  # what one does in it
    rules: tuple[tuple[Say, Say], ...]  # in short, on one screen: of what, and what there is to know


COVER = "cover.svg"


# --- the box ---


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
    players: Callable[[], Players]
    boards: Callable[[AnyGame, Path], Boards]
    drawing: Callable[[AnyGame], Drawing]
    terminal: Callable[[AnyGame], TerminalDrawing] | None = None  # None: a terminal shows menu and log, and no map
    page: Path | None  # the folder of its page files (companion/web/PAGE.md)
    summary: Callable[[AnyGame], Summary]
    vocabulary: Callable[[], Vocabulary]  # of scenarios
    board_plan: Callable[[Path], BoardPlan] | None = None  # of a board file, for the drawings; None: nothing is drawn
    house_rules: Callable[[], Mapping[HouseRule, Say]] = dict  # that players may choose before a game, in words
    rulebook: Callable[[], RuleBook] | None = None  # None: the page has no Rules
    lesson: Callable[[], Lesson] | None = None  # None: the front door has no Learn
    about: Callable[[], About] | None = None  # None: a newcomer is told its title and its seats
    sheets: tuple[Path, ...] = ()  # files of the sheets that players point at, as wiring/spot_sheet.py reads them
