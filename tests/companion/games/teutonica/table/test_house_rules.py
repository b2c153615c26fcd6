"""Games with house rules at the table: the menus offer what they allow, in words that fit, and the deeds are told."""

from __future__ import annotations

from functools import cache

import pytest

from companion.display.draw import overflow
from companion.games.teutonica.box import BOX
from companion.games.teutonica.page.drawing import TeutonicaDrawing
from companion.games.teutonica.rules.moves import Decline, ExtraOffice, Income, Office
from companion.games.teutonica.rules.notation import parse_entries
from companion.games.teutonica.rules.position import Establishing
from companion.games.teutonica.table import pages
from companion.games.teutonica.table.deeds import deed
from companion.games.teutonica.table.takeback import goes_back
from companion.table.history import History
from companion.words.language import load_language
from companion.words.say import LANGUAGES
from tests.companion.games.teutonica.rules.table import BOARD, begun
from tests.companion.games.teutonica.table.walking import GAME, TABLE, dialogs, moments, presses, whole_game

IDS = tuple(rule.id for rule in BOX.house_rules())
DISPLACED = "insert trader stade-hamburg; end; displace merchant stade-hamburg red trader"


@cache
def played(players: int) -> History:
    """A game of random players, who do whatever is allowed."""
    return whole_game(players, 2, IDS, skill=0)


def after(text: str, house_rules: tuple[str, ...] = IDS) -> History:
    history = History(begun(house_rules=" ".join(house_rules)))
    for entry in parse_entries(text, BOARD):
        history = history.after(GAME, entry)
    return history


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_menu_offers_exactly_the_legal_moves(players: int) -> None:
    smaller = 0
    for history in moments(played(players), every=5):
        moves = GAME.legal_moves(history.position)
        assert set(presses(TABLE.home(history))) == set(moves)
        smaller += any(isinstance(move, Income) and move.fewer for move in moves)
    assert smaller


def test_displaced_piece_is_offered_the_stock_below_the_routes() -> None:
    history = after(DISPLACED)
    assert set(presses(TABLE.home(history))) == set(GAME.legal_moves(history.position))
    assert TABLE.home(history).choices[-1].label.template == "To the stock"
    without = after(DISPLACED, ())
    assert len(TABLE.home(without).choices) == len(TABLE.home(history).choices) - 1


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_fits(language: str) -> None:
    translate = load_language(language, (BOX.catalogues,))
    for history in moments(played(4), every=11):
        for dialog in dialogs(TABLE.home(history)):
            for line in range(dialog.lines):
                assert overflow(dialog.at(line).screen(), translate) == []


def test_whole_income_stays_at_once_and_less_is_below_its_own_line() -> None:
    home = TABLE.home(after("", IDS))
    lines = [choice.label.template for choice in home.choices]
    assert lines[lines.index("Income") + 1] == "Less income"
    without = [choice.label.template for choice in TABLE.home(after("", ())).choices]
    assert [line for line in lines if line != "Less income"] == without


def test_deed_of_a_displaced_piece_that_went_to_the_stock_says_so() -> None:
    history = after(f"{DISPLACED}; decline")
    before = history.position_before(len(history.steps) - 1)
    assert deed(before, Decline()).template == "To the stock"
    assert goes_back(history).words.in_language() == "Back: To the stock"
    told = pages.ledger(history).choices
    assert told[0].label.template == "To the stock"
    more = history.after(GAME, Decline())
    assert pages.ledger(more).choices[0].label.template == "No more"


def test_page_tells_what_went_to_the_stock_and_what_an_income_brought() -> None:
    drawing = TeutonicaDrawing(GAME)
    history = after(f"income 0 fewer 1; {DISPLACED}; decline; decline")
    rows = [drawing.row(history, index)["log"] for index in range(len(history.steps))]
    assert (rows[0]["say"], rows[0]["detail"]) == ("income 0 fewer 1", {"traders": 2, "merchants": 0})
    assert [row["detail"] for row in rows if row["entry"] == {"type": "decline"}] == [{"stock": "trader"}, None]


def test_second_office_is_offered_and_nothing_else() -> None:
    filled = "; ".join(["move-piece red trader supply goettingen-quedlinburg"] * 3)
    history = after(f"{filled}; move-marker extra_office pile red; establish goettingen-quedlinburg; office goettingen")
    assert isinstance(history.position.step, Establishing)
    lines = [choice.label.template for choice in TABLE.home(history).choices]
    assert lines == ["Extra: {city}", "No more"]
    whole = history.after(GAME, next(m for m in GAME.legal_moves(history.position) if isinstance(m, ExtraOffice)))
    assert goes_back(whole).steps == 3, "the action goes back as a whole"
    assert isinstance(whole.steps[-2].entry, Office)
