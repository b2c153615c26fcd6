"""Seats of the companion with every kit: hands that do something else, power cuts, chores, and a thinker that fails."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.games.hansa.rules.moves import Sail, Skip
from companion.games.teutonica.rules.moves import Insert
from companion.games.teutonica.table.spots import all_spots, place_of
from companion.hub.observer import Observer, observe
from companion.journal.journal import Kind
from companion.scenario.stage import Stage
from companion.shelf.shelf import open_box
from companion.table.belief import PAD
from companion.table.carrying import is_planned
from companion.table.dialog import Menu, Notice
from companion.table.intents import Choose
from companion.table.owners import CARDBOARD, HERE, By, Phone
from companion.table.screen import BRING, WRONG, Row
from companion.thinking.thinker import Failed, Fault
from companion.words.say import untranslated
from tests.kit.carrier import Carrier, Read
from tests.kit.carriers import CARRIERS, carrying, come_to
from tests.kit.menus import presses_to
from tests.kit.minds import FailingThinker, PatientThinker
from wiring.kits import load_kit

pytestmark = pytest.mark.slow
EVERY_KIT = pytest.mark.parametrize(("game", "kit"), [(game, kit) for game, kits in CARRIERS.items() for kit in kits])


def any_step(hands: Carrier, acts: int) -> Read:
    """Carry out some steps, and come to another one."""
    hands.play_on(acts)
    return come_to(hands, "")


def rows(hands: Carrier) -> list[tuple[str, str]]:
    shown = hands.stage.scene.screen.rows
    return [(row.left.in_language(), row.right.in_language()) for row in shown if isinstance(row, Row)]


def wrong_pieces(stage: Stage, step: Read) -> list[tuple[str, str]]:
    """Name pieces or spots that say something else than a step, and where they are put."""
    position = stage.history.position
    if stage.game.id == "teutonica" and stage.kit.name == "chart":
        spots = all_spots().items()
        return [
            (name, PAD) for name, spot in spots if place_of(spot).startswith("route.") and place_of(spot) != step.place
        ]
    if stage.game.id == "hansa" and stage.kit.name == "board":
        exits = (f"city.{city}" for city in position.setup.board.routes[position.ship])
        return [("ship", city) for city in exits if city != step.place]
    markers = [piece for piece in stage.box.tags.values() if piece.startswith("marker.")]
    said = " ".join((step.what, step.right, *step.hands)).split()
    return [(piece, PAD) for piece in markers if not {*said} & {piece.split(".")[1].rstrip("1234")}]


@EVERY_KIT
def test_wrong_piece_changes_nothing_and_the_step_stands(game: str, kit: str) -> None:
    with carrying(game, kit, CARRIERS[game][kit], companions=3) as hands:
        refused = set()
        for acts in (1, 5, 9, 13, 17):
            step = any_step(hands, acts)
            history = hands.stage.history
            found = wrong_pieces(hands.stage, step)
            for piece, place in Random(acts).sample(found, min(3, len(found))):
                hands.stage.put(piece, place)
                refused.add(hands.stage.refusal)
                if place == PAD:
                    hands.stage.lift(piece)
                assert hands.stage.history == history
                while hands.stage.daemon.view.opened:
                    hands.press("ok" if isinstance(hands.stage.dialog, Notice) else "back")
            if found and kit == "board" and game == "hansa":
                assert BRING in hands.stage.scene.lamps.values(), "the lamps lead it back"
                hands.stage.put("ship", f"city.{history.position.ship}")
            assert hands.read() == step
        assert refused - {""}, "the screen says that it is not what is meant"


@EVERY_KIT
def test_players_decide_for_it_with_the_buttons_and_the_journal_says_so(game: str, kit: str) -> None:
    with carrying(game, kit, CARRIERS[game][kit], companions=3) as hands:
        for acts in (0, 7):
            any_step(hands, acts)
            while not (other := other_moves(hands)):
                any_step(hands, 1)
            hands.press("down", "ok")
            menu = hands.stage.dialog
            assert isinstance(menu, Menu)
            assert menu.choices[-1].label.in_language() == "Let it decide"
            hands.press(*min(filter(None, (presses_to(menu, move) for move in other)), key=len))
            with hands.stage.reading_journal() as journal:
                last = [entry for entry in journal.read(hands.stage.daemon.game_id) if entry.kind is Kind.MOVE][-1]
            assert last.payload["by"] == "cardboard"
            assert hands.plan is None or not hands.plan.moves, "it thinks again"
            hands.stage.say_ok_to_notices()
        hands.play_on(20)
        hands.stage.check_journal()
        hands.stage.check_trace()


def other_moves(hands: Carrier) -> Sequence[Any]:
    """Return the legal moves that are not meant."""
    assert hands.plan
    return [move for move in hands.stage.game.legal_moves(hands.stage.history.position) if move not in hands.plan.moves]


@EVERY_KIT
def test_step_taken_back_is_thought_about_again(game: str, kit: str) -> None:
    with carrying(game, kit, CARRIERS[game][kit], companions=3) as hands:
        taken_back = 0
        for acts in range(1, 40, 3):
            any_step(hands, acts)
            hands.act()
            count = len(hands.stage.history.steps)
            hands.stage.hold("back")
            while hands.stage.daemon.view.opened:
                hands.press("ok" if isinstance(hands.stage.dialog, Notice) else "back")
            if len(hands.stage.history.steps) < count and hands.plan:
                taken_back += 1
                assert hands.plan.moves == ()
                come_to(hands, "")
        assert taken_back > 3
        hands.stage.check_journal()
        hands.stage.check_trace()


# The others have readers only for what one step says: all its steps are `ok`, or a piece that cannot come earlier.
@pytest.mark.parametrize(
    ("game", "kit"), [*(("hansa", kit) for kit in CARRIERS["hansa"]), ("teutonica", "chart")], ids="-".join
)
def test_step_that_comes_later_may_come_first(game: str, kit: str) -> None:
    with carrying(game, kit, CARRIERS[game][kit], companions=3) as hands:
        for _ in range(300):
            any_step(hands, 1)
            if early := coming_early(hands):
                break
        else:
            pytest.fail("no plan in which something can come first")
        (piece, place), move = early
        count = len(hands.stage.history.steps)
        hands.stage.put(piece, place)
        if place == PAD:
            hands.stage.lift(piece)
        assert move in hands.stage.history.entries[count:]
        hands.tidy()
        hands.play_on(20)
        hands.stage.check_journal()
        hands.stage.check_trace()


def coming_early(hands: Carrier) -> tuple[tuple[str, str], Any] | None:
    """Return a piece or a spot for a later step that can come first, where it is put, and the move."""
    plan, position, game = hands.plan, hands.stage.history.position, hands.stage.game
    assert plan
    match plan.moves:
        case (Skip(), Sail(to) as sail, *_):
            city = f"city.{to}"
            return ("ship", city if city in hands.stage.kit.readers else PAD), sail
        case (first, *later):
            for move in later:
                is_free = isinstance(move, Insert) and getattr(first, "route", "") != move.route
                if is_free and is_planned(game, position, plan, move):
                    return (f"spot.route.{move.route}", PAD), move
        case _:
            pass
    return None


# --- power cuts, and thinkers that fail ---


@EVERY_KIT
def test_power_cut_while_it_thinks_between_two_steps_and_before_ok(game: str, kit: str) -> None:
    with carrying(game, kit, CARRIERS[game][kit], companions=3, skill="easy") as hands:
        while hands.plan is None:
            hands.play()
        thinker = FailingThinker(hands.stage.game)
        hands.sit(thinker)
        for _ in range(2):
            assert hands.seats.step(), "it thinks"
            hands.stage.daemon.work()
            assert rows(hands)[0] == ("thinks…", "■□□□□")
            hands.cut()
            assert hands.plan.moves == ()
        robots, thinker.says = hands.kept.people.robots, Failed(Fault.ENDED)
        for acts in (1, 4, 7):
            any_step(hands, acts)
            hands.act()
            made = hands.stage.history.entries
            hands.cut()  # between two steps
            assert hands.stage.history.entries == made
            step = come_to(hands, "")
            hands.do(step)
            made = hands.stage.history.entries
            hands.cut()  # the last piece is moved, and where no reader sees that, nobody has pressed `ok`
            assert hands.stage.history.entries == made
        assert hands.kept.people.robots == robots
        hands.play_on(20)
        hands.stage.check_journal()
        hands.stage.check_trace()


def test_ship_that_sailed_while_the_power_was_off_is_led_back_and_sails_again() -> None:
    with carrying() as hands:
        step = come_to(hands, "Sail")
        before = hands.stage.history
        hands.stage.cut_power()
        hands.stage.put("ship", step.place)
        hands.stage.boot()
        hands.sit()
        hands.press("ok")
        assert hands.stage.history == before
        assert hands.stage.scene.lamps[step.place] == WRONG
        assert hands.stage.scene.lamps[f"city.{before.position.ship}"] == BRING
        hands.stage.put("ship", f"city.{before.position.ship}")
        again = come_to(hands, "Sail")
        hands.do(again)
        assert hands.stage.history.position.ship == again.place.removeprefix("city.")


@pytest.mark.process
@pytest.mark.parametrize(("game", "kit"), [("hansa", "tap"), ("teutonica", "chart")])
def test_thinker_killed_while_a_step_waits_costs_nothing(game: str, kit: str) -> None:
    with Stage(load_kit(kit), open_box(game)) as stage:
        stage.boot()
        thinker = PatientThinker(stage.game)
        hands = CARRIERS[game][kit](stage, thinker=thinker)
        try:
            hands.begin(2, 1, "beginner")
            step = any_step(hands, 10)
            os.kill(thinker.pid, signal.SIGKILL)
            assert hands.read() == step
            hands.play_on(40)
            assert thinker.plans > 0
            stage.check_journal()
        finally:
            thinker.close()


# --- meanwhile ---


def test_settlement_is_read_and_paid_while_it_thinks() -> None:
    with carrying(kit="tap", companions=2, skill="easy") as hands:
        thinker = FailingThinker(hands.stage.game)
        thinking, thinker.says = thinker.says, Failed(Fault.ENDED)
        hands.sit(thinker)
        for _ in range(600):
            hands.act()
            if hands.stage.dialog.name == "settlement" and hands.plan and not hands.plan.moves:
                break
        else:
            pytest.fail("nobody had to pay before the companion's turn")
        thinker.says, asked = thinking, thinker.asked
        assert hands.seats.step()
        assert hands.stage.dialog.name == "settlement"
        hands.press("ok")
        assert rows(hands)[0][0] == "thinks…"
        assert hands.seats.step(), "it has gone on thinking"
        assert thinker.asked == asked + 1
        menu = hands.stage.dialog
        assert isinstance(menu, Menu)
        assert [choice.label.in_language() for choice in menu.choices] == ["Decide for it…"]


# --- others who look on and press ---


@pytest.mark.parametrize("by", [CARDBOARD, HERE, Phone("4f")], ids=["buttons", "page", "phone"])
def test_step_is_confirmed_by_whoever_is_at_the_table(by: By) -> None:
    with carrying(kit="tap", companions=3) as hands:
        step = any_step(hands, 3)
        count = len(hands.stage.history.steps)
        hands.stage.post(Choose("", 0), by)
        assert len(hands.stage.history.steps) == count + 1
        assert hands.read() != step
        with hands.stage.reading_journal() as journal:
            last = [entry for entry in journal.read(hands.stage.daemon.game_id) if entry.kind is Kind.MOVE][-1]
        assert "by" not in last.payload, "it was the companion's own move"
        hands.play_on(10)
        hands.stage.check_trace()


@pytest.mark.parametrize("game", CARRIERS)
def test_hub_is_told_of_a_table_whose_seats_are_carried_out(game: str) -> None:
    with carrying(game, "tap", CARRIERS[game]["tap"], companions=3) as hands:
        stage = hands.stage
        summary = stage.game_box.summary(stage.game)
        observer = Observer("1", "One", stage.game_table, summary, lambda: untranslated, lambda: stage.elapsed_s)
        stage.daemon.watch(lambda daemon: observer.see(observe(daemon)))
        any_step(hands, 3)
        stage.wait(3600)
        told = observer.announcement()
        assert hands.plan
        assert told.mover == hands.plan.player
        assert told.trouble is None, "a step that waits for hands is no trouble"
        assert told.refusals == ()
        revision = told.revision
        hands.act()
        assert observer.announcement().revision == revision + 1
        assert observer.detail()["game"]
