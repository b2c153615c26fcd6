"""Whole games of any kind at a table without cardboard, by clicks: it deals, settles and tidies by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from companion.assembly.game_parts import translator
from companion.journal.journal import Kind, Unavailable
from companion.running.posts import Done, NotKept
from companion.shelf.shelf import open_box
from companion.simulator.random_games import random_game
from companion.table import notices
from companion.table.dialog import Dialog, Do, Menu, Notice, Open
from companion.table.history import History
from companion.table.intents import (
    BeginGame,
    Button,
    Choose,
    Equip,
    NewGame,
    Play,
    Press,
)
from companion.table.owners import HERE
from companion.table.screen import Row
from companion.web.document import Describer
from companion.web.feed import take
from companion.web.seats import Seats
from companion.words.say import LANGUAGES
from hardware.ports import Frame
from hardware.trouble import quoted
from tests.kit.any_game import AnyGame
from tests.kit.box_words import words_of_the_box

BLANK: Final = Frame.blank()


def begin(rig: AnyGame, players: int) -> None:
    """Begin a game for persons at one page."""
    rig.post(Equip(cardboard=False, deals=True, owners=True))
    assert isinstance(rig.post(NewGame(BeginGame(rig.box.quick_setup(players))), HERE), Done)


def lines_to(dialog: Dialog, move: Any) -> tuple[int, ...] | None:
    """Return which lines lead from a dialog to a move; None where it is made on the map, or none does."""
    if not isinstance(dialog, Menu):
        return None
    for line, choice in enumerate(dialog.choices):
        match choice.action:
            case Do(entry) if entry == move:
                return (line,)
            case Open(opened):
                further = lines_to(opened() if callable(opened) else opened, move)
                if further is not None:
                    return (line, *further)
            case _:
                pass
    return None


def click(rig: AnyGame, move: Any) -> None:
    """Make a move as somebody at the page does: line by line, or else on the map."""
    lines = lines_to(rig.dialog, move)
    intents = [Choose("", line) for line in lines] if lines else [Play(move)]
    steps = len(rig.history.steps)
    for intent in intents:
        reply = rig.post(intent, HERE)
        assert isinstance(reply, Done), (intent, reply)
    assert len(rig.history.steps) > steps


def read_by_language(rig: AnyGame) -> dict[str, Describer]:
    table = rig.composed.game_table
    return {
        language: Describer(
            rig.box.drawing(rig.game),
            {language: translator(language, {}, rig.box)},
            about={},
            explain=partial(notices.fault, table),
            expected=table.expected,
            watched=frozenset(rig.table.readers.names),
            seats=Seats(table).describe,
            players=rig.players,
            frame=lambda: BLANK,
        )
        for language in LANGUAGES
    }


def texts(told: Any) -> Iterator[str]:
    """Return every text somewhere in a document."""
    match told:
        case str():
            yield told
        case dict():
            for value in told.values():
                yield from texts(value)
        case list() | tuple():
            for value in told:
                yield from texts(value)
        case _:
            pass


SHOWN = ("table", "decides", "news", "log", "game")  # what the page makes words of; names of places are not among it


def of_the_box(rig: AnyGame, describer: Describer, language: str) -> list[str]:
    """Return the words of the box that the page is told to show."""
    told = describer.describe(take(rig.daemon), language)
    shown = (text for section in SHOWN for text in texts(told[section]) if " " in text)  # others are ids
    return [word for text in shown for word in words_of_the_box(language, text)]


def read_table_menu(rig: AnyGame, describers: dict[str, Describer]) -> list[str]:
    """Open the table menu and each page in it, and read them."""
    found: list[str] = []
    rig.post(Press(Button.BACK, rig.daemon.clock()), HERE)
    menu = rig.dialog
    assert isinstance(menu, Menu)
    for line, choice in enumerate(menu.choices):
        if isinstance(choice.action, Open):
            rig.post(Choose("", line), HERE)
            for language, describer in describers.items():
                found += of_the_box(rig, describer, language)
            while rig.dialog != menu and rig.daemon.view.opened:
                rig.post(Press(Button.BACK, rig.daemon.clock()), HERE)
                if isinstance(rig.dialog, Menu) and rig.dialog.name == menu.name:
                    break
    rig.post(Press(Button.BACK, rig.daemon.clock()), HERE)
    return found


@pytest.mark.parametrize("which", [0, -1], ids=["of few", "of many"])
def test_whole_game_by_clicks_has_the_moves_meant_and_no_chore(rig: AnyGame, which: int) -> None:
    begin(rig, rig.box.seats[which])
    describers = read_by_language(rig)
    meant: list[Any] = []
    languages = list(LANGUAGES)
    while rig.goes_on:
        assert not rig.daemon.view.opened
        assert rig.daemon.view.is_at_home, "nothing waits for anybody"
        assert not rig.game.chances(rig.position), "nobody is asked what chance has brought"
        if len(meant) in (7, 60):
            assert read_table_menu(rig, describers) == []
        meant.append(rig.next_move(rig.players.skills[-1]))
        click(rig, meant[-1])
        language = languages[len(meant) % len(languages)]
        assert of_the_box(rig, describers[language], language) == []
    for language, describer in describers.items():
        assert of_the_box(rig, describer, language) == []
    decided = [
        step.entry
        for index, step in enumerate(rig.history.steps)
        if not rig.game.chances(rig.history.position_before(index))
    ]
    assert decided == meant
    entries = rig.composed.journal.read(rig.daemon.game_id)
    assert entries[-1].kind is Kind.FINISHED, "the score is recorded without a press"
    assert isinstance(rig.dialog, Menu)


def test_what_could_not_be_kept_by_itself_is_tried_again(rig: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw or a settlement that the disk refuses is told, and done once that is read."""
    begin(rig, rig.box.seats[0])
    journal, fails = rig.composed.journal, [False]
    append = journal.append

    def now_and_then(game_id: str, revision: int, kind: Kind, payload: Any, at: str) -> Any:
        if fails[0] and not rig.game.legal_moves(rig.position):
            raise Unavailable(quoted("the disk is full"), quoted("free some space"))
        return append(game_id, revision, kind, payload, at)

    monkeypatch.setattr(journal, "append", now_and_then)
    while rig.goes_on:
        fails[0] = True
        reply = rig.post(Play(rig.next_move()), HERE)
        fails[0] = False
        assert isinstance(reply, Done | NotKept)
        if isinstance(rig.dialog, Notice):
            assert rig.dialog.name == "refusal not_kept"
            rig.post(Choose("", 0), HERE)
    assert rig.composed.journal.read(rig.daemon.game_id)[-1].kind is Kind.FINISHED


def test_cardboard_comes_and_goes_with_what_is_for_hands(rig: AnyGame) -> None:
    begin(rig, rig.box.seats[-1])
    rig.post(Equip(owners=True))
    told = 0
    for _ in range(60):
        if not rig.goes_on:
            break
        assert isinstance(rig.post(Play(rig.next_move()), HERE), Done)
        if isinstance(rig.dialog, Notice):
            told += 1
            rig.post(Equip(cardboard=False, deals=True, owners=True))
            assert not rig.daemon.view.opened
            rig.post(Equip(owners=True))
    assert told


# What each game tells after a step: whether hands have to do something about it, by name or by its words.
HANDS: Final = {
    "hansa": {"settlement": True, "should be empty now.": True, "Last round!": False, "score": False},
    "teutonica": {"board now": True, "end near": False, "over": False, "points": False, "score": False},
}


@pytest.mark.parametrize("game", HANDS)
def test_each_game_says_what_is_for_hands_and_what_is_news(game: str) -> None:
    box = open_box(game)
    rules = box.rules(None)
    table, seen = box.table(rules), dict[str, bool]()
    played = random_game(box, rules, box.seats[-1], Random(1))
    history = History(played.first)
    assert all(notice.is_chore for notice in table.notices(history) if isinstance(notice, Notice))
    for move in played.moves:
        history = history.after(rules, move)
        for notice in table.notices(history):
            assert isinstance(notice, Notice)
            words = {row.left.template for row in notice.rows if isinstance(row, Row)}
            seen |= {each: notice.is_chore for each in HANDS[game] if each == notice.name or each in words}
    assert seen == HANDS[game]
