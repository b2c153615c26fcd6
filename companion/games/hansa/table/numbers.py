"""The numbers of Hansa that matter before a move is made: talers, booths, markers, majorities, and points."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.hansa.rules.goods import total
from companion.games.hansa.rules.position import Phase, Position, majority
from companion.games.hansa.rules.scoring import score
from companion.games.hansa.table import names
from companion.games.hansa.table.ledger import taxes_and_tolls
from companion.table.whatif import Holder, Number, Reckoning
from companion.words.say import Say, say

_NOTHING_DUE = (Phase.FILL, Phase.PLACE, Phase.OVER)


def reckon(position: Position) -> Reckoning:
    """Return all of them; points are as if the game ended now, because none are given before."""
    players = position.setup.players

    def each(words: Say, count: Callable[[int], int]) -> Number:
        return Number(words, {player: count(seat) for seat, player in enumerate(players)})

    found: dict[str, Number | Holder] = {
        "talers": each(say("talers"), position.purse),
        "goods": each(say("markers in front"), lambda seat: total(position.hands[seat])),
        "sold": each(say("markers sold"), lambda seat: total(position.sold[seat])),
        "booths_left": each(say("booths not on the board"), position.booths_left),
    }
    if position.phase not in _NOTHING_DUE:
        tax, toll = taxes_and_tolls(position)
        player = players[position.active]
        found["tax"] = Number(say("talers over the limit, for the bank"), {player: tax})
        found["toll"] = Number(say("markers over the limit, to give up"), {player: toll})
    for city in position.setup.board.city:
        name = names.city_name(position, city)
        booths = say("booths in {city}", city=name)
        found[f"booths.{city}"] = each(booths, lambda seat, at=city: position.booths_in(at, seat))  # type: ignore[misc]
        owner = majority(position.booths, city)
        found[f"majority.{city}"] = Holder(
            say("majority in {city}", city=name), "" if owner is None else players[owner]
        )
    found["points"] = each(say("points if it ended now"), lambda seat: score(position, seat).total)
    return found
