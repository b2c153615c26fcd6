"""The engine protocol: for each verb, the first objection in the protocol's order."""

import pytest

from tests.lab.reference.duel import assert_refusal, canonical
from tests.lab.reference.hansa import PHASE_OF_MOVE
from tests.lab.reference.talk import OPEN_SEA, THREE, TWO, Talk, golden, move_from

STOCK = """
orange1 orange2  blue1  brown1  orange3 orange1  brown2 brown3  green1  orange2 orange2  blue2  blue3 green2
"""
PLACEMENTS = "danzig tonsberg lubeck danzig riga stockholm"
ANY_MOVE = {
    "reveal": "reveal pink1",
    "place": "place copenhagen",
    "replenish": "replenish",
    "skip": "skip",
    "sail": "sail copenhagen",
    "buy": "buy pink1",
    "build": "build pink1",
    "sell": "sell",
    "end": "end",
    "lose": "lose pink1",
    "discard": "discard pink1",
}


@pytest.fixture
def talk() -> Talk:
    """Gray's first turn of two, six talers, the ship in Copenhagen."""
    talk = Talk()
    talk.begin(TWO, STOCK, PLACEMENTS)
    return talk


def first_ply_in(phase: str, name: str, *, legal: int | None = None) -> Talk:
    """A golden game just before its first ply of that phase, with this many legal moves."""
    game = golden(name)
    talk = Talk()
    state = talk.replay(game, 0)
    for ply in game["plies"]:
        if state["phase"] == phase and legal in (None, ply["legal"]):
            return talk
        state = talk.accepted("play", move=ply["move"])["state"]
    assert phase == "over"
    return talk


@pytest.mark.parametrize("phase", ["fill", "place", "replenish", "actions", "lose", "discard", "over"])
def test_move_of_another_phase_is_refused_before_its_own_objections(phase: str) -> None:
    talk = first_ply_in(phase, "four-two-colours")
    for verb, words in ANY_MOVE.items():
        if phase == "over":
            talk.refused(words, "game_over")
        elif PHASE_OF_MOVE[verb] != phase:
            talk.refused(words, "wrong_phase")


def test_over_still_refuses_the_unreadable_first() -> None:
    talk = first_ply_in("over", "three-shared-win")
    assert_refusal(talk.ask("play", move={"type": "buy", "good": "orange4"}), "unreadable")


def test_place_is_closed_in_the_start_city_and_where_one_stands() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    for marker in STOCK.split():
        talk.play(f"reveal {marker}")
    talk.refused("place copenhagen", "copenhagen_closed")
    talk.play("place riga; place riga")
    talk.refused("place riga", "already_placed")
    talk.play("place danzig")
    talk.refused("place riga", "already_placed")


def test_skip_is_refused_when_all_spaces_are_empty() -> None:
    talk = first_ply_in("replenish", "three-empty-supply", legal=1)
    state = talk.state()
    assert all(marker is None for spaces in state["warehouses"].values() for marker in spaces)
    assert talk.moves() == [{"type": "replenish"}]
    talk.refused("skip", "must_replenish")
    talk.play("replenish")


def test_sail_needs_a_route_then_a_taler(talk: Talk) -> None:
    talk.refused("sail aalborg", "no_route")
    talk.refused("sail copenhagen", "no_route")
    talk.refused("sail riga", "no_route")
    talk.play("sail lubeck; sail aalborg; sail copenhagen; sail lubeck; sail aalborg; sail copenhagen")
    assert talk.state()["players"]["gray"]["talers"] == 0
    talk.refused("sail riga", "no_route")
    talk.refused("sail lubeck", "no_talers")
    assert talk.moves() == [{"type": "end"}]


def test_buy_needs_a_fresh_visit_then_the_marker_then_a_taler(talk: Talk) -> None:
    talk.refused("buy orange1", "no_such_marker")
    talk.refused("buy pink1", "no_such_marker")
    talk.play("sail lubeck; sail aalborg; sail copenhagen; sail lubeck; sail aalborg; sail copenhagen")
    talk.refused("buy blue1", "no_such_marker")
    talk.refused("buy pink1", "no_such_marker")
    talk.refused("buy brown1", "no_talers")


def test_second_action_of_a_visit_is_refused_before_its_own_objections(talk: Talk) -> None:
    talk.play("sail lubeck; buy orange3")
    for words in ("buy orange1", "buy pink1", "build orange3", "build blue1", "sell", "sell orange3", "sell blue1"):
        talk.refused(words, "already_acted")
    assert {move["type"] for move in talk.moves()} == {"sail", "end"}


def test_free_purchase_with_an_empty_purse(talk: Talk) -> None:
    talk.play("buy brown1; sail lubeck; sail aalborg; sail copenhagen; sail lubeck; end")
    # Gray kept one taler, and has four with the income.
    talk.play("skip; end; skip; sail aalborg; sail copenhagen; sail lubeck")
    assert talk.state()["players"]["gray"]["talers"] == 1
    talk.play("sail aalborg")
    talk.refused("buy blue1", "no_talers")
    talk.play("end; skip; sail copenhagen; sail lubeck; end; skip; sail aalborg; sail copenhagen; sail lubeck")
    assert talk.state()["players"]["gray"]["talers"] == 0
    assert talk.play("buy orange3")["events"] == []


def test_build_needs_a_marker_then_a_booth() -> None:
    talk = Talk()
    stock = "blue3 blue3 green3 brown3 orange3 orange3" + " blue1 blue1 green1 green1 brown1 brown1 orange1 orange1"
    talk.begin(TWO, stock, "lubeck riga danzig reval stockholm kalmar")
    talk.refused("build brown3", "no_such_marker")
    talk.refused("build pink3", "no_such_marker")
    talk.play("buy brown3; sail lubeck; build brown3; sail aalborg; buy green3; sail copenhagen; build green3")
    assert talk.state()["players"]["gray"]["booths"] == {"lubeck": 5, "danzig": 2, "stockholm": 2, "copenhagen": 3}
    talk.play("sail lubeck; buy orange3; end; skip; end; skip; build orange3")
    assert talk.state()["players"]["gray"]["booths_left"] == 0
    talk.play("sail aalborg; sail copenhagen; sail lubeck; buy orange3; end; skip; end; skip")
    talk.refused("build blue3", "no_such_marker")
    talk.refused("build orange3", "no_booths_left")
    assert "build" not in {move["type"] for move in talk.moves()}


def test_sell_needs_a_booth_then_the_markers_then_two_of_each_colour(talk: Talk) -> None:
    for words in ("sell", "sell orange1", "sell pink1 pink1"):
        talk.refused(words, "no_booth_here")
    talk.play("sail lubeck; buy orange3; sail aalborg; sail copenhagen; sail lubeck")
    talk.refused("sell orange3 orange3", "no_such_marker")
    talk.refused("sell orange1 orange3", "no_such_marker")
    talk.refused("sell pink1 pink2", "no_such_marker")
    talk.refused("sell pink1", "no_such_marker")
    talk.refused("sell orange3", "too_few_of_colour")
    talk.refused("sell", "too_few_of_colour")
    talk.play("buy orange1; end; skip; end; skip; sail aalborg; buy blue1; sail copenhagen; sail lubeck")
    talk.refused("sell orange3 orange1 blue1", "too_few_of_colour")
    talk.refused("sell orange3 orange1 orange1", "no_such_marker")
    talk.play("sell orange3 orange1")


LOSSES_STOCK = """
orange1 orange2  orange3 brown1  brown2 blue1  brown3 brown1  orange1 orange2  brown2 blue2
blue3 green1  brown3 green2  green3 pink1
"""
LOSSES_PLACEMENTS = "tonsberg stockholm reval aalborg kalmar riga danzig danzig lubeck"
LOSSES_TURNS = """
sail tonsberg; buy orange1; sail aalborg; buy orange3; sail tonsberg; buy orange2; end
skip; sail stockholm; buy orange1; sail kalmar; buy brown2; sail stockholm; buy orange2; end
skip; sail reval; buy brown3; end
skip; sail aalborg; buy brown1; sail copenhagen; buy brown2; sail danzig
"""


def test_lose_takes_only_a_marker_of_the_colour_that_is_due() -> None:
    talk = Talk()
    talk.begin({**THREE, "board": OPEN_SEA}, LOSSES_STOCK, LOSSES_PLACEMENTS)
    talk.play(LOSSES_TURNS)
    talk.play("sell orange1 orange2 orange3 brown1 brown2")
    talk.refused("lose orange3", "no_such_marker")
    talk.refused("lose brown2", "no_such_marker")
    talk.refused("lose yellow1", "no_such_marker")
    assert sorted(move["good"] for move in talk.moves()) == ["orange1", "orange2"]


def test_lose_refuses_a_marker_of_a_sold_colour_whose_loss_is_over() -> None:
    talk = Talk()
    stock = LOSSES_STOCK.replace("blue2", "brown3", 1)
    talk.begin({**THREE, "board": OPEN_SEA}, stock, LOSSES_PLACEMENTS)
    talk.play(
        """
        sail tonsberg; buy orange1; sail aalborg; buy orange3; sail tonsberg; buy orange2; end
        skip; sail kalmar; buy brown2; sail stockholm; buy orange1; sail kalmar; buy brown3; sail stockholm
        buy orange2; end
        """
    )
    talk.refused("discard blue1", "no_such_marker")
    talk.refused("discard pink1", "no_such_marker")
    talk.refused("discard green1", "no_such_marker")
    assert talk.state()["phase"] == "discard"
    talk.play("discard orange1; skip; end; skip; sail aalborg; buy brown1; sail copenhagen; buy brown2; sail danzig")
    talk.play("sell orange1 orange2 brown1 brown2")
    talk.refused("lose orange2", "no_such_marker")
    answer = talk.play("lose brown2")
    assert answer["events"] == [{"type": "lose", "player": "yellow", "good": "orange2"}]
    talk.refused("lose brown3", "wrong_phase")


def test_undo_of_nothing_is_refused() -> None:
    talk = Talk()
    before = talk.accepted("new", **TWO)
    assert_refusal(talk.ask("undo"), "nothing_to_undo")
    talk.play("reveal blue1")
    assert talk.ask("undo") == before
    assert_refusal(talk.ask("undo"), "nothing_to_undo")


def test_refused_move_is_not_undone(talk: Talk) -> None:
    before = canonical(talk.state())
    talk.play("buy brown1")
    talk.refused("buy brown1", "already_acted")
    assert canonical(talk.accepted("undo")["state"]) == before


@pytest.mark.parametrize("words", ["sail riga", "buy blue2", "sell", "build blue1", "skip"])
def test_refusal_names_what_to_do(talk: Talk, words: str) -> None:
    refusal = talk.ask("play", move=move_from(words))["refusal"]
    assert refusal["message"] != refusal["remedy"]
    assert refusal["code"] not in refusal["message"]
