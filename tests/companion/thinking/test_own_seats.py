"""The companion's seats at a table with cardboard: hands that read screen and lamps carry out its turns."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from companion.assembly.game_parts import calling, translator
from companion.display.draw import overflow
from companion.games.hansa.rules.corrections import MoveTalers
from companion.games.teutonica.table.spots import all_spots, place_of
from companion.journal.journal import Kind
from companion.scenario.stage import Stage
from companion.shelf.players import Plan
from companion.shelf.shelf import open_box
from companion.table.belief import PAD
from companion.table.dialog import About, Menu
from companion.table.history import LONGEST_NAME
from companion.table.intents import Equip, GiveUp, NamePlayers, Overrule, Play
from companion.table.screen import BRING, CHOSEN, REFUSED, WRONG
from companion.thinking.own_seats import make_seats
from companion.thinking.thinker import Failed, Fault
from companion.words.language import on_small_screen
from companion.words.say import LANGUAGES
from hardware.ports import Signal
from hardware.simulated.soft_table import SoftTable
from tests.kit.carrier import Carrier, Read
from tests.kit.carriers import CARRIERS, WandCarrier, carrying, come_to
from tests.kit.minds import FailingThinker
from tests.kit.waiting import until
from wiring.kits import load_kit

KITS = [(game, kit, make) for game, kits in CARRIERS.items() for kit, make in kits.items()]
Make = Callable[..., Carrier]


def shown(hands: Carrier) -> list[str]:
    dialog = hands.stage.dialog
    assert isinstance(dialog, Menu)
    return [choice.label.in_language() for choice in dialog.choices]


# --- whole games ---


@pytest.mark.slow
@pytest.mark.parametrize("companions", [1, 2, 3], ids=["one", "all but one", "all"])
@pytest.mark.parametrize(("game", "kit", "make"), KITS, ids=lambda each: each if isinstance(each, str) else "")
def test_whole_game_is_carried_out_from_screen_and_lamps(game: str, kit: str, make: Make, companions: int) -> None:
    with carrying(game, kit, make, companions=companions, seed=companions) as hands:
        hands.play_on()
        assert hands.steps > 20
        if make is not Carrier:
            assert hands.unread < hands.steps * 0.8, "pieces and touches confirm what readers can see"
        hands.stage.say_ok_to_notices()
        hands.stage.check_journal()
        hands.stage.check_trace()


# --- what hands do besides ---


def another_exit(hands: Carrier, step: Read) -> str:
    """Name a city where the ship could sail, too."""
    position = hands.stage.history.position
    return next(f"city.{city}" for city in position.setup.board.routes[position.ship] if f"city.{city}" != step.place)


def test_ship_in_another_city_is_refused_with_the_step_and_led_back() -> None:
    with carrying() as hands:
        step = come_to(hands, "Sail")
        before, wrong = hands.stage.history, another_exit(hands, step)
        hands.stage.put("ship", wrong)
        assert hands.stage.history == before
        assert hands.stage.refusal == "not_planned"
        assert hands.stage.scene.lamps[wrong] == REFUSED
        assert step.what in [row.left.in_language() for row in hands.stage.scene.screen.rows]  # type: ignore[union-attr]
        hands.press("ok")
        lamps = hands.stage.scene.lamps
        assert lamps[wrong] == WRONG
        assert lamps[f"city.{before.position.ship}"] == BRING
        hands.stage.put("ship", step.place)
        assert hands.stage.history.steps[-1].entry.to == step.place.removeprefix("city.")


def test_only_the_place_of_the_step_is_lit() -> None:
    with carrying() as hands:
        step = come_to(hands, "Sail")
        cities = {place: light for place, light in hands.stage.scene.lamps.items() if place.startswith("city.")}
        assert cities.pop(step.place) == CHOSEN
        assert set(cities) == {f"city.{hands.stage.history.position.ship}"}


def test_other_move_is_played_instead_as_the_players_own_and_it_thinks_again() -> None:
    with carrying() as hands:
        step = come_to(hands, "Sail")
        wrong = another_exit(hands, step)
        hands.stage.put("ship", wrong)
        assert shown(hands) == ["Go on", "Play this instead"]
        hands.press("down", "ok")
        assert hands.stage.history.steps[-1].entry.to == wrong.removeprefix("city.")
        with hands.stage.reading_journal() as journal:
            *_, last = journal.read(hands.stage.daemon.game_id)
        assert last.kind is Kind.MOVE
        assert last.payload["by"] == "cardboard"
        assert hands.plan is not None
        assert hands.plan.moves == ()
        hands.play_on(30)
        hands.stage.check_journal()
        hands.stage.check_trace()


def test_step_that_comes_later_is_taken_with_those_before_it() -> None:
    with carrying() as hands:
        for _ in range(40):
            come_to(hands, "Do not replenish")
            assert hands.plan
            following = hands.plan.moves[1]
            if hasattr(following, "to"):
                break
            hands.act()
        else:
            pytest.fail("no turn began with sailing")
        count = len(hands.stage.history.steps)
        hands.stage.put("ship", f"city.{following.to}")
        made = hands.stage.history.entries[count:]
        assert made[1:] == (following,), "leaving the replenishing out, and sailing"


def test_ship_put_back_asks_whether_to_take_the_trip_back() -> None:
    with carrying() as hands:
        come_to(hands, "Sail")
        ship, count = hands.stage.history.position.ship, len(hands.stage.history.steps)
        hands.act()
        hands.think()
        hands.stage.put("ship", f"city.{ship}")
        assert hands.stage.dialog.name.endswith("take back")
        hands.press("ok")
        assert len(hands.stage.history.steps) == count
        assert hands.plan is not None
        assert hands.plan.moves == (), "it thinks again"


def test_take_back_and_correction_make_it_think_again() -> None:
    with carrying(kit="tap") as hands:
        come_to(hands, "Sail")
        hands.act()
        hands.think()
        hands.stage.hold("back")
        assert hands.plan is not None
        assert hands.plan.moves == ()
        hands.think()
        assert hands.plan is not None
        assert hands.plan.moves != ()
        hands.stage.post(Play(MoveTalers(1, "bank", hands.plan.player)))
        assert hands.plan is not None
        assert hands.plan.moves == ()


def test_players_decide_while_it_thinks_and_may_let_it_decide_after_all() -> None:
    with carrying(kit="tap") as hands:
        come_to(hands, "Sail")
        hands.press("down", "ok")
        lines = shown(hands)
        assert lines[-1] == "Let it decide"
        assert len(lines) > 2, "every legal move is offered"
        assert not hands.seats.step(), "nobody thinks about what the players decide"
        hands.press("up", "ok")
        assert hands.read() is not None, "the plan is kept"


def test_nothing_is_moved_while_it_thinks() -> None:
    with carrying() as hands:
        come_to(hands, "Sail")
        hands.stage.hold("back")  # so that it has nothing in mind
        position = hands.stage.history.position
        hands.stage.put("ship", f"city.{position.setup.board.routes[position.ship][0]}")
        assert hands.stage.history.position == position
        assert hands.stage.refusal == "thinks"
        hands.think()
        assert hands.stage.refusal == "", "its move takes the place of that"


def test_touch_on_the_chart_is_a_step_and_another_place_is_refused() -> None:
    with carrying("teutonica", "chart", WandCarrier) as hands:
        step = come_to(hands, "Insert")
        count = len(hands.stage.history.steps)
        other = next(
            name
            for name, spot in all_spots().items()
            if place_of(spot).startswith("route.")
            and place_of(spot) != step.place
            and name in hands.stage.box.tags.values()
        )
        hands.stage.put(other, PAD)
        hands.stage.lift(other)
        assert len(hands.stage.history.steps) == count
        hands.press("ok")
        assert hands.read() == step
        hands.do(step)
        assert len(hands.stage.history.steps) == count + 1


def test_displaced_companion_is_called_and_its_steps_are_asked_for_out_of_turn() -> None:
    with carrying("teutonica", "chart", WandCarrier, companions=2) as hands:
        for _ in range(2_000):
            hands.think()
            position = hands.stage.history.position
            step = hands.read()
            if step and hands.stage.game.active(position) != hands.stage.game.mover(position):
                break
            hands.act()
        else:
            pytest.fail("nobody was displaced")
        assert step.what.startswith("Put")
        assert "Trader in hand" in step.hands
        assert isinstance(hands.stage.table, SoftTable)
        assert hands.stage.table.readers.signals[-1][1] is Signal.CALLED
        hands.act()
        assert hands.stage.history.entries[-1].route == step.place.removeprefix("route.")


# --- thinkers that fail ---


def test_thinking_is_shown_calmly_and_the_usual_player_decides_where_it_fails() -> None:
    with Stage(load_kit("tap"), open_box("hansa")) as stage:
        stage.boot()
        thinker = FailingThinker(stage.game)
        hands = Carrier(stage, thinker=thinker)
        hands.begin(3, 3, "easy")
        for _ in range(200):
            if hands.plan:
                break
            hands.play()
        assert hands.seats.step()
        stage.daemon.work()
        texts = [row.left.in_language() for row in stage.scene.screen.rows]  # type: ignore[union-attr]
        bars = [row.right.in_language() for row in stage.scene.screen.rows]  # type: ignore[union-attr]
        assert texts[0] == "thinks…"
        assert bars[0] == "■□□□□"
        assert stage.dialog.topic.about is About.CARRYING
        stage.look()
        thinker.says = Failed(Fault.ENDED)
        hands.think()
        assert hands.read() is not None


def test_plan_that_comes_too_late_is_dropped() -> None:
    with Stage(load_kit("tap"), open_box("hansa")) as stage:
        stage.boot()
        thinker = FailingThinker(stage.game)
        hands = Carrier(stage, thinker=thinker)
        hands.begin(3, 3, "easy")
        while not hands.plan:
            hands.play()
        assert hands.seats.step()
        first, position = hands.plan, stage.history.position
        decided = hands.bots.decide(position, "simple", hands.random)
        thinker.says = Plan((decided,), 0.0, 1)
        hands.seats.step()  # is on its way, while the players decide
        stage.daemon.table.act(Overrule())
        stage.post(Play(decided))
        stage.daemon.work()
        assert hands.plan is not None
        assert hands.plan.player != first.player
        assert hands.plan.moves == ()


# --- sitting down ---


def test_seats_are_given_to_the_companion_and_back_with_the_buttons() -> None:
    with Stage(load_kit("tap"), open_box("hansa")) as stage:
        stage.boot()
        hands = Carrier(stage)
        assert shown(hands)[4] == "Companion…"
        hands.press("up", *["down"] * 5, "ok")  # the companion's line, whatever stands below it
        assert shown(hands) == ["Gray", "Yellow", "Purple", "White"]
        hands.press("down", "ok")
        assert shown(hands) == ["simple"]
        hands.press("ok")  # a seat for Yellow, with the companion
        assert shown(hands)[:3] == ["Gray", "Purple", "White"]
        hands.press("ok", "ok")  # Gray, a person; that is all
        hands.press("ok", "ok")  # the first starts; goods by chance
        stage.say_ok_to_notices()
        assert hands.kept.people.robots == (("yellow", "simple"),)
        hands.press("back")
        stage.look()
        line = shown(hands).index("Companion")
        hands.press(*["down"] * line, "ok")
        assert shown(hands) == ["Yellow", "Gray", "Next step"]
        hands.press("down", "ok")
        hands.press("ok")
        assert dict(hands.kept.people.robots) == {"gray": "simple", "yellow": "simple"}


def test_seat_is_given_to_a_level_with_a_character_with_the_buttons() -> None:
    with Stage(load_kit("tap"), open_box("hansa")) as stage:
        stage.boot()
        hands = Carrier(stage, thinker=FailingThinker(stage.game))
        hands.press("up", *["down"] * 5, "ok", "ok")  # the companion's line, and Gray
        assert shown(hands)[:2] == ["simple", "beginner"]
        hands.press("down", "down", "ok")
        assert shown(hands) == ["No character", "Trader", "Toll-keeper", "Builder"]
        stage.look()
        hands.press("down", "down", "ok", "down", "ok", "ok", "ok", "ok")  # Purple, that is all, the first, chance
        stage.say_ok_to_notices()
        assert hands.kept.people.robots == (("gray", "easy:toll-keeper"),)
        hands.choose_in_table_menu("Companion")
        stage.look()
        menu = stage.dialog
        assert isinstance(menu, Menu)
        assert [choice.right.in_language() for choice in menu.choices] == ["Toll-keeper", "", "by itself"]
        hands.press("ok")
        menu = stage.dialog
        assert isinstance(menu, Menu)
        assert menu.choices[menu.cursor].label.in_language() == "easy", "the cursor is at how well it plays"
        hands.press("back")
        hands.press("down", "ok", "down", "down", "ok", "ok")  # Purple, easy, no character
        assert dict(hands.kept.people.robots) == {"gray": "easy:toll-keeper", "purple": "easy"}


@pytest.mark.parametrize("game", CARRIERS)
def test_questions_about_seats_fit_the_screen_in_every_language_and_with_long_names(game: str) -> None:
    with Stage(load_kit("tap"), open_box(game)) as stage:
        stage.boot()
        box, players = stage.game_box, stage.game_box.players()
        hands = Carrier(stage, thinker=FailingThinker(stage.game))
        for level, character in product(players.levels, players.characters):
            if stage.daemon.table.kept.history:
                stage.post(GiveUp())
            hands.begin(box.seats[-1], box.seats[-1], f"{level}:{character.id}")
            seats = stage.game.players(stage.history.position)
            names = {seat: f"{'W' * (LONGEST_NAME - 1)}{number}" for number, seat in enumerate(seats)}
            stage.post(NamePlayers(tuple(names.items())))
            hands.choose_in_table_menu("Companion")
            for lines in ((), ("ok",), ("ok",)):
                hands.press(*lines)
                for language in LANGUAGES:
                    translate = calling(box, translator(language, {}, box), on_small_screen(names))
                    assert not overflow(stage.scene.screen, translate)
            assert stage.dialog.name == "character"


def test_next_step_waits_for_ok_where_the_players_want_that_and_that_is_kept() -> None:
    with carrying(companions=3) as hands:
        come_to(hands, "Do not replenish")
        hands.choose_in_table_menu("Companion", "Next step")
        assert hands.kept.people.waits
        come_to(hands, "Sail")
        step = hands.read()
        assert step
        hands.do(step)  # a reader has seen it
        assert hands.stage.dialog.name == "paused"
        assert hands.plan is not None
        assert hands.plan.moves
        assert CHOSEN not in hands.stage.scene.lamps.values(), "nothing leads to a step that is not shown"
        hands.stage.look()
        hands.press("ok")
        assert hands.read() is not None
        hands.press("ok")  # what `ok` has confirmed goes on at once
        assert hands.stage.dialog.name != "paused"
        hands.cut()
        assert hands.kept.people.waits
        hands.stage.post(GiveUp())
        hands.begin(3, 3)
        assert hands.kept.people.waits, "also in the next game"
        come_to(hands, "Sail")
        hands.choose_in_table_menu("Companion", "Next step")
        assert not hands.kept.people.waits
        hands.act()
        assert hands.stage.dialog.name != "paused"
        hands.stage.check_journal()
        hands.stage.check_trace()


def test_step_that_waits_may_be_made_before_it_is_shown() -> None:
    with carrying(companions=3) as hands:
        hands.choose_in_table_menu("Companion", "Next step")
        for _ in range(500):
            step = come_to(hands, "Sail")
            assert hands.plan
            following = hands.plan.moves[1]
            hands.do(step)
            if getattr(following, "to", ""):  # it sails on
                break
            hands.press("ok")
        assert hands.stage.dialog.name == "paused"
        hands.stage.put("ship", f"city.{following.to}")
        assert hands.stage.history.entries[-1] == following


def test_seat_is_given_back_where_nobody_thinks_any_more() -> None:
    with carrying(kit="tap", skill="best") as hands:
        player = hands.kept.people.robots[0][0]
        name = hands.stage.game_box.player_words()[player].in_language()
        hands.choose_in_table_menu("Companion", name)
        assert shown(hands) == ["Not the companion", "simple"]
        hands.press("ok")
        assert player not in dict(hands.kept.people.robots)


def test_seats_of_pages_and_robots_are_not_carried_out() -> None:
    with carrying(kit="tap") as hands:
        come_to(hands, "Sail")
        hands.stage.post(Equip(owners=True, companions=("simple",)))
        assert hands.plan is None


def test_part_next_to_the_table_thinks_by_itself_and_is_closed() -> None:
    with Stage(load_kit("tap"), open_box("hansa")) as stage:
        stage.boot()
        hands = Carrier(stage)
        seats = make_seats(stage.daemon, stage.game_box)
        seats.open()
        try:
            hands.begin(2, 2)

            def has_planned() -> bool:
                stage.daemon.work()
                if hands.plan is None and not hands.is_over:
                    hands.play()
                return bool(hands.plan and hands.plan.moves)

            until(has_planned)
            assert hands.read() is not None
        finally:
            seats.close()
        assert "companion's seats" not in stage.daemon.parts.troubles()


def test_seat_is_given_to_a_level_with_a_character_on_the_chart() -> None:
    with Stage(load_kit("chart"), open_box("teutonica")) as stage:
        stage.boot()
        hands = WandCarrier(stage, thinker=FailingThinker(stage.game))

        def touch(*spots: str) -> None:
            for spot in spots:
                stage.put(f"card.{spot}", PAD, rest_s=0.3)
                stage.lift(f"card.{spot}", rest_s=0.3)

        def choose(label: str) -> None:
            touch(*["down"] * shown(hands).index(label), "ok")

        choose("Companion…")
        touch("colour.red")
        assert stage.dialog.title.left.in_language() == "Red"
        choose("medium")
        character = stage.game_box.players().characters[1]
        choose(character.name.in_language())
        touch("colour.blue", "ok", "colour.blue")
        stage.say_ok_to_notices()
        assert hands.kept.people.robots == (("red", f"medium:{character.id}"),)


def test_what_everybody_has_seen_is_not_taken_back_for_the_companion_either() -> None:
    with carrying(kit="tap", companions=3) as hands:
        come_to(hands, "Replenish")
        hands.act()
        while hands.stage.game.chances(hands.stage.history.position):
            hands.act()
        history = hands.stage.history
        hands.stage.hold("back")
        assert hands.stage.history == history
        assert hands.stage.refusal
