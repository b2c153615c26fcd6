"""What players read after a step: the end announced, piles used up, losses, the score; and the table menu."""

from __future__ import annotations

import pytest
from hypothesis import given

from companion.games.hansa.rules.corrections import Leave, SwapMarkers
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.scoring import score
from companion.games.hansa.table import correcting, pages
from companion.table.dialog import Dialog, Notice
from companion.table.history import History
from companion.table.screen import Bars, Row
from tests.companion.games.hansa.rules.phases import in_over
from tests.companion.games.hansa.rules.strategies import positions
from tests.companion.games.hansa.rules.table import new_table, situation
from tests.companion.games.hansa.table.playing import GAME_TABLE, Game, history_of
from tests.companion.games.hansa.table.walking import entries_in
from tests.kit.examples import examples


def texts(dialog: Dialog) -> str:
    screen = dialog.screen()
    rows = [row for row in (screen.title, *screen.rows) if isinstance(row, Row)]
    return " | ".join(f"{row.left.in_language()} {row.right.in_language()}".strip() for row in rows)


def told(history: History) -> list[str]:
    return [texts(notice) for notice in GAME_TABLE.notices(history)]


def test_step_without_news_says_nothing() -> None:
    assert told(history_of(situation(ship="danzig"), "sail reval")) == []


def test_last_round_is_announced_with_the_first_marker_of_the_fifth_pile() -> None:
    table = situation(stock={}, piles=(0, 0, 0, 0, 3))
    history = history_of(table, "end", "replenish")
    assert not any("Last round" in text for text in told(history))
    good = str(next(iter(GAME_TABLE.game.legal_moves(history.position))).good)  # type: ignore[union-attr]  # a reveal
    history = history_of(history.position, f"reveal {good}")
    assert any("Last round" in text for text in told(history))


@pytest.mark.parametrize(
    ("before", "left", "words"),
    [
        ("purple", "", "Still to play: Yellow, Purple"),
        ("gray", "", "Still to play: Purple"),
        ("yellow", "", "This turn is the last one."),
        ("purple", "yellow", "Still to play: Purple"),
        ("gray", "purple", "This turn is the last one."),
    ],
)
def test_last_round_tells_who_still_plays(before: str, left: str, words: str) -> None:
    table = situation(start="gray", turn=before, stock={}, piles=(0, 0, 0, 0, 3))
    if left:
        table.correct(Leave(left))
    history = history_of(table, "end", "replenish")
    good = str(next(iter(GAME_TABLE.game.legal_moves(history.position))).good)  # type: ignore[union-attr]  # a reveal
    assert any(words in text for text in told(history_of(history.position, f"reveal {good}")))


def test_pile_used_up_is_announced() -> None:
    table = situation(stock={}, piles=(0, 1, 3, 3, 3))
    history = history_of(table, "end", "replenish")
    good = str(next(iter(GAME_TABLE.game.legal_moves(history.position))).good)  # type: ignore[union-attr]  # a reveal
    assert any("Pile 2" in text and "empty" in text for text in told(history_of(history.position, f"reveal {good}")))


def test_marker_lost_without_a_choice_is_announced_to_its_owner() -> None:
    hands = {"gray": "blue1 blue2", "yellow": "blue3"}
    table = situation(hands=hands, booths={"gray": {"copenhagen": 2}})
    assert any(text.startswith("Yellow | loses") for text in told(history_of(table, "sell blue1 blue2")))


def test_end_of_the_game_shows_the_final_score_by_source() -> None:
    position = in_over().position
    page = pages.score_page(History(position))
    assert page.title.left.in_language() == "Final score"
    shown = texts(page)
    for seat in position.seats:
        points = score(position, seat)
        assert f"{points.unsold}\t{points.sold}\t{points.cities}\t{points.total}" in shown
    assert "wins" in shown or "share" in shown


def test_new_game_says_what_to_lay_out() -> None:
    first = History(new_table("gray yellow").position)
    box, supply = GAME_TABLE.notices(first)
    assert texts(box) == "Back into the box | green | yellow"
    assert any(isinstance(row, Bars) for row in supply.screen().rows)


@given(positions())
@examples(40)
def test_piles_page_shows_every_pile_within_its_bars(position: Position) -> None:
    page = pages.piles_page(History(position))
    (bars,) = (row for row in page.rows if isinstance(row, Bars))
    assert bars.values == position.piles
    assert all(value <= bars.full for value in bars.values)


def test_marker_entered_wrongly_can_be_entered_again() -> None:
    game = Game(history_of(new_table("gray yellow"), "reveal blue1"))
    game.press("back", "ok")
    swaps = [entry for entry in entries_in(game.table.dialog) if isinstance(entry, SwapMarkers)]
    assert {(str(swap.good), swap.place, swap.other_place) for swap in swaps} == {("blue1", "tonsberg.1", "unseen")}
    assert {str(swap.other_good) for swap in swaps} >= {"blue2", "blue3", "pink1"}
    game.press("ok")
    assert game.kept[-1].kind == "correction"


def test_marker_entered_wrongly_twice_can_be_entered_once_more() -> None:
    game = Game(history_of(new_table("gray yellow"), "reveal pink3", "reveal blue1"))
    game.press("back", "ok", "ok")
    (wrong,) = game.history.entries[-1:]
    assert isinstance(wrong, SwapMarkers)
    game.press("back", "ok")
    swaps = [entry for entry in entries_in(game.table.dialog) if isinstance(entry, SwapMarkers)]
    assert {(swap.good, swap.place) for swap in swaps} == {(wrong.other_good, "tonsberg.2")}


def test_no_marker_is_entered_again_where_none_was_entered() -> None:
    assert correcting.reenter(history_of(new_table("gray yellow"))) is None
    stocked_before = situation(stock={"danzig": "blue1"})
    swap = SwapMarkers(marker("blue1"), "danzig.1", marker("blue2"), "unseen")
    assert correcting.reenter(history_of(stocked_before, swap)) is None
    assert correcting.reenter(history_of(stocked_before, "sail danzig", swap)) is None


def test_reveal_that_is_impossible_leads_to_the_known_markers() -> None:
    game = Game(history_of(new_table("gray yellow"), *["reveal blue1"] * 4))
    game.tap("marker.blue1.1")
    assert game.name == "refusal no_such_marker"
    game.press("ok")
    assert not isinstance(game.table.dialog, Notice)
    assert all(isinstance(entry, SwapMarkers) for entry in entries_in(game.table.dialog))
    assert len(entries_in(game.table.dialog)) >= 4
