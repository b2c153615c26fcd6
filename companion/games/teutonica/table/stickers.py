"""Which spots of the chart can be given another sticker, region by region."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.table import names, regions
from companion.table import commands
from companion.table.dialog import Choice, Menu
from companion.table.own_dialogs import NEW_TAG
from companion.words.say import Say


def sticker_menu(sides: Collection[Side], enrolled: Collection[str]) -> Menu | None:
    """Offer the spots of the chart that have a sticker, whichever side of the board has them."""
    found: dict[str, Choice] = {}
    for side in sides:
        for piece, words, section in _spots(side):
            if piece in enrolled:
                found.setdefault(piece, Choice(words, commands.NewTag(piece, words), section=section))
    if not found:
        return None
    order = {section: number for number, section in enumerate(regions.NAMES.values())}
    return Menu(NEW_TAG, tuple(sorted(found.values(), key=lambda choice: order[choice.section])), name="stickers")


def _spots(side: Side) -> Iterator[tuple[str, Say, Say]]:
    for region, section in regions.NAMES.items():
        for city in regions.cities_of(side, region):
            yield f"spot.city.{side.cities[city].id}", names.city_name(side, city), section
        for route in regions.ROUTES[region]:
            if route in side.route_number:
                yield f"spot.route.{route}", names.route_name(side, side.route_number[route]), section
