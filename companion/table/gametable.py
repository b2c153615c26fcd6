"""The second half of the seam: how a game is played at a table with pieces, buttons, lamps and a screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from companion.games.game import Game, Json, Refusal
from companion.table.belief import Belief, Expected, Mismatch
from companion.table.dialog import Action, Button, Dialog, Menu, Notice
from companion.table.history import History, Span
from companion.words.say import Detail
from hardware.ports import Light


class Ignore(NamedTuple):
    """What was seen means nothing now."""


class Ask(NamedTuple):
    """What was seen can mean several things; the dialog asks which."""

    dialog: Dialog


class Propose(NamedTuple):
    """What was seen means this move."""

    entry: Any


class Refuse(NamedTuple):
    """What was seen is not allowed, whatever it was meant to be."""

    refusal: Refusal
    place: str = ""  # which it is about, if not the one where it was seen


Reading = Ignore | Ask | Propose | Refuse


class Follow(NamedTuple):
    """What was pointed at is a line of the menu that is shown: what that line means."""

    action: Action


class Press(NamedTuple):
    """What was pointed at stands for a button."""

    button: Button
    is_held: bool = False


Meaning = Reading | Follow | Press


class AtOnce(NamedTuple):
    """What helps whoever was refused with a piece or a touch, and says why itself."""

    menu: Menu


class GameTable(Protocol):
    """One game at the table. Places are named as lamps and readers are: `port.north`, `seat.blue`, `pad`."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""

    def new_game(self) -> Dialog:
        """Ask for everything a new game needs; ends with `BeginGame`."""

    def complete(self, setup: Json, random: Random) -> Json:
        """Decide by chance what the players left to chance in a set-up."""

    def home(self, history: History) -> Menu:
        """Offer exactly the legal moves, in the order players want them, under what they need to know."""

    def pages(self, history: History) -> Menu:
        """Offer the game's own part of the table menu: ledger, supply, score, corrections."""

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        """Say what it means that a piece has come to rest at a place; the belief is that from before it did."""

    def is_spot(self, piece: str) -> bool:
        """Return whether a tag is a spot that is pointed at, and no piece that is put somewhere."""

    def point(self, history: History | None, spot: str, shown: Menu | None) -> Meaning:
        """Say what it means that a spot is pointed at, before a game or in it; a `Propose` is legal.

        `shown` is the question that is open, if one is: the spot may name a line of it.
        """

    def offer(self, history: History | None, spots: Sequence[str], shown: Menu | None) -> Menu | Refusal:
        """Ask which of these spots is meant, each of which means something, or say that it must be touched again."""

    def expected(self, position: Any) -> Expected:
        """Say which pieces belong where."""

    def restore(self, position: Any) -> tuple[Notice, ...]:
        """Describe, place by place, how the board must look."""

    def board_check(self) -> tuple[Notice, ...]:
        """Describe the board itself, place by place, for comparison with the real one."""

    def board_question(self) -> Menu:
        """Ask, at the first start, whether the board file is right; `ConfirmBoard` is the first answer."""

    def lamps(self, history: History, dialog: Dialog) -> Mapping[str, Light]:
        """Light the table."""

    def likely_places(self, position: Any) -> tuple[str, ...]:
        """Name the places where something is likely to be put next."""

    def notices(self, history: History) -> tuple[Dialog, ...]:
        """Say what the players must be told after the last step, in order."""

    def mismatch(self, mismatch: Mismatch) -> Notice:
        """Say which piece lies wrong, where it is and where it belongs."""

    def refusal_words(self, refusal: Refusal) -> Mapping[str, Detail]:
        """Say the details of a refusal in words: players, pieces and places by their names."""

    def help_with(self, refusal: Refusal, history: History) -> Menu | AtOnce | None:
        """Offer what helps where something was refused, if there is anything."""

    def place_words(self, place: str) -> Detail:
        """Name a place of the game that has a lamp or a reader."""

    def stickers(self, enrolled: Collection[str]) -> Menu | None:
        """Offer the pieces with a tag that can get another one at the table (`NewTag`); None where there are none."""

    def may_take_back(self, history: History, sealed: int) -> Refusal | None:
        """Say why what `goes_back` names may not be taken back; `sealed` is how many steps are closed for good."""

    def goes_back(self, history: History) -> Span:
        """Say how much is taken back at once: the last step, or the last action with all its steps."""

    def on_hold(self, history: History, button: str) -> Reading:
        """Say what it means that a button other than `back` is held."""
