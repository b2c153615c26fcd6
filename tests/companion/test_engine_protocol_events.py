"""The engine protocol: what a move does beyond itself, event by event, in order."""

from tests.lab.reference.position import Json
from tests.lab.reference.talk import OPEN_SEA, THREE, TWO, Talk, golden

STOCK = """
orange1 orange2  blue1  brown1  orange3 orange1  brown2 brown3  green1  orange2 orange2  blue2  blue3 green2
"""
PLACEMENTS = "danzig tonsberg lubeck danzig riga stockholm"


def first_turn() -> Talk:
    talk = Talk()
    talk.begin(TWO, STOCK, PLACEMENTS)
    return talk


def pay(to: str, purpose: str, player: str = "gray") -> Json:
    return {"type": "pay", "player": player, "to": to, "talers": 1, "for": purpose}


def income(player: str, talers: int = 3) -> Json:
    return {"type": "income", "player": player, "talers": talers}


def test_sail_pays_the_bank_and_opens_a_new_visit() -> None:
    talk = first_turn()
    talk.play("buy brown1")
    assert talk.state()["acted"] is True
    answer = talk.play("sail danzig")
    assert answer["events"] == [pay("bank", "sail")]
    assert (answer["state"]["ship"], answer["state"]["acted"]) == ("danzig", False)
    assert set(answer) == {"ok", "state", "events"}


def test_purchase_pays_the_bank_where_nobody_stands_or_most_are_level() -> None:
    talk = first_turn()
    assert talk.play("buy brown1")["events"] == [pay("bank", "buy")]
    assert talk.play("sail danzig; buy orange2")["events"] == [pay("bank", "buy")]
    state = talk.state()
    assert state["bank"] == 13 + 3
    assert state["warehouses"]["copenhagen"] == [None]
    assert state["warehouses"]["danzig"] == [None, "orange2"]


def test_purchase_pays_the_player_with_most_booths() -> None:
    talk = first_turn()
    answer = talk.play("sail tonsberg; buy orange2")
    assert answer["events"] == [pay("yellow", "buy")]
    assert answer["state"]["players"]["yellow"]["talers"] == 4
    # The first space stays taken, the second is left empty: nothing moves up.
    assert answer["state"]["warehouses"]["tonsberg"] == ["orange1", None]


def test_purchase_is_free_where_one_has_most_booths() -> None:
    talk = first_turn()
    answer = talk.play("sail lubeck; buy orange1")
    assert answer["events"] == []
    assert answer["state"]["players"]["gray"] == {
        "talers": 5,
        "booths_left": 9,
        "booths": {"danzig": 2, "lubeck": 2, "riga": 2},
        "goods": ["orange1"],
        "sold": [],
    }


def test_build_has_no_events_and_places_as_many_booths_as_barrels() -> None:
    talk = first_turn()
    answer = talk.play("sail lubeck; buy orange3; sail aalborg; build orange3")
    assert answer["events"] == []
    gray = answer["state"]["players"]["gray"]
    assert (gray["booths"]["aalborg"], gray["booths_left"], gray["goods"]) == (3, 6, [])
    assert answer["state"]["acted"] is True


def test_end_taxes_then_pays_the_next_player() -> None:
    talk = first_turn()
    answer = talk.play("end")
    assert answer["events"] == [{"type": "tax", "player": "gray", "talers": 3}, income("yellow")]
    state = answer["state"]
    assert (state["phase"], state["mover"], state["active"]) == ("actions", "yellow", "yellow")
    assert state["players"]["yellow"]["talers"] == 6
    assert state["bank"] == 22 - 3 - 6


def test_end_taxes_only_the_player_whose_turn_it_was() -> None:
    talk = first_turn()
    talk.play("sail tonsberg; buy orange2; sail stockholm; buy brown2; end")
    assert talk.state()["players"]["yellow"]["talers"] == 3 + 2 + 3
    assert talk.play("skip; end")["events"] == [{"type": "tax", "player": "yellow", "talers": 5}, income("gray")]


def test_new_turn_asks_to_replenish_and_forgets_the_action() -> None:
    talk = first_turn()
    state = talk.play("buy brown1; end")["state"]
    assert (state["phase"], state["mover"], state["acted"]) == ("replenish", "yellow", False)
    assert sorted(move["type"] for move in talk.moves()) == ["replenish", "skip"]
    assert talk.play("skip")["events"] == []
    assert talk.state()["phase"] == "actions"


def test_replenish_pays_once_and_fills_by_number_from_the_first_pile() -> None:
    talk = first_turn()
    talk.play("sail danzig; buy orange2; sail kalmar; buy green1; end")
    answer = talk.play("replenish")
    assert answer["events"] == [pay("bank", "replenish", "yellow")]
    assert (answer["state"]["phase"], answer["state"]["mover"]) == ("fill", "yellow")
    answer = talk.play("reveal green3")
    assert answer["events"] == []
    assert answer["state"]["warehouses"]["kalmar"] == ["green3"]
    assert answer["state"]["piles"] == [7, 8, 8, 7, 7]
    answer = talk.play("reveal blue1")
    assert answer["state"]["warehouses"]["danzig"] == ["blue1", "orange2"]
    assert (answer["state"]["phase"], answer["state"]["piles"]) == ("actions", [6, 8, 8, 7, 7])


def losses() -> Talk:
    """Gray in Danzig with three orange and two brown; yellow has two orange and a brown, purple a brown."""
    talk = Talk()
    stock = """
    orange1 orange2  orange3 brown1  brown2 blue1  brown3 brown1  orange1 orange2  brown2 blue2
    blue3 green1  brown3 green2  green3 pink1
    """
    placements = "tonsberg stockholm reval aalborg kalmar riga danzig danzig lubeck"
    talk.begin({**THREE, "board": OPEN_SEA}, stock, placements)
    talk.play(
        """
        sail tonsberg; buy orange1; sail aalborg; buy orange3; sail tonsberg; buy orange2; end
        skip; sail stockholm; buy orange1; sail kalmar; buy brown2; sail stockholm; buy orange2; end
        skip; sail reval; buy brown3; end
        skip; sail aalborg; buy brown1; sail copenhagen; buy brown2; sail danzig
        """
    )
    return talk


def test_sale_makes_opponents_lose_clockwise_and_colour_by_colour() -> None:
    talk = losses()
    answer = talk.play("sell orange3 brown2 orange1 brown1 orange2")
    assert answer["events"] == [{"type": "lose", "player": "yellow", "good": "brown2"}]
    state = answer["state"]
    assert (state["phase"], state["mover"], state["active"], state["acted"]) == ("lose", "yellow", "gray", True)
    gray = state["players"]["gray"]
    assert gray["sold"] == ["brown1", "brown2", "orange1", "orange2", "orange3"]
    assert (gray["booths"]["danzig"], gray["booths_left"], gray["goods"]) == (1, 10, [])
    # Purple's turn to lose has not come.
    assert state["players"]["purple"]["goods"] == ["brown3"]
    assert talk.ask("legal")["mover"] == "yellow"
    answer = talk.play("lose orange1")
    assert answer["events"] == [{"type": "lose", "player": "purple", "good": "brown3"}]
    state = answer["state"]
    assert (state["phase"], state["mover"], state["active"], state["acted"]) == ("actions", "gray", "gray", True)
    assert state["players"]["yellow"]["goods"] == ["orange2"]
    assert state["players"]["purple"]["goods"] == []


def test_sale_of_a_last_booth_leaves_the_city() -> None:
    talk = losses()
    talk.play("sell orange1 orange2; lose orange2; sail tonsberg; sail danzig; sell brown1 brown2")
    state = talk.state()
    assert "danzig" not in state["players"]["gray"]["booths"]
    # Yellow has danzig alone now.
    assert state["scores"]["gray"]["cities"] == 8
    assert state["scores"]["yellow"]["cities"] == 12


def test_discards_are_chosen_one_at_a_time() -> None:
    talk = losses()
    answer = talk.play("end")
    assert answer["events"] == []
    state = answer["state"]
    assert (state["phase"], state["mover"], state["active"], state["acted"]) == ("discard", "gray", "gray", False)
    assert sorted(move["good"] for move in talk.moves()) == ["brown1", "brown2", "orange1", "orange2", "orange3"]
    answer = talk.play("discard orange1")
    assert (answer["state"]["phase"], answer["events"]) == ("discard", [])
    answer = talk.play("discard brown1")
    assert answer["events"] == [income("yellow")]
    assert answer["state"]["phase"] == "replenish"
    assert answer["state"]["players"]["gray"]["goods"] == ["brown2", "orange2", "orange3"]


def test_discard_keeps_acted_as_it_was() -> None:
    talk = losses()
    state = talk.play("sail aalborg; sail tonsberg; end")["state"]
    assert (state["phase"], state["acted"]) == ("discard", False)
    talk = losses()
    talk.play("build brown1")
    state = talk.play("end")["state"]
    assert (state["phase"], state["acted"]) == ("discard", True)
    assert talk.play("discard brown2")["state"]["acted"] is False


def alike() -> Talk:
    """Gray's second turn of two with three times orange2; two more and a blue1 are near, all for nothing."""
    talk = Talk()
    stock = "orange2 orange2 orange2 orange2 blue1 blue1 orange2 blue2" + " green1 green2 brown1 brown2 green3" * 2
    talk.begin({**TWO, "board": OPEN_SEA}, stock, "tonsberg reval aalborg riga lubeck kalmar")
    talk.play("sail tonsberg; buy orange2; sail aalborg; buy orange2; sail tonsberg; buy orange2; end; skip; end; skip")
    return talk


def test_discards_of_equal_markers_are_automatic_and_follow_the_tax() -> None:
    talk = alike()
    talk.play("sail aalborg; buy orange2; sail lubeck; buy orange2")
    assert talk.play("end")["events"] == [
        {"type": "tax", "player": "gray", "talers": 1},
        {"type": "discard", "player": "gray", "good": "orange2"},
        {"type": "discard", "player": "gray", "good": "orange2"},
        income("yellow"),
    ]


def test_discard_that_leaves_equal_markers_is_followed_by_automatic_ones() -> None:
    talk = alike()
    talk.play("sail copenhagen; buy blue1; sail aalborg; buy orange2")
    assert talk.play("end")["state"]["phase"] == "discard"
    assert sorted(move["good"] for move in talk.moves()) == ["blue1", "orange2"]
    answer = talk.play("discard blue1")
    assert answer["events"] == [{"type": "discard", "player": "gray", "good": "orange2"}, income("yellow")]
    talk.accepted("undo")
    answer = talk.play("discard orange2")
    assert (answer["state"]["phase"], answer["events"]) == ("discard", [])


def test_equal_markers_are_lost_without_a_question() -> None:
    talk = alike()
    talk.play("end")
    talk.play("skip; sail aalborg; buy orange2; sail lubeck; buy orange2; sail riga")
    answer = talk.play("sell orange2 orange2")
    assert answer["events"] == [{"type": "lose", "player": "gray", "good": "orange2"}]
    assert answer["state"]["players"]["gray"]["goods"] == ["orange2", "orange2"]
    assert (answer["state"]["phase"], answer["state"]["mover"]) == ("actions", "yellow")


def test_last_round_is_announced_with_the_first_marker_of_the_fifth_pile() -> None:
    game = golden("four-two-colours")
    talk = Talk()
    state = talk.replay(game, 0)
    announced = 0
    for ply in game["plies"]:
        before = state
        answer = talk.accepted("play", move=ply["move"])
        state = answer["state"]
        if {"type": "last_round", "player": before["active"]} in answer["events"]:
            announced += 1
            assert before["piles"][:4] == [0, 0, 0, 0]
            assert state["piles"][4] == before["piles"][4] - 1 == 11
        assert state["last_round"] is (announced == 1)
    assert announced == 1


def test_game_ends_with_the_seat_before_the_start_player_after_its_taxes() -> None:
    for name in ("two-shared-win", "four-two-colours"):
        game = golden(name)
        talk = Talk()
        before = talk.replay(game, len(game["plies"]) - 1)
        seats = game["setup"]["players"]
        assert before["active"] == seats[seats.index(before["start"]) - 1]
        answer = talk.accepted("play", move=game["plies"][-1]["move"])
        assert answer["events"][-1]["type"] == "over"
        assert "income" not in {event["type"] for event in answer["events"]}
        last = answer["state"]["players"][before["active"]]
        assert last["talers"] <= 3
        assert len(last["goods"]) <= 3


def test_income_is_what_the_bank_holds() -> None:
    game = golden("four-empty-bank")
    short = [
        number
        for number, ply in enumerate(game["plies"])
        if any(event["type"] == "income" and event["talers"] < 3 for event in ply["events"])
    ]
    talk = Talk()
    before = talk.replay(game, short[0])
    answer = talk.accepted("play", move=game["plies"][short[0]]["move"])
    assert answer["events"][-1] == {"type": "income", "player": "purple", "talers": before["bank"]}
    assert answer["state"]["bank"] == 0
    assert sum(player["talers"] for player in answer["state"]["players"].values()) == 22


def test_build_places_no_more_booths_than_are_left() -> None:
    game = golden("two-tie-break")
    talk = Talk()
    state = talk.replay(game, 0)
    short = 0
    for ply in game["plies"]:
        mine = state["players"][state["mover"]]
        after = talk.accepted("play", move=ply["move"])["state"]
        if ply["move"]["type"] == "build" and mine["booths_left"] < int(ply["move"]["good"][-1]):
            short += 1
            built = after["players"][state["mover"]]
            assert built["booths_left"] == 0
            assert sum(built["booths"].values()) == 15
        state = after
    assert short


def test_filling_ends_with_the_supply_and_nobody_is_asked_to_replenish_again() -> None:
    game = golden("four-other-board")
    talk = Talk()
    state = talk.replay(game, 0)
    turns_without_supply = 0
    for ply in game["plies"]:
        before, state = state, talk.accepted("play", move=ply["move"])["state"]
        spaces = [marker for markers in state["warehouses"].values() for marker in markers]
        if before["phase"] == "fill" and state["piles"] == [0, 0, 0, 0, 0]:
            assert state["phase"] == "actions"
            assert None in spaces
        if before["active"] != state["active"] and state["piles"] == [0, 0, 0, 0, 0] and state["active"]:
            turns_without_supply += 1
            assert state["phase"] == "actions"
            assert None in spaces
    assert turns_without_supply
