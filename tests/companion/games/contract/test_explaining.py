"""What is explained of any game: what a move would change, and why something cannot be done."""

from __future__ import annotations

import pytest

from companion.shelf.box import GameBox
from companion.table.dialog import Menu, Notice, Tone
from companion.table.whatif import Holder, Number, compare
from companion.words.language import load_language
from companion.words.say import LANGUAGES, say
from tests.kit.any_game import AnyGame
from tests.lab.explain import asked, foreseen

POSITIONS = 667  # in each language: two thousand of each game
MOVES = 300  # `make lab PART=explain` foresees ten thousand


def test_numbers_told_before_a_move_are_those_after_it(box: GameBox) -> None:
    assert foreseen.check(box, MOVES, seed=5) > MOVES / 10


def test_only_what_differs_is_told() -> None:
    coins, castle = say("coins"), say("castle")
    before: dict[str, Number | Holder] = {
        "coins": Number(coins, {"red": 2, "blue": 3}),
        "castle": Holder(castle, ""),
        "gone": Holder(castle, "red"),
    }
    after: dict[str, Number | Holder] = {
        "coins": Number(coins, {"red": 2, "blue": 1, "new": 9}),
        "castle": Holder(castle, "red"),
    }
    told = [(change.id, change.player, change.before, change.after, change.by) for change in compare(before, after)]
    assert told == [("coins", "blue", 3, 1, -2), ("castle", "", "", "red", 0)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_piece_and_verb_has_a_reason_or_something_to_do(box: GameBox, language: str) -> None:
    translate = load_language(language, [box.catalogues])
    found = asked.check(box, POSITIONS, seed=list(LANGUAGES).index(language), translate=translate)
    assert not found or len(found) > 5  # codes; a game may offer nothing to ask about


def test_what_cannot_be_done_is_asked_for_in_the_table_menu_and_leads_to_its_paragraph(rig: AnyGame) -> None:
    rig.begin()
    rig.press("back")
    menu = rig.dialog
    assert isinstance(menu, Menu)
    assert menu.cursor == 0
    if not rig.composed.game_table.verbs(rig.position):
        assert "Why not…" not in [choice.label.in_language() for choice in menu.choices]
        return
    before = rig.position
    (line,) = [at for at, each in enumerate(menu.choices) if each.label.in_language() == "Why not…"]
    for _ in range(line):
        rig.press("down")
    rig.press("ok")
    asked_ = rig.dialog
    assert (asked_.name, asked_.title.left.in_language()) == ("why not", "Why not?")
    rig.press("ok")
    reason = rig.dialog
    assert isinstance(reason, Notice)
    assert rig.box.rulebook
    assert reason.topic.code in rig.box.rulebook().answers
    assert reason.tone is Tone.PLAIN  # nobody has tried it, so nothing buzzes
    rig.press("ok")
    assert rig.dialog == asked_  # and the next one can be asked about
    rig.press("back")
    assert rig.position == before
