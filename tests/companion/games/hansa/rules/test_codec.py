"""Moves, corrections and events as JSON: exactly what is promised, and Unreadable for anything else."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import Unreadable
from companion.games.hansa.rules import corrections, events, moves
from companion.games.hansa.rules.codec import (
    CODEC,
    MOVE_TAGS,
    Entry,
    format_entry,
    format_event,
    is_correction,
    names_of,
    parse_entry,
)
from companion.games.hansa.rules.corrections import Correction
from companion.games.hansa.rules.events import PaidFor
from companion.games.hansa.rules.goods import ALL_MARKERS, marker
from companion.games.hansa.rules.moves import Move
from tests.companion.games.hansa.rules.strategies import games, json_values, spoilt
from tests.kit.examples import examples

BLUE1, ORANGE2, PINK3 = marker("blue1"), marker("orange2"), marker("pink3")

WRITTEN: list[tuple[Entry, dict[str, Any]]] = [
    (moves.Reveal(ORANGE2), {"type": "reveal", "good": "orange2"}),
    (moves.Place("danzig"), {"type": "place", "city": "danzig"}),
    (moves.Replenish(), {"type": "replenish"}),
    (moves.Skip(), {"type": "skip"}),
    (moves.Sail("riga"), {"type": "sail", "to": "riga"}),
    (moves.Buy(BLUE1), {"type": "buy", "good": "blue1"}),
    (moves.Build(PINK3), {"type": "build", "good": "pink3"}),
    (moves.Sell((ORANGE2, BLUE1)), {"type": "sell", "goods": ["blue1", "orange2"]}),
    (moves.Sell(()), {"type": "sell", "goods": []}),
    (moves.End(), {"type": "end"}),
    (moves.Lose(ORANGE2), {"type": "lose", "good": "orange2"}),
    (moves.Discard(ORANGE2), {"type": "discard", "good": "orange2"}),
    (
        corrections.MoveTalers(3, "bank", "gray"),
        {"type": "move-talers", "talers": 3, "from": "bank", "to": "gray"},
    ),
    (
        corrections.MoveBooth("gray", "supply", "riga"),
        {"type": "move-booth", "player": "gray", "from": "supply", "to": "riga"},
    ),
    (
        corrections.MoveMarker(BLUE1, "danzig.1", "gray.sold"),
        {"type": "move-marker", "good": "blue1", "from": "danzig.1", "to": "gray.sold"},
    ),
    (
        corrections.SwapMarkers(BLUE1, "danzig.1", PINK3, "unseen"),
        {
            "type": "swap-markers",
            "good": "blue1",
            "place": "danzig.1",
            "other_good": "pink3",
            "other_place": "unseen",
        },
    ),
    (corrections.MoveShip("reval"), {"type": "move-ship", "to": "reval"}),
    (corrections.MoveTurn("white"), {"type": "move-turn", "player": "white"}),
    (corrections.BeginTurn("white"), {"type": "begin-turn", "player": "white"}),
    (corrections.MovePile(2, 1, 5), {"type": "move-pile", "markers": 2, "from": 1, "to": 5}),
    (corrections.Leave("purple"), {"type": "leave", "player": "purple"}),
]


@pytest.mark.parametrize(("entry", "value"), WRITTEN, ids=[value["type"] for _, value in WRITTEN])
def test_entry_is_written_as_promised_and_read_back(entry: Entry, value: dict[str, Any]) -> None:
    assert format_entry(entry) == value
    assert list(format_entry(entry)) == list(value)
    read = parse_entry(json.loads(json.dumps(value)))
    assert read == entry
    assert type(read) is type(entry)


def test_every_move_and_correction_has_a_tag() -> None:
    assert set(CODEC.spec_of) == {*get_args(Move), *get_args(Correction)}
    assert {type(entry) for entry, _ in WRITTEN} == set(CODEC.spec_of)
    assert (
        *("reveal", "place", "replenish", "skip", "sail", "buy", "build", "sell", "end", "lose", "discard"),
    ) == MOVE_TAGS
    assert all(CODEC.spec(spec.tag) is spec for spec in CODEC.spec_of.values())


@pytest.mark.parametrize(("entry", "value"), WRITTEN, ids=[value["type"] for _, value in WRITTEN])
def test_corrections_are_told_from_moves(entry: Entry, value: dict[str, Any]) -> None:
    assert is_correction(entry) is (value["type"] not in MOVE_TAGS)


def test_markers_of_a_sale_may_come_in_any_order() -> None:
    assert parse_entry({"type": "sell", "goods": ["pink3", "blue1", "orange2", "blue1"]}) == moves.Sell(
        (BLUE1, BLUE1, ORANGE2, PINK3)
    )


def test_markers_read_are_the_markers_there_are() -> None:
    for kind in ALL_MARKERS:
        read = parse_entry({"type": "buy", "good": str(kind)})
        assert isinstance(read, moves.Buy)
        assert read.good is kind


ALL_TAGS = ", ".join(CODEC.tags)
CITIES = "one of tonsberg, aalborg, copenhagen, lubeck, stockholm, kalmar, danzig, reval, riga"
PLACE = "a place such as bank, supply, unseen, out, danzig.1, gray or gray.sold"
UNREADABLE: list[tuple[Any, str]] = [
    (None, f"move None: expected an object whose type is one of {ALL_TAGS}"),
    ([], f"move []: expected an object whose type is one of {ALL_TAGS}"),
    ("end", f"move 'end': expected an object whose type is one of {ALL_TAGS}"),
    ({}, f"move {{}}: expected an object whose type is one of {ALL_TAGS}"),
    ({"type": 1}, f"move {{'type': 1}}: expected an object whose type is one of {ALL_TAGS}"),
    ({"type": ["end"]}, f"move {{'type': ['end']}}: expected an object whose type is one of {ALL_TAGS}"),
    ({"type": "End"}, f"move {{'type': 'End'}}: expected an object whose type is one of {ALL_TAGS}"),
    ({"type": "end", "x": 1}, "end: fields ['type', 'x']: expected exactly type"),
    ({"type": "sail"}, "sail: fields ['type']: expected exactly type, to"),
    (
        {"type": "move-talers", "talers": 1, "from": "bank"},
        "move-talers: fields ['from', 'talers', 'type']: expected exactly type, talers, from, to",
    ),
    ({"type": "buy", "good": "orange4"}, "buy: good 'orange4': expected a marker such as orange2"),
    ({"type": "buy", "good": ["orange1"]}, "buy: good ['orange1']: expected a marker such as orange2"),
    ({"type": "buy", "good": None}, "buy: good None: expected a marker such as orange2"),
    (
        {"type": "sell", "goods": "orange1"},
        'sell: goods \'orange1\': expected a list of markers such as ["orange1", "orange2"]',
    ),
    (
        {"type": "sell", "goods": ["orange1", 1]},
        'sell: goods [\'orange1\', 1]: expected a list of markers such as ["orange1", "orange2"]',
    ),
    ({"type": "sail", "to": "Riga"}, f"sail: to 'Riga': expected {CITIES}"),
    ({"type": "sail", "to": {}}, f"sail: to {{}}: expected {CITIES}"),
    ({"type": "move-turn", "player": "red"}, "move-turn: player 'red': expected one of gray, yellow, purple, white"),
    ({"type": "leave", "player": []}, "leave: player []: expected one of gray, yellow, purple, white"),
    (
        {"type": "move-talers", "talers": 0, "from": "bank", "to": "gray"},
        "move-talers: talers 0: expected a whole number from 1 to 99",
    ),
    (
        {"type": "move-talers", "talers": 100, "from": "bank", "to": "gray"},
        "move-talers: talers 100: expected a whole number from 1 to 99",
    ),
    (
        {"type": "move-talers", "talers": True, "from": "bank", "to": "gray"},
        "move-talers: talers True: expected a whole number from 1 to 99",
    ),
    (
        {"type": "move-pile", "markers": 1, "from": 1.0, "to": 2},
        "move-pile: from 1.0: expected a whole number from 1 to 99",
    ),
    (
        {"type": "move-pile", "markers": 1, "from": 1, "to": "2"},
        "move-pile: to '2': expected a whole number from 1 to 99",
    ),
    (
        {"type": "move-marker", "good": "blue1", "from": "", "to": "out"},
        f"move-marker: from '': expected {PLACE}",
    ),
    (
        {"type": "move-marker", "good": "blue1", "from": "out", "to": "da nzig"},
        f"move-marker: to 'da nzig': expected {PLACE}",
    ),
    (
        {"type": "move-marker", "good": "blue1", "from": "out", "to": "x" * 32},
        f"move-marker: to '{'x' * 32}': expected {PLACE}",
    ),
    (
        {"type": "move-marker", "good": "blue1", "from": 7, "to": "out"},
        f"move-marker: from 7: expected {PLACE}",
    ),
]


@pytest.mark.parametrize(("value", "message"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_entry_that_cannot_be_read_is_refused_with_what_was_expected(value: Any, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_entry(value)
    assert str(caught.value) == message


def test_longest_count_and_longest_place_are_read() -> None:
    assert parse_entry({"type": "move-talers", "talers": 99, "from": "x" * 31, "to": "a.1"}) == corrections.MoveTalers(
        99, "x" * 31, "a.1"
    )


def test_long_rubbish_is_cut_short_in_the_message() -> None:
    with pytest.raises(Unreadable) as caught:
        parse_entry({"type": "buy", "good": "x" * 10_000})
    assert str(caught.value) == f"buy: good '{'x' * 59}: expected a marker such as orange2"
    with pytest.raises(Unreadable) as caught:
        parse_entry(["x" * 10_000])
    assert str(caught.value).startswith(f"move ['{'x' * 58}: expected")


def test_entry_is_made_from_values_in_the_order_of_its_fields() -> None:
    assert CODEC.spec("move-pile").make([3, 1, 2]) == corrections.MovePile(markers=3, source=1, target=2)
    assert CODEC.spec("end").make([]) == moves.End()
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        CODEC.spec("sail").make([])


@given(value=json_values)
def test_no_json_but_an_entry_is_read(value: Any) -> None:
    with pytest.raises(Unreadable):
        parse_entry(value)


@given(data=st.data(), written=st.sampled_from(WRITTEN))
def test_spoilt_entry_is_refused_or_still_an_entry(data: st.DataObject, written: tuple[Entry, dict[str, Any]]) -> None:
    value = data.draw(spoilt(json.loads(json.dumps(written[1]))))
    try:
        entry = parse_entry(value)
    except Unreadable:
        return
    assert parse_entry(format_entry(entry)) == entry


@given(game=games(corrections=0.2))
@examples(15)
def test_every_entry_of_a_game_comes_back_from_json(game: tuple[Any, list[Entry]]) -> None:
    for entry in game[1]:
        assert parse_entry(json.loads(json.dumps(format_entry(entry)))) == entry


@pytest.mark.parametrize(
    ("event", "value"),
    [
        (
            events.Paid("gray", "bank", 1, PaidFor.SAIL),
            {"type": "pay", "player": "gray", "to": "bank", "talers": 1, "for": "sail"},
        ),
        (
            events.Paid("gray", "white", 1, PaidFor.BUY),
            {"type": "pay", "player": "gray", "to": "white", "talers": 1, "for": "buy"},
        ),
        (events.LastRound("gray"), {"type": "last_round", "player": "gray"}),
        (events.Lost("white", BLUE1), {"type": "lose", "player": "white", "good": "blue1"}),
        (events.Taxed("gray", 2), {"type": "tax", "player": "gray", "talers": 2}),
        (events.Discarded("gray", PINK3), {"type": "discard", "player": "gray", "good": "pink3"}),
        (events.Over(("gray", "white")), {"type": "over", "winners": ["gray", "white"]}),
        (events.Income("purple", 3), {"type": "income", "player": "purple", "talers": 3}),
    ],
)
def test_event_is_written_as_promised(event: events.Event, value: dict[str, Any]) -> None:
    written = format_event(event)
    assert json.loads(json.dumps(written)) == value
    assert all(type(item) in (str, int, list) for item in written.values())


def test_markers_are_named_in_the_order_given() -> None:
    assert names_of([PINK3, BLUE1, BLUE1]) == ["pink3", "blue1", "blue1"]
