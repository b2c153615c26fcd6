"""The hand at a reader is answered: heard, durable, waiting or refused; and who decides out of turn is called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.game import Refusal
from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.table.dialog import About, Choice, Close, Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading, Refuse
from companion.table.intents import Button, Press
from companion.table.screen import Row
from companion.words.say import say
from hardware.ports import ButtonHeld, ButtonPressed, Event, Health, HealthChanged, Signal, TagLeft, TagRested
from hardware.simulated.soft_table import SoftTable
from hardware.trouble import quoted
from tests.kit.pearls import PARTS, PEARL, STRANGER, pearls_daemon
from tests.toygame.rules import Answer, Draw, Lay, Rinse
from tests.toygame.table.pearlstable import PearlsTable

OK = ButtonPressed(0.0, "ok")
TOUCH = TagRested(0.0, "shore", PEARL)
POINTED = TagRested(0.0, "pad", PEARL)
WHERE = Menu(Row(say("Where?")), (Choice(say("Rinse it"), Do(Rinse())), Choice(say("Nowhere"), Close())))


class Rig:
    """A daemon in the middle of a game of Pearls, in which one has been drawn and is to be laid somewhere."""

    def __init__(self, path: Path) -> None:
        self.soft = SoftTable(**PARTS)
        self.journal = SqliteJournal(path)
        self.game_table = PearlsTable()
        self.daemon = pearls_daemon(self.soft, self.journal, self.game_table)
        self.tell(OK)
        self.daemon.carry_out(self.daemon.table.propose(Draw("white")))

    def tell(self, *events: Event) -> list[tuple[str, Signal]]:
        """Let events happen; return what the hand was told."""
        self.soft.readers.signals.clear()
        for event in events:
            self.daemon.put(event)
        self.daemon.work()
        return list(self.soft.readers.signals)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "journal.db")
    yield rig
    rig.daemon.close()


def reads(rig: Rig, monkeypatch: pytest.MonkeyPatch, reading: Reading) -> None:
    """Let every touch mean this."""
    monkeypatch.setattr(rig.game_table, "read", lambda *_: reading)


def test_touch_that_becomes_durable_is_heard_and_accepted(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Propose(Rinse()))
    assert rig.tell(TOUCH) == [("shore", Signal.HEARD), ("shore", Signal.ACCEPTED)]


def test_touch_after_which_another_must_decide_out_of_turn_calls_them_once(rig: Rig) -> None:
    assert rig.tell(TOUCH) == [("shore", Signal.HEARD), ("", Signal.CALLED)]
    assert rig.tell(ButtonPressed(1.0, "down"), ButtonPressed(2.0, "up")) == []


def test_press_and_click_call_as_a_touch_does(rig: Rig) -> None:
    assert rig.tell(OK) == [("", Signal.CALLED)]
    assert rig.tell(OK) == [], "answered, and then it is that player's turn"
    rig.daemon.carry_out(rig.daemon.table.propose(Draw("white")))
    rig.soft.readers.signals.clear()
    rig.daemon.post(Press(Button.OK, 5.0))
    rig.daemon.work()
    assert list(rig.soft.readers.signals) == [("", Signal.CALLED)]


def test_question_that_ends_with_a_call_waits_no_more(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ask(Menu(Row(say("Where?")), (Choice(say("Shore"), Do(Lay("shore"))),))))
    assert rig.tell(POINTED) == [("pad", Signal.HEARD), ("pad", Signal.PROPOSED)]
    assert rig.tell(OK) == [("", Signal.CALLED)]
    assert rig.tell(ButtonPressed(1.0, "down")) == []


def test_player_who_is_called_back_by_a_take_back_is_called_again(rig: Rig) -> None:
    rig.tell(OK)
    rig.daemon.carry_out(rig.daemon.table.propose(Answer(False)))
    assert rig.tell(ButtonHeld(1.0, "back")) == [("", Signal.CALLED)]


def test_touch_is_accepted_only_once_it_is_durable(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[tuple[str, Signal]]] = []
    append = rig.journal.append

    def noted(*entry: object) -> object:
        told.append(list(rig.soft.readers.signals))
        return append(*entry)  # type: ignore[arg-type]

    monkeypatch.setattr(rig.journal, "append", noted)
    rig.tell(TOUCH)
    assert told == [[("shore", Signal.HEARD)]]


def test_touch_that_could_not_be_kept_is_refused(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unavailable(quoted("the disk is full"), quoted("free some space"))

    monkeypatch.setattr(rig.journal, "append", fail)
    assert rig.tell(TOUCH) == [("shore", Signal.HEARD), ("shore", Signal.REFUSED)]


def test_refusal_before_does_not_count(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = [("pad", Signal.HEARD), ("pad", Signal.REFUSED)]
    reads(rig, monkeypatch, Refuse(Refusal("too_late", "It is too late.", "Come earlier.")))
    assert rig.tell(POINTED) == refused
    assert rig.tell(TagLeft(1.0, "pad", PEARL)) == []
    reads(rig, monkeypatch, Ignore())
    assert rig.tell(POINTED) == refused[:1]


def test_tag_of_a_stranger_is_only_heard_where_it_is_shown_and_refused_where_it_lies(rig: Rig) -> None:
    assert rig.tell(TagRested(0.0, "pad", STRANGER)) == [("pad", Signal.HEARD)]
    assert rig.daemon.table.dialog.topic.code == "unknown_tag"
    assert rig.tell(TagRested(0.0, "shore", STRANGER)) == [("shore", Signal.HEARD), ("shore", Signal.REFUSED)]


def test_stranger_is_told_until_the_next_piece_is_shown(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ignore())
    rig.tell(TagRested(0.0, "pad", STRANGER), TagLeft(0.5, "pad", STRANGER))
    assert rig.daemon.table.dialog.topic.about is About.REFUSED
    rig.tell(POINTED)
    assert rig.daemon.table.dialog.topic.about is not About.REFUSED


def test_what_means_nothing_now_leaves_a_question_waiting(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ask(WHERE))
    rig.tell(POINTED)
    assert rig.tell(TagRested(1.0, "pad", STRANGER), TagLeft(1.5, "pad", STRANGER)) == [("pad", Signal.HEARD)]
    assert rig.tell(OK, OK) == [("pad", Signal.ACCEPTED)]


def test_touch_that_means_nothing_is_only_heard(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ignore())
    assert rig.tell(POINTED, TagLeft(1.0, "pad", PEARL)) == [("pad", Signal.HEARD)]


def test_touch_that_asks_is_proposed_until_the_question_is_answered_with_a_button(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(rig, monkeypatch, Ask(WHERE))
    assert rig.tell(POINTED) == [("pad", Signal.HEARD), ("pad", Signal.PROPOSED)]
    assert rig.tell(ButtonPressed(0.1, "down"), ButtonPressed(0.2, "up")) == []
    assert rig.tell(OK) == [("pad", Signal.ACCEPTED)]
    assert rig.tell(ButtonPressed(0.3, "down")) == []


def test_question_that_is_put_away_leaves_the_hand_calm(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ask(WHERE))
    rig.tell(POINTED)
    assert rig.tell(ButtonPressed(0.1, "down"), OK) == [("pad", Signal.CALM)]


def test_fault_that_is_told_above_a_question_says_nothing_to_the_hand(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(rig, monkeypatch, Ask(WHERE))
    rig.tell(POINTED)
    assert rig.tell(HealthChanged(0.1, "screen", Health.DEGRADED, quoted("dark"), quoted("plug it in"))) == []


def test_question_that_a_page_answers_is_told_to_the_hand(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ask(WHERE))
    rig.tell(POINTED)
    rig.soft.readers.signals.clear()
    rig.daemon.post(Press(Button.OK, 5.0))
    rig.daemon.work()
    assert list(rig.soft.readers.signals) == [("pad", Signal.ACCEPTED)]


def test_presses_alone_say_nothing(rig: Rig) -> None:
    assert rig.tell(ButtonPressed(0.0, "down"), ButtonPressed(0.0, "up"), ButtonHeld(0.0, "back")) == []


def test_piece_that_lies_wrong_is_not_asked_about(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(rig, monkeypatch, Ignore())
    assert rig.tell(TOUCH) == [("shore", Signal.HEARD)]
    assert rig.daemon.table.dialog.topic.about is About.MISMATCH
