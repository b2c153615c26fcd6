"""The table under a game it knows nothing of: presses, refusals, faults, take-back and what is shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.game import IllegalMove, Json
from companion.table.commands import CallHelp, ConfirmBoard, GiveUp, LetPhones, SpeakLanguage
from companion.table.dialog import Button, Choice, Do, DoAll, Menu, Notice
from companion.table.entries import ABORTED, CORRECTION, MOVE, SETUP, TAKE_BACK, Kept
from companion.table.history import History, Span, history_of
from companion.table.lights import CHOSEN, REFUSED
from companion.table.own_dialogs import YOUR_BOARD
from companion.table.proposals import Proposal
from companion.table.screen import Row
from companion.table.table import Table
from companion.words.say import say
from hardware.ports import (
    ButtonPressed,
    ButtonReleased,
    Health,
    HealthChanged,
)
from hardware.trouble import quoted
from tests.companion.table.rig import FIRST, GAME, PEARL, STRANGER, Rig
from tests.toygame.rules import Answer, Draw, GivePoints, Lay
from tests.toygame.table.pearlstable import PearlsTable

# --- buttons ---


def test_table_without_a_game_offers_a_new_one() -> None:
    table = Table(PearlsTable(), {}, Random(1))
    outcome = table.decisions.press(Button.OK)
    assert isinstance(outcome, Proposal)
    assert (outcome.kind, outcome.payload["game"]) == (SETUP, "pearls")
    assert table.kept == Kept(), "nothing is played before it is kept"


def test_question_about_the_board_stays_until_it_is_answered_or_left() -> None:
    class Leading(PearlsTable):
        def board_question(self) -> Menu:
            asked = super().board_question()
            return replace(asked, choices=(*asked.choices, Choice(say("No"), LetPhones())))

    table = Table(Leading(), {}, Random(1), asks_board=True)
    assert table.dialog.name == YOUR_BOARD
    table.decisions.press(Button.DOWN)
    assert table.decisions.press(Button.OK) == LetPhones()
    assert table.dialogs.asks_board, "letting a phone in answers nothing"
    assert table.decisions.press(Button.OK) == ConfirmBoard()
    assert not table.dialogs.asks_board
    left = Table(Leading(), {}, Random(1), asks_board=True)
    left.decisions.press(Button.BACK)
    assert not left.dialogs.asks_board


def test_game_that_goes_on_comes_before_the_question_about_the_board() -> None:
    table = Table(PearlsTable(), {}, Random(1), Kept(history_of(GAME, FIRST, ())), asks_board=True)
    assert table.dialog.name == "resume"


def test_set_up_that_the_game_cannot_read_is_refused() -> None:
    class Misled(PearlsTable):
        def complete(self, setup: Json, random: Random) -> Json:
            return {"pearls": "many"}

    table = Table(Misled(), {}, Random(1))
    assert table.decisions.press(Button.OK) is None
    assert table.dialog.name == "refusal unreadable"


def test_press_proposes_and_changes_nothing_until_it_is_kept() -> None:
    rig = Rig()
    before = rig.table.kept
    outcome = rig.table.decisions.press(Button.OK)
    assert isinstance(outcome, Proposal)
    assert outcome.kind == MOVE
    assert outcome.payload == {"entry": {"type": "draw", "pearl": "white"}}
    assert rig.table.kept == before
    rig.table.accept(outcome)
    assert rig.entries == (Draw("white"),)


def test_cursor_moves_and_stands_at_the_first_line_after_a_move() -> None:
    rig = Rig()
    rig.press("down", "ok")
    assert rig.entries == (Draw("black"),)
    dialog = rig.table.dialog
    assert isinstance(dialog, Menu)
    assert dialog.cursor == 0


def test_end_pressed_shortly_says_that_it_is_held() -> None:
    rig = Rig()
    rig.press("end")
    assert rig.name == "refusal hold"
    rig.press("ok")
    assert rig.name == "home"


def test_back_opens_the_table_menu_and_closes_it() -> None:
    rig = Rig()
    rig.press("back")
    assert isinstance(rig.table.dialog, Menu)
    assert rig.name != "home"
    rig.press("back")
    assert rig.name == "home"


def test_held_button_does_not_count_as_pressed_when_it_comes_up() -> None:
    rig = Rig(Draw("white"), Lay("reef"))
    rig.hold("back")
    assert [proposal.kind for proposal in rig.kept] == [TAKE_BACK]
    assert rig.name == "home"


@pytest.mark.parametrize("name", ["up", "down", "ok"])
def test_button_that_acts_when_it_goes_down_does_nothing_when_it_comes_up(name: str) -> None:
    rig = Rig()
    before = rig.table.dialog
    rig.tell(ButtonReleased(0.0, name))
    assert rig.table.dialog == before


def test_new_game_from_the_table_menu_gives_the_old_one_up() -> None:
    class Ready(PearlsTable):
        def pages(self, history: History) -> Menu:
            return Menu(super().pages(history).title, (Choice(say("New game"), GiveUp()),))

    rig = Rig(Draw("white"), game_table=Ready())
    rig.press("back", "ok")
    assert [proposal.kind for proposal in rig.kept] == [ABORTED]
    assert rig.table.kept == Kept()


def test_command_that_is_not_the_tables_own_is_handed_on() -> None:
    class Speaking(PearlsTable):
        def home(self, history: History) -> Menu:
            menu = super().home(history)
            return Menu(menu.title, (menu.choices[0]._replace(action=SpeakLanguage("nl")),))

    assert Rig(game_table=Speaking()).press("ok") == SpeakLanguage("nl")


# --- several entries at once ---


class Chaining(PearlsTable):
    """Offers two moves in one line."""

    chain: tuple[object, ...] = (Draw("white"), Lay("shore"))

    def home(self, history: History) -> Menu:
        menu = super().home(history)
        return Menu(menu.title, (menu.choices[0]._replace(action=DoAll(self.chain)),), name="home")


def test_moves_in_one_line_are_kept_one_by_one() -> None:
    rig = Rig(game_table=Chaining())
    rig.press("ok")
    assert [proposal.kind for proposal in rig.kept] == [MOVE, MOVE]
    assert rig.entries == (Draw("white"), Lay("shore"))


def test_rest_of_a_chain_is_forgotten_when_one_of_it_is_refused() -> None:
    chaining = Chaining()
    chaining.chain = (Draw("white"), Draw("white"), Lay("reef"))
    rig = Rig(game_table=chaining)
    rig.press("ok")
    assert rig.entries == (Draw("white"),)
    assert rig.name == "refusal not_now"
    assert rig.table.decisions.next() is None


def test_rest_of_a_chain_is_forgotten_when_it_cannot_be_kept() -> None:
    rig = Rig(game_table=Chaining())
    assert isinstance(rig.table.decisions.press(Button.OK), Proposal)
    rig.table.unavailable(quoted("the disk is full"), quoted("free some space"))
    assert rig.table.decisions.next() is None


# --- faults ---


def test_fault_is_told_and_forgotten_when_it_is_mended() -> None:
    rig = Rig()
    rig.tell(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer"), quoted("check the wires")))
    assert rig.name == "fault reef"
    assert rig.table.faults["reef"].reason == "no answer"
    rig.tell(HealthChanged(1.0, "reef", Health.GOOD))
    assert rig.name == "home"
    assert rig.table.faults == {}


@pytest.mark.parametrize(("at", "opened"), [(0.5, True), (0.6, False), (1.0, False), (1.4, False), (1.5, True)])
def test_press_meant_for_a_fault_that_has_just_gone_does_nothing(at: float, opened: bool) -> None:
    rig = Rig()
    rig.tell(HealthChanged(0.0, "reef", Health.DEGRADED), HealthChanged(1.0, "reef", Health.GOOD))
    before = rig.table.scene()
    rig.tell(ButtonPressed(at, "ok"), ButtonReleased(at, "ok"))
    assert (rig.table.scene() != before) is opened


def test_press_meant_for_what_the_piece_has_just_answered_does_nothing() -> None:
    rig = Rig(Draw("white"), Lay("shore"))
    rig.put(PEARL, "reef")
    assert rig.name == "mismatch"
    rig.put(PEARL, "shore")
    before = rig.table.scene()
    rig.tell(ButtonPressed(rig.now + 0.1, "ok"), ButtonReleased(rig.now + 0.2, "ok"))
    assert rig.table.scene() == before
    assert not rig.kept
    rig.press("ok")
    assert rig.kept


def test_press_soon_after_something_new_is_shown_answers_it() -> None:
    rig = Rig(Draw("white"), Lay("shore"))
    rig.put(STRANGER, "reef")
    assert rig.name == "refusal unknown_tag"
    rig.tell(ButtonPressed(rig.now + 0.1, "ok"), ButtonReleased(rig.now + 0.2, "ok"))
    assert rig.name == "home"


def test_fault_that_comes_again_is_told_once() -> None:
    rig = Rig()
    for _ in range(3):
        rig.tell(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer"), quoted("check the wires")))
    rig.press("ok")
    assert rig.name == "home"


def test_fault_of_one_device_does_not_end_with_another() -> None:
    rig = Rig()
    rig.tell(HealthChanged(0.0, "reef", Health.DEGRADED), HealthChanged(0.0, "reef.2", Health.DEGRADED))
    rig.tell(HealthChanged(1.0, "reef", Health.GOOD))
    assert set(rig.table.faults) == {"reef.2"}
    assert rig.name == "fault reef.2"


# --- take-back, corrections, posts ---


def test_take_back_of_nothing_is_refused() -> None:
    rig = Rig()
    rig.hold("back")
    assert rig.name == "refusal nothing_to_take_back"


def test_take_back_that_the_game_calls_unfair_is_refused() -> None:
    rig = Rig(Draw("white"))
    rig.hold("back")
    assert rig.name == "refusal pearl_seen"


def test_correction_is_proposed_as_one() -> None:
    outcome = Rig().table.decisions.propose(GivePoints("red", 5))
    assert isinstance(outcome, Proposal)
    assert outcome.kind == CORRECTION


def test_proposal_without_a_game_is_refused() -> None:
    table = Table(PearlsTable(), {}, Random(1))
    assert table.decisions.propose(Draw("white")) is None
    assert table.dialog.name == "refusal no_game"


def test_proposal_that_is_illegal_is_refused_at_its_place() -> None:
    rig = Rig()
    assert rig.table.decisions.propose(Lay("reef"), "reef") is None
    assert rig.name == "refusal not_now"
    assert rig.table.scene().lamps["reef"] == REFUSED


def test_proposal_that_could_not_be_kept_is_not_played() -> None:
    rig = Rig()
    assert isinstance(rig.table.decisions.press(Button.OK), Proposal)
    rig.table.unavailable(quoted("the disk is full"), quoted("free some space"))
    assert rig.name == "refusal not_kept"
    assert rig.entries == ()


# --- what is shown ---


def test_place_under_the_cursor_blinks() -> None:
    rig = Rig(Draw("white"))
    assert rig.table.scene().lamps["reef"] == CHOSEN
    rig.press("down")
    lamps = rig.table.scene().lamps
    assert lamps["shore"] == CHOSEN
    assert "reef" not in lamps


def test_news_of_a_move_stay_until_ok() -> None:
    rig = Rig(Draw("white"), Lay("reef"))
    rig.press("ok")
    assert rig.entries[-1] == Answer(False)
    assert isinstance(rig.table.dialog, Notice)
    rig.press("down")
    assert isinstance(rig.table.dialog, Notice)
    rig.press("ok")
    assert rig.name == "home"


def test_rules_have_the_last_word() -> None:
    with pytest.raises(IllegalMove):
        History(FIRST).after(GAME, Do(Lay("reef")).entry)


def test_help_is_offered_last_in_the_table_menu_where_somebody_hears_it() -> None:
    rig = Rig()
    rig.press("back")
    alone = rig.table.dialog
    assert isinstance(alone, Menu)
    rig = Rig()
    rig.table.dialogs.may_call = True
    rig.press("back")
    heard = rig.table.dialog
    assert isinstance(heard, Menu)
    assert heard.choices[:-1] == alone.choices
    assert rig.press("up", "ok", "ok") == CallHelp(True)
    assert rig.name == "home"
    assert rig.press("back", "up", "ok", "down", "ok") == CallHelp(False)


# --- taking back in one piece ---


class ByAction(PearlsTable):
    """Drawing and laying a pearl is one action; the answer to it is a step by itself."""

    def may_take_back(self, history: History, sealed: int) -> None:
        return None

    def goes_back(self, history: History) -> Span:
        is_action = isinstance(history.steps[-1].entry, Lay)
        return Span(2, say("The whole dive was taken back.")) if is_action else Span()


def test_action_goes_back_with_its_steps_in_one_piece() -> None:
    rig = Rig(Draw("white"), Lay("reef"), game_table=ByAction())
    rig.hold("back")
    assert rig.entries == ()
    assert [(each.kind, each.payload) for each in rig.kept] == [(TAKE_BACK, {"steps": 2})]


def test_step_under_way_goes_back_alone() -> None:
    rig = Rig(Draw("white"), Lay("reef"), Answer(False), Draw("black"), game_table=ByAction())
    rig.hold("back")
    assert rig.entries == (Draw("white"), Lay("reef"), Answer(False))
    assert [(each.kind, each.payload) for each in rig.kept] == [(TAKE_BACK, {})]


def test_screen_says_what_went_back_until_the_next_step() -> None:
    rig = Rig(Draw("white"), Lay("reef"), game_table=ByAction())
    rig.hold("back")
    assert rig.table.scene().screen.rows[0] == Row(say("The whole dive was taken back."))
    rig.press("down")
    assert rig.table.scene().screen.rows[0] == Row(say("The whole dive was taken back."))
    rig.press("ok")
    assert Row(say("The whole dive was taken back.")) not in rig.table.scene().screen.rows


def test_nothing_sealed_goes_back_with_an_action() -> None:
    rig = Rig(Draw("white"), Lay("reef"), game_table=ByAction())
    rig.table.state.kept = rig.table.state.kept._replace(sealed=1)
    rig.hold("back")
    assert rig.entries == (Draw("white"),)
