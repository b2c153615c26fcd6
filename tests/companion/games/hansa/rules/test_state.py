"""Positions as JSON: the public state field by field, and whole positions that are read back or refused."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import Unreadable
from companion.games.hansa.rules.corrections import Leave
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.state import format_position, format_score, format_state, parse_position
from tests.companion.games.hansa.rules.phases import TABLES, in_every_phase, in_lose
from tests.companion.games.hansa.rules.strategies import positions, seeds, spoilt, walk
from tests.companion.games.hansa.rules.table import Table, situation
from tests.kit.examples import examples


def kept(position: Position) -> Any:
    return json.loads(json.dumps(format_position(position)))


def test_state_shows_what_the_players_may_know() -> None:
    table = situation(
        "yellow gray",
        start="gray",
        ship="danzig",
        talers={"gray": 4, "yellow": 1},
        booths={"gray": {"danzig": 2, "riga": 1}, "yellow": {"riga": 3}},
        hands={"gray": "pink3 blue1"},
        sold={"yellow": "orange2 orange1"},
        stock={"danzig": "- blue2", "riga": "pink1 pink1"},
        piles=(0, 2, 3, 4, 5),
    )
    assert format_state(table.position) == {
        "phase": "actions",
        "mover": "gray",
        "active": "gray",
        "start": "gray",
        "ship": "danzig",
        "acted": False,
        "warehouses": {
            "tonsberg": [None, None],
            "aalborg": [None],
            "copenhagen": [None],
            "lubeck": [None, None],
            "stockholm": [None, None],
            "kalmar": [None],
            "danzig": [None, "blue2"],
            "reval": [None],
            "riga": ["pink1", "pink1"],
        },
        "piles": [0, 2, 3, 4, 5],
        "last_round": False,
        "bank": 17,
        "players": {
            "yellow": {
                "talers": 1,
                "booths_left": 12,
                "booths": {"riga": 3},
                "goods": [],
                "sold": ["orange1", "orange2"],
            },
            "gray": {
                "talers": 4,
                "booths_left": 12,
                "booths": {"danzig": 2, "riga": 1},
                "goods": ["blue1", "pink3"],
                "sold": [],
            },
        },
        "scores": {
            "yellow": {"unsold": 0, "sold": 5, "cities": 2, "total": 7, "booths": 3},
            "gray": {"unsold": 2, "sold": 0, "cities": 6, "total": 8, "booths": 3},
        },
        "winners": None,
    }
    assert list(format_state(table.position)["warehouses"])[:2] == ["tonsberg", "aalborg"]
    assert list(format_state(table.position)["players"]) == ["yellow", "gray"]
    assert format_score(table.score("gray")) == format_state(table.position)["scores"]["gray"]


def test_state_of_a_sale_names_who_loses_and_who_sells() -> None:
    state = format_state(in_lose().position)
    assert (state["phase"], state["mover"], state["active"], state["acted"]) == ("lose", "yellow", "gray", True)


def test_state_of_an_ended_game_has_winners_and_nobody_to_move() -> None:
    state = format_state(TABLES["over"]().position)
    assert (state["phase"], state["mover"], state["active"], state["last_round"]) == ("over", None, None, True)
    assert state["winners"] == ["purple"]


def test_position_keeps_what_the_state_leaves_out() -> None:
    whole = format_position(in_lose().position)
    assert list(whole) == [
        *("board", "seats", "start", "goods", "placements", "last_round", "losses", "left", "phase", "active"),
        *("acted", "ship", "players", "warehouses", "unseen", "piles"),
    ]
    assert whole["seats"] == ["gray", "yellow", "purple"]
    assert whole["goods"] == ["blue", "brown", "green", "orange", "pink"]
    assert whole["losses"] == [["yellow", "blue"], ["purple", "blue"]]
    assert (whole["placements"], whole["left"], whole["start"]) == (9, [], "gray")
    assert whole["unseen"] == sorted(whole["unseen"])
    assert len(whole["warehouses"]) == 14


@in_every_phase
def test_position_of_every_phase_comes_back_the_same(table: Table) -> None:
    read = parse_position(kept(table.position))
    assert read == table.position
    assert hash(read) == hash(table.position)
    assert read.setup == table.position.setup
    assert read.phase is table.position.phase
    assert read.out == table.position.out
    assert list(map(type, read)) == list(map(type, table.position))


def test_position_remembers_who_has_left() -> None:
    table = situation()
    table.correct(Leave("purple"), Leave("yellow"))
    assert kept(table.position)["left"] == ["yellow", "purple"]
    read = parse_position(kept(table.position))
    assert read.course.left == {1, 2}
    assert read == table.position


@given(position=positions())
@examples(40)
def test_position_read_back_plays_on_as_the_same(position: Position) -> None:
    read = parse_position(kept(position))
    assert list(legal_moves(read)) == list(legal_moves(position))
    assert [play(read, move) for move in legal_moves(read)] == [play(position, move) for move in legal_moves(position)]


@given(position=positions(), seed=seeds)
@examples(20)
def test_order_of_keys_in_a_position_has_no_meaning(position: Position, seed: int) -> None:
    assert parse_position(json.loads(json.dumps(format_position(position), sort_keys=True))) == position
    assert parse_position(_shuffled(kept(position), Random(seed))) == position


def _shuffled(value: Any, random: Random) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        random.shuffle(keys)
        return {key: _shuffled(value[key], random) for key in keys}
    return [_shuffled(item, random) for item in value] if isinstance(value, list) else value


@given(position=positions(), data=st.data())
@examples(150)
def test_spoilt_position_is_unreadable_or_one_that_plays(position: Position, data: st.DataObject) -> None:
    """Never another exception; and what is read is a position in every respect."""
    value = data.draw(spoilt(kept(position)))
    try:
        read = parse_position(value)
    except Unreadable:
        return
    assert json.dumps(kept(read), sort_keys=True) == json.dumps(value, sort_keys=True)
    hash(read)
    format_state(read)
    assert bool(list(legal_moves(read))) is (read.phase is not Phase.OVER)
    for _ in zip(range(30), walk(read, Random(0)), strict=False):
        pass


def _set(path: str, value: Any) -> Callable[[Any], None]:
    def change(whole: Any) -> None:
        *way, key = path.split(".")
        for step in way:
            whole = whole[step]
        whole[key] = value

    return change


SPOILT: dict[str, Callable[[Any], Any]] = {
    "no seats": lambda whole: whole.pop("seats"),
    "no board": lambda whole: whole.pop("board"),
    "no booths left": lambda whole: whole["players"]["gray"].pop("booths_left"),
    "unknown field": _set("weather", "fine"),
    "unknown field of a player": _set("players.gray.hat", 1),
    "unknown player": _set("players.white", {}),
    "seat twice": _set("seats", ["gray", "gray", "purple"]),
    "bad board": _set("board.start", "atlantis"),
    "too few goods": _set("goods", ["blue", "brown"]),
    "goods in another order": _set("goods", ["brown", "blue", "green", "orange", "pink"]),
    "talers in pieces": _set("players.gray.talers", 2.5),
    "talers that are whole but no integer": _set("players.gray.talers", 3.0),
    "talers below nothing": _set("players.gray.talers", -1),
    "more talers than there are": _set("players.gray.talers", 23),
    "truth for talers": _set("players.gray.talers", True),
    "more booths than there are": _set("players.gray.booths", {"danzig": 16}),
    "booths below nothing": _set("players.gray.booths", {"danzig": -1, "riga": 1}),
    "booths nowhere": _set("players.gray.booths", {"atlantis": 1}),
    "no booths in a city": _set("players.gray.booths", {"danzig": 0}),
    "booths left that do not add up": _set("players.gray.booths_left", 14),
    "more of a kind than there are": _set("players.gray.goods", ["blue1"] * 5),
    "so many of a kind that the digit runs over": _set("players.gray.goods", ["blue1"] * 8),
    "markers not sorted": _set("players.gray.sold", ["pink1", "blue1"]),
    "colour not in play": _set("players.gray.sold", ["yellow1"]),
    "marker that does not exist": _set("players.gray.sold", ["blue4"]),
    "one space too few": lambda whole: whole["warehouses"].pop(),
    "one space too many": lambda whole: whole["warehouses"].append(None),
    "nothing written as a word": lambda whole: whole["warehouses"].__setitem__(0, ""),
    "four piles": _set("piles", [11, 10, 10, 10]),
    "piles with fewer than are unseen": lambda whole: whole["piles"].__setitem__(0, 0),
    "piles with more than are unseen": lambda whole: whole["piles"].__setitem__(0, 12),
    "a pile below nothing": _set("piles", [52, -1, 0, 0, 0]),
    "endless pile": _set("piles", [float("inf"), 0, 0, 0, 0]),
    "no number of markers": _set("piles", [float("nan"), 0, 0, 0, 0]),
    "piles as words": lambda whole: whole.update(piles=[str(pile) for pile in whole["piles"]]),
    "placements as a word": lambda whole: whole.update(placements=str(whole["placements"])),
    "acted as a number": lambda whole: whole.update(acted=int(whole["acted"])),
    "unknown phase": _set("phase", "dreams"),
    "losses without a sale": _set("losses", [["yellow", "blue"]]),
    "sale without losses": lambda whole: whole.update(phase="lose", acted=True),
    "turn of nobody": _set("active", "white"),
    "turn of one who has left": _set("left", ["gray"]),
    "left twice": _set("left", ["purple", "purple"]),
    "ship at sea": _set("ship", "sea"),
    "nothing to fill": _set("phase", "fill"),
    "nothing to discard": _set("phase", "discard"),
    "nothing to replenish": _set("phase", "replenish"),
    "all placed": _set("phase", "place"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_position_that_was_never_written_is_unreadable(spoil: Callable[[Any], Any]) -> None:
    whole = kept(situation().position)
    parse_position(whole)
    spoil(whole)
    with pytest.raises(Unreadable) as caught:
        parse_position(whole)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("more talers than there are", "purses of [23, 3, 3], expected at most 22 talers in all"),
        ("more booths than there are", "booths {'danzig': 16}, expected 15 in all"),
        ("more of a kind than there are", "9 times blue1, there are 4"),
        ("so many of a kind that the digit runs over", "more markers of a kind than there are: ['blue1', 'blue1', "),
        ("one space too few", "13 spaces, the board has 14"),
        ("piles with fewer than are unseen", "piles [0, 10, 10, 10, 10] with 51 markers unseen"),
        ("sale without losses", "losses () in phase lose"),
    ],
)
def test_unreadable_position_says_what_does_not_add_up(spoil: str, said: str) -> None:
    whole = kept(situation().position)
    SPOILT[spoil](whole)
    with pytest.raises(Unreadable, match=re.escape(said)):
        parse_position(whole)


@pytest.mark.parametrize("value", [None, 1, "position", [], {}, {"seats": None}, float("nan")])
def test_json_that_is_no_position_is_unreadable(value: Any) -> None:
    with pytest.raises(Unreadable, match="position: not as it was written"):
        parse_position(value)
