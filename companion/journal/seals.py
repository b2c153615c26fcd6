"""Converts entries to text and back, the same for every journal, and seals each to the entries before it.

A game's revision 0 is its creation; it is stored and sealed like any other entry, so that two games with the same id
can be told apart. A seal covers the game, the revision, all fields and the previous seal, so an altered or missing
entry, or one from another game, is noticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple

from companion.journal.journal import (
    ENDINGS,
    Damage,
    Damaged,
    Diverged,
    Draft,
    Entry,
    GameInfo,
    Json,
    Kind,
    StaleRevision,
    UnknownGame,
    Unstorable,
    WrongFormat,
)

CREATED = "created"  # the kind of revision 0, which no caller can append
LONGEST_PAYLOAD = 1 << 20  # characters
LAST_REVISION = (1 << 53) - 1  # every JSON reader can represent numbers up to here

# Made once: json.dumps makes a new encoder for every call with options.
_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


_decode = json.JSONDecoder(parse_constant=_refuse).decode

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TIME = re.compile(r"[ -~]{1,64}")


class Prepared(NamedTuple):
    """An entry as text, not yet numbered."""

    kind: str
    at: str
    payload: str


class Stored(NamedTuple):
    """An entry as it is stored."""

    revision: int
    kind: str
    at: str
    payload: str
    seal: str

    @property
    def tip(self) -> Tip:
        """The end of a game with this as its newest entry."""
        return Tip(self.revision, self.kind, self.seal)


class Tip(NamedTuple):
    """The end of a game so far."""

    revision: int
    kind: str
    seal: str


NOTHING = Tip(-1, "", "")  # the end before the creation


class Broken(Exception):
    """A stored entry does not follow from the previous one; the message says why."""


def compose_creation(game_id: str, game: str, title: str, at: str) -> Stored:
    """Return revision 0 of a game, or raise Unstorable."""
    check_name("game id", game_id)
    check_name("game", game)
    return _sealed(game_id, NOTHING, Prepared(CREATED, _time(at), _write({"game": game, "title": title})))


def creation_seal(info: GameInfo) -> str:
    """Return the seal of a game's revision 0."""
    return compose_creation(info.id, info.game, info.title, info.created).seal


def prepare(drafts: Sequence[Draft]) -> tuple[Prepared, ...]:
    """Convert the drafts to text, or raise Unstorable before the store is used."""
    if not drafts:
        raise Unstorable("no entries: expected at least one")
    return tuple(Prepared(Kind(kind), _time(at), _write(payload)) for kind, payload, at in drafts)


def check_fit(game_id: str, tip: Tip, revision: int, onto: str | None) -> None:
    """Raise StaleRevision or Diverged unless the next entry has this revision and follows this seal."""
    if revision != tip.revision + 1:
        raise StaleRevision(game_id, expected=tip.revision + 1, given=revision)
    if onto is not None and onto != tip.seal:
        raise Diverged(game_id, f"another story up to revision {tip.revision}")


def compose(game_id: str, tip: Tip, prepared: Sequence[Prepared]) -> tuple[Stored, ...]:
    """Return the entries that follow a tip."""
    made = []
    for text in prepared:
        stored = _sealed(game_id, tip, text)
        made.append(stored)
        tip = stored.tip
    return tuple(made)


def check_name(what: str, name: str) -> None:
    """Raise Unstorable unless the name is safe in a key, a file name and a log."""
    if not is_name(name):
        raise Unstorable(f"{what} {name!r:.80}: expected 1 to 64 letters, digits, dots, dashes or underscores")


def is_name(text: str) -> bool:
    """Return whether this can be the id of a game: safe in a key, a file name and a log."""
    return _NAME.fullmatch(text) is not None


def walk(game_id: str, after: int, rows: Iterable[Stored], tip: Tip | None) -> tuple[Entry, ...]:
    """Return the entries after a revision up to the tip; Damaged carries those before the first that does not fit.

    The rows begin with the entry at `after`, whose seal the next one must follow. The store itself may raise Damaged
    while they are read.
    """
    good: list[Entry] = []
    at = NOTHING if after == 0 else None
    try:
        _check_id(game_id)
        for stored in rows:
            following = _follow(game_id, at or Tip(after - 1, "", ""), stored, is_anchor=at is None)
            if following.revision > after:
                good.append(_entry(stored))
            elif not following.revision:
                _creation(stored)
            at = following
        _check_end(at, after, tip)
    except (Broken, Damaged) as error:
        where = error.damage.where if isinstance(error, Damaged) else str(error)
        raise Damaged(Damage(game_id, max(at.revision, 0) if at else 0, where), good) from error
    return tuple(good)


def follow(game_id: str, tip: Tip, stored: Stored) -> Tip:
    """Return the end of a game after one more entry, or raise Broken if it does not follow or cannot be read."""
    _check_id(game_id)
    following = _follow(game_id, tip, stored, is_anchor=False)
    if stored.revision:
        _entry(stored)
    else:
        _creation(stored)
    return following


def _follow(game_id: str, tip: Tip, stored: Stored, *, is_anchor: bool) -> Tip:
    if stored.revision != tip.revision + 1:
        raise Broken(f"revision {stored.revision} stands where {tip.revision + 1} belongs")
    if not is_anchor and stored.seal != _seal(game_id, tip, stored.kind, stored.at, stored.payload):
        raise Broken(f"the seal of revision {stored.revision} does not fit")
    return stored.tip


# A seal proves that entries belong together, not who wrote them: anybody can compute one. What follows is therefore
# checked in every entry that is read, as it is in those that are written.


def _check_id(game_id: str) -> None:
    if not is_name(game_id):
        raise Broken("its id is not one that a game can have")


def _payload(stored: Stored) -> Json:
    """Return what an entry says, or raise Broken if it has another form than those that we write."""
    if not all(isinstance(text, str) for text in (stored.kind, stored.at, stored.payload)):
        raise Broken(f"revision {stored.revision} is not text")
    if not _TIME.fullmatch(stored.at):
        raise Broken(f"the time of revision {stored.revision} is none")
    try:
        said = _decode(stored.payload) if len(stored.payload) <= LONGEST_PAYLOAD else None
    except (ValueError, RecursionError) as error:
        raise Broken(f"what revision {stored.revision} says is not JSON") from error
    if not isinstance(said, dict):
        raise Broken(f"what revision {stored.revision} says is not an object of at most {LONGEST_PAYLOAD} characters")
    return said


def _creation(stored: Stored) -> tuple[str, str]:
    """Return game and title from a creation, or raise Broken."""
    said = _payload(stored)
    game, title = said.get("game"), said.get("title")
    if stored.kind != CREATED or not (isinstance(game, str) and is_name(game) and isinstance(title, str)):
        raise Broken("its creation names no game")
    return game, title


def _check_end(at: Tip | None, after: int, tip: Tip | None) -> None:
    if tip is None:
        raise Broken("it is missing in the list of games")
    if tip != at and (at or tip.revision >= after):
        raise Broken("entries at its end are missing")


def _entry(stored: Stored) -> Entry:
    """Return a stored entry as an Entry, or raise Broken, or WrongFormat for a kind that this version does not know."""
    payload = _payload(stored)
    try:
        kind = Kind(stored.kind)
    except ValueError as error:
        raise WrongFormat(
            f"revision {stored.revision}: kind {stored.kind!r:.80} is unknown here; "
            "the journal was written by a newer version: install that one"
        ) from error
    return Entry(stored.revision, kind, payload, stored.at, stored.seal)


def entries(made: Iterable[Stored]) -> tuple[Entry, ...]:
    """Return entries that were just composed as Entry values."""
    return tuple(_entry(stored) for stored in made)


def game_info(game_id: str, first: Stored | None, tip: Tip) -> GameInfo:
    """Describe a game from its creation and its end, or raise Damaged."""
    if first is None:
        raise Damaged(Damage(game_id, 0, "its creation is missing"))
    try:
        _check_id(game_id)
        _follow(game_id, NOTHING, first, is_anchor=False)
        game, title = _creation(first)
    except Broken as error:
        raise Damaged(Damage(game_id, 0, str(error))) from error
    return GameInfo(
        id=game_id,
        game=game,
        created=first.at,
        revision=tip.revision,
        finished=tip.kind in ENDINGS,
        title=title,
        seal=tip.seal,
    )


def tell(info: Callable[[str], GameInfo], ids: Iterable[str]) -> tuple[GameInfo, ...]:
    """Describe each game, skipping those that are damaged or have gone since their names were read."""
    told = []
    for game_id in ids:
        with suppress(Damaged, UnknownGame):
            told.append(info(game_id))
    return tuple(told)


def within(after: int) -> int:
    """Return a revision limited to the range that every store can compare."""
    return min(max(after, 0), LAST_REVISION)


def _sealed(game_id: str, tip: Tip, text: Prepared) -> Stored:
    return Stored(tip.revision + 1, *text, _seal(game_id, tip, *text))


def _time(at: str) -> str:
    if not _TIME.fullmatch(at):
        raise Unstorable(f"time {at!r:.80}: expected 1 to 64 characters of plain ASCII")
    return at


def _write(payload: Json) -> str:
    """Return JSON in ASCII, so that no store can change its characters."""
    if type(payload) is not dict:
        raise Unstorable(f"payload {payload!r:.80}: expected a JSON object")
    try:
        text = _encode(payload)
    except (TypeError, ValueError, RecursionError) as error:
        raise Unstorable(f"payload {type(payload).__name__}: not JSON: {error}") from error
    if len(text) > LONGEST_PAYLOAD:
        raise Unstorable(f"payload of {len(text)} characters: expected at most {LONGEST_PAYLOAD}")
    return text


def _seal(game_id: str, tip: Tip, kind: str, at: str, payload: str) -> str:
    # Only the last field can contain a line feed, so no two entries give the same text.
    text = f"{game_id}\n{tip.revision + 1}\n{tip.seal}\n{kind}\n{at}\n{payload}"
    return blake2b(text.encode(), digest_size=8).hexdigest()
