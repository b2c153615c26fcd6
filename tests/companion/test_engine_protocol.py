"""The engine protocol: set-up, state and the list of legal moves, field by field."""

import json

import pytest

from companion.engine import Engine
from tests.lab.reference.position import BOARD, KINDS, shipped_board
from tests.lab.reference.talk import OPEN_SEA, THREE, TWO, Talk, golden

STOCK = """
orange1 orange2  blue1  brown1  orange3 orange1  brown2 brown3  green1  orange2 orange2  blue2  blue3 green2
"""
PLACEMENTS = "danzig tonsberg lubeck danzig riga stockholm"


def begun() -> Talk:
    talk = Talk()
    talk.begin(TWO, STOCK, PLACEMENTS)
    return talk


def purse(talers: int) -> dict[str, object]:
    return {"talers": talers, "booths_left": 15, "booths": {}, "goods": [], "sold": []}


NOTHING = {"unsold": 0, "sold": 0, "cities": 0, "total": 0, "booths": 0}


def test_new_shows_every_field_of_the_state() -> None:
    answer = Talk().ask("new", **{**TWO, "start": "yellow"})
    assert answer == {
        "ok": True,
        "state": {
            "phase": "fill",
            "mover": "yellow",
            "active": "yellow",
            "start": "yellow",
            "ship": "copenhagen",
            "acted": False,
            "warehouses": {
                "tonsberg": [None, None],
                "aalborg": [None],
                "copenhagen": [None],
                "lubeck": [None, None],
                "stockholm": [None, None],
                "kalmar": [None],
                "danzig": [None, None],
                "reval": [None],
                "riga": [None, None],
            },
            "piles": [8, 8, 8, 7, 7],
            "last_round": False,
            "bank": 16,
            "players": {"gray": purse(3), "yellow": purse(3)},
            "scores": {"gray": NOTHING, "yellow": NOTHING},
            "winners": None,
        },
    }
    assert answer["state"]["acted"] is False


@pytest.mark.parametrize(
    ("players", "piles", "bank"),
    [
        (["white", "gray"], [8, 8, 8, 7, 7], 16),
        (["purple", "white", "gray"], [11, 10, 10, 10, 10], 13),
        (["yellow", "purple", "gray", "white"], [13, 13, 13, 13, 12], 10),
    ],
)
def test_new_counts_out_piles_and_bank(players: list[str], piles: list[int], bank: int) -> None:
    goods = ["pink", "yellow", "blue", "green", "orange", "brown"][: len(players) + 2]
    state = Talk().accepted("new", players=players, start=players[-1], goods=goods, game="hansa")["state"]
    assert (state["piles"], state["bank"]) == (piles, bank)
    assert list(state["players"]) == players
    assert state["mover"] == state["active"] == state["start"] == players[-1]


def test_new_without_a_board_is_played_on_the_one_that_ships() -> None:
    state = Engine().answer(json.dumps({"do": "new", **TWO}))
    spaces = {city: len(row) for city, row in json.loads(state)["state"]["warehouses"].items()}
    assert spaces == {city["id"]: city["spaces"] for city in shipped_board()["cities"]}
    assert (spaces["aalborg"], spaces["danzig"]) == (2, 1)


def test_new_takes_another_board() -> None:
    board = {"start": "riga", "cities": [*reversed(OPEN_SEA["cities"])]}
    state = Talk().accepted("new", **TWO, board=board)["state"]
    assert state["ship"] == "riga"
    assert state["warehouses"] == {city["id"]: [None, None] for city in OPEN_SEA["cities"]}
    assert state["piles"] == [7, 7, 7, 7, 6]


def test_another_board_is_stocked_in_its_own_number_order_and_closes_its_own_start() -> None:
    talk = Talk()
    talk.accepted("new", **TWO, board={"start": "riga", "cities": [*reversed(BOARD["cities"])]})
    assert talk.play("reveal blue1")["state"]["warehouses"]["riga"] == ["blue1", None]
    assert talk.play("reveal blue2")["state"]["warehouses"]["riga"] == ["blue1", "blue2"]
    assert talk.play("reveal blue3")["state"]["warehouses"]["reval"] == ["blue3"]
    while talk.state()["phase"] == "fill":
        talk.accepted("play", move=talk.moves()[0])
    talk.refused("place riga", "copenhagen_closed")
    assert talk.play("place copenhagen")["state"]["players"]["gray"]["booths"] == {"copenhagen": 2}


def test_the_order_of_goods_has_no_meaning() -> None:
    one, other = Talk(), Talk()
    forward = one.accepted("new", **TWO)
    backward = other.accepted("new", **{**TWO, "goods": TWO["goods"][::-1]})
    assert forward == backward
    assert sorted(map(str, one.moves())) == sorted(map(str, other.moves()))


def test_first_fill_lists_the_unseen_kinds_and_leaves_the_piles() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    kinds = [kind for kind in KINDS if kind[:-1] in TWO["goods"]]
    assert sorted(move["good"] for move in talk.moves()) == kinds
    for _ in range(4):
        assert talk.play("reveal orange1")["events"] == []
    assert sorted(move["good"] for move in talk.moves()) == [kind for kind in kinds if kind != "orange1"]
    talk.refused("reveal orange1", "no_such_marker")
    talk.refused("reveal pink1", "no_such_marker")
    talk.refused("place riga", "wrong_phase")
    state = talk.state()
    assert state["warehouses"]["tonsberg"] == ["orange1", "orange1"]
    assert state["warehouses"]["aalborg"] == state["warehouses"]["copenhagen"] == ["orange1"]
    assert state["warehouses"]["lubeck"] == [None, None]
    assert state["piles"] == [8, 8, 8, 7, 7]


def test_placement_goes_three_rounds_and_ends_with_the_first_income() -> None:
    talk = Talk()
    talk.accepted("new", **THREE | {"start": "purple"}, board=OPEN_SEA)
    while talk.state()["phase"] == "fill":
        talk.accepted("play", move=talk.moves()[0])
    movers = []
    for city in ("riga", "riga", "riga", "danzig", "danzig", "danzig", "reval", "reval"):
        state = talk.state()
        assert (state["phase"], state["active"]) == ("place", state["mover"])
        movers.append(state["mover"])
        assert talk.play(f"place {city}")["events"] == []
    assert movers == ["purple", "gray", "yellow"] * 2 + ["purple", "gray"]
    assert {"type": "place", "city": "copenhagen"} not in talk.moves()
    assert sorted(move["city"] for move in talk.moves()) == sorted(
        ["tonsberg", "aalborg", "lubeck", "stockholm", "kalmar", "reval"]
    )
    answer = talk.play("place kalmar")
    assert answer["events"] == [{"type": "income", "player": "purple", "talers": 3}]
    state = answer["state"]
    assert (state["phase"], state["mover"], state["active"]) == ("actions", "purple", "purple")
    assert state["players"]["purple"]["talers"] == 6
    assert state["bank"] == 10
    assert state["players"]["yellow"] == {
        "talers": 3,
        "booths_left": 9,
        "booths": {"riga": 2, "danzig": 2, "kalmar": 2},
        "goods": [],
        "sold": [],
    }


def test_scores_are_what_scoring_would_give_now() -> None:
    talk = begun()
    scores = talk.state()["scores"]
    # danzig is shared; lubeck and riga are gray's alone, tonsberg and stockholm yellow's.
    assert scores == {
        "gray": {"unsold": 0, "sold": 0, "cities": 10, "total": 10, "booths": 6},
        "yellow": {"unsold": 0, "sold": 0, "cities": 10, "total": 10, "booths": 6},
    }
    talk.play("sail lubeck; buy orange3; sail aalborg; sail copenhagen; sail lubeck; buy orange1; sail aalborg")
    talk.play("end; skip; end; skip; sail copenhagen; sail danzig; sell orange3 orange1")
    assert talk.state()["scores"]["gray"] == {"unsold": 0, "sold": 6, "cities": 10, "total": 16, "booths": 5}
    assert talk.state()["players"]["gray"]["sold"] == ["orange1", "orange3"]


def test_legal_lists_every_action_once_and_sales_sorted() -> None:
    talk = begun()
    assert talk.ask("legal") == {"ok": True, "mover": "gray", "moves": talk.moves()}
    assert sorted(map(str, talk.moves())) == sorted(
        str(move)
        for move in [
            {"type": "sail", "to": "danzig"},
            {"type": "sail", "to": "lubeck"},
            {"type": "sail", "to": "tonsberg"},
            {"type": "buy", "good": "brown1"},
            {"type": "end"},
        ]
    )
    # Of two equal markers one purchase is listed.
    talk.play("sail danzig")
    assert [move for move in talk.moves() if move["type"] == "buy"] == [{"type": "buy", "good": "orange2"}]


def test_legal_sales_are_all_parts_with_two_of_each_colour() -> None:
    talk = Talk()
    stock = "orange2 orange2 orange1 blue1 green1 green1 blue3 blue2" + " green2 green2 green3 green3 brown1" * 2
    talk.begin({**TWO, "board": OPEN_SEA}, stock, "tonsberg reval aalborg riga lubeck kalmar")
    talk.play("sail tonsberg; buy orange2; sail aalborg; buy orange1; sail tonsberg; buy orange2; end")
    talk.play("skip; end; skip; sail aalborg; buy blue1; sail lubeck; sail copenhagen; sail lubeck")
    assert talk.state()["players"]["gray"]["goods"] == ["blue1", "orange1", "orange2", "orange2"]
    sales = [move["goods"] for move in talk.moves() if move["type"] == "sell"]
    assert sorted(sales) == [["orange1", "orange2"], ["orange1", "orange2", "orange2"], ["orange2", "orange2"]]
    talk.refused("sell orange2 orange1 blue1", "too_few_of_colour")
    answer = talk.play("sell orange2 orange1")
    assert answer["state"]["players"]["gray"]["goods"] == ["blue1", "orange2"]
    assert answer["state"]["players"]["gray"]["sold"] == ["orange1", "orange2"]


def test_over_has_no_mover_and_no_moves() -> None:
    talk = Talk()
    game = golden("three-shared-win")
    state = talk.replay(game)
    assert (state["phase"], state["mover"], state["active"], state["acted"]) == ("over", None, None, False)
    assert state["last_round"] is True
    best = max((score["total"], score["booths"]) for score in state["scores"].values())
    level = [name for name in game["setup"]["players"] if state["scores"][name]["total"] == best[0]]
    assert state["winners"] == [name for name in level if state["scores"][name]["booths"] == best[1]]
    assert len(state["winners"]) > 1
    assert game["plies"][-1]["events"][-1] == {"type": "over", "winners": state["winners"]}
    assert talk.ask("legal") == {"ok": True, "mover": None, "moves": []}


def test_quit_says_ok_and_finishes() -> None:
    talk = Talk()
    assert talk.engine.finished is False
    assert talk.ask("quit") == {"ok": True}
    assert talk.engine.finished is True
