"""The lessons: a machine goes the right and the likeliest wrong ways, in every language, in at most five minutes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.assembly.loading import Sitting
from companion.display.draw import overflow
from companion.games.game import IllegalMove
from companion.shelf.players import next_move
from companion.shelf.shelf import SHELF, open_box
from companion.table.dialog import Notice
from companion.table.intents import Choose, Play
from companion.table.screen import Row
from companion.table.teaching import HELPED, Kind, Lesson, history_at, judge, short_game
from companion.table.whynot import why_not
from companion.words.language import load_language
from companion.words.say import LANGUAGES, SOURCE, Translate, say
from tests.kit.any_game import any_game

WORDS_A_MINUTE, PRESSES_A_MINUTE = 180, 30
MOST_MINUTES = 5
PRESSES_A_STEP = 2  # the move, and going on
LONGEST = 45  # words of an aim, which are a sentence or two


def lesson_of(game: str) -> Lesson:
    lesson = open_box(game).lesson
    assert lesson, game
    return lesson()


def spoken(game: str, language: str) -> Translate:
    return load_language(language, [open_box(game).catalogues])


@pytest.mark.parametrize("game", SHELF)
def test_right_ways_lead_through_the_lesson_and_are_told_as_such(game: str) -> None:
    lesson, rules = lesson_of(game), open_box(game).rules(None)
    assert 8 <= len(lesson.steps) <= 12
    learner = set()
    for number, step in enumerate(lesson.steps):
        position = history_at(rules, lesson, number).position
        learner.add(rules.mover(position))
        legal = rules.legal_moves(position)
        for way in step.ways:
            assert way in legal
            assert judge(step, way) == (Kind.DONE, step.done)
        for line in step.lines:
            assert line.move in legal
    assert len(learner) == 1  # one colour all along


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_ways_get_a_reason_in_every_language(game: str, language: str) -> None:
    box = open_box(game)
    lesson, rules, translate = lesson_of(game), box.rules(None), spoken(game, language)
    table = box.table(rules)
    for number, step in enumerate(lesson.steps):
        position = history_at(rules, lesson, number).position
        assert step.wrong  # words of its own for what is likely
        for move in rules.legal_moves(position):
            kind, words = judge(step, move)
            assert (kind is Kind.DONE) is (move in step.ways)
            assert words.in_language(translate).strip().endswith((".", "!"))
        refused = [refusal for place in table.places(position) for refusal in why_not(table, position, place).refusals]
        assert refused
        assert {refusal.code for refusal in refused} <= (box.rulebook().answers.keys() if box.rulebook else set())


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_is_said_in_every_language_and_takes_at_most_five_minutes(game: str, language: str) -> None:
    lesson, translate = lesson_of(game), spoken(game, language)
    told = [lesson.end]
    for step in lesson.steps:
        assert len(step.aim.in_language(translate).split()) <= LONGEST
        told += [step.aim, step.done]
        for words in (step.aim, step.done, *(words for _, words in step.wrong)):
            assert (words.in_language(translate) == words.in_language()) is (language == SOURCE), words
    words_ = sum(len(re.findall(r"\w+", each.in_language(translate))) for each in told)
    minutes = words_ / WORDS_A_MINUTE + PRESSES_A_STEP * len(lesson.steps) / PRESSES_A_MINUTE
    assert minutes <= MOST_MINUTES, minutes


@pytest.mark.parametrize("game", SHELF)
def test_game_after_the_lesson_is_a_short_one_by_the_rules(game: str) -> None:
    box, lesson = open_box(game), lesson_of(game)
    rules, players = box.rules(None), box.players()
    short = short_game(rules, lesson, "simple")
    last = history_at(rules, lesson, len(lesson.steps) - 1)
    learner = rules.mover(last.position)
    assert {player for player, _ in short.robots} == set(rules.players(last.position)) - {learner}

    def turns(position: Any, seed: int) -> int:
        random, active, count = Random(seed), "", 0
        while rules.winners(position) is None:
            if not rules.chances(position) and rules.active(position) != active:
                active = rules.active(position) or ""
                count += active == learner
            position = rules.play(position, next_move(rules, players, position, "simple", random)).position
        return count

    for seed in range(3):
        assert 3 <= turns(rules.parse_position(short.first), seed) <= 15
        assert turns(rules.parse_position(short.first), seed) < 0.8 * turns(last.position, seed)


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_fit_the_small_screen(game: str, language: str) -> None:
    lesson, translate = lesson_of(game), spoken(game, language)
    said = [lesson.end, lesson.short.words]
    for step in lesson.steps:
        said += [step.aim, step.done, *(words for _, words in step.wrong)]
    for words in said:
        assert not overflow(Notice(Row(say("{n}", n=1)), (Row(words),)).screen(), translate)


@pytest.mark.parametrize("game", SHELF)
def test_what_the_first_moves_of_the_short_game_have_changed_fits_the_small_screen(game: str, tmp_path: Path) -> None:
    box = open_box(game)
    short = short_game(box.rules(None), lesson_of(game), box.players().skills[-1])
    languages = [spoken(game, code) for code in LANGUAGES]
    helped = 0
    with any_game(box, tmp_path, sitting=Sitting(game, begins=True, then=replace(short, robots=()))) as rig:
        rig.daemon.work()
        rig.read_all()
        while len(rig.history.steps) < HELPED:
            rig.post(Play(rig.next_move()))
            while isinstance(rig.dialog, Notice):
                helped += rig.dialog.name == "changed"
                for translate in languages:
                    assert not overflow(rig.screen, translate), rig.screen
                rig.post(Choose("", 0))
        assert helped > HELPED / 4
        rig.post(Play(rig.next_move()))
        assert rig.dialog.name != "changed"


@pytest.mark.parametrize("game", SHELF)
def test_what_a_step_begins_with_is_what_the_rules_allow(game: str) -> None:
    """Else a step would begin where no game can come to."""
    lesson, rules = lesson_of(game), open_box(game).rules(None)
    for number in range(len(lesson.steps)):
        try:
            history_at(rules, lesson, number)
        except IllegalMove as error:  # say which
            raise AssertionError(number) from error
