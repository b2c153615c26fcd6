"""Pieces at the table, under a game it knows nothing of: moves, questions, mismatches, the pad, a swept board."""

from __future__ import annotations

import pytest

from companion.games.game import Refusal
from companion.table.belief import Belief
from companion.table.commands import Seal
from companion.table.dialog import Menu, Notice
from companion.table.gametable import Ask, Propose, Reading
from companion.table.history import History
from companion.table.lights import BRING, REFUSED, WRONG
from companion.table.proposals import Proposal
from companion.table.screen import Row
from companion.table.touch import SOON_S
from companion.words.say import say
from hardware.ports import (
    Crowded,
    TagLeft,
    TagRested,
)
from hardware.trouble import quoted
from tests.companion.table.rig import PEARL, STRANGER, Rig
from tests.toygame.rules import Draw, GivePoints, Lay
from tests.toygame.table.pearlstable import PearlsTable

# --- pieces ---


def test_piece_at_rest_flickers_at_once_and_is_a_move() -> None:
    rig = Rig(Draw("white"))
    outcome = rig.table.handle(TagRested(0.0, "reef", PEARL))
    assert isinstance(outcome, Proposal)
    assert rig.table.state.seen == "reef"
    rig.table.accept(outcome)
    assert rig.entries[-1] == Lay("reef")
    assert rig.table.state.seen == ""


def test_piece_that_means_nothing_is_not_waited_for() -> None:
    rig = Rig(Draw("white"), Lay("reef"))
    rig.put(PEARL, "reef")
    assert rig.table.state.seen == ""


def test_unknown_tag_is_refused_until_it_is_lifted() -> None:
    rig = Rig()
    rig.put(STRANGER, "reef")
    assert rig.name == "refusal unknown_tag"
    assert rig.table.scene().lamps["reef"] == REFUSED
    rig.lift(STRANGER, "reef")
    assert rig.name == "home"


def test_unknown_tag_on_the_pad_stays_refused_when_it_is_lifted() -> None:
    rig = Rig()
    rig.put(STRANGER, "pad")
    rig.lift(STRANGER, "pad")
    assert rig.name == "refusal unknown_tag"
    rig.press("ok")
    assert rig.name == "home"


def test_crowded_reader_is_told_until_it_is_clear() -> None:
    rig = Rig()
    rig.tell(Crowded(0.0, "shore", True))
    assert rig.name == "refusal crowded"
    rig.tell(Crowded(0.0, "reef", False))
    assert rig.name == "refusal crowded", "another reader became clear"
    rig.tell(Crowded(0.0, "shore", False))
    assert rig.name == "home"


def test_only_the_last_refusal_is_shown() -> None:
    rig = Rig()
    rig.put(STRANGER, "reef")
    rig.press("end")
    rig.press("ok")
    assert rig.name == "home"


class Asking(PearlsTable):
    """Asks before a pearl is laid."""

    def read(self, history: History, belief: object, piece: str, place: str) -> Reading:
        return Ask(Menu(Row(say("Really?")), (PearlsTable().home(history).choices[0],), name="really"))


def test_question_of_a_piece_closes_when_the_piece_is_lifted() -> None:
    rig = Rig(Draw("white"), game_table=Asking())
    rig.put(PEARL, "reef")
    assert rig.name == "asked reef really"
    rig.lift(PEARL, "reef")
    assert rig.name == "home"


def test_question_of_one_of_a_stack_stays_when_it_falls_silent() -> None:
    rig = Rig(Draw("white"), game_table=Asking())
    rig.put("01", "reef")
    rig.lift("01", "reef")
    assert rig.name == "asked reef really"


def test_question_of_a_piece_stays_when_another_place_is_left() -> None:
    rig = Rig(Draw("white"), game_table=Asking())
    rig.put(PEARL, "shore")
    rig.put(PEARL, "reef")
    rig.lift(PEARL, "shore")
    assert rig.name == "asked reef really"


def test_pieces_laid_out_after_a_restart_are_no_moves() -> None:
    rig = Rig(Draw("white"), resumes=True)
    assert rig.name == "resume"
    rig.put(PEARL, "reef")
    assert rig.kept == []
    assert rig.table.belief.seen_at("reef") == ("pearl",)


def test_restore_walk_is_offered_after_a_restart() -> None:
    rig = Rig(Draw("white"), resumes=True)
    rig.press("down", "ok")
    assert rig.name == "restore"
    rig.press("ok")
    assert rig.name == "home"


# --- the board and the position ---


def test_mismatch_is_told_lights_the_way_and_ends_by_itself() -> None:
    rig = Rig(Draw("white"), Lay("reef"))
    rig.put(PEARL, "shore")
    assert rig.name == "mismatch"
    lamps = rig.table.scene().lamps
    assert (lamps["shore"], lamps["reef"]) == (WRONG, BRING)
    rig.put(PEARL, "reef")
    assert rig.name == "home"
    assert not {WRONG, BRING} & set(rig.table.scene().lamps.values())


def test_mismatch_that_was_confirmed_is_not_told_again_but_its_lamps_stay() -> None:
    rig = Rig(Draw("white"), Lay("reef"))
    rig.put(PEARL, "shore")
    rig.press("ok")
    assert rig.name == "home"
    assert rig.table.scene().lamps["shore"] == WRONG


def test_take_back_leads_the_piece_back_by_lamps_without_a_word() -> None:
    rig = Rig(Draw("white"))
    rig.put(PEARL, "reef")
    rig.hold("back")
    assert rig.entries == (Draw("white"),)
    assert rig.name == "home"
    assert rig.table.scene().lamps["reef"] == WRONG


def test_piece_put_down_and_back_before_its_reader_missed_it_is_known_to_be_there() -> None:
    rig = Rig(Draw("white"))
    rig.put(PEARL, "shore")
    rig.put(PEARL, "reef")
    rig.lift(PEARL, "reef")
    assert rig.entries == (Draw("white"), Lay("shore")), "what is no movement is no move"
    assert rig.name == "home"
    assert rig.table.belief.seen_at("shore") == ("pearl",)


class Touching(PearlsTable):
    """Whatever touches the pad earns a point."""

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        return Propose(GivePoints("red", 1))


@pytest.mark.parametrize(
    ("uids", "counted"),
    [(("01", "01"), 1), (("01", "02"), 2), (("01", "02", "01"), 3), ((PEARL, PEARL), 1)],
    ids=["the same", "another", "the same after another", "one of a kind"],
)
def test_piece_that_touches_the_pad_twice_in_a_row_counts_once(uids: tuple[str, ...], counted: int) -> None:
    rig = Rig(game_table=Touching())
    for uid in uids:
        rig.put(uid, "pad")
        rig.lift(uid, "pad")
    assert len(rig.entries) == counted


@pytest.mark.parametrize(("uid", "counted"), [("01", 1), (PEARL, 2)], ids=["one of many", "one of a kind"])
def test_piece_is_meant_again_after_a_moment_only_if_it_is_one_of_a_kind(uid: str, counted: int) -> None:
    rig = Rig(game_table=Touching())
    for _ in range(2):
        rig.put(uid, "pad")
        rig.lift(uid, "pad")
        rig.now += SOON_S
    assert len(rig.entries) == counted


def test_piece_may_touch_the_pad_again_once_its_entry_is_taken_back() -> None:
    rig = Rig(game_table=Touching())
    rig.put("01", "pad")
    rig.lift("01", "pad")
    rig.hold("back")
    rig.put("01", "pad")
    assert len(rig.entries) == 1


def test_piece_whose_entry_could_not_be_kept_may_touch_the_pad_again() -> None:
    rig = Rig(game_table=Touching())
    assert isinstance(rig.table.handle(TagRested(1.0, "pad", "01")), Proposal)
    rig.table.unavailable(quoted("the disk is full"), quoted("free some space"))
    rig.lift("01", "pad")
    rig.press("ok")
    rig.put("01", "pad")
    assert len(rig.entries) == 1


def sweep(rig: Rig) -> None:
    for uid in ("01", "02", "03"):
        rig.put(uid, "reef")
    rig.tell(*(TagLeft(rig.now, "reef", uid) for uid in ("01", "02", "03")))


def test_swept_board_offers_to_be_restored() -> None:
    rig = Rig()
    for number in (1, 2, 3):
        rig.put(f"0{number}", "reef")
    rig.lift("01", "reef")
    rig.lift("02", "reef")
    assert rig.name == "home"
    rig.lift("03", "reef")
    assert rig.name == "swept"


def test_board_swept_again_asks_once() -> None:
    rig = Rig()
    sweep(rig)
    sweep(rig)
    rig.press("down", "ok")
    assert rig.name == "home"


def test_pieces_put_down_on_a_swept_board_are_no_moves_unless_one_of_a_kind() -> None:
    class Asking(PearlsTable):
        def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
            return Ask(Menu(Row(say(piece)), (), name=piece))

    rig = Rig(game_table=Asking())
    sweep(rig)
    rig.press("back")
    rig.put("01", "reef")
    assert rig.name == "asked reef disc.1", "nobody restores a board any more"
    sweep(rig)
    rig.put("01", "reef")
    assert rig.name == "swept"
    rig.put(PEARL, "reef")
    assert rig.name == "asked reef pearl"


OWED = Refusal("settle_first", "Something is owed.", "Hand it over.")


def test_restore_walk_comes_before_what_is_still_to_be_read() -> None:
    rig = Rig(Draw("white"), Lay("reef"))
    unread = Notice(Row(say("Owed")), (), Seal(OWED), name="owed")
    rig.table.dialogs.tell(unread)
    sweep(rig)
    rig.press("ok")
    assert rig.name == "restore"
    rig.press("ok")
    assert rig.name == "owed"


def test_nothing_is_played_before_the_settlement_is_confirmed() -> None:
    class Ending(PearlsTable):
        def on_hold(self, history: History, button: str) -> Reading:
            return Propose(Draw("white"))

    rig = Rig(game_table=Ending())
    rig.table.dialogs.tell(Notice(Row(say("Owed")), (), Seal(OWED), name="owed"))
    rig.hold("end")
    assert rig.name == "refusal settle_first"
    assert not rig.kept


def test_pieces_lifted_from_the_pad_sweep_no_board() -> None:
    rig = Rig()
    for number in (1, 2, 3):
        rig.put(f"0{number}", "pad")
    for number in (1, 2, 3):
        rig.lift(f"0{number}", "pad")
    assert rig.name == "home"
