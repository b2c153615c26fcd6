"""Pieces that come to rest at a table and leave it."""

from __future__ import annotations

import pytest

from companion.games.game import Refusal
from companion.table.belief import Belief
from companion.table.dialog import Menu, Notice
from companion.table.gametable import Ask, Propose, Reading
from companion.table.history import History
from companion.table.intents import Seal
from companion.table.proposals import Proposal
from companion.table.screen import BRING, REFUSED, WRONG, Row
from companion.table.senses import SOON_S
from companion.words.say import say
from hardware.ports import (
    Crowded,
    TagLeft,
    TagRested,
)
from hardware.trouble import quoted
from tests.kit.pearls import PEARL, STRANGER, PearlsHands
from tests.toygame.rules import Draw, GivePoints, Lay
from tests.toygame.table.pearlstable import PearlsTable

# --- pieces ---


def test_piece_at_rest_flickers_at_once_and_is_a_move() -> None:
    hands = PearlsHands(Draw("white"))
    outcome = hands.table.handle(TagRested(0.0, "reef", PEARL))
    assert isinstance(outcome, Proposal)
    assert hands.table.seen == "reef"
    hands.table.accept(outcome)
    assert hands.entries[-1] == Lay("reef")
    assert hands.table.seen == ""


def test_piece_that_means_nothing_is_not_waited_for() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"))
    hands.put(PEARL, "reef")
    assert hands.table.seen == ""


def test_unknown_tag_is_refused_until_it_is_lifted() -> None:
    hands = PearlsHands()
    hands.put(STRANGER, "reef")
    assert hands.name == "refusal unknown_tag"
    assert hands.table.view.scene.lamps["reef"] == REFUSED
    hands.lift(STRANGER, "reef")
    assert hands.name == "home"


def test_unknown_tag_on_the_pad_stays_refused_when_it_is_lifted() -> None:
    hands = PearlsHands()
    hands.put(STRANGER, "pad")
    hands.lift(STRANGER, "pad")
    assert hands.name == "refusal unknown_tag"
    hands.press("ok")
    assert hands.name == "home"


def test_crowded_reader_is_told_until_it_is_clear() -> None:
    hands = PearlsHands()
    hands.tell(Crowded(0.0, "shore", True))
    assert hands.name == "refusal crowded"
    hands.tell(Crowded(0.0, "reef", False))
    assert hands.name == "refusal crowded", "another reader became clear"
    hands.tell(Crowded(0.0, "shore", False))
    assert hands.name == "home"


def test_only_the_last_refusal_is_shown() -> None:
    hands = PearlsHands()
    hands.put(STRANGER, "reef")
    hands.press("end")
    hands.press("ok")
    assert hands.name == "home"


class Asking(PearlsTable):
    """Asks before a pearl is laid."""

    def read(self, history: History, belief: object, piece: str, place: str) -> Reading:
        return Ask(Menu(Row(say("Really?")), (PearlsTable().home(history).choices[0],), name="really"))


def test_question_of_a_piece_closes_when_the_piece_is_lifted() -> None:
    hands = PearlsHands(Draw("white"), game_table=Asking())
    hands.put(PEARL, "reef")
    assert hands.name == "asked reef really"
    hands.lift(PEARL, "reef")
    assert hands.name == "home"


def test_question_of_one_of_a_stack_stays_when_it_falls_silent() -> None:
    hands = PearlsHands(Draw("white"), game_table=Asking())
    hands.put("01", "reef")
    hands.lift("01", "reef")
    assert hands.name == "asked reef really"


def test_question_of_a_piece_stays_when_another_place_is_left() -> None:
    hands = PearlsHands(Draw("white"), game_table=Asking())
    hands.put(PEARL, "shore")
    hands.put(PEARL, "reef")
    hands.lift(PEARL, "shore")
    assert hands.name == "asked reef really"


def test_pieces_laid_out_after_a_restart_are_no_moves() -> None:
    hands = PearlsHands(Draw("white"), resumes=True)
    assert hands.name == "resume"
    hands.put(PEARL, "reef")
    assert hands.kept == []
    assert hands.table.view.belief.seen_at("reef") == ("pearl",)


def test_restore_walk_is_offered_after_a_restart() -> None:
    hands = PearlsHands(Draw("white"), resumes=True)
    hands.press("down", "ok")
    assert hands.name == "restore"
    hands.press("ok")
    assert hands.name == "home"


# --- the board and the position ---


def test_mismatch_is_told_lights_the_way_and_ends_by_itself() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"))
    hands.put(PEARL, "shore")
    assert hands.name == "mismatch"
    lamps = hands.table.view.scene.lamps
    assert (lamps["shore"], lamps["reef"]) == (WRONG, BRING)
    hands.put(PEARL, "reef")
    assert hands.name == "home"
    assert not {WRONG, BRING} & set(hands.table.view.scene.lamps.values())


def test_mismatch_that_was_confirmed_is_not_told_again_but_its_lamps_stay() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"))
    hands.put(PEARL, "shore")
    hands.press("ok")
    assert hands.name == "home"
    assert hands.table.view.scene.lamps["shore"] == WRONG


def test_take_back_leads_the_piece_back_by_lamps_without_a_word() -> None:
    hands = PearlsHands(Draw("white"))
    hands.put(PEARL, "reef")
    hands.hold("back")
    assert hands.entries == (Draw("white"),)
    assert hands.name == "home"
    assert hands.table.view.scene.lamps["reef"] == WRONG


def test_piece_put_down_and_back_before_its_reader_missed_it_is_known_to_be_there() -> None:
    hands = PearlsHands(Draw("white"))
    hands.put(PEARL, "shore")
    hands.put(PEARL, "reef")
    hands.lift(PEARL, "reef")
    assert hands.entries == (Draw("white"), Lay("shore")), "what is no movement is no move"
    assert hands.name == "home"
    assert hands.table.view.belief.seen_at("shore") == ("pearl",)


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
    hands = PearlsHands(game_table=Touching())
    for uid in uids:
        hands.put(uid, "pad")
        hands.lift(uid, "pad")
    assert len(hands.entries) == counted


@pytest.mark.parametrize(("uid", "counted"), [("01", 1), (PEARL, 2)], ids=["one of many", "one of a kind"])
def test_piece_is_meant_again_after_a_moment_only_if_it_is_one_of_a_kind(uid: str, counted: int) -> None:
    hands = PearlsHands(game_table=Touching())
    for _ in range(2):
        hands.put(uid, "pad")
        hands.lift(uid, "pad")
        hands.now += SOON_S
    assert len(hands.entries) == counted


def test_piece_may_touch_the_pad_again_once_its_entry_is_taken_back() -> None:
    hands = PearlsHands(game_table=Touching())
    hands.put("01", "pad")
    hands.lift("01", "pad")
    hands.hold("back")
    hands.put("01", "pad")
    assert len(hands.entries) == 1


def test_piece_whose_entry_could_not_be_kept_may_touch_the_pad_again() -> None:
    hands = PearlsHands(game_table=Touching())
    assert isinstance(hands.table.handle(TagRested(1.0, "pad", "01")), Proposal)
    hands.table.unavailable(quoted("the disk is full"), quoted("free some space"))
    hands.lift("01", "pad")
    hands.press("ok")
    hands.put("01", "pad")
    assert len(hands.entries) == 1


def sweep(hands: PearlsHands) -> None:
    for uid in ("01", "02", "03"):
        hands.put(uid, "reef")
    hands.tell(*(TagLeft(hands.now, "reef", uid) for uid in ("01", "02", "03")))


def test_swept_board_offers_to_be_restored() -> None:
    hands = PearlsHands()
    for number in (1, 2, 3):
        hands.put(f"0{number}", "reef")
    hands.lift("01", "reef")
    hands.lift("02", "reef")
    assert hands.name == "home"
    hands.lift("03", "reef")
    assert hands.name == "swept"


def test_board_swept_again_asks_once() -> None:
    hands = PearlsHands()
    sweep(hands)
    sweep(hands)
    hands.press("down", "ok")
    assert hands.name == "home"


def test_pieces_put_down_on_a_swept_board_are_no_moves_unless_one_of_a_kind() -> None:
    class Asking(PearlsTable):
        def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
            return Ask(Menu(Row(say(piece)), (), name=piece))

    hands = PearlsHands(game_table=Asking())
    sweep(hands)
    hands.press("back")
    hands.put("01", "reef")
    assert hands.name == "asked reef disc.1", "nobody restores a board any more"
    sweep(hands)
    hands.put("01", "reef")
    assert hands.name == "swept"
    hands.put(PEARL, "reef")
    assert hands.name == "asked reef pearl"


OWED = Refusal("settle_first", "Something is owed.", "Hand it over.")


def test_restore_walk_comes_before_what_is_still_to_be_read() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"))
    unread = Notice(Row(say("Owed")), (), Seal(OWED), name="owed")
    hands.table.tell(unread)
    sweep(hands)
    hands.press("ok")
    assert hands.name == "restore"
    hands.press("ok")
    assert hands.name == "owed"


def test_nothing_is_played_before_the_settlement_is_confirmed() -> None:
    class Ending(PearlsTable):
        def on_hold(self, history: History, button: str) -> Reading:
            return Propose(Draw("white"))

    hands = PearlsHands(game_table=Ending())
    hands.table.tell(Notice(Row(say("Owed")), (), Seal(OWED), name="owed"))
    hands.hold("end")
    assert hands.name == "refusal settle_first"
    assert not hands.kept


def test_pieces_lifted_from_the_pad_sweep_no_board() -> None:
    hands = PearlsHands()
    for number in (1, 2, 3):
        hands.put(f"0{number}", "pad")
    for number in (1, 2, 3):
        hands.lift(f"0{number}", "pad")
    assert hands.name == "home"
