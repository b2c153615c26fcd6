"""How the game ends, and what scores."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.scoring import marker_points, score
from tests.companion.games.teutonica.rules.table import (
    GAME,
    after,
    begun,
    events,
    filled,
    kinds,
    legal,
    moved,
    offices,
    player,
    refusal,
)

ROUTE, TAVERN = "stade-hamburg", "osnabrueck-bremen"
NO_PILE = "; ".join(["move-face-down pile blue.plate"] * 13)


def test_game_ends_at_twenty_points() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece red merchant supply stade; set-prestige red 19")
    assert after(position, f"establish {ROUTE}; clear").phase is Phase.OVER
    below = after(position, "set-prestige red 18")
    assert after(below, f"establish {ROUTE}; clear").phase is Phase.ACTIONS


def test_game_ends_by_points_of_another_player() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece green merchant supply stade; set-prestige green 19")
    over = after(position, f"establish {ROUTE}; clear")
    assert (over.phase, over.ending) == (Phase.OVER, ("prestige",))


def test_game_ends_by_the_point_of_a_coin() -> None:
    position = after(begun(), f"{filled(ROUTE, merchants=1)}; set-prestige red 19; establish {ROUTE}")
    assert position.ending == ()
    assert after(position, "office stade").ending == ("prestige",)


def test_game_ends_when_a_replacement_cannot_be_drawn() -> None:
    position = after(begun(), f"{filled(TAVERN)}; {NO_PILE}")
    over = after(position, f"establish {TAVERN}; clear")
    assert (over.phase, over.ending) == (Phase.OVER, ("markers",))
    assert after(begun(), f"{filled(ROUTE)}; {NO_PILE}; establish {ROUTE}; clear").phase is Phase.ACTIONS


@pytest.mark.parametrize(("completed", "phase"), [(8, Phase.ACTIONS), (9, Phase.OVER)])
def test_game_ends_with_the_tenth_city(completed: int, phase: Phase) -> None:
    position = after(begun(), f"{filled(ROUTE, merchants=1)}; set-completed {completed}")
    assert after(position, f"establish {ROUTE}; office stade").phase is phase


def test_end_comes_after_the_action_with_its_benefit() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece red merchant supply stade; set-prestige red 19")
    waiting = after(position, f"establish {ROUTE}")
    assert (waiting.phase, waiting.ending) == (Phase.ESTABLISH, ("prestige",))
    over = after(waiting, "office hamburg")
    assert (over.phase, offices(over, "hamburg")) == (Phase.OVER, "|r..")


def test_nothing_follows_the_end() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece red merchant supply stade; set-prestige red 19")
    position = after(position, f"move-marker plus_3_actions pile red; establish {ROUTE}")
    assert position.actions_left == 1
    over = after(position, "clear")
    assert (legal(over), over.actions_left) == (set(), 0)
    for move in ("income 0", "use plus_3_actions", "end"):
        assert refusal(over, move) == "game_over"


def test_game_goes_on_until_then() -> None:
    position = after(begun(), "; ".join(["end"] * 30))
    assert "end" in kinds(position)


def test_points_during_the_game_come_from_control_coins_and_the_link_alone() -> None:
    position = after(begun(), moved("red trader", "desk.bags", *["stock"] * 3))
    position = after(position, "move-marker plus_3_actions pile red; income 0; use plus_3_actions")
    assert player(position, "red").prestige == 0
    assert (score(position, 0).abilities, score(position, 0).markers) == (4, 1)  # these wait for the end


# --- scoring ---


def _at_the_end(ability: str, pieces: int) -> str:
    kind = "merchant" if ability == "book" else "trader"
    return moved(f"red {kind}", f"desk.{ability}", *["stock"] * pieces)


@pytest.mark.parametrize(("ability", "pieces"), [("actions", 5), ("privilege", 3), ("book", 3), ("bags", 3)])
def test_ability_developed_all_the_way_scores_four(ability: str, pieces: int) -> None:
    assert score(after(begun(), _at_the_end(ability, pieces)), 0).abilities == 4
    assert score(after(begun(), _at_the_end(ability, pieces - 1)), 0).abilities == 0


def test_keys_developed_all_the_way_score_nothing_by_themselves() -> None:
    assert score(after(begun(), _at_the_end("keys", 4)), 0).abilities == 0


@pytest.mark.parametrize(
    ("count", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 3), (4, 6), (5, 6), (6, 10), (7, 10), (8, 15), (9, 15), (10, 21), (16, 21)],
)
def test_markers_score_by_their_number(count: int, points: int) -> None:
    assert marker_points(count) == points


def test_markers_score_face_up_and_face_down_but_not_on_the_plate() -> None:
    position = after(begun(), "move-marker plus_3_actions pile red; move-marker swap_offices pile red.used")
    assert score(position, 0).markers == 3
    assert score(after(position, "move-face-down pile red.plate"), 0).markers == 3


@pytest.mark.parametrize("space", [7, 8, 9, 11])
def test_merchants_on_the_table_score_their_spaces(space: int) -> None:
    position = after(begun(), f"move-piece red merchant supply table.{space}")
    assert (score(position, 0).coellen, score(position, 1).coellen) == (space, 0)


def test_controlled_cities_score_two_each() -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "goslar", "hannover"))
    assert score(position, 0).cities == 6
    lost = after(position, moved("blue trader", "supply", "hamburg"))
    assert (score(lost, 0).cities, score(lost, 1).cities) == (4, 2)


def test_extra_office_decides_who_controls_a_city() -> None:
    position = after(begun(), "move-piece red trader supply hamburg; move-piece blue trader supply hamburg")
    assert (score(position, 0).cities, score(position, 1).cities) == (0, 2)
    more = after(position, "move-piece red trader supply hamburg.extra")
    assert (score(more, 0).cities, score(more, 1).cities) == (2, 0)


def test_largest_network_alone_scores() -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "luebeck", "bremen", "goslar"))
    assert score(position, 0).network == 3
    assert score(after(position, moved("red trader", "stock", "magdeburg")), 0).network == 3


def test_branches_of_a_network_count() -> None:
    branches = ("hamburg", "luebeck", "bremen", "lueneburg")  # three ways from Hamburg
    position = after(begun(), moved("red trader", "supply", *branches))
    assert score(position, 0).network == 4


def test_every_office_of_a_city_counts_in_the_network() -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "hamburg", "hamburg.extra", "luebeck"))
    assert score(position, 0).network == 4


@pytest.mark.parametrize(("level", "each"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 4)])
def test_network_is_worth_its_offices_times_the_key(level: int, each: int) -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "luebeck"))
    assert score(after(position, _at_the_end("keys", level) or "set-prestige red 1"), 0).network == 2 * each


def test_office_belongs_to_the_network_without_control() -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "luebeck"))
    position = after(position, moved("blue trader", "supply", "hamburg", "luebeck"))
    assert (score(position, 0).cities, score(position, 0).network) == (0, 2)


def test_most_points_win() -> None:
    position = after(begun(), "set-prestige blue 7; set-prestige green 6; leave red; leave green")
    assert GAME.winners(position) == ("blue",)
    assert GAME.winners(begun()) is None


def test_tied_players_all_win() -> None:
    position = after(begun(), "set-prestige blue 7; set-prestige green 7; leave red; leave green")
    assert GAME.winners(position) == ("blue", "green")
    assert events(after(begun(), "leave red"), "leave blue")[-1] == {
        "type": "over",
        "causes": [],
        "winners": ["red", "blue", "green"],
    }
