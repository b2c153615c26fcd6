"""The stored game as the table knows it: every entry that still counts, with its result, and the people who play.

The journal is append-only and a take-back is an entry of its own there; the history is what is left after it. Names are
kept by colour, even for colours that sit out this time, so that nobody has to type a name again next time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.games.game import Game, GameError, Json, Played, Refusal, Unreadable
from companion.table.owners import CARDBOARD, By, Here, Owner, Phone, Robot, format_by, parse_by
from companion.words.redaction import NAMES
from companion.words.say import NOTHING, Say


class Step(NamedTuple):
    """One move or correction, the position it led to, and the events on the way."""

    entry: Any
    position: Any
    events: tuple[Any, ...]


class Span(NamedTuple):
    """What is taken back at once: the last action with all its steps, or the step under way."""

    steps: int = 1
    words: Say = NOTHING  # what the screen says was taken back, if that is not obvious


class History(NamedTuple):
    """A first position and the steps since; an immutable value, so a take-back simply returns to an earlier one."""

    first: Any
    steps: tuple[Step, ...] = ()

    @property
    def position(self) -> Any:
        """The position now."""
        return self.steps[-1].position if self.steps else self.first

    @property
    def entries(self) -> tuple[Any, ...]:
        """The moves and corrections, in order."""
        return tuple(step.entry for step in self.steps)

    def position_before(self, index: int) -> Any:
        """Return the position before the step at `index`."""
        return self.steps[index - 1].position if index else self.first

    def after(self, game: Game[Any, Any, Any], entry: Any) -> History:
        """Play one more move or correction, or raise IllegalMove."""
        played: Played[Any] = (game.correct if game.is_correction(entry) else game.play)(self.position, entry)
        return self._replace(steps=(*self.steps, Step(entry, *played)))

    def without_last(self, steps: int = 1) -> History:
        """Take the last steps back."""
        return self._replace(steps=self.steps[: len(self.steps) - steps])


def history_of(game: Game[Any, Any, Any], first: Any, entries: Sequence[Any]) -> History:
    """Play entries from a first position."""
    history = History(first)
    for entry in entries:
        history = history.after(game, entry)
    return history


# --- the people: the players' names, and whose each seat is ---

LONGEST_NAME: Final = 20
ROBOTS: Final = "robots"  # in the payload of an entry, next to the names
SEATS: Final = "seats"
WAITS: Final = "waits"
BY: Final = "by"  # in that of a move for a robot's seat: who decided it instead
Pairs = tuple[tuple[str, str], ...]


class People(NamedTuple):
    """The names of the colours, and whose their seats are: the cardboard's, unless it is said."""

    names: Pairs = ()
    robots: Pairs = ()  # and how well they play
    seats: Pairs = ()  # of persons, as `owners.format_by` writes them
    waits: bool = False  # between two steps of the companion's for `ok`, though a reader has seen the first

    @property
    def next_time(self) -> People:
        """What is kept for the next game."""
        return People(self.names, waits=self.waits)

    def owner(self, player: str) -> Owner:
        """Return whose a player's seat is."""
        skill = dict(self.robots).get(player)
        if skill is not None:
            return Robot(skill)
        owner: By = parse_by(dict(self.seats).get(player, ""))
        return owner if isinstance(owner, Here | Phone) else CARDBOARD

    def seated(self, player: str, owner: Owner) -> People:
        """Return the people with a seat that has become another's."""
        robots, seats = dict(self.robots), dict(self.seats)
        robots[player] = owner.skill if isinstance(owner, Robot) else ""
        seats[player] = format_by(owner) if isinstance(owner, Here | Phone) else ""
        return self._replace(robots=pairs(robots), seats=pairs(seats))


NOBODY: Final = People()


def pairs(given: Mapping[str, str]) -> Pairs:
    """Return a mapping as sorted pairs, without empty values."""
    return tuple(sorted((key, value) for key, value in given.items() if value))


def names_of(people: People, players: Collection[str]) -> Json:
    """Return the names of the players who have one."""
    return {colour: name for colour, name in people.names if colour in players}


def label(people: People, player: str) -> str:
    """Return a player's name with the colour, or the colour alone.

    >>> label(People(names=(("north", "Anna"),)), "north"), label(NOBODY, "north")
    ('Anna (north)', 'north')
    """
    name = dict(people.names).get(player)
    return f"{name} ({player})" if name else player


def is_name(text: str) -> bool:
    """Return whether this can be a name: short enough, printable, no spaces around it.

    >>> is_name("Anna-Maria"), is_name(" Anna"), is_name("An\\nna"), is_name("")
    (True, False, False, False)
    """
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()


def renamed(people: People, names: Mapping[str, str], players: Collection[str]) -> People | Refusal:
    """Return the people with some names changed, or why that is impossible; an empty name removes one."""
    for colour, name in names.items():
        if colour not in players:
            return no_such_player(colour)
        if name and not is_name(name):
            return _no_name(name)
    called = {colour: name for colour, name in {**dict(people.names), **names}.items() if name}
    heard: set[str] = set()
    for colour in players:
        name = called.get(colour, colour)  # a player without a name is called by colour
        if name.casefold() in heard:
            return Refusal(
                "names_alike", "Two players would be called {name}.", "Give each another name.", {"name": name}
            )
        heard.add(name.casefold())
    # Someone who sits out gives way if a player now has the same name.
    kept = {colour: name for colour, name in called.items() if colour in players or name.casefold() not in heard}
    return people._replace(names=pairs(kept))


def no_such_player(colour: str) -> Refusal:
    """Say that somebody was named who does not play."""
    return Refusal("no_such_player", "{colour} does not play.", "Name those who play.", {"colour": colour})


def _no_name(given: str) -> Refusal:
    if len(given) > LONGEST_NAME:
        most = {"most": str(LONGEST_NAME)}
        return Refusal("name_long", "A name has at most {most} characters.", "Shorten it.", most)
    return Refusal("name_unclean", "A name has no control characters, and no spaces around it.", "Type it again.")


def format_people(people: People) -> Json:
    """Return the people as a part of an entry's payload, empty if there is nothing to say."""
    told = {NAMES: dict(people.names), ROBOTS: dict(people.robots), SEATS: dict(people.seats), WAITS: people.waits}
    return {key: value for key, value in told.items() if value}


def parse_people(payload: Json, before: People = NOBODY) -> People:
    """Return the people from an entry's payload, unchanged where it says nothing. Raises Unreadable."""
    names = _parsed(payload, NAMES, before.names)
    if wrong := next((name for _, name in names if not is_name(name)), None):
        raise Unreadable(f"names: {wrong!r:.60}: expected up to {LONGEST_NAME} printable characters")
    waits = payload.get(WAITS, before.waits)
    if not isinstance(waits, bool):
        raise Unreadable(f"{WAITS}: {waits!r:.60}: expected true or false")
    return People(names, _parsed(payload, ROBOTS, before.robots), _parsed(payload, SEATS, before.seats), waits)


def _parsed(payload: Json, key: str, before: Pairs) -> Pairs:
    if key not in payload:
        return before
    given = payload[key]
    if not isinstance(given, dict) or not all(type(each) is str for pair in given.items() for each in pair):
        raise Unreadable(f"{key}: {given!r:.60}: expected a text for each colour")
    return pairs(given)


# --- from the journal ---


class Kept(NamedTuple):
    """A game as stored in the journal."""

    history: History | None = None
    sealed: int = 0  # number of steps that cannot be taken back
    people: People = NOBODY  # without a game, the players of the last one, who may play again


class DoesNotFit(GameError):
    """A journal entry does not fit the game before it; the message says which and why."""


SETUP, MOVE, CORRECTION, TAKE_BACK, NOTE = "setup", "move", "correction", "take_back", "note"
FINISHED, ABORTED = "finished", "aborted"


def _after(game: Game[Any, Any, Any], kept: Kept, kind: str, payload: Json) -> Kept:
    """Return the game after one entry of the journal."""
    if not isinstance(payload, dict):
        raise Unreadable(f"{kind}: {payload!r:.60}: expected an object")
    if kind == SETUP:
        return Kept(History(game.parse_position(payload["position"])), people=parse_people(payload))
    history = kept.history
    if history is None:
        raise Unreadable(f"{kind}: there is no set-up before it")
    match kind:
        case "move" | "correction":
            return kept._replace(history=history.after(game, game.parse_entry(payload["entry"])))
        case "take_back":
            steps, most = payload.get("steps", 1), len(history.steps) - kept.sealed
            if most < 1:
                raise Unreadable("take_back: there is nothing left to take back")
            if type(steps) is not int or not 1 <= steps <= most:
                raise Unreadable(f"take_back: steps {steps!r:.60}: expected a number from 1 to {most}")
            return kept._replace(history=history.without_last(steps))
        case "aborted":
            return kept
        case "note" | "finished":
            sealed = payload.get("settled", kept.sealed)
            if type(sealed) is not int or not 0 <= sealed <= len(history.steps):
                raise Unreadable(
                    f"{kind}: settled {sealed!r:.60}: expected a number of steps up to {len(history.steps)}"
                )
            return kept._replace(sealed=sealed, people=parse_people(payload, kept.people))
        case _:
            raise Unreadable(f"{kind!r} is not a kind of entry that this version knows")


def replay(game: Game[Any, Any, Any], entries: Iterable[tuple[int, str, Json]]) -> Kept:
    """Return the game after these entries (revision, kind, payload); raise DoesNotFit at the first that fails."""
    kept = Kept()
    for revision, kind, payload in entries:
        try:
            kept = _after(game, kept, kind, payload)
        except (GameError, KeyError, TypeError, ValueError) as error:
            raise DoesNotFit(f"entry {revision} ({kind}) does not fit: {error}") from error
    return kept
