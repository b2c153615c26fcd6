"""What people can ask of the table, as typed values: buttons, commands that a line of a dialog gives, and intents.

Intents do not come from the buttons: the page, its robots, the quick start and scenarios post them. Each is one value,
one answer and one line of the trace; one that names the state it was made for is stale once that state has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.games.game import Json, Refusal
from companion.table.history import Pairs
from companion.table.owners import CARDBOARD, Owner
from companion.words.say import Say


class Button(StrEnum):
    """The five buttons."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"
    END = "end"


# --- commands: what a line of a dialog can ask for besides moves ---


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Begin a new game; chance decides what the set-up leaves open.

    Players without a name here keep their names from the last time; only those named as robots play on their own.
    """

    setup: Json
    names: Pairs = field(default=(), repr=False)  # not to be logged
    robots: Pairs = ()
    owner: Owner = CARDBOARD  # of all other seats


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Put the game away, finished or not, to make room for another."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last step back, if that is fair."""


@dataclass(frozen=True, slots=True)
class TakeBackSteps:
    """Take back this many steps of any kind, because everybody concerned has agreed; sealed steps stay."""

    steps: int


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """Give a seat to somebody who was invited to it, or asked for it."""

    player: str
    owner: Owner


@dataclass(frozen=True, slots=True)
class Agreed:
    """Do what all whom it concerns have agreed to."""

    what: TakeBackSteps | GiveSeat | GiveUp


@dataclass(frozen=True, slots=True)
class Declined:
    """A player does not agree."""

    player: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Let chance decide now, each outcome with its own probability."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal the steps so far against take-back; with `first`, refuse everything else until that is done."""

    first: Refusal


@dataclass(frozen=True, slots=True)
class Overrule:
    """Decide for a seat of the companion, whose move waits for hands; with `entry`, at once and this.

    What is then played is the players' own move.
    """

    entry: Any = None


@dataclass(frozen=True, slots=True)
class LetDecide:
    """Let the companion decide after all."""


@dataclass(frozen=True, slots=True)
class SeatCompanion:
    """Give a seat to the companion, whose moves hands carry out; without a skill, back to the players."""

    player: str
    skill: str = ""


@dataclass(frozen=True, slots=True)
class ShowWay:
    """Show the move that the lesson asks for, so that hands make it."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """After a step of the companion's that a piece or a touch has confirmed, wait for `ok` or go on at once."""

    waits: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """Show the next step of the companion's, which waits for `ok`."""


@dataclass(frozen=True, slots=True)
class RestoreBoard:
    """Lay the board out again, place by place."""


@dataclass(frozen=True, slots=True)
class CheckBoard:
    """Compare the board file with the real board."""


@dataclass(frozen=True, slots=True)
class NewTag:
    """Give a piece another tag: the next unused one on the pad."""

    piece: str
    words: Say


@dataclass(frozen=True, slots=True)
class KeepTag:
    """A piece has another tag from now on."""

    piece: str
    uid: str


@dataclass(frozen=True, slots=True)
class ConfirmBoard:
    """The board file is right."""


@dataclass(frozen=True, slots=True)
class AnswerBoardNews:
    """Apply the corrections that a new version made to the board, or keep the owner's board as it is."""

    take_over: bool


@dataclass(frozen=True, slots=True)
class SpeakLanguage:
    """Go on in another language."""

    code: str


@dataclass(frozen=True, slots=True)
class LetPhones:
    """Let phones in or keep them out; None shows the current state."""

    in_: bool | None = None


@dataclass(frozen=True, slots=True)
class CallHelp:
    """Call somebody to the table, or say that they have come."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class ChooseHouseRules:
    """Play the next games of this kind with these house rules."""

    chosen: tuple[str, ...]  # ids


@dataclass(frozen=True, slots=True)
class LayOut:
    """Set up the table for a new game of this kind; an unfinished game there is kept for later."""

    game: str


@dataclass(frozen=True, slots=True)
class GoOnWith:
    """Continue an unfinished game from the journal; an unfinished game on the table is kept for later."""

    game: str
    game_id: str


@dataclass(frozen=True, slots=True)
class Learn:
    """Set up the table for the lesson of a game; the game on the table is kept, and goes on afterwards."""

    game: str
    begins: bool = False  # from the beginning, however far somebody has come


@dataclass(frozen=True, slots=True)
class LeaveLesson:
    """End the lesson, and go on with the last game, or play a short one first; how far somebody has come is kept."""

    plays: bool = False


@dataclass(frozen=True, slots=True)
class BringBack:
    """Fetch the games of this table that only the copy on a server has."""


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Switch the companion off."""


# Commands that the table hands on.
Errand = (
    ConfirmBoard
    | AnswerBoardNews
    | SpeakLanguage
    | LetPhones
    | CallHelp
    | ChooseHouseRules
    | LayOut
    | GoOnWith
    | Learn
    | LeaveLesson
    | BringBack
    | KeepTag
    | ShutDown
)
Keeping = ConfirmBoard | AnswerBoardNews | SpeakLanguage | ChooseHouseRules | KeepTag  # these make something durable
Seated = Overrule | LetDecide | SeatCompanion | SetPace | NextStep  # about seats whose moves hands carry out
Consent = Agreed | Declined  # answers to what was asked of others
OfBoard = RestoreBoard | CheckBoard | NewTag | ShowWay  # these open a dialog
OfGame = BeginGame | GiveUp | TakeBack | TakeBackSteps | Consent | Draw | Seal | Seated
Command = OfGame | OfBoard | Errand


# --- intents ---


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a line of the open dialog; a notice has one, which is its `ok`."""

    dialog: str  # its fingerprint; empty: whatever is open
    line: int


@dataclass(frozen=True, slots=True)
class Press:
    """Press a button briefly, or hold it."""

    button: Button
    at: float  # on the clock of the devices
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move or a correction."""

    entry: Any
    is_shown: bool = False  # whether a refusal is also shown at the table


@dataclass(frozen=True, slots=True)
class Tidy:
    """Bring a piece to a place at a simulated table, without making a move."""

    piece: str
    place: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """Clear away the game that lies there, and begin another one on a board that lays itself out."""

    begin: BeginGame
    is_dealt: bool = True  # what chance decides before the first move is drawn at once


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Clear away the game that lies there, and begin one with the first position and these entries of another."""

    first: Json
    entries: tuple[Any, ...]
    robots: Pairs = ()  # who plays by itself
    owner: Owner = CARDBOARD  # of all other seats


@dataclass(frozen=True, slots=True)
class OfferGames:
    """Offer to bring back this many games that only the copy on a server has; 0 withdraws the offer."""

    count: int
    asks: bool = False  # ask the players at once, because there is no game here at all


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Set the names of players and which of them are robots; an empty name returns to the colour."""

    names: Pairs = field(repr=False)  # not for the log
    robots: Pairs | None = None  # None: those who did


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Play for a seat that is free or a robot's: it becomes that of whoever asks."""

    player: str


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Give a seat to a robot, or back to the cardboard."""

    player: str
    skill: str = ""  # of the robot


@dataclass(frozen=True, slots=True)
class AskBack:
    """Ask the others concerned whether one's own last decision may go back, with what they have decided since."""


@dataclass(frozen=True, slots=True)
class AskSeat:
    """Ask whoever has a seat to leave it to whoever asks."""

    player: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back what one has asked of others."""


@dataclass(frozen=True, slots=True)
class Intend:
    """Mean to make these moves for a seat of the companion: hands carry them out, one after the other."""

    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Equip:
    """Say what the table has: cardboard that hands keep in order, or not; whether the companion draws by itself; and
    whether seats may belong to anybody else than the cardboard, because pages and robots play there.
    """

    cardboard: bool = True
    deals: bool = False
    owners: bool = False
    companions: tuple[str, ...] = ()  # how well the companion can play for a seat whose moves hands carry out
    levels: tuple[str, ...] = ()  # those of them who may have a character
    characters: Pairs = ()  # ids, and what they are called


Beginning = NewGame | PlayOn  # ends one game and begins the next
Intent = (
    Choose
    | Press
    | Play
    | TakeBack
    | BeginGame
    | Beginning
    | GiveUp
    | NamePlayers
    | TakeSeat
    | LeaveSeat
    | GiveSeat
    | AskBack
    | AskSeat
    | Withdraw
    | Intend
    | Equip
    | ConfirmBoard
    | ChooseHouseRules
    | OfferGames
    | Tidy
)
