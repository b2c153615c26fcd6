"""A piece whose tag is dead gets another one from the table menu: the next stranger on the pad, once it is kept."""

from __future__ import annotations

from random import Random

import pytest

from companion.table import commands, own_dialogs
from companion.table.belief import PAD
from companion.table.dialog import Button, Choice, Menu
from companion.table.proposals import Proposal
from companion.table.table import Table
from companion.words.say import say
from hardware.ports import TagLeft, TagRested
from tests.toygame.table.pearlstable import PearlsTable

OLD, NEW, OTHER = "04a1b2c3d4e580", "04ffffffffff80", "04aaaaaaaaaa80"
PIECES = {OLD: "pearl", OTHER: "shell"}


class Stickered(PearlsTable):
    def stickers(self, enrolled: object) -> Menu | None:
        words = say("Pearl")
        return Menu(own_dialogs.NEW_TAG, (Choice(words, commands.NewTag("pearl", words)),), name="stickers")


@pytest.fixture
def table() -> Table:
    """A table in a game, with the menu opened as far as the question for the new sticker."""
    table = Table(Stickered(), PIECES, Random(1))
    begun = table.decisions.press(Button.OK)
    assert isinstance(begun, Proposal)
    table.accept(begun)
    table.decisions.press(Button.BACK)
    menu = table.dialog
    assert isinstance(menu, Menu)
    (line,) = (number for number, choice in enumerate(menu.choices) if choice.label.template == "New sticker")
    table.decisions.choose(line)
    table.decisions.choose(0)
    assert table.dialog.name == "new sticker"
    return table


def test_next_stranger_on_the_pad_is_the_new_tag_and_counts_once_it_is_kept(table: Table) -> None:
    errand = table.handle(TagRested(0.0, PAD, NEW))
    assert errand == commands.KeepTag("pearl", NEW)
    assert table.state.senses.piece(NEW) is None, "what is not kept does not count"
    assert isinstance(errand, commands.KeepTag)
    table.decisions.ran(errand)
    assert (table.state.senses.piece(NEW), table.state.senses.piece(OLD)) == ("pearl", None)
    assert table.dialog == own_dialogs.TAG_KEPT
    table.decisions.press(Button.OK)
    assert table.dialogs.is_at_home


def test_tag_of_another_piece_is_refused_and_the_question_stays(table: Table) -> None:
    assert table.handle(TagRested(0.0, PAD, OTHER)) is None
    assert table.refused == own_dialogs.TAG_TAKEN
    table.handle(TagLeft(1.0, PAD, OTHER))
    assert table.handle(TagRested(2.0, PAD, NEW)) == commands.KeepTag("pearl", NEW)


def test_tag_that_could_not_be_kept_is_asked_for_again(table: Table) -> None:
    table.handle(TagRested(0.0, PAD, NEW))
    table.decisions.ask_again()
    assert table.dialog.name == "new sticker"
    assert table.handle(TagRested(2.0, PAD, NEW)) == commands.KeepTag("pearl", NEW)


def test_tag_elsewhere_and_ok_change_nothing(table: Table) -> None:
    assert not isinstance(table.handle(TagRested(0.0, "shore", NEW)), commands.KeepTag)
    table.handle(TagLeft(0.5, "shore", NEW))
    for _ in range(4):  # the refusal of a stranger, the question, the list and the menu
        table.decisions.press(Button.BACK)
    assert table.dialog.name != "new sticker"
    assert not isinstance(table.handle(TagRested(1.0, PAD, NEW)), commands.KeepTag)
    assert table.state.senses.pieces == {"pearl", "shell"}


def test_other_errands_change_no_tags(table: Table) -> None:
    table.decisions.ran(commands.ShutDown())
    assert table.state.senses.piece(OLD) == "pearl"


def test_game_without_stickers_has_no_such_line() -> None:
    table = Table(PearlsTable(), PIECES, Random(1))
    begun = table.decisions.press(Button.OK)
    assert isinstance(begun, Proposal)
    table.accept(begun)
    table.decisions.press(Button.BACK)
    assert isinstance(table.dialog, Menu)
    assert "New sticker" not in [choice.label.template for choice in table.dialog.choices]
