from __future__ import annotations

import pytest

from companion.games.game import Refusal
from companion.shelf.shelf import SHELF, open_box
from companion.table import bad_news
from companion.table.dialog import CLOSE, Tone
from companion.table.gametable import GameTable
from companion.table.screen import Row
from hardware.trouble import Trouble


@pytest.fixture(params=list(SHELF))
def game_table(request: pytest.FixtureRequest) -> GameTable:
    box = open_box(request.param)
    return box.table(box.rules(None))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("pad", "Trouble: pad"),
        ("button.ok", "Trouble: button ok"),
        ("copying", "Trouble: copy of the games"),
        ("hub", "Trouble: line to the hub"),
        ("page", "Trouble: page"),
        ("backups", "Trouble: backups"),
    ],
)
def test_parts_that_every_table_has_are_named_whatever_game_lies_on_it(
    game_table: GameTable, source: str, words: str
) -> None:
    assert (
        bad_news.fault(game_table, source, Trouble("it has ended"), Trouble("check the disk")).title.left.in_language()
        == words
    )


def test_place_of_a_game_is_named_by_the_game(game_table: GameTable) -> None:
    fault = bad_news.fault(game_table, "seat.purple", Trouble("it has ended"), Trouble("check the disk"))
    assert fault.title.left.in_language() == "Trouble: Purple"
    assert fault.tone is Tone.WARNING


def test_refusal_says_why_and_what_to_do_and_closes_with_ok(game_table: GameTable) -> None:
    refusal = Refusal("not_kept", "{reason}", "{remedy}", {"reason": "no room", "remedy": "make some"})
    shown = bad_news.refused(game_table, refusal, "pad", None)
    assert [row.left.in_language() for row in shown.rows if isinstance(row, Row)] == ["no room", "make some"]
    assert (shown.tone, shown.place, shown.action) == (Tone.REFUSAL, "pad", CLOSE)
