"""What a line of a dialog can ask for beyond the moves of the game: a new game, another language, shutting down.

Some of it the table does itself; the rest it hands on to whoever owns it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.game import Json, Refusal
from companion.table.people import Pairs
from companion.words.say import Say


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Begin a new game; what the set-up leaves open is left to chance.

    Players without a name here are called as the last time; nobody plays by itself who is not named as a robot.
    """

    setup: Json
    names: Pairs = field(default=(), repr=False)  # not for the log
    robots: Pairs = ()


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Clear the game away, over or not, for another one."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last step back, if that is fair."""


@dataclass(frozen=True, slots=True)
class TakeBackSteps:
    """Take this many steps back, whatever they were: everybody concerned has agreed; what is sealed stays."""

    steps: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw what chance decides now, each outcome as likely as it is."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Close the steps so far for take-back; `first` refuses whatever is tried before that is done."""

    first: Refusal


@dataclass(frozen=True, slots=True)
class RestoreBoard:
    """Walk through the board, place by place, and lay it out again."""


@dataclass(frozen=True, slots=True)
class CheckBoard:
    """Compare the board file with the real board."""


@dataclass(frozen=True, slots=True)
class NewTag:
    """Give a piece another tag: the next one on the pad that is on nothing else."""

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
    """Take over what a new version corrected on the board, or keep the owner's board as it is."""

    take_over: bool


@dataclass(frozen=True, slots=True)
class SpeakLanguage:
    """Go on in another language."""

    code: str


@dataclass(frozen=True, slots=True)
class LetPhones:
    """Let phones in or keep them out; None: show how it is."""

    in_: bool | None = None


@dataclass(frozen=True, slots=True)
class CallHelp:
    """Call somebody to the table, or say that they have come."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class LayOut:
    """Lay the table out for a new game of this kind; one that lies there unfinished is kept for later."""

    game: str


@dataclass(frozen=True, slots=True)
class GoOnWith:
    """Go on with an unfinished game of the journal; one that lies there unfinished is kept for later."""

    game: str
    game_id: str


@dataclass(frozen=True, slots=True)
class BringBack:
    """Fetch the games of this table that only the copy on a server has."""


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Switch the companion off."""


# What the table hands on.
Errand = (
    ConfirmBoard
    | AnswerBoardNews
    | SpeakLanguage
    | LetPhones
    | CallHelp
    | LayOut
    | GoOnWith
    | BringBack
    | KeepTag
    | ShutDown
)
Keeping = ConfirmBoard | AnswerBoardNews | SpeakLanguage | KeepTag  # after which something is durable
Command = BeginGame | GiveUp | TakeBack | TakeBackSteps | Draw | Seal | RestoreBoard | CheckBoard | NewTag | Errand
