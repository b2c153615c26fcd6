"""The numbers of Hansa Teutonica that matter before a move is made: pieces, abilities, control, prestige and points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.teutonica.rules.pieces import ABILITIES, COLOUR_OF, Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.scoring import controller, offices_by_city, score, standing
from companion.games.teutonica.table import names
from companion.table.whatif import Holder, Number, Reckoning
from companion.words.say import Say, say


def reckon(position: Position) -> Reckoning:
    """Return all of them; points are as if the game ended now, prestige is what has been given already."""
    setup, players = position.setup, position.players
    traders = [own[Kind.TRADER] for own in setup.own]

    def each(words: Say, count: Callable[[int], int]) -> Number:
        return Number(words, {player: count(seat) for seat, player in enumerate(setup.players)})

    found: dict[str, Number | Holder] = {
        "actions": Number(say("actions left"), {setup.players[position.active]: position.actions_left}),
        "supply.traders": each(say("traders in the supply"), lambda seat: players[seat].supply(Kind.TRADER)),
        "supply.merchants": each(say("merchants in the supply"), lambda seat: players[seat].supply(Kind.MERCHANT)),
        "stock.traders": each(say("traders in stock"), lambda seat: players[seat].stock(Kind.TRADER)),
        "stock.merchants": each(say("merchants in stock"), lambda seat: players[seat].stock(Kind.MERCHANT)),
    }
    for ability in ABILITIES:
        level = each(names.TOLD_ABILITIES[ability], lambda seat, of=ability: players[seat].level(of))  # type: ignore[misc]
        found[f"ability.{ability}"] = level._replace(write=partial(names.ability_value, ability), is_sum=False)
    found["markers"] = each(say("bonus markers"), lambda seat: len(players[seat].markers) + len(players[seat].used))
    found["ready"] = each(say("markers to play"), lambda seat: len(players[seat].markers))
    found["offices"] = each(say("offices"), lambda seat: sum(offices_by_city(position.cities, traders[seat])))
    for number, city in enumerate(setup.side.cities):
        owner = controller(position.cities.offices(number))
        found[f"control.{city.id}"] = Holder(
            say("control of {city}", city=names.city_name(setup.side, number)), COLOUR_OF[owner] if owner else ""
        )
    found["network"] = each(
        say("offices in the largest network"),
        lambda seat: standing(setup.side, position.cities, traders[seat]).network,
    )
    found["prestige"] = each(say("prestige"), lambda seat: players[seat].prestige)
    found["points"] = each(say("points if it ended now"), lambda seat: score(position, seat).total)
    return found
