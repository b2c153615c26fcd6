"""The examples of the rule books by their number, and what the books say in numbers: tables, tracks, limits."""

from __future__ import annotations

from companion.games.teutonica.rules.pieces import COPIES, VALUES, Ability
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.scoring import marker_points, score
from tests.companion.games.teutonica.rules.table import after, begun, moved, player, stock, supply


def test_markers_are_sixteen_and_score_by_their_number() -> None:
    assert sum(COPIES.values()) == 16
    points = [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21]
    assert [marker_points(count) for count in range(12)] == points


def test_tracks_of_the_desk() -> None:
    assert VALUES[Ability.KEYS] == (1, 2, 2, 3, 4)
    assert VALUES[Ability.ACTIONS] == (2, 3, 3, 4, 4, 5)
    assert VALUES[Ability.BOOK] == (2, 3, 4, 5)
    assert VALUES[Ability.BAGS][:3] == (3, 5, 7)


def test_last_bag_takes_the_whole_stock() -> None:
    position = after(begun(), moved("red trader", "desk.bags", *["stock"] * 3) + "; income 0")
    assert (supply(position, "red"), stock(position, "red")) == ((14, 1), (0, 0))


def test_twenty_seven_prestige_is_the_most() -> None:
    chain = moved("red trader", "stock", "arnheim", "muenster", "minden", "brunswiek", "magdeburg")
    position = after(
        begun(), f"{chain}; {moved('red trader', 'supply', *['stendal-magdeburg'] * 3)}; set-prestige red 19"
    )
    over = after(position, "establish stendal-magdeburg; office stendal")
    assert (over.phase, player(over, "red").prestige) == (Phase.OVER, 27)


def test_network_counts_every_office_in_connected_cities_times_the_keys() -> None:
    position = after(begun(), moved("red trader", "stock", "hamburg", "hamburg", "luebeck", "bremen", "goslar"))
    assert score(position, 0).network == 4
    position = after(position, moved("red trader", "desk.keys", *["supply"] * 4))
    assert score(position, 0).network == 16
    position = after(position, "move-piece red trader supply goslar.extra; move-piece red trader supply osnabrueck")
    assert score(position, 0).network == 20


def test_every_ability_but_the_keys_scores_at_its_maximum() -> None:
    position = begun()
    for ability, steps in (("keys", 4), ("actions", 5), ("privilege", 3), ("bags", 3)):
        position = after(position, moved("red trader", f"desk.{ability}", *["stock"] * steps))
    assert score(position, 0).abilities == 12
    assert score(after(position, moved("red merchant", "desk.book", *["stock"] * 3)), 0).abilities == 16


def test_example_1_an_action_just_gained_is_taken_in_the_same_turn() -> None:
    route = "goettingen-quedlinburg"
    position = after(begun(), f"{moved('red trader', 'supply', *[route] * 3)}; income 0; establish {route}")
    assert position.actions_left == 0
    improved = after(position, "improve actions")
    assert (improved.phase, improved.actions_left) == (Phase.ACTIONS, 1)
    assert after(improved, "insert trader stade-hamburg").actions_left == 0


def test_example_2_a_chain_of_six_offices_scores_eighteen_with_the_key_of_three() -> None:
    chain = ("hamburg", "hamburg", "luebeck", "bremen", "lueneburg", "hannover")
    position = after(begun(), moved("red trader", "stock", *chain))
    position = after(position, moved("red trader", "desk.keys", *["supply"] * 3))
    assert score(position, 0).network == 18
