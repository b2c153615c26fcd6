"""Whether every place, piece and verb where nothing can be done has a reason, in the rules' own codes and in words.

Where a legal move is made is taken from the cards of the game, and not from what it offers for asking.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from companion.shelf.box import AnyGame, GameBox
from companion.table.gametable import Cards, GameTable
from companion.table.notices import said
from companion.table.whynot import LINE, why_not
from companion.words.say import Translate, untranslated
from tests.lab.explain.positions import visited


def check(box: GameBox, positions: int, seed: int = 1, translate: Translate = untranslated) -> Counter[str]:
    """Ask about everything in this many random positions; return how often each code is the first answer."""
    rules = box.rules(None)
    table = box.table(rules)
    answers = box.rulebook().answers if box.rulebook else {}
    found: Counter[str] = Counter()
    for position, _ in islice(visited(box, rules, Random(seed)), positions):
        made = made_at(rules, position)
        for place in table.places(position):
            code = _ask(rules, table, position, place, translate)
            assert not (code and place in made), (place, code)
            assert not code or code in answers, (place, code)
            found[code] += 1
    return found


def made_at(rules: AnyGame, position: Any) -> set[str]:
    """Return where the cards of the game say that a legal move is made; a desk's places with whose it is."""
    try:
        cards: Cards = import_module(f"companion.games.{rules.id}.table.cards").CARDS
    except ModuleNotFoundError:  # a game that brings none
        return set()
    found = set()
    for move in rules.legal_moves(position):
        found.add(f"{LINE}{type(move).__name__}")
        for place in cards[type(move)].places(position, move):
            kind, _, rest = place.partition(".")
            found |= {place, f"{kind}.{rules.mover(position)}{rest and '.'}{rest}"}
    return found


def _ask(rules: AnyGame, table: GameTable, position: Any, place: str, translate: Translate) -> str:
    """Return the code of the first reason; empty where something can be done."""
    why = why_not(table, position, place)
    told = rules.format_position(position)["phase"], place
    assert why.refusals or why.possible, told
    legal = rules.legal_moves(position)
    assert all(move in legal for move in why.possible), (told, why.possible)
    for refusal in why.refusals:
        reason, remedy = (each.in_language(translate) for each in said(table, refusal))
        assert reason
        assert remedy
        assert not re.search(r"[{}]|\b[a-z]+_[a-z]+\b", reason + remedy), (told, reason, remedy)
    return "" if why.possible or not why.refusals else why.refusals[0].code
