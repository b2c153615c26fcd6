"""The lamps: who decides, actions left, a step under way, a replacement due, a marker to play, the end; and routes."""

from __future__ import annotations

import pytest

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.codec import Entry
from companion.games.teutonica.rules.corrections import (
    MoveFaceDown,
    MoveMarker,
    MovePiece,
    SetActions,
    SetCompleted,
    SetPrestige,
)
from companion.games.teutonica.rules.moves import Displace, End, Establish, Office, Pawn, Pay, Replace, Reveal, Use
from companion.games.teutonica.rules.pieces import FIRST_MARKERS, Kind, Marker
from companion.games.teutonica.table import lamps
from companion.table.belief import PAD
from companion.table.dialog import Do, Menu
from companion.table.history import History
from companion.table.screen import CHOSEN, OPEN
from hardware.ports import Light, Pattern
from tests.companion.games.teutonica.table.walking import COLOURS, GAME, TABLE, moments, whole_game
from tests.kit.wand import Wand


def lit(*entries: Entry) -> dict[str, Light]:
    """Light a game of three after some moves and corrections."""
    history = History(GAME.new({"players": list(COLOURS[:3]), "start": "red"}))
    for entry in (*map(Reveal, FIRST_MARKERS), *entries):
        history = history.after(GAME, entry)
    return lamps.lamps(history.position)


def pattern(lamp: str, *entries: Entry) -> Pattern | None:
    light = lit(*entries).get(lamp)
    return light.pattern if light else None


def test_actions_left_are_a_bar_whose_last_lamp_blinks_for_more() -> None:
    assert [pattern(f"action.{number}") for number in range(1, 6)] == [Pattern.ON, Pattern.ON, None, None, None]
    assert pattern("action.5", SetActions(5)) is Pattern.ON
    assert pattern("action.5", SetActions(6)) is Pattern.BLINK


def test_whoever_decides_is_on_and_whose_turn_it_is_breathes() -> None:
    assert pattern("seat.red") is Pattern.ON
    displaced = (
        MovePiece("b", "stock", "stade-hamburg"),
        Displace(Kind.TRADER, "stade-hamburg", "b"),
        Pay(Kind.TRADER),
    )
    assert pattern("seat.blue", *displaced) is Pattern.ON
    assert pattern("seat.red", *displaced) is Pattern.BREATHE
    assert pattern("step", *displaced) is Pattern.ON
    assert pattern("step") is None
    assert lit(*displaced)["route.stade-hamburg"] == lamps.FAINT


def test_what_must_not_be_forgotten_has_a_lamp() -> None:
    assert (pattern("replacement"), pattern("marker"), pattern("end")) == (None, None, None)
    assert pattern("replacement", MoveFaceDown("pile", "red.plate")) is Pattern.ON
    assert pattern("replacement", MoveFaceDown("pile", "blue.plate")) is None
    assert pattern("marker", MoveMarker(Marker.PLUS_3_ACTIONS, "pile", "red")) is Pattern.ON
    assert pattern("marker", MoveMarker(Marker.EXTRA_OFFICE, "pile", "red")) is None, "only with a route"


def test_end_breathes_when_near_and_blinks_when_this_action_brings_it() -> None:
    assert pattern("end", SetPrestige("blue", 18)) is Pattern.BREATHE
    assert pattern("end", SetCompleted(9)) is Pattern.BREATHE
    three = [MovePiece("r", "stock", "stade-hamburg")] * 3
    last: tuple[Entry, ...] = (SetPrestige("red", 20), *three, Establish("stade-hamburg"))
    assert pattern("end", *last) is Pattern.BLINK
    assert pattern("end", *last, Office("hamburg")) is Pattern.ON


def test_light_of_the_wand_tells_of_the_end_where_no_lamp_does() -> None:
    """The chart kit has no lamp for the end; its only sure lamp is the one in the wand's handle."""
    assert pattern(PAD) is None
    assert lit(SetPrestige("blue", 18))[PAD] == lit(SetPrestige("blue", 18))["end"]
    assert pattern(PAD, SetCompleted(9)) is Pattern.BREATHE
    three = [MovePiece("r", "stock", "stade-hamburg")] * 3
    last: tuple[Entry, ...] = (SetPrestige("red", 20), *three, Establish("stade-hamburg"))
    assert pattern(PAD, *last) is Pattern.BLINK
    assert pattern(PAD, *last, Office("hamburg")) is Pattern.ON


def test_complete_route_blinks_and_one_with_a_house_missing_is_on() -> None:
    two = [MovePiece("r", "stock", "stade-hamburg")] * 2
    assert pattern("route.stade-hamburg", *two) is Pattern.ON
    assert pattern("route.stade-hamburg", *two, two[0]) is Pattern.BLINK


@pytest.mark.slow
def test_every_lamp_is_a_place_of_the_game_and_few_are_lit() -> None:
    known = {*BOX.places(GAME), PAD}
    for players in (2, 5):
        for history in moments(whole_game(players, 5), every=11):
            shown = lamps.lamps(history.position)
            assert set(shown) <= known
            assert sum(lamp.startswith(("route.", "city.")) for lamp in shown) <= 20


# --- the chart ---


def lit_after(wand: Wand) -> dict[str, Light]:
    return dict(wand.table.view.scene.lamps)


def pointed(*entries: Entry, players: int = 3) -> Wand:
    """Begin a game with the wand in hand, after some moves and corrections."""
    wand = Wand(TABLE, BOX.pieces().all, {"players": list(COLOURS[:players]), "start": "red"})
    wand.play(*map(Reveal, FIRST_MARKERS), *entries)
    return wand


def test_routes_where_an_armed_piece_may_go_are_on() -> None:
    wand = pointed(*[MovePiece("b", "stock", "duisburg-dortmund")] * 2)
    wand.touch("card.trader")
    shown = [place for place, light in lit_after(wand).items() if place.startswith("route.") and light == OPEN]
    assert len(shown) >= lamps.MOST - 2  # the first one is under the cursor
    assert "route.duisburg-dortmund" not in shown


def test_piece_in_hand_lights_free_routes_only() -> None:
    wand = pointed(*[MovePiece("r", "stock", "duisburg-dortmund")] * 2)
    wand.touch("card.move", "spot.route.duisburg-dortmund")
    shown = lit_after(wand)
    assert lamps.MOST - 1 <= sum(place.startswith("route.") for place in shown) <= lamps.MOST
    wand.touch("card.take_back")
    wand.touch("card.move")
    routes = {place for place in lit_after(wand) if place.startswith("route.")}
    assert routes == {"route.duisburg-dortmund"}


def on_routes(wand: Wand) -> tuple[tuple[int, Marker], ...]:
    return tuple(wand.history.position.bonus.on_routes)


def routes_lit(wand: Wand) -> dict[str, Light]:
    return {place: light for place, light in lit_after(wand).items() if place.startswith("route.")}


def test_displaced_piece_lights_where_it_may_go_in_its_owners_colour_and_its_old_route_faintly() -> None:
    wand = pointed(MovePiece("b", "stock", "stade-hamburg"), Displace(Kind.TRADER, "stade-hamburg", "b"))
    wand.play(Pay(Kind.TRADER))
    shown = routes_lit(wand)
    assert shown.pop("route.stade-hamburg") == lamps.FAINT
    assert len(shown) == 3
    assert shown.pop(wand.dialog.place) == CHOSEN
    assert set(shown.values()) == {Light(Pattern.ON, lamps.SEATS["blue"])}


def test_markers_on_routes_are_faint_and_for_two_only_within_the_pawns_reach() -> None:
    three = pointed()
    marked = {f"route.{three.history.position.setup.side.routes[route].id}" for route, _ in on_routes(three)}
    assert len(marked) == 3
    assert {place for place, light in lit_after(three).items() if light == lamps.FAINT} == marked
    two = pointed(Pawn("north"), players=2)
    side = two.history.position.setup.side
    near = {f"route.{side.routes[route].id}" for route, _ in on_routes(two) if route in side.bordering["north"]}
    assert {place for place, light in lit_after(two).items() if light == lamps.FAINT} == near


def test_routes_with_pieces_are_on_while_some_are_removed() -> None:
    wand = pointed(
        MoveMarker(Marker.REMOVE_THREE, "pile", "red"),
        MovePiece("b", "stock", "stade-hamburg"),
        MovePiece("g", "stock", "duisburg-dortmund"),
        Use(Marker.REMOVE_THREE),
    )
    assert set(routes_lit(wand)) == {"route.stade-hamburg", "route.duisburg-dortmund"}


def test_routes_that_a_replacement_may_go_to_are_on() -> None:
    wand = pointed(MovePiece("b", "stock", "stade-hamburg"), MoveFaceDown("pile", "red.plate"), End())
    wand.play(Reveal(Marker.SWAP_OFFICES))
    position = wand.history.position
    allowed = {f"route.{move.route}" for move in GAME.legal_moves(position) if isinstance(move, Replace)}
    shown = set(routes_lit(wand))
    assert len(shown) >= lamps.MOST - 1  # the one under the cursor may be among them
    assert shown <= allowed


def test_both_cities_show_their_controllers_and_those_with_a_benefit_blink() -> None:
    wand = pointed(
        MovePiece("b", "stock", "stade"), *[MovePiece("r", "stock", "stade-hamburg")] * 3, Establish("stade-hamburg")
    )
    shown = lit_after(wand)
    assert shown["city.hamburg"] == lamps.READY
    assert shown["city.stade"] == Light(Pattern.BLINK, lamps.SEATS["blue"])  # its ability may be taken
    wand = pointed(
        MovePiece("b", "stock", "hamburg"), *[MovePiece("r", "stock", "stade-hamburg")] * 3, Establish("stade-hamburg")
    )
    assert lit_after(wand)["city.hamburg"] == Light(Pattern.ON, lamps.SEATS["blue"])  # out of reach


def test_routes_of_the_province_under_the_cursor_are_on() -> None:
    wand = pointed(Pawn("north"), players=2)
    wand.touch("card.pawn")
    menu = wand.dialog
    assert isinstance(menu, Menu)
    action = menu.choices[menu.cursor].action
    assert isinstance(action, Do)
    side = wand.history.position.setup.side
    expected = {f"route.{side.routes[route].id}" for route in side.bordering[action.entry.to]}
    assert {place for place in lit_after(wand) if place.startswith("route.")} == expected


def test_network_of_the_winner_is_lit_after_the_game() -> None:
    game = whole_game(3, 5)
    shown = lamps.lamps(game.position)
    (winner, *_) = GAME.winners(game.position) or ()
    assert shown[f"seat.{winner}"].pattern is Pattern.ON
    assert any(place.startswith("city.") for place in shown)


@pytest.mark.slow
def test_no_moment_of_a_game_lights_more_of_the_chart_than_its_budget() -> None:
    for history in moments(whole_game(4, 5), every=7):
        shown = lamps.lamps(history.position, TABLE.home(history))
        assert sum(place.startswith(("route.", "city.")) for place in shown) <= lamps.MOST
