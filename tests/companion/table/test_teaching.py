"""The lessons at a table with pieces, buttons, lamps and a screen: a machine goes the right and the wrong ways."""

from __future__ import annotations

from random import Random

import pytest

from companion.shelf.shelf import SHELF, open_box
from companion.table.dialog import Menu, Notice
from companion.table.history import history_of
from companion.table.screen import CHOSEN, WRONG, Row
from companion.table.teaching import fits, goes_on, moves_of
from companion.words.say import LANGUAGES
from tests.kit.carrier import Carrier
from tests.kit.carriers import PieceCarrier, WandCarrier
from tests.kit.learner import Learner, LessonStage
from wiring.kits import load_kit

WORDS_A_MINUTE, PRESSES_A_MINUTE, MOST_MINUTES = 180, 30, 5
KITS: list[tuple[str, str, type[Carrier] | None]] = [
    ("hansa", "tap", PieceCarrier),
    ("hansa", "board", PieceCarrier),
    ("hansa", "usb", PieceCarrier),
    ("teutonica", "tap", None),
    ("teutonica", "usb", None),
    ("teutonica", "chart", WandCarrier),
]
BUTTONS = [("hansa", "board"), ("teutonica", "tap")]


@pytest.mark.parametrize(("game", "kit", "hands"), KITS)
def test_hands_go_through_the_lesson_over_power_cuts(game: str, kit: str, hands: type[Carrier] | None) -> None:
    with LessonStage(load_kit(kit), open_box(game)) as stage:
        learner = Learner(stage, hands=hands)
        steps = 0
        while not learner.is_over:
            learner.read()
            if learner.step:
                steps += 1
                learner.cut()
            learner.go_on()
        assert steps == len(learner.lesson.steps)
        assert learner.history.entries == tuple(move.entry for move in moves_of(learner.lesson))
        if hands:
            assert learner.unread < steps  # readers notice what they can
        with stage.reading_journal() as journal:
            assert journal.ids() == ()  # no game has been played


@pytest.mark.parametrize(("game", "kit"), BUTTONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_ways_get_their_reason_and_all_of_it_takes_five_minutes(game: str, kit: str, language: str) -> None:
    with LessonStage(load_kit(kit), open_box(game)) as stage:
        learner = Learner(stage, language)
        wrong = in_vain = 0
        while not learner.is_over:
            learner.read()
            before = stage.presses
            wrong += learner.go_wrong()
            in_vain += stage.presses - before
            learner.go_on()
        assert wrong > len(learner.lesson.steps)
        presses = stage.presses - in_vain
        minutes = learner.words / WORDS_A_MINUTE + presses / PRESSES_A_MINUTE
        assert minutes <= MOST_MINUTES, (learner.words, presses)


@pytest.mark.parametrize(("game", "kit"), BUTTONS)
def test_lamp_leads_to_what_is_asked(game: str, kit: str) -> None:
    with LessonStage(load_kit(kit), open_box(game)) as stage:
        learner = Learner(stage)
        led = 0
        while not learner.is_over:
            while isinstance(dialog := stage.dialog, Notice):
                if dialog.name == "aim" and dialog.place in stage.kit.lamp_names:
                    led += stage.scene.lamps[dialog.place] == CHOSEN
                learner.press("ok")
            learner.go_on()
        assert led or not any(name.startswith(("city.", "route.")) for name in stage.kit.lamp_names)


def test_ship_in_another_city_is_led_back_as_in_any_game() -> None:
    with LessonStage(load_kit("board"), open_box("hansa")) as stage:
        learner = Learner(stage, hands=PieceCarrier)
        learner.read()
        while not (learner.step and learner.step.aim.template.startswith("All booths stand")):
            learner.go_on()
            learner.read()
        before = learner.history
        stage.put("ship", "city.lubeck")
        assert learner.history == before
        assert stage.refusal == "not_asked_here"
        assert stage.scene.lamps["city.lubeck"] == WRONG
        stage.lift("ship")
        stage.put("ship", "city.danzig")
        assert len(learner.history.steps) == len(before.steps) + 1


@pytest.mark.parametrize("game", SHELF)
def test_take_back_asks_again(game: str) -> None:
    kit = dict(BUTTONS)[game]
    with LessonStage(load_kit(kit), open_box(game)) as stage:
        learner = Learner(stage)
        learner.read()
        asked = learner.history
        learner.go_on()
        learner.read()
        stage.hold("back")
        assert learner.history == asked
        assert stage.dialog.name == "aim"


@pytest.mark.parametrize("game", SHELF)
def test_other_histories_are_no_lesson(game: str) -> None:
    box = open_box(game)
    assert box.lesson
    lesson, rules = box.lesson(), box.rules(None)
    assert fits(rules, lesson)
    entries = [move.entry for move in moves_of(lesson)]
    first = rules.new(lesson.setup)
    begun = len(lesson.steps[0].before)
    assert goes_on(rules, lesson, history_of(rules, first, entries[:begun]))
    assert goes_on(rules, lesson, history_of(rules, first, entries[:-1]))
    assert not goes_on(rules, lesson, history_of(rules, first, entries))  # over
    other = next(
        move for move in rules.legal_moves(history_of(rules, first, entries[:begun]).position) if move != entries[begun]
    )
    assert not goes_on(rules, lesson, history_of(rules, first, [*entries[:begun], other]))
    assert not goes_on(rules, lesson, history_of(rules, rules.new(box.random_setup(box.seats[0], Random(1))), ()))
    broken = lesson._replace(steps=(*lesson.steps, lesson.steps[0]))
    assert not fits(rules, broken)


def test_what_is_shown_can_be_left_for_another_try_only_as_it_is_shown() -> None:
    with LessonStage(load_kit("board"), open_box("hansa")) as stage:
        learner = Learner(stage)
        learner.read()
        learner.press("back")
        menu = stage.dialog
        assert isinstance(menu, Menu)
        assert [line.label.in_language() for line in menu.choices][:2] == ["What is asked", "Show me how"]
        learner.press("down", "ok")
        before = learner.history
        stage.put("booth.gray.01", "city.kalmar")
        stage.put("booth.gray.02", "city.kalmar")
        assert learner.history == before
        shown = stage.scene.screen.rows[0]
        assert isinstance(shown, Row)
        assert shown.left.in_language() == "Gray means:"
        assert stage.dialog.lines == 1  # to go on with it; nobody decides otherwise
