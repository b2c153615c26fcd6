"""Characters of every game: called something in every language, planning legal turns of their own, and no others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.shelf.box import GameBox
from companion.shelf.players import deal, does_think, is_known, names_known
from companion.shelf.shelf import boxes
from companion.words.language import load_language
from companion.words.say import LANGUAGES

PLAYERS = {box.id: box.players() for box in boxes()}
NODES = 300  # of a plan


@pytest.fixture(params=[box for box in boxes() if PLAYERS[box.id].characters], ids=lambda box: box.id)
def box(request: pytest.FixtureRequest) -> GameBox:
    found: GameBox = request.param
    return found


def decisions(box: GameBox, most: int = 36) -> list[Any]:
    """Return positions of a game in which simple bots have something to decide."""
    rules, bots, random = box.rules(None), PLAYERS[box.id], Random(4)
    position, found = rules.new(box.random_setup(box.seats[0], random)), list[Any]()
    while len(found) < 10 * most and rules.winners(position) is None:
        if rules.chances(position):
            position = rules.play(position, deal(rules, position, random)).position
            continue
        found.append(position)
        position = rules.play(position, bots.decide(position, bots.skills[-1], random)).position
    return found[:: len(found) // most]


def test_characters_have_a_name_and_a_sentence_in_every_language(box: GameBox) -> None:
    characters = PLAYERS[box.id].characters
    assert len({each.id for each in characters}) == len(characters) in (2, 3)
    for language in LANGUAGES:
        translate = load_language(language, [box.catalogues])
        told = [words.in_language(translate) for each in characters for words in (each.name, each.sentence)]
        assert len(set(told)) == 2 * len(characters)
        assert language == "en" or all(words.template not in told for each in characters for words in each[2:])


def test_character_plans_legal_turns_of_its_own_at_every_level(box: GameBox) -> None:
    rules, bots = box.rules(None), PLAYERS[box.id]
    positions = decisions(box)
    for character in bots.characters:
        differs = 0
        for number, position in enumerate(positions):
            level = bots.levels[number % len(bots.levels)]
            plan = bots.plan(position, f"{level}:{character.id}", Random(number), NODES)
            differs += plan.moves != bots.plan(position, level, Random(number), NODES).moves
            for move in plan.moves:
                assert move in rules.legal_moves(position)
                position = rules.play(position, move).position
        assert differs, character.id


def test_nobody_else_is_known(box: GameBox) -> None:
    bots = PLAYERS[box.id]
    level, liked = bots.levels[0], bots.characters[0].id
    assert is_known(bots, f"{level}:{liked}")
    assert does_think(bots, f"{level}:{liked}")
    assert f"{level}:{liked}" in names_known(bots, bots.levels)
    for name in (f"{bots.skills[-1]}:{liked}", f"{level}:", f"{level}:kraken", f"{level}:{liked}:{liked}", liked, ""):
        assert not is_known(bots, name), name
