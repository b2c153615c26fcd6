"""The notation: records are written as people read them, read as people type them, and come back the same."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from companion.games.game import Record, Unreadable
from companion.games.hansa.boards import named_board
from companion.games.hansa.rules import moves, notation
from companion.games.hansa.rules.board import Board, City
from companion.games.hansa.rules.codec import CODEC, Entry
from companion.games.hansa.rules.corrections import (
    BeginTurn,
    Correction,
    Leave,
    MoveBooth,
    MoveMarker,
    MovePile,
    MoveShip,
    MoveTalers,
    MoveTurn,
    SwapMarkers,
)
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.moves import Move
from companion.games.hansa.rules.notation import format_record, parse_record
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.setup import new_game
from companion.games.kit.records import NotationError
from tests.companion.games.hansa.rules.strategies import games, seeds, step, walk
from tests.kit.examples import examples

PAGE = Path(notation.__file__).with_name("NOTATION.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```([\w-]+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
(EXAMPLE,) = [text for kind, text in FENCES if kind == "hansa"]


def read(text: str) -> Record[Position, Move, Correction]:
    return parse_record(EXAMPLE + text)


def tail(record: Record[Position, Move, Correction]) -> tuple[Entry, ...]:
    """What was read after the example."""
    return record.entries[len(parse_record(EXAMPLE).entries) :]


# --- the page that describes it ---


def test_page_has_examples_of_every_kind() -> None:
    kinds = [kind for kind, _ in FENCES]
    assert set(kinds) == {"hansa", "hansa-turns", "hansa-wrong", "text"}
    assert PAGE.count("```") == 2 * len(FENCES)


def test_example_of_the_page_is_written_as_it_stands_there() -> None:
    assert format_record(*parse_record(EXAMPLE)) == EXAMPLE


@pytest.mark.parametrize("turns", [text for kind, text in FENCES if kind == "hansa-turns"])
def test_turns_of_the_page_continue_its_example(turns: str) -> None:
    record = read(turns)
    assert tail(record)
    assert parse_record(format_record(*record)) == record


@pytest.mark.parametrize(
    ("wrong", "said"),
    [(text, FENCES[place + 1][1]) for place, (kind, text) in enumerate(FENCES) if kind == "hansa-wrong"],
)
def test_mistakes_of_the_page_are_refused_as_it_says(wrong: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(wrong)
    assert str(caught.value) == said.strip()


def test_page_names_every_statement() -> None:
    rows = set(re.findall(r"^\| `([\w-]+)", PAGE, flags=re.MULTILINE))
    assert rows == {"hansa-record", "players", "start", "goods", "board", "city", "stock", *CODEC.tags}


# --- writing ---


def test_record_without_moves_is_its_headers() -> None:
    cities = [*named_board("0.1").cities]
    board = Board("riga", (*cities[:8], City("riga", 9, 1, ("danzig", "aalborg"))))
    first = new_game(
        board, ["white", "gray", "yellow"], start="yellow", goods=["pink", "blue", "brown", "green", "orange"]
    )
    text = format_record(first, [])
    assert text.splitlines() == [
        "hansa-record 1",
        "players white gray yellow",
        "start yellow",
        "goods blue brown green orange pink",
        "board riga",
        "city tonsberg 2 stockholm",
        "city aalborg 1 copenhagen",
        "city copenhagen 1 danzig lubeck tonsberg",
        "city lubeck 2 aalborg",
        "city stockholm 2 reval kalmar",
        "city kalmar 1 copenhagen",
        "city danzig 2 kalmar reval",
        "city reval 1 riga",
        "city riga 1 danzig aalborg",
        "",
    ]
    assert text.endswith("\n")
    assert parse_record(text) == Record(first, ())


CORRECTIONS = [
    "move-talers 2 bank gray",
    "move-booth gray supply reval",
    "move-marker blue1 unseen out",
    "move-ship riga",
    "swap-markers orange1 unseen brown1 gray",
    "move-pile 2 1 5",
    "move-turn gray",
]


def test_every_correction_is_written_and_read() -> None:
    text = f"2 yellow: {'; '.join(CORRECTIONS[:3])}\n  {'; '.join(CORRECTIONS[3:])}; begin-turn yellow; leave yellow"
    assert tail(read(text)) == (
        MoveTalers(2, "bank", "gray"),
        MoveBooth("gray", "supply", "reval"),
        MoveMarker(marker("blue1"), "unseen", "out"),
        MoveShip("riga"),
        SwapMarkers(marker("orange1"), "unseen", marker("brown1"), "gray"),
        MovePile(2, 1, 5),
        MoveTurn("gray"),
        BeginTurn("yellow"),
        Leave("yellow"),
    )
    lines = format_record(*read(text)).splitlines()
    assert lines[20:] == [
        f"2 yellow: {'; '.join(CORRECTIONS)}",
        "3 gray: begin-turn yellow",
        "3 yellow: leave yellow",
    ]


def test_markers_turned_up_after_a_correction_are_revealed() -> None:
    text = "2 yellow: replenish blue2; move-ship riga; reveal pink1 orange1\nskip"
    with pytest.raises(NotationError, match="wrong_phase"):
        read(text)
    lines = format_record(*read(text.removesuffix("\nskip"))).splitlines()
    assert lines[-1] == "2 yellow: replenish blue2; move-ship riga; reveal pink1 orange1"


def test_correction_in_the_middle_of_stocking() -> None:
    headers = EXAMPLE[: EXAMPLE.index("stock ")]
    stocking = "move-ship riga; reveal blue1 blue1; move-ship danzig; reveal pink3"
    assert format_record(*parse_record(headers + stocking)) == f"{headers}{stocking}\n"
    assert format_record(*parse_record(headers + "reveal blue1")) == f"{headers}stock blue1\n"


def test_turns_of_one_who_is_left_alone_are_rounds() -> None:
    lines = format_record(*read("leave gray; skip; end; skip; end; skip; end")).splitlines()
    assert lines[20:] == ["2 yellow: leave gray; skip; end", "3 yellow: skip; end", "4 yellow: skip; end"]


def test_losses_and_placements_are_labelled_and_corrections_there_are_not() -> None:
    assert "; sell blue2 blue3; yellow: lose blue1; end" in EXAMPLE
    cut = EXAMPLE[: EXAMPLE.index("; yellow: lose blue1")]
    again = format_record(*parse_record(f"{cut}; move-ship riga; lose blue3"))
    assert again.endswith("sell blue2 blue3; move-ship riga; yellow: lose blue3\n")
    cut = EXAMPLE[: EXAMPLE.index("; yellow: place riga")]
    again = format_record(*parse_record(f"{cut}; move-ship riga; place riga"))
    assert again.endswith("\ngray: place danzig; move-ship riga; yellow: place riga\n")


@given(game=games(corrections=0.0))
@examples(15)
def test_line_begins_with_round_and_player_of_each_turn(game: tuple[Position, list[Entry]]) -> None:
    first, entries = game
    lines = format_record(first, entries).splitlines()[15:]
    position, turns = first, []
    players = first.setup.players
    for entry in entries:
        before, position = position, step(position, entry)
        starts = before.phase is Phase.PLACE or isinstance(entry, moves.End | moves.Discard)
        if starts and position.phase in (Phase.REPLENISH, Phase.ACTIONS):
            turns.append(players[position.active])
    labels = [(int(line.split()[0]), line.split()[1]) for line in lines if line[0].isdigit()]
    expected = [(1 + place // len(players), f"{player}:") for place, player in enumerate(turns)]
    # A turn that has begun but in which nothing was done yet has no line.
    assert labels == expected[: len(labels)]
    assert len(expected) - len(labels) <= 1


# --- there and back ---


@given(game=games())
@examples(25)
def test_game_comes_back_from_its_record(game: tuple[Position, list[Entry]]) -> None:
    first, entries = game
    text = format_record(first, entries)
    record = parse_record(text)
    assert (record.first, record.entries) == (first, tuple(entries))
    assert format_record(*record) == text
    assert text.endswith("\n")
    assert not any(line != line.strip() for line in text.splitlines())


@given(game=games(corrections=0.5))
@examples(15)
def test_game_full_of_corrections_comes_back_from_its_record(game: tuple[Position, list[Entry]]) -> None:
    first, entries = game
    text = format_record(first, entries)
    record = parse_record(text)
    assert (record.first, record.entries) == (first, tuple(entries))
    assert format_record(*record) == text


@given(game=games(), seed=seeds)
@examples(15)
def test_record_typed_with_odd_spacing_and_comments_is_the_same_game(
    game: tuple[Position, list[Entry]], seed: int
) -> None:
    random = Random(seed)
    text = format_record(*game)
    blanks = [" ", "  ", "\t", " {a; b: c #}", " {over\nthe line's end} "]
    ends = ["\n", "\r\n", "\n\n   \n", "  # a note; with {marks\n", " ;\n", ";;\n{ alone }\n"]
    typed = "".join(random.choice(ends if sign == "\n" else blanks) if sign.isspace() else sign for sign in text)
    assert parse_record(typed) == parse_record(text)


@given(game=games())
@examples(10)
def test_labels_are_never_needed(game: tuple[Position, list[Entry]]) -> None:
    text = format_record(*game)
    bare = re.sub(r"(?m)(^|; )(\d+ )?(gray|yellow|purple|white): ", r"\1", text)
    assert ":" not in bare
    assert parse_record(bare) == parse_record(text)


@given(seed=seeds)
@examples(5)
def test_finished_game_states_its_score(seed: int) -> None:
    first = parse_record(EXAMPLE).first
    entries = [entry for entry, _ in walk(first, Random(seed))]
    *_, last = format_record(first, entries).splitlines()
    assert re.fullmatch(r"over gray \d+ yellow \d+", last)
    assert len([line for line in format_record(first, entries[:-1]).splitlines() if "over" in line]) == 0


def test_corrections_after_the_end_are_kept() -> None:
    text = "leave yellow; leave gray; move-marker blue3 yellow yellow.sold; over gray 17 yellow 12"
    record = read(text)
    assert isinstance(record.entries[-1], MoveMarker)
    assert format_record(*record).endswith("; move-marker blue3 yellow yellow.sold\nover gray 17 yellow 12\n")
    assert parse_record(format_record(*record)) == record


def test_label_may_stand_before_every_statement_or_on_its_own_line() -> None:
    typed = "2 yellow: skip; 2 yellow: sail reval\nyellow:\n  buy blue1; 2 yellow:; end"
    assert tail(read(typed)) == tail(read("skip; sail reval; buy blue1; end"))


def test_notation_error_is_unreadable() -> None:
    assert issubclass(NotationError, Unreadable)
