"""Robots at simulated tables in virtual time: games that are the same for each seed, and never come to a standstill."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.hansa.rules.moves import Reveal
from companion.games.hansa.rules.position import Phase
from companion.table.belief import group_of
from companion.table.dialog import Notice
from companion.table.intents import Button, Choose, NamePlayers, Press
from companion.web.robots import PACE_S, READING_PACES, TELLS_S, Pace, Wait
from tests.kit import hansa
from tests.kit.club import Club, club


@pytest.mark.parametrize("kit", ["tap", "board"])
def test_robots_make_moves_of_every_kind_and_correct_nothing(kit: str) -> None:
    with club(kit, 1, "simple") as members:
        members.play(lambda: members.is_over)
        steps = members.history.steps
    verbs = {type(step.entry).__name__ for step in steps}
    assert {"Reveal", "Place", "Sail", "Buy", "Build", "Sell", "End"} <= verbs
    assert not any(hansa.RULES.is_correction(step.entry) for step in steps)


def test_pieces_follow_what_robots_have_played() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS)
        members.tidy()
        expected = hansa.game_table().expected(members.position)
        lying = Counter((group_of(piece), place) for piece, place in members.bench.lying.items())
        assert lying == {(kind, place): count for kind, places in expected.items() for place, count in places.items()}


def test_names_given_while_robots_play_do_not_stop_them() -> None:
    """Naming somebody is an entry of its own: a robot that posts for the revision before would be stale for ever."""
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS)
        members.tidy()
        members.post(NamePlayers((("gray", "Anna"),)))
        members.play(lambda: members.position.active == 1)


# --- what a robot may confirm ---


def test_refusal_at_a_persons_turn_stays_until_a_person_has_read_it() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 0)
        members.seat_a_person("gray")
        members.post(Press(Button.END, members.now()))
        assert members.dialog.name == "refusal hold"
        members.idle(60)
        assert members.dialog.name == "refusal hold"


@pytest.mark.slow
@pytest.mark.parametrize("page", ["ledger", "score"])
def test_page_that_a_person_reads_stays_open_while_a_robot_is_on(page: str) -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.open_page(page)
        members.idle(60)
        assert members.dialog.name == page
        members.post(Choose("", 0))
        revision = members.revision
        members.post(Press(Button.BACK, members.now()))  # out of the table menu
        members.play(lambda: members.revision > revision)


def test_menu_that_a_person_has_opened_is_not_closed_by_a_robots_move() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.post(Press(Button.BACK, members.now()))
        members.idle(60)
        assert members.dialog.name == "table"


def test_restore_walk_is_not_leafed_through_by_robots() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.restore()
        first = members.dialog
        members.idle(60)
        assert members.dialog == first


@pytest.mark.slow
def test_what_a_person_loses_waits_for_that_person_and_what_a_robot_settles_does_not() -> None:
    with club("board", 1, "simple") as members:
        seen: set[str] = set()

        def gray_has_lost() -> bool:
            if isinstance(members.dialog, Notice):
                seen.add(members.dialog.player)
            return isinstance(members.dialog, Notice) and members.dialog.player == "gray" and _is_loss(members.dialog)

        members.play(gray_has_lost)
        assert seen >= {"yellow", "purple"}  # their own settlements, which they have confirmed
        members.seat_a_person("gray")
        told = members.dialog
        members.idle(60)
        assert members.dialog == told


@pytest.mark.slow
def test_final_score_stays_where_somebody_has_played() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.OVER and members.dialog.name == "score")
        members.seat_a_person("gray")
        members.idle(60)
        assert members.dialog.name == "score"


def test_where_only_robots_play_messages_stay_long_enough_to_be_read() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.dialog.name == "settlement")
        told, since = members.dialog, members.now()
        members.play(lambda: members.dialog != told)
        assert members.now() - since >= READING_PACES * PACE_S


def _is_loss(notice: Notice) -> bool:
    return notice.name == "notice"


# --- pace ---


def test_step_by_step_a_robot_makes_one_move_whenever_it_is_asked_to() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS)
        members.robots.pace = Pace.STEP
        before = members.revision
        members.idle(30)
        assert members.revision == before
        members.go_on()
        members.idle(30)
        assert members.revision == before + 1


def test_step_by_step_one_press_is_one_move_also_after_a_notice() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.dialog.name == "settlement")
        members.robots.pace = Pace.STEP
        for _ in range(4):
            before = _decided(members)
            members.idle(30)
            assert _decided(members) == before
            members.go_on()
            members.idle(30)
            assert _decided(members) == before + 1


def _decided(members: Club) -> int:
    """Return how many moves players have made; what chance turned over does not count."""
    return sum(not isinstance(step.entry, Reveal) for step in members.history.steps)


def test_robots_are_slower_or_faster_as_somebody_likes() -> None:
    with club("board", 1, "simple") as members:
        took = []
        for pace in (Pace.SLOW, Pace.NORMAL, Pace.FAST):
            members.robots.pace = pace
            took.append(members.robots.pace_s)
        assert took == sorted(took, reverse=True)
        assert took[1] == PACE_S


# --- what a robot waits for ---


def test_robot_that_waits_says_for_what_and_stops_saying_so() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.post(Press(Button.BACK, members.now()))
        members.idle(TELLS_S - 1)
        assert members.robots.waits is None
        changes = members.changes
        members.idle(2)
        assert members.robots.waits == Wait("yellow", "answer")
        assert members.robots.describe()["waits"] == {"player": "yellow", "reason": "answer", "nodes": 0, "of": 0}
        assert members.changes == changes + 1
        members.post(Press(Button.BACK, members.now()))
        members.idle(1)
        assert members.robots.waits is None


def test_robot_that_makes_moves_one_by_one_says_that_it_waits_for_the_next_press() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS)
        members.robots.pace = Pace.STEP
        members.idle(TELLS_S + 1)
        assert members.robots.waits == Wait("gray", "next")


def test_robot_whose_moves_do_not_arrive_says_that_it_waits_for_the_table() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS)
        members.is_cut_off = True
        members.idle(TELLS_S + 1)
        assert members.robots.waits == Wait("gray", "table")
        members.is_cut_off = False
        members.play(lambda: members.position.active == 1)
