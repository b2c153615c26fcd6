"""The house rules of Hansa: rulings that the players may change before a game."""

from __future__ import annotations

from companion.games.game import HouseRule

FEWER_BOOTHS = HouseRule("fewer_booths", 11)  # a marker may build fewer booths than it has barrels

HOUSE_RULES = (FEWER_BOOTHS,)
