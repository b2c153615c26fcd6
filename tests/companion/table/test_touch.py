"""What a piece means that touches the pad once more."""

from __future__ import annotations

import pytest

from companion.table.dialog import Choice, Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading, Refuse
from companion.table.history import history_of
from companion.table.say import say
from companion.table.screen import Row
from companion.table.standing import HOLD
from companion.table.touch import once_more
from tests.toygame.pearls import Draw, Pearls, Position

DRAWN = history_of(Pearls(), Position((2, 2), (0, 0), 0), (Draw("white"),))
HOME = Menu(Row(say("home")), tuple(Choice(say(name), Do(name)) for name in ("other", "next")), cursor=1)


def test_what_may_be_meant_next_is_asked_alone() -> None:
    reading = once_more(Propose("next"), DRAWN, HOME)
    assert isinstance(reading, Ask)
    assert isinstance(reading.dialog, Menu)
    assert [choice.action for choice in reading.dialog.choices] == [Do("next")]
    assert reading.dialog.cursor == 0


@pytest.mark.parametrize("reading", [Propose(Draw("white")), Propose("unheard of"), Refuse(HOLD), Ignore()])
def test_what_is_done_or_impossible_means_nothing(reading: Reading) -> None:
    assert once_more(reading, DRAWN, HOME) == Ignore()


def test_question_is_asked_again() -> None:
    assert once_more(Ask(HOME), DRAWN, HOME) == Ask(HOME)
