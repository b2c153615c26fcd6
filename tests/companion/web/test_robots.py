"""Robots at simulated tables in virtual time: games that are the same for each seed, and never come to a standstill."""

from __future__ import annotations

import pytest

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.moves import Buy
from companion.games.hansa.rules.position import Phase
from companion.table.dialog import Button, Notice
from companion.table.intents import Choose, Press
from companion.web.pace import PACE_S, READING_PACES, Pace
from companion.web.robots import LEAVES_S
from tests.kit.club import club


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "skill"), [("board", "simple"), ("tap", "random")])
def test_robots_play_a_whole_game_through_every_kit(kit: str, skill: str) -> None:
    with club(kit, 1, skill) as members:
        members.play(lambda: members.position.phase is Phase.OVER)
        steps = members.history.steps
    verbs = {type(step.entry).__name__ for step in steps}
    assert {"Reveal", "Place", "Sail", "Buy", "Build", "Sell", "End"} <= verbs
    assert not any(Hansa(named_board("0.1")).is_correction(step.entry) for step in steps)


def test_robot_lets_a_reader_miss_what_was_taken_off_before_it_puts_a_piece_there() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.PLACE)
        members.bench.left_at = dict.fromkeys(members.bench.readers, members.now())
        assert not members.step()
        assert set(members.bench.lying) == {"ship"}
        members.wait(LEAVES_S)
        assert members.step()
        assert len(members.bench.lying) == 2


@pytest.mark.slow
def test_robot_answers_what_its_own_piece_has_raised() -> None:
    # In this game somebody soon buys a marker such as they hold already: which of the two touches the pad is asked.
    with club("board", 1, "simple") as members:
        members.play(lambda: members.dialog.name == "asked pad buy")
        raised_at = members.revision
        members.play(lambda: members.revision > raised_at)
        assert isinstance(members.history.steps[-1].entry, Buy)


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


def test_robots_are_slower_or_faster_as_somebody_likes() -> None:
    with club("board", 1, "simple") as members:
        took = []
        for pace in (Pace.SLOW, Pace.NORMAL, Pace.FAST):
            members.robots.pace = pace
            took.append(members.robots.pace_s)
        assert took == sorted(took, reverse=True)
        assert took[1] == PACE_S
