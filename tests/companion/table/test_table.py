"""The table under a game it knows nothing of: presses, refusals, faults, take-back and what is shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.game import IllegalMove, Json
from companion.table.dialog import Choice, Do, DoAll, Menu, Notice
from companion.table.history import ABORTED, CORRECTION, MOVE, SETUP, TAKE_BACK, History, Kept, Span, history_of
from companion.table.intents import Button, CallHelp, ConfirmBoard, GiveUp, LetPhones, SpeakLanguage
from companion.table.own_dialogs import YOUR_BOARD, Offers
from companion.table.proposals import Proposal
from companion.table.screen import CHOSEN, REFUSED, Row
from companion.table.table import Table
from companion.words.say import say
from hardware.ports import (
    ButtonPressed,
    ButtonReleased,
    Health,
    HealthChanged,
)
from hardware.trouble import quoted
from tests.kit.pearls import FIRST, GAME, PEARL, STRANGER, PearlsHands
from tests.toygame.rules import Answer, Draw, GivePoints, Lay
from tests.toygame.table.pearlstable import PearlsTable

# --- buttons ---


def test_table_without_a_game_offers_a_new_one() -> None:
    table = Table(PearlsTable(), {}, Random(1))
    outcome = table.press(Button.OK)
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
    table.press(Button.DOWN)
    assert table.press(Button.OK) == LetPhones()
    assert table.view.asks_board, "letting a phone in answers nothing"
    assert table.press(Button.OK) == ConfirmBoard()
    assert not table.view.asks_board
    left = Table(Leading(), {}, Random(1), asks_board=True)
    left.press(Button.BACK)
    assert not left.view.asks_board


def test_game_that_goes_on_comes_before_the_question_about_the_board() -> None:
    table = Table(PearlsTable(), {}, Random(1), Kept(history_of(GAME, FIRST, ())), asks_board=True)
    assert table.dialog.name == "resume"


def test_set_up_that_the_game_cannot_read_is_refused() -> None:
    class Misled(PearlsTable):
        def complete(self, setup: Json, random: Random) -> Json:
            return {"pearls": "many"}

    table = Table(Misled(), {}, Random(1))
    assert table.press(Button.OK) is None
    assert table.dialog.name == "refusal unreadable"


def test_press_proposes_and_changes_nothing_until_it_is_kept() -> None:
    hands = PearlsHands()
    before = hands.table.kept
    outcome = hands.table.press(Button.OK)
    assert isinstance(outcome, Proposal)
    assert outcome.kind == MOVE
    assert outcome.payload == {"entry": {"type": "draw", "pearl": "white"}}
    assert hands.table.kept == before
    hands.table.accept(outcome)
    assert hands.entries == (Draw("white"),)


def test_cursor_moves_and_stands_at_the_first_line_after_a_move() -> None:
    hands = PearlsHands()
    hands.press("down", "ok")
    assert hands.entries == (Draw("black"),)
    dialog = hands.table.dialog
    assert isinstance(dialog, Menu)
    assert dialog.cursor == 0


def test_end_pressed_shortly_says_that_it_is_held() -> None:
    hands = PearlsHands()
    hands.press("end")
    assert hands.name == "refusal hold"
    hands.press("ok")
    assert hands.name == "home"


def test_back_opens_the_table_menu_and_closes_it() -> None:
    hands = PearlsHands()
    hands.press("back")
    assert isinstance(hands.table.dialog, Menu)
    assert hands.name != "home"
    hands.press("back")
    assert hands.name == "home"


def test_held_button_does_not_count_as_pressed_when_it_comes_up() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"))
    hands.hold("back")
    assert [proposal.kind for proposal in hands.kept] == [TAKE_BACK]
    assert hands.name == "home"


@pytest.mark.parametrize("name", ["up", "down", "ok"])
def test_button_that_acts_when_it_goes_down_does_nothing_when_it_comes_up(name: str) -> None:
    hands = PearlsHands()
    before = hands.table.dialog
    hands.tell(ButtonReleased(0.0, name))
    assert hands.table.dialog == before


def test_new_game_from_the_table_menu_gives_the_old_one_up() -> None:
    class Ready(PearlsTable):
        def pages(self, history: History) -> Menu:
            return Menu(super().pages(history).title, (Choice(say("New game"), GiveUp()),))

    hands = PearlsHands(Draw("white"), game_table=Ready())
    hands.press("back", "ok")
    assert [proposal.kind for proposal in hands.kept] == [ABORTED]
    assert hands.table.kept == Kept()


def test_command_that_is_not_the_tables_own_is_handed_on() -> None:
    class Speaking(PearlsTable):
        def home(self, history: History) -> Menu:
            menu = super().home(history)
            return Menu(menu.title, (menu.choices[0]._replace(action=SpeakLanguage("nl")),))

    assert PearlsHands(game_table=Speaking()).press("ok") == SpeakLanguage("nl")


# --- several entries at once ---


class Chaining(PearlsTable):
    """Offers two moves in one line."""

    chain: tuple[object, ...] = (Draw("white"), Lay("shore"))

    def home(self, history: History) -> Menu:
        menu = super().home(history)
        return Menu(menu.title, (menu.choices[0]._replace(action=DoAll(self.chain)),), name="home")


def test_moves_in_one_line_are_kept_one_by_one() -> None:
    hands = PearlsHands(game_table=Chaining())
    hands.press("ok")
    assert [proposal.kind for proposal in hands.kept] == [MOVE, MOVE]
    assert hands.entries == (Draw("white"), Lay("shore"))


def test_rest_of_a_chain_is_forgotten_when_one_of_it_is_refused() -> None:
    chaining = Chaining()
    chaining.chain = (Draw("white"), Draw("white"), Lay("reef"))
    hands = PearlsHands(game_table=chaining)
    hands.press("ok")
    assert hands.entries == (Draw("white"),)
    assert hands.name == "refusal not_now"
    assert hands.table.next() is None


def test_rest_of_a_chain_is_forgotten_when_it_cannot_be_kept() -> None:
    hands = PearlsHands(game_table=Chaining())
    assert isinstance(hands.table.press(Button.OK), Proposal)
    hands.table.unavailable(quoted("the disk is full"), quoted("free some space"))
    assert hands.table.next() is None


# --- faults ---


def test_fault_is_told_and_forgotten_when_it_is_mended() -> None:
    hands = PearlsHands()
    hands.tell(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer"), quoted("check the wires")))
    assert hands.name == "fault reef"
    assert hands.table.view.faults["reef"].reason == "no answer"
    hands.tell(HealthChanged(1.0, "reef", Health.GOOD))
    assert hands.name == "home"
    assert hands.table.view.faults == {}


@pytest.mark.parametrize(("at", "opened"), [(0.5, True), (0.6, False), (1.0, False), (1.4, False), (1.5, True)])
def test_press_meant_for_a_fault_that_has_just_gone_does_nothing(at: float, opened: bool) -> None:
    hands = PearlsHands()
    hands.tell(HealthChanged(0.0, "reef", Health.DEGRADED), HealthChanged(1.0, "reef", Health.GOOD))
    before = hands.table.view.scene
    hands.tell(ButtonPressed(at, "ok"), ButtonReleased(at, "ok"))
    assert (hands.table.view.scene != before) is opened


def test_press_meant_for_what_the_piece_has_just_answered_does_nothing() -> None:
    hands = PearlsHands(Draw("white"), Lay("shore"))
    hands.put(PEARL, "reef")
    assert hands.name == "mismatch"
    hands.put(PEARL, "shore")
    before = hands.table.view.scene
    hands.tell(ButtonPressed(hands.now + 0.1, "ok"), ButtonReleased(hands.now + 0.2, "ok"))
    assert hands.table.view.scene == before
    assert not hands.kept
    hands.press("ok")
    assert hands.kept


def test_press_soon_after_something_new_is_shown_answers_it() -> None:
    hands = PearlsHands(Draw("white"), Lay("shore"))
    hands.put(STRANGER, "reef")
    assert hands.name == "refusal unknown_tag"
    hands.tell(ButtonPressed(hands.now + 0.1, "ok"), ButtonReleased(hands.now + 0.2, "ok"))
    assert hands.name == "home"


def test_fault_that_comes_again_is_told_once() -> None:
    hands = PearlsHands()
    for _ in range(3):
        hands.tell(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer"), quoted("check the wires")))
    hands.press("ok")
    assert hands.name == "home"


def test_fault_of_one_device_does_not_end_with_another() -> None:
    hands = PearlsHands()
    hands.tell(HealthChanged(0.0, "reef", Health.DEGRADED), HealthChanged(0.0, "reef.2", Health.DEGRADED))
    hands.tell(HealthChanged(1.0, "reef", Health.GOOD))
    assert set(hands.table.view.faults) == {"reef.2"}
    assert hands.name == "fault reef.2"


# --- take-back, corrections, posts ---


def test_take_back_of_nothing_is_refused() -> None:
    hands = PearlsHands()
    hands.hold("back")
    assert hands.name == "refusal nothing_to_take_back"


def test_take_back_that_the_game_calls_unfair_is_refused() -> None:
    hands = PearlsHands(Draw("white"))
    hands.hold("back")
    assert hands.name == "refusal pearl_seen"


def test_correction_is_proposed_as_one() -> None:
    outcome = PearlsHands().table.propose(GivePoints("red", 5))
    assert isinstance(outcome, Proposal)
    assert outcome.kind == CORRECTION


def test_proposal_without_a_game_is_refused() -> None:
    table = Table(PearlsTable(), {}, Random(1))
    assert table.propose(Draw("white")) is None
    assert table.dialog.name == "refusal no_game"


def test_proposal_that_is_illegal_is_refused_at_its_place() -> None:
    hands = PearlsHands()
    assert hands.table.propose(Lay("reef"), "reef") is None
    assert hands.name == "refusal not_now"
    assert hands.table.view.scene.lamps["reef"] == REFUSED


def test_proposal_that_could_not_be_kept_is_not_played() -> None:
    hands = PearlsHands()
    assert isinstance(hands.table.press(Button.OK), Proposal)
    hands.table.unavailable(quoted("the disk is full"), quoted("free some space"))
    assert hands.name == "refusal not_kept"
    assert hands.entries == ()


# --- what is shown ---


def test_place_under_the_cursor_blinks() -> None:
    hands = PearlsHands(Draw("white"))
    assert hands.table.view.scene.lamps["reef"] == CHOSEN
    hands.press("down")
    lamps = hands.table.view.scene.lamps
    assert lamps["shore"] == CHOSEN
    assert "reef" not in lamps


def test_news_of_a_move_stay_until_ok() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"))
    hands.press("ok")
    assert hands.entries[-1] == Answer(False)
    assert isinstance(hands.table.dialog, Notice)
    hands.press("down")
    assert isinstance(hands.table.dialog, Notice)
    hands.press("ok")
    assert hands.name == "home"


def test_rules_have_the_last_word() -> None:
    with pytest.raises(IllegalMove):
        History(FIRST).after(GAME, Do(Lay("reef")).entry)


def test_help_is_offered_last_in_the_table_menu_where_somebody_hears_it() -> None:
    hands = PearlsHands()
    hands.press("back")
    alone = hands.table.dialog
    assert isinstance(alone, Menu)
    hands = PearlsHands(offers=Offers(may_call=True))
    hands.press("back")
    heard = hands.table.dialog
    assert isinstance(heard, Menu)
    assert heard.choices[:-1] == alone.choices
    assert hands.press("up", "ok", "ok") == CallHelp(True)
    assert hands.name == "home"
    assert hands.press("back", "up", "ok", "down", "ok") == CallHelp(False)


# --- taking back in one piece ---


class ByAction(PearlsTable):
    """Drawing and laying a pearl is one action; the answer to it is a step by itself."""

    def may_take_back(self, history: History, sealed: int) -> None:
        return None

    def goes_back(self, history: History) -> Span:
        is_action = isinstance(history.steps[-1].entry, Lay)
        return Span(2, say("The whole dive was taken back.")) if is_action else Span()


def test_action_goes_back_with_its_steps_in_one_piece() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"), game_table=ByAction())
    hands.hold("back")
    assert hands.entries == ()
    assert [(each.kind, each.payload) for each in hands.kept] == [(TAKE_BACK, {"steps": 2})]


def test_step_under_way_goes_back_alone() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"), Answer(False), Draw("black"), game_table=ByAction())
    hands.hold("back")
    assert hands.entries == (Draw("white"), Lay("reef"), Answer(False))
    assert [(each.kind, each.payload) for each in hands.kept] == [(TAKE_BACK, {})]


def test_screen_says_what_went_back_until_the_next_step() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"), game_table=ByAction())
    hands.hold("back")
    assert hands.table.view.scene.screen.rows[0] == Row(say("The whole dive was taken back."))
    hands.press("down")
    assert hands.table.view.scene.screen.rows[0] == Row(say("The whole dive was taken back."))
    hands.press("ok")
    assert Row(say("The whole dive was taken back.")) not in hands.table.view.scene.screen.rows


def test_nothing_sealed_goes_back_with_an_action() -> None:
    hands = PearlsHands(Draw("white"), Lay("reef"), game_table=ByAction())
    hands.table.kept = hands.table.kept._replace(sealed=1)
    hands.hold("back")
    assert hands.entries == (Draw("white"),)


# --- what others see ---


def test_view_stays_as_it_was_and_the_next_one_shares_what_has_not_changed() -> None:
    hands = PearlsHands(Draw("white"))
    first = hands.table.view
    assert all(each is same for each, same in zip(first, hands.table.view, strict=True)), "nothing has happened"
    shown, lamps = first.dialog, dict(first.scene.lamps)
    hands.press("down")
    moved = hands.table.view
    assert (first.dialog, first.scene.lamps) == (shown, lamps)
    assert moved.dialog != first.dialog
    unchanged = ("kept", "belief", "opened", "faults", "likely_places", "offers")
    assert [name for name in unchanged if getattr(moved, name) is not getattr(first, name)] == []


def test_what_is_seen_or_broken_is_in_the_next_view_only() -> None:
    hands = PearlsHands(Draw("white"))
    before = hands.table.view
    hands.tell(HealthChanged(1.0, "reef", Health.DEGRADED, quoted("deaf")))
    after = hands.table.view
    assert (list(before.faults), list(after.faults)) == ([], ["reef"])
    assert (before.is_at_home, after.is_at_home) == (True, False)
    assert len(after.opened) == 1
