"""The table menu, and new stickers for pieces."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from companion.table import intents, notices, own_dialogs
from companion.table.belief import PAD
from companion.table.dialog import Choice, Do, Menu, Notice
from companion.table.history import ABORTED, History, Kept, history_of
from companion.table.intents import (
    BringBack,
    Button,
    CallHelp,
    CheckBoard,
    Command,
    GiveUp,
    LetPhones,
    OfferGames,
    RestoreBoard,
    ShutDown,
    SpeakLanguage,
)
from companion.table.own_dialogs import BOARD, PHONES, YOUR_BOARD, Offers, table_menu, with_no_game
from companion.table.posting import post
from companion.table.proposals import Accepted, Proposal
from companion.table.screen import Row
from companion.table.table import Table
from companion.words.say import say
from hardware.ports import TagLeft, TagRested
from tests.companion.games.hansa.table.walking import ways
from tests.kit.hands import TableHands
from tests.toygame.game import Pearls
from tests.toygame.rules import Position
from tests.toygame.table.pearlstable import PearlsTable

OWN = Menu(Row(say("Table")), (Choice(say("Own"), Do("own")),))
FIRST = Position((2, 2), (0, 0), 0)
BEFORE_A_GAME = {CheckBoard, SpeakLanguage, ShutDown}


def commands_in(menu: Menu) -> list[Command]:
    return [action for _, action in ways(menu) if isinstance(action, Command)]


def hands(history: History | None, *, phones_allowed: bool = True, asks_board: bool = False) -> TableHands:
    table = Table(PearlsTable(), {}, Random(1), asks_board=asks_board, offers=Offers(phones_allowed))
    table.kept = Kept(history)
    return TableHands(table)


def test_table_menu_leads_to_everything_around_the_game() -> None:
    menu = table_menu(OWN, Offers(may_call=True), is_over=False)
    assert menu.choices[0] == OWN.choices[0]
    commands = commands_in(menu)
    assert set(map(type, commands)) == BEFORE_A_GAME | {LetPhones, RestoreBoard, GiveUp, CallHelp}
    assert {command.code for command in commands if isinstance(command, SpeakLanguage)} == {"en", "it", "nl"}


def test_first_question_of_a_new_game_leads_to_what_a_first_evening_needs() -> None:
    menu = with_no_game(OWN, Offers())
    assert isinstance(menu, Menu)
    assert menu.choices[0] == OWN.choices[0]
    assert set(map(type, commands_in(menu))) == BEFORE_A_GAME | {LetPhones}


def test_games_that_only_the_server_has_are_one_line_while_there_are_any_and_no_game_lies_here() -> None:
    at_table = hands(None)
    table = at_table.table
    assert BringBack() not in [choice.action for choice in cast(Menu, table.dialog).choices]
    assert post(table, OfferGames(3)) == Accepted()
    line = next(choice for choice in cast(Menu, table.dialog).choices if choice.action == BringBack())
    assert line.right == say("{count}", count=3)
    post(table, OfferGames(0))
    assert BringBack() not in [choice.action for choice in cast(Menu, table.dialog).choices]
    with_game = hands(History(FIRST))
    post(with_game.table, OfferGames(3, asks=True))
    assert with_game.table.view.is_at_home, "nobody who plays is asked"
    with_game.press("back")
    assert BringBack() not in commands_in(cast(Menu, with_game.table.dialog))


def test_players_at_a_table_without_any_game_are_asked_about_those_on_the_server_and_may_say_not_now() -> None:
    at_table = hands(None)
    table = at_table.table
    post(table, OfferGames(3, asks=True))
    assert table.dialog == own_dialogs.games_elsewhere(3)
    assert table.press(Button.OK) is None, "a press that was meant for what was there before does nothing"
    assert table.dialog.name != own_dialogs.GAMES_ELSEWHERE
    post(table, OfferGames(2, asks=True))
    assert table.choose(1) == BringBack()
    post(table, OfferGames(2, asks=True))
    post(table, OfferGames(0))
    assert table.dialog.name != own_dialogs.GAMES_ELSEWHERE


def test_question_that_is_no_menu_is_left_as_it_is() -> None:
    notice = Notice(Row(say("Dive")), ())
    assert with_no_game(notice, Offers()) is notice


@pytest.mark.parametrize("history", [None, History(FIRST)], ids=["no game", "a game"])
def test_phones_that_are_kept_out_are_not_offered(history: History | None) -> None:
    offered = []
    for phones_allowed in (True, False):
        at_table = hands(history, phones_allowed=phones_allowed)
        if history:
            at_table.press("back")
        menu = at_table.table.dialog
        assert isinstance(menu, Menu)
        offered.append(LetPhones() in commands_in(menu))
    assert offered == [True, False]


def test_phones_that_are_kept_out_are_not_let_in_to_correct_the_board_either() -> None:
    class Leading(PearlsTable):
        def board_question(self) -> Menu:
            return Menu(Row(say("Board")), (Choice(say("No"), LetPhones(True)),), name=YOUR_BOARD, topic=BOARD)

    table = Table(Leading(), {}, Random(1), asks_board=True, offers=Offers(phones_allowed=False))
    at_table = TableHands(table)
    assert at_table.press("ok") is None
    assert at_table.name == PHONES
    at_table.press("ok")
    assert table.view.asks_board, "that has answered nothing"


def test_game_is_given_up_after_a_restart_only_when_that_is_confirmed() -> None:
    table = Table(PearlsTable(), {}, Random(1), Kept(History(FIRST)))
    at_table = TableHands(table)
    assert at_table.name == "resume"
    at_table.press("up", "ok", "ok")
    assert at_table.name == "resume", "the first answer is no"
    at_table.press("ok", "down", "ok")
    assert [proposal.kind for proposal in at_table.kept] == [ABORTED]


def test_companion_is_shut_down_only_when_that_is_confirmed() -> None:
    at_table = hands(None)
    assert at_table.press("up", "ok", "ok") is None, "the first answer is no"
    assert at_table.press("ok", "down", "ok") == ShutDown()


def test_game_that_is_over_is_not_given_up_for_another() -> None:
    heads = []
    for entries in ((), _to_the_end()):
        at_table = hands(history_of(Pearls(), FIRST, entries))
        at_table.press("back", "up", "up", "ok")
        menu = at_table.table.dialog
        assert isinstance(menu, Menu)
        (head,) = menu.head
        assert isinstance(head, Row)
        heads.append(head.left.in_language())
    assert heads == ["Give up this game?", "Another game?"]


def _to_the_end() -> tuple[object, ...]:
    """Play the first legal move until the game is over."""
    game, history = Pearls(), History(FIRST)
    while game.winners(history.position) is None:
        history = history.after(game, next(iter(game.legal_moves(history.position))))
    return history.entries


OLD, NEW, OTHER = "04a1b2c3d4e580", "04ffffffffff80", "04aaaaaaaaaa80"
PIECES = {OLD: "pearl", OTHER: "shell"}


class Stickered(PearlsTable):
    def stickers(self, enrolled: object) -> Menu | None:
        words = say("Pearl")
        return Menu(own_dialogs.NEW_TAG, (Choice(words, intents.NewTag("pearl", words)),), name="stickers")


@pytest.fixture
def table() -> Table:
    """A table in a game, with the menu opened as far as the question for the new sticker."""
    table = Table(Stickered(), PIECES, Random(1))
    begun = table.press(Button.OK)
    assert isinstance(begun, Proposal)
    table.accept(begun)
    table.press(Button.BACK)
    menu = table.dialog
    assert isinstance(menu, Menu)
    (line,) = (number for number, choice in enumerate(menu.choices) if choice.label.template == "New sticker")
    table.choose(line)
    table.choose(0)
    assert table.dialog.name == "new sticker"
    return table


def seen_with(table: Table, uid: str) -> tuple[str, ...]:
    """Put a tag down for a moment; return the piece that the table takes it for, if any."""
    table.handle(TagRested(8.0, "shore", uid))
    there = table.view.belief.seen_at("shore")
    table.handle(TagLeft(9.0, "shore", uid))
    return there


def test_next_stranger_on_the_pad_is_the_new_tag_and_counts_once_it_is_kept(table: Table) -> None:
    errand = table.handle(TagRested(0.0, PAD, NEW))
    assert errand == intents.KeepTag("pearl", NEW)
    assert seen_with(table, NEW) == (), "what is not kept does not count"
    assert isinstance(errand, intents.KeepTag)
    table.ran(errand)
    assert table.dialog == own_dialogs.TAG_KEPT
    table.press(Button.OK)
    assert table.view.is_at_home
    assert (seen_with(table, NEW), seen_with(table, OLD)) == (("pearl",), ())


def test_tag_of_another_piece_is_refused_and_the_question_stays(table: Table) -> None:
    assert table.handle(TagRested(0.0, PAD, OTHER)) is None
    assert table.refused == notices.TAG_TAKEN
    table.handle(TagLeft(1.0, PAD, OTHER))
    assert table.handle(TagRested(2.0, PAD, NEW)) == intents.KeepTag("pearl", NEW)


def test_tag_that_could_not_be_kept_is_asked_for_again(table: Table) -> None:
    table.handle(TagRested(0.0, PAD, NEW))
    table.ask_again()
    assert table.dialog.name == "new sticker"
    assert table.handle(TagRested(2.0, PAD, NEW)) == intents.KeepTag("pearl", NEW)


def test_tag_elsewhere_and_ok_change_nothing(table: Table) -> None:
    assert not isinstance(table.handle(TagRested(0.0, "shore", NEW)), intents.KeepTag)
    table.handle(TagLeft(0.5, "shore", NEW))
    for _ in range(4):  # the refusal of a stranger, the question, the list and the menu
        table.press(Button.BACK)
    assert table.dialog.name != "new sticker"
    assert not isinstance(table.handle(TagRested(1.0, PAD, NEW)), intents.KeepTag)
    assert [seen_with(table, uid) for uid in (OLD, OTHER, NEW)] == [("pearl",), ("shell",), ()]


def test_other_errands_change_no_tags(table: Table) -> None:
    table.ran(intents.ShutDown())
    assert seen_with(table, OLD) == ("pearl",)


def test_game_without_stickers_has_no_such_line() -> None:
    table = Table(PearlsTable(), PIECES, Random(1))
    begun = table.press(Button.OK)
    assert isinstance(begun, Proposal)
    table.accept(begun)
    table.press(Button.BACK)
    assert isinstance(table.dialog, Menu)
    assert "New sticker" not in [choice.label.template for choice in table.dialog.choices]
