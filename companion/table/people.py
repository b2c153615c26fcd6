"""The people at the table: the players' names, and which of them are robots.

Names are kept by colour, even for colours that sit out this time, so that nobody has to type a name again next time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from companion.games.game import Json, Refusal, Unreadable
from companion.words.redaction import NAMES

LONGEST_NAME: Final = 20
ROBOTS: Final = "robots"  # in the payload of an entry, next to the names
Pairs = tuple[tuple[str, str], ...]


class People(NamedTuple):
    """The names of the colours, and how well the robots play."""

    names: Pairs = ()
    robots: Pairs = ()


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
            return Refusal("no_such_player", "{colour} does not play.", "Name those who play.", {"colour": colour})
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


def _no_name(given: str) -> Refusal:
    if len(given) > LONGEST_NAME:
        most = {"most": str(LONGEST_NAME)}
        return Refusal("name_long", "A name has at most {most} characters.", "Shorten it.", most)
    return Refusal("name_unclean", "A name has no control characters, and no spaces around it.", "Type it again.")


def format_people(people: People) -> Json:
    """Return the people as a part of an entry's payload, empty if there is nothing to say."""
    told = {NAMES: dict(people.names), ROBOTS: dict(people.robots)}
    return {key: value for key, value in told.items() if value}


def parse_people(payload: Json, before: People = NOBODY) -> People:
    """Return the people from an entry's payload, unchanged where it says nothing. Raises Unreadable."""
    names = _parsed(payload, NAMES, before.names)
    if wrong := next((name for _, name in names if not is_name(name)), None):
        raise Unreadable(f"names: {wrong!r:.60}: expected up to {LONGEST_NAME} printable characters")
    return People(names, _parsed(payload, ROBOTS, before.robots))


def _parsed(payload: Json, key: str, before: Pairs) -> Pairs:
    if key not in payload:
        return before
    given = payload[key]
    if not isinstance(given, dict) or not all(type(each) is str for pair in given.items() for each in pair):
        raise Unreadable(f"{key}: {given!r:.60}: expected a text for each colour")
    return pairs(given)
