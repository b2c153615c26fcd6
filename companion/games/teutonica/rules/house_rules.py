"""The house rules of Hansa Teutonica: rulings that the players may change before a game."""

from __future__ import annotations

from companion.games.game import HouseRule

LESS_INCOME = HouseRule("less_income", 7)  # fewer pieces than the bags say
DISPLACED_TO_STOCK = HouseRule("displaced_to_stock", 10)  # instead of back to the board
OFFICE_AND_EXTRA = HouseRule("office_and_extra", 30)  # both with one route

HOUSE_RULES = (LESS_INCOME, DISPLACED_TO_STOCK, OFFICE_AND_EXTRA)
