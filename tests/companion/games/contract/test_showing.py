"""How every game is shown: the page's document in every language, the card at the hub and its close-up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.assembly.game_parts import translator
from companion.hub.announcement import format_announcement, parse_object
from companion.hub.demo import Demo, DemoTable
from companion.hub.exchange import LARGEST_DETAIL
from companion.hub.hall import Announced, Hall
from companion.hub.observer import Observer, observe
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF
from companion.table import notices
from companion.table.dialog import Menu
from companion.web.document import Describer, format_dialog
from companion.web.feed import take
from companion.web.seats import Seats
from companion.words.say import LANGUAGES, untranslated
from tests.kit.announcements import parse_announcement
from tests.kit.any_game import AnyGame, Late
from tests.kit.meeting import Meeting

PEOPLE = ("Anna", "Bruno", "Carla", "Dirk", "Elena", "Femke")


# --- the page's document ---


def describer_of(rig: AnyGame) -> Describer:
    table = rig.composed.game_table
    return Describer(
        rig.box.drawing(rig.game),
        {language: translator(language, {}, rig.box) for language in LANGUAGES},
        about={},
        explain=partial(notices.fault, table),
        expected=table.expected,
        watched=frozenset(rig.table.readers.names),
        seats=Seats(table).describe,
        players=rig.players,
    )


def documents(rig: AnyGame, describer: Describer) -> Iterator[dict[str, Any]]:
    """Describe the table in every language, as it is sent."""
    for language in LANGUAGES:
        yield json.loads(json.dumps(describer.describe(take(rig.daemon), language), allow_nan=False))


def test_page_is_told_of_a_table_without_a_game(rig: AnyGame) -> None:
    for told in documents(rig, describer_of(rig)):
        assert (told["game"], told["board"], told["log"]) == (None, None, [])
        assert not told["table"]["at_home"]


def _expect_what_the_page_reads(rig: AnyGame, describer: Describer) -> None:
    seats = list(rig.game.players(rig.position))
    for told in documents(rig, describer):
        state = told["game"]
        assert told["table"]["at_home"], "whatever the game calls its own menu"
        assert told["board"]["players"] == seats
        assert state["names"].keys() == set(seats)
        assert state["mover"] == rig.game.mover(rig.position)
        assert state["phase_name"]
        assert state["winners"] == (None if rig.goes_on else list(rig.game.winners(rig.position) or ()))
        assert len(told["log"]) == len(told["plot"]) == len(rig.history.steps)
        assert all(row["say"] for row in told["log"])
        assert all(len(points) == len(seats) for points in told["plot"])


def test_page_is_told_what_it_reads_of_any_game_from_its_beginning(rig: AnyGame) -> None:
    describer = describer_of(rig)
    rig.begin(rig.box.seats[-1])
    for _ in range(25):
        _expect_what_the_page_reads(rig, describer)
        rig.play()


def test_page_is_told_what_it_reads_of_any_game_to_its_end(late: Late) -> None:
    rig, describer = late.rig, describer_of(late.rig)
    for move in late.moves:
        _expect_what_the_page_reads(rig, describer)
        rig.follow([move])
    _expect_what_the_page_reads(rig, describer)
    assert not rig.goes_on


def test_plot_tells_the_scores_of_the_rules(rig: AnyGame) -> None:
    rig.begin()
    rig.play(25)
    told = describer_of(rig).describe(take(rig.daemon), "en")
    for step, points in zip(rig.history.steps, told["plot"], strict=True):
        assert points == [score.total for score in rig.game.scores(step.position).values()]


def test_every_line_of_a_menu_is_on_the_page_in_the_order_of_its_numbers(rig: AnyGame) -> None:
    rig.begin()
    longest = 0
    for _ in range(30):
        dialog = rig.daemon.table.dialog
        assert isinstance(dialog, Menu)
        told = format_dialog(dialog, untranslated)
        assert [line["text"] for line in told["lines"]] == [choice.label.in_language() for choice in dialog.choices]
        longest = max(longest, len(told["lines"]))
        rig.play()
        if not rig.goes_on:
            break
    assert longest > 1


# --- the hub ---


def observer(rig: AnyGame, *, shows_scores: bool = True) -> Observer:
    return Observer(
        "table-1",
        "Reef",
        rig.composed.game_table,
        rig.box.summary(rig.game),
        lambda: translator("en", {}, rig.box),
        lambda: 0.0,
        shows_scores=shows_scores,
    )


def test_card_tells_every_seat_who_decides_and_who_has_won(late: Late) -> None:
    rig, teller, hall = late.rig, observer(late.rig), Hall()
    words = rig.box.player_words()
    for moves in ((), late.moves[:3], late.moves[3:]):
        rig.follow(moves)
        teller.see(observe(rig.daemon))
        announcement = parse_announcement(format_announcement(teller.announcement()))
        hall.hear([Announced(announcement, "")], 0.0)
        assert announcement.game == rig.box.id
        seats = rig.game.players(rig.position)
        assert [(player.seat, player.name) for player in announcement.players] == [
            (seat, words[seat].in_language()) for seat in seats
        ]
        assert announcement.mover == rig.game.mover(rig.position)
        assert announcement.winners == rig.game.winners(rig.position)
    assert [(ranking.game, ranking.games) for ranking in hall.evening.rankings] == [(rig.box.id, 1)]


@pytest.mark.parametrize("shows_scores", [True, False])
def test_close_up_gives_board_and_game_and_scores_only_where_they_are_shown(rig: AnyGame, shows_scores: bool) -> None:
    rig.begin(rig.box.seats[-1])
    rig.play(20)
    teller = observer(rig, shows_scores=shows_scores)
    teller.see(observe(rig.daemon))
    detail = parse_object(json.dumps(teller.detail()).encode(), LARGEST_DETAIL)
    assert detail["board"]["players"] == list(rig.game.players(rig.position))
    assert detail["game"]["names"].keys() == set(rig.game.players(rig.position))
    if rig.goes_on:
        assert ("scores" in detail["game"]) is shows_scores


def test_table_plays_for_a_demonstration(box: GameBox) -> None:
    meeting = Meeting()
    table = DemoTable(box, 7, PEOPLE, Random(3), lambda: 0.0, meeting.exchange())
    table.play_earlier()
    for _ in range(30):
        table.act()
    announcement = table.observer.announcement()
    assert announcement.game == box.id
    assert {player.name for player in announcement.players} <= set(PEOPLE)
    meeting.close()


def test_demonstration_shows_every_game_of_the_shelf_at_full_tables(box: GameBox) -> None:
    demo = Demo(40, seed=1, clock=lambda: 0.0)
    kinds = [table._box.id for table in demo.tables]
    assert kinds.count(box.id) == pytest.approx(40 / len(SHELF), abs=1)
    assert all(len(set(table._people)) == table._box.seats[-1] for table in demo.tables)
