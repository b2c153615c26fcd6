"""House rules, whatever game has some: they are offered once, played with, kept, and remembered for the next game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from companion.archive.verify import retrace_game
from companion.assembly.game_parts import translator
from companion.display.draw import overflow
from companion.games.game import HOUSE_RULES
from companion.running.posts import Done
from companion.shelf.box import GameBox
from companion.shelf.players import next_move
from companion.table.dialog import Dialog, Menu, Notice, Open
from companion.table.intents import Button, ChooseHouseRules, GiveUp
from companion.table.own_dialogs import HouseRules
from companion.table.screen import Row
from companion.words.say import LANGUAGES
from tests.kit.any_game import AnyGame, any_game


def ids_of(box: GameBox) -> tuple[str, ...]:
    return tuple(rule.id for rule in box.house_rules())


def line_of(rig: AnyGame) -> int | None:
    """Return where the line is in the first question of a new game; the one about the board is answered before."""
    if rig.daemon.table.view.asks_board:
        rig.press("ok")
    menu = rig.daemon.table.dialog
    assert isinstance(menu, Menu)
    return next((at for at, line in enumerate(menu.choices) if line.label.template == "House rules"), None)


def test_house_rules_have_different_names_and_change_different_rulings(box: GameBox) -> None:
    rules = list(box.house_rules())
    assert len({rule.id for rule in rules}) == len({rule.ruling for rule in rules}) == len(rules)
    assert all(rule.id.isidentifier() and rule.id.islower() and rule.ruling > 0 for rule in rules)


def test_game_with_all_house_rules_is_played_to_its_end_and_kept(box: GameBox) -> None:
    ids = ids_of(box)
    if not ids:
        return
    game, random = box.rules(None), Random(3)
    first = position = game.new({**box.random_setup(box.seats[0], random), HOUSE_RULES: list(ids)})
    assert game.format_state(first)[HOUSE_RULES] == sorted(ids)
    bots, moves = box.players(), []
    while game.mover(position) is not None:
        move = next_move(game, bots, position, bots.skills[0], random)
        moves.append(move)
        position = game.play(position, move).position
    assert game.parse_record(game.format_record(first, moves)) == (first, tuple(moves))
    assert game.parse_position(json.loads(json.dumps(game.format_position(position)))) == position
    assert box.rules_of({"position": game.format_position(first)}).id == game.id


def test_new_game_has_one_line_for_house_rules_where_there_are_any(rig: AnyGame) -> None:
    ids = ids_of(rig.box)
    at = line_of(rig)
    assert (at is not None) == bool(ids)
    if at is None:
        return
    menu = rig.daemon.table.dialog
    assert isinstance(menu, Menu)
    action = menu.choices[at].action
    assert isinstance(action, Open)
    assert callable(action.dialog)
    shown: Dialog = action.dialog()
    speaking = [translator(language, {}, rig.box) for language in LANGUAGES]
    for _ in range(shown.lines):
        ticked = shown.press(Button.OK).dialog
        for each in (shown, ticked):
            assert [overflow(each.screen(), translate) for translate in speaking] == [[]] * len(speaking)
        shown = shown.press(Button.DOWN).dialog


def test_chosen_house_rules_are_played_with_kept_and_proposed_again(box: GameBox, folder: Path) -> None:
    ids = ids_of(box)[:1]
    if not ids:
        return
    with any_game(box, folder / "state") as rig:
        rig.begin()
        assert HOUSE_RULES not in rig.game.format_state(rig.position), "nobody has chosen any"
        rig.post(GiveUp())
        assert isinstance(rig.post(ChooseHouseRules(ids)), Done)
        rig.begin()
        assert rig.game.format_state(rig.position)[HOUSE_RULES] == list(ids)
        rig.post(GiveUp())
        rig.begin()
        assert rig.game.format_state(rig.position)[HOUSE_RULES] == list(ids), "they are remembered"
        rig.post(GiveUp())
    with any_game(box, folder / "state") as rig:
        assert rig.daemon.table.view.offers.house_rules == HouseRules(box.house_rules(), ids), "after a restart, too"
        rig.post(ChooseHouseRules(()))
        rig.begin()
        assert HOUSE_RULES not in rig.game.format_state(rig.position)


def test_table_menu_tells_which_house_rules_the_game_is_played_with(rig: AnyGame) -> None:
    ids = ids_of(rig.box)
    rig.begin()
    assert _in_force(rig) is None, "nobody has chosen any"
    if not ids:
        return
    rig.post(GiveUp())
    rig.post(ChooseHouseRules(ids))
    rig.begin()
    rig.post(ChooseHouseRules(()))  # for the next game
    told = _in_force(rig)
    assert isinstance(told, Notice)
    assert len(told.rows) == len(ids)
    shown = " ".join(row.left.in_language() for row in told.rows if isinstance(row, Row))
    for rule, words in rig.box.house_rules().items():
        assert f"{words.in_language()} ({rule.ruling})" in shown
    for language in LANGUAGES:
        assert overflow(told.screen(), translator(language, {}, rig.box)) == []


def _in_force(rig: AnyGame) -> Dialog | None:
    """Open the table menu, and its line with the house rules if there is one."""
    while not rig.daemon.table.view.is_at_home:
        rig.press("ok")
    rig.press("back")
    menu = rig.daemon.table.dialog
    assert isinstance(menu, Menu)
    found = [choice.action for choice in menu.choices if choice.label.template == "House rules"]
    rig.press("back")
    (action,) = found or (None,)
    assert action is None or isinstance(action, Open)
    return None if action is None or callable(action.dialog) else action.dialog


def test_trace_of_a_game_with_house_rules_is_played_back(rig: AnyGame) -> None:
    at, ids = line_of(rig), ids_of(rig.box)
    if not ids:
        return
    assert at is not None
    for button in (*["down"] * at, "ok", "down", "ok", "up", "ok"):  # the first of the list is ticked
        rig.press(button)
    rig.begin()
    assert rig.game.format_state(rig.position)[HOUSE_RULES] == list(ids[:1])
    rig.play(3)
    rig.post(ChooseHouseRules(()))
    rig.play(3)
    name, config = rig.daemon.game_id, rig.config
    rig.close()
    report = retrace_game(config, name)
    assert report.is_same, report.difference
