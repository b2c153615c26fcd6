"""Which spots of chart and card can be given another sticker: region by region, then the card."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.games.teutonica.table import regions
from companion.games.teutonica.table.spot_words import spot_words
from companion.games.teutonica.table.spots import all_spots
from companion.games.teutonica.tagged import card_names
from companion.table import commands
from companion.table.dialog import Choice, Menu
from companion.table.own_dialogs import NEW_TAG
from companion.words.say import Say, say

_CARD = say("Command card")


def sticker_menu(enrolled: Collection[str]) -> Menu | None:
    """Offer the spots that have a sticker."""
    spots = all_spots()
    choices = []
    for piece, section in _in_order():
        if piece in enrolled:
            words = spot_words(spots[piece])
            choices.append(Choice(words, commands.NewTag(piece, words), section=section))
    return Menu(NEW_TAG, tuple(choices), name="stickers") if choices else None


def _in_order() -> Iterator[tuple[str, Say]]:
    for region, section in regions.NAMES.items():
        yield from ((f"spot.city.{city}", section) for city in regions.CITIES[region])
        yield from ((f"spot.route.{route}", section) for route in regions.ROUTES[region])
    yield from ((piece, _CARD) for piece in card_names())
