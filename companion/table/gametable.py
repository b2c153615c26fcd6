"""The second half of the seam: how a game is played at a table with pieces, buttons, lamps and a screen.

Its cards hold all that people read of one kind of move: menus, refusals, the log, the page and whoever explains a move
read the same card. A game has a card for each type of its moves, and a sentence for each type of event that is worth
one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import is_
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.games.game import Game, Json, Refusal
from companion.table.belief import Belief, Expected, Mismatch
from companion.table.dialog import Action, Choice, Dialog, Do, Menu, Notice, Open
from companion.table.history import History, Span, Step
from companion.table.intents import Button
from companion.table.screen import Row
from companion.table.whatif import Number, Reckoning
from companion.words.say import NOTHING, Detail, Say, listed, say
from hardware.ports import Light


class Line(NamedTuple):
    """A move as a line of a menu; `place` has the lamp that lights up while the cursor is there."""

    label: Say
    right: Say = NOTHING
    place: str = ""

    def choice(self, move: Any) -> Choice:
        """Return the line as a choice that makes the move."""
        return Choice(self.label, Do(move), self.right, self.place)


class Carry(NamedTuple):
    """A move that hands make for the companion: what it is, what they do, and the lamp that leads them."""

    what: Say
    right: Say = NOTHING
    hands: tuple[Say, ...] = ()  # a line each, besides what is told afterwards
    place: str = ""


def _untold(_: Any, __: Step) -> Say | None:
    return None


def _nowhere(_: Any, __: Any) -> tuple[str, ...]:
    return ()


class Card(NamedTuple):
    """One kind of move; each part is given the position before it."""

    verb: Say  # what is refused
    line: Callable[[Any, Any], Line]  # in a menu of the small screen
    told: Callable[[Any, Step], Say | None] = _untold  # in the log; None: not worth a sentence
    places: Callable[[Any, Any], tuple[str, ...]] = _nowhere  # where a press on the page means it
    offer: Callable[[Any, Any], Line] | None = None  # on the page; None: as in a menu
    deed: Callable[[Any, Any], Say] | None = None  # in a few words: ledger, take-back; None: the label of its line
    carry: Callable[[Any, Any], Carry] | None = None  # for hands that make it; None: as deed or line say it

    def offered(self, position: Any, move: Any) -> Line:
        """Return the move as the page offers it."""
        return (self.offer or self.line)(position, move)

    def carried(self, position: Any, move: Any) -> Carry:
        """Return the move as hands make it for the companion."""
        if self.carry:
            return self.carry(position, move)
        line = self.line(position, move)
        if self.deed is None:
            return Carry(line.label, line.right, place=line.place)
        return Carry(self.deed(position, move), place=line.place)


Cards = Mapping[type[Any], Card]
Sentences = Mapping[type[Any], Callable[[Any, Any], Say | None]]  # by type of event: position before, event


def tell(cards: Cards, events: Sentences, before: Any, step: Step) -> Say | None:
    """Tell a move and what came of it; None if nothing of it is worth a sentence."""
    card = cards.get(type(step.entry))
    said = [card.told(before, step) if card else None]
    said += [events[type(event)](before, event) for event in step.events if type(event) in events]
    sentences = [each for each in said if each]
    return listed(sentences, between=" ") if sentences else None


def tell_correction(statement: str) -> Say:
    """Tell a correction, in the words of the notation."""
    return say("The players have corrected the table: {step}.", step=statement)


Value = TypeVar("Value")


class Memo(Generic[Value]):
    """Remembers the last answer; the arguments are replaced and never changed, so comparing identity is enough."""

    def __init__(self, work_out: Callable[..., Value]) -> None:
        self._work_out = work_out
        self._given: tuple[Any, ...] | None = None
        self._answer: Value

    def __call__(self, *given: Any) -> Value:
        """Return the answer for these values."""
        then = self._given
        if then is not None and len(then) == len(given) and all(map(is_, then, given)):
            return self._answer
        self._answer = self._work_out(*given)
        self._given = given
        return self._answer


class Ignore(NamedTuple):
    """The sighting means nothing now, or nothing alone: then `hint` says what a second piece on the pad would do."""

    hint: tuple[Row, ...] = ()


class Ask(NamedTuple):
    """The sighting can mean several things; the dialog asks which, and the hint is shown once it is closed."""

    dialog: Dialog
    hint: tuple[Row, ...] = ()


class Propose(NamedTuple):
    """The sighting means this move."""

    entry: Any


class Refuse(NamedTuple):
    """The sighting is not allowed, whatever was meant."""

    refusal: Refusal
    place: str = ""  # the place it concerns, if not the one where it was seen


Reading = Ignore | Ask | Propose | Refuse


class Follow(NamedTuple):
    """The spot stands for a line of the open menu: this is the line's action."""

    action: Action


class Press(NamedTuple):
    """The spot stands for a button."""

    button: Button
    is_held: bool = False


Meaning = Reading | Follow | Press


class AtOnce(NamedTuple):
    """A dialog that explains a refused piece or touch, and offers help at once."""

    menu: Menu


def found_in(menu: Menu, move: Any) -> Carry | None:
    """Return a move as a line of a menu, or of those that it opens, says it; None where none does."""
    for choice in menu.choices:
        if choice.action == Do(move):
            return Carry(choice.label, choice.right, place=choice.place)
        if isinstance(choice.action, Open):
            opened = choice.action.dialog() if callable(choice.action.dialog) else choice.action.dialog
            if isinstance(opened, Menu) and (found := found_in(opened, move)):
                return found
    return None


class GameTable(Protocol):
    """One game at the table. Places have the names of their lamps and readers: `port.north`, `seat.blue`, `pad`.

    Where there is an answer here, it holds for games that say nothing else: nothing is pointed at, no piece belongs
    anywhere, every move goes back alone.
    """

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""

    def new_game(self) -> Dialog:
        """Return the dialog that asks for everything a new game needs; it ends with `BeginGame`."""

    def complete(self, setup: Json, random: Random) -> Json:
        """Return the set-up with everything decided that the players left to chance."""

    def home(self, history: History) -> Menu:
        """Return the menu of exactly the legal moves, in a useful order, below what the players need to know."""

    def pages(self, history: History) -> Menu:
        """Return the game's own part of the table menu: ledger, supply, score, corrections."""

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        """Return what it means that a piece has come to rest at a place; `belief` is from just before that.

        A piece on the pad for which a hint was returned is `belief.touched` for some seconds, until the next step.
        """

    def is_spot(self, piece: str) -> bool:
        """Return whether a tag is a spot to point at, and not a piece."""
        del piece
        return False

    def point(self, history: History | None, spot: str, shown: Menu | None) -> Meaning:
        """Return what it means to point at a spot, before a game or in it; a returned `Propose` is legal.

        `shown` is the open question, if any: the spot may choose one of its lines.
        """
        del history, spot, shown
        return Ignore()

    def offer(self, history: History | None, spots: Sequence[str], shown: Menu | None) -> Menu | Refusal:
        """Return a question which of these meaningful spots is meant, or a notice to touch again."""
        raise AssertionError((history, spots, shown))

    def expected(self, position: Any) -> Expected:
        """Return which pieces belong where."""
        del position
        return {}

    def restore(self, position: Any) -> tuple[Notice, ...]:
        """Return how the board must look, place by place."""

    def board_check(self) -> tuple[Notice, ...]:
        """Return a description of the board itself, place by place, to compare with the real one."""

    def board_question(self) -> Menu:
        """Return the first start's question whether the board file is right; `ConfirmBoard` is the first answer."""

    def lamps(self, history: History, dialog: Dialog) -> Mapping[str, Light]:
        """Return the light of each place."""

    def carry(self, history: History, move: Any) -> Carry:
        """Return what hands do to make a move that the companion has decided on; as the menu has it, if in no words."""
        return found_in(self.home(history), move) or Carry(say("The move of the page"))

    def says(self, history: History, spot: str, move: Any) -> bool | None:
        """Return whether touching a spot says this move, if it is meant; None: the spot only asks what is meant."""
        del history, spot, move
        return None

    def reckon(self, position: Any) -> Reckoning:
        """Return the numbers that matter to players: what a move changes of them is shown before it is made."""
        scores = self.game.scores(position)
        return {"points": Number(say("points if it ended now"), {who: score.total for who, score in scores.items()})}

    def places(self, position: Any) -> tuple[str, ...]:
        """Return every place and piece that can be pressed, and every verb, by the ids that `attempts` knows."""
        del position
        return ()

    def verbs(self, position: Any) -> Mapping[str, Say]:
        """Return those of `places` that are verbs, in words."""
        del position
        return {}

    def attempts(self, position: Any, place: str) -> Iterable[Any]:
        """Return what somebody may mean there, the likeliest first: moves, legal or not, or a Refusal of its own.

        Nothing is returned for what is no place; for a place where no move is legal, at least one is refused.
        """
        del position, place
        return ()

    def likely_places(self, position: Any) -> tuple[str, ...]:
        """Return the places where a piece is likely to be put next."""

    def notices(self, history: History) -> tuple[Dialog, ...]:
        """Return what the players must be told after the last step, in order.

        What only asks for hands is a chore (`is_chore`), as are lines of `pages`: a table without cardboard has none of
        it, and tells the rest above the menu, where it stops nobody. What lasts is in the log as well.
        """

    def mismatch(self, mismatch: Mismatch) -> Notice:
        """Return which piece is misplaced, where it is and where it belongs."""

    def refusal_words(self, refusal: Refusal) -> Mapping[str, Detail]:
        """Return the details of a refusal in words: players, pieces and places by their names."""

    def help_with(self, refusal: Refusal, history: History) -> Menu | AtOnce | None:
        """Return a dialog that helps after a refusal, if there is one."""
        del refusal, history
        return None

    def place_words(self, place: str) -> Detail:
        """Return the name of a place that has a lamp or a reader."""

    def stickers(self, enrolled: Collection[str]) -> Menu | None:
        """Return a menu of the pieces that can get another tag at the table (`NewTag`), or None if there are none."""
        del enrolled
        return None

    def may_take_back(self, history: History, sealed: int) -> Refusal | None:
        """Return why the steps that `goes_back` returns may not be taken back; `sealed` is how many steps are final."""

    def goes_back(self, history: History) -> Span:
        """Return how much is taken back at once: the last step, or the last action with all its steps."""
        del history
        return Span()

    def on_hold(self, history: History, button: str) -> Reading:
        """Return what holding a button other than `back` means."""
        del history, button
        return Ignore()
