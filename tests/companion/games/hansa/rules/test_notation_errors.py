"""Records with mistakes: refused at the first one, whose line and column are named; nothing else ever comes out."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.hansa.rules.codec import CODEC
from companion.games.hansa.rules.notation import format_record, parse_record
from companion.games.kit.records import NotationError
from tests.companion.games.hansa.rules.test_notation import EXAMPLE
from tests.kit.examples import examples

HEADERS = EXAMPLE[: EXAMPLE.index("stock ")]
STATEMENTS = f"stock, {', '.join(CODEC.tags)}, over"
PLAYERS = "expected 2 to 4 of gray, yellow, purple, white, each once"
IDS = "tonsberg, aalborg, copenhagen, lubeck, stockholm, kalmar, danzig, reval, riga"
PLACE = "a place such as bank, supply, unseen, out, danzig.1, gray or gray.sold"


def error_of(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    said = str(caught.value)
    assert re.match(r"line [1-9]\d*, column [1-9]\d*: ", said)
    assert "\n" not in said
    return said


# --- headers ---

BAD_HEADERS: list[tuple[str, str, str]] = [
    ("hansa-record 1", "", "line 2, column 1: expected 'hansa-record' and its value"),
    ("hansa-record 1", "hansa-record", "line 1, column 1: expected 'hansa-record' and its value"),
    ("hansa-record 1", "hansa-record 2", "line 1, column 14: format '2': this program reads format 1"),
    ("hansa-record 1", "hansa-record one", "line 1, column 14: format 'one': this program reads format 1"),
    ("hansa-record 1", "hansa-record 1 2", "line 1, column 16: '2': hansa-record has one value"),
    ("players gray yellow\n", "", "line 2, column 1: expected 'players' and its value"),
    ("players gray yellow", "players gray", f"line 2, column 9: players ['gray']: {PLAYERS}"),
    ("players gray yellow", "players gray gray", f"line 2, column 9: players ['gray', 'gray']: {PLAYERS}"),
    ("players gray yellow", "players gray red", f"line 2, column 9: players ['gray', 'red']: {PLAYERS}"),
    ("start gray", "start white", "line 3, column 7: start 'white': expected one of gray, yellow"),
    ("start gray", "start  gray yellow", "line 3, column 13: 'yellow': start has one value"),
    ("start gray", "begin gray", "line 3, column 1: expected 'start' and its value"),
    (
        "goods blue brown orange pink",
        "goods blue brown orange",
        "line 4, column 7: goods ['blue', 'brown', 'orange']: expected 4 of blue, brown, green, orange, pink, yellow",
    ),
    ("goods blue", "goods", "line 4, column 7: goods ['brown', 'orange', 'pink']: expected 4 of blue, brown, green, "),
    ("board copenhagen", "board", "line 5, column 1: expected 'board' and its value"),
    ("board copenhagen", "board riga riga", "line 5, column 12: 'riga': board has one value"),
    ("board copenhagen", "board visby", f"line 5, column 7: start: 'visby' given, expected one of {IDS}"),
    ("city kalmar 1 copenhagen\n", "", "line 15, column 1: expected 'city' and its value"),
    (
        "city kalmar 1 copenhagen",
        "city kalmar 3 copenhagen",
        "line 11, column 6: expected a city's id, its spaces (1 or 2) and where its routes lead",
    ),
    (
        "city kalmar 1 copenhagen",
        f"city kalmar {'1' * 5_000} copenhagen",
        "line 11, column 6: expected a city's id, its spaces (1 or 2) and where its routes lead",
    ),
    (
        "city kalmar 1 copenhagen",
        "city kalmar 1",
        "line 11, column 6: expected a city's id, its spaces (1 or 2) and where its routes lead",
    ),
    (
        "city kalmar 1 copenhagen",
        "city kalmar 1 visby",
        f"line 11, column 6: city 'kalmar': routes: 'visby' given, expected only {IDS}",
    ),
    (
        "city kalmar 1 copenhagen",
        "city riga 1 copenhagen",
        "line 11, column 6: city 'riga': id: 'riga' given, expected each id once",
    ),
    (
        "city riga 2 danzig",
        "city riga 2 reval",
        "line 13, column 6: routes: ['reval', 'riga'] given, expected that every city leads back to copenhagen",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_HEADERS, ids=range(len(BAD_HEADERS)))
def test_bad_header_is_refused_where_it_stands(old: str, new: str, said: str) -> None:
    assert old in EXAMPLE
    assert error_of(EXAMPLE.replace(old, new)).startswith(said)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n{at all}"])
def test_record_of_nothing_is_refused_at_its_beginning(text: str) -> None:
    assert error_of(text) == "line 1, column 1: expected 'hansa-record' and its value"


def test_record_cut_in_its_headers_is_refused_at_its_end() -> None:
    assert error_of("hansa-record 1\nplayers gray  yellow") == "line 2, column 15: expected 'start' and its value"


def test_headers_out_of_order_are_refused() -> None:
    text = EXAMPLE.replace("players gray yellow\nstart gray\n", "start gray\nplayers gray yellow\n")
    assert error_of(text) == "line 2, column 1: expected 'players' and its value"


# --- statements, each as line 21 of the example ---

BAD_STATEMENTS: list[tuple[str, str]] = [
    ("hop", f"column 1: 'hop': expected one of {STATEMENTS}"),
    ("  2  yellow:  hop", f"column 15: 'hop': expected one of {STATEMENTS}"),
    ("city riga 2 danzig", f"column 1: 'city': expected one of {STATEMENTS}"),
    ("Skip", f"column 1: 'Skip': expected one of {STATEMENTS}"),
    ("gray: skip", "column 1: 'gray': it is yellow who moves"),
    ("white: skip", "column 1: 'white': it is yellow who moves"),
    (": skip", "column 1: '': it is yellow who moves"),
    ("2 gray: skip", "column 3: 'gray': it is yellow who moves"),
    ("3 yellow: skip", "column 1: round '3': it is round 2"),
    ("02 yellow: skip", "column 1: round '02': it is round 2"),
    ("two yellow: skip", "column 1: round 'two': it is round 2"),
    ("skip yellow: skip", "column 1: round 'skip': it is round 2"),
    ("skip; 3 yellow: end", "column 7: round '3': it is round 2"),
    ("skip; end; 2 gray: skip", "column 12: round '2': it is round 3"),
    ("skip 1", "column 1: skip: 1 words given, expected nothing"),
    ("skip; sail", f"column 7: sail: 0 words given, expected one of {IDS}"),
    ("skip; sail reval riga", f"column 7: sail: 2 words given, expected one of {IDS}"),
    ("skip; sail visby", f"column 12: 'visby': expected one of {IDS}"),
    ("skip; sail riga", "column 7: no_route: No route leads from Danzig to Riga. Follow the arrows: Kalmar, Reval."),
    ("skip; buy", "column 7: buy: 0 words given, expected a marker such as orange2"),
    ("skip; buy blue4", "column 11: 'blue4': expected a marker such as orange2"),
    ("skip; buy blue3", "column 7: no_such_marker: There is no blue3 in Danzig. Choose a marker that is there: "),
    ("skip; sell blue1 blue", "column 18: 'blue': expected a marker such as orange2"),
    ("skip; sell", "column 7: too_few_of_colour: "),
    ("stock", "column 1: stock: expected markers such as orange2"),
    ("reveal", "column 1: reveal: expected markers such as orange2"),
    ("reveal blue1", "column 8: wrong_phase: Reveal is not possible now: the phase is replenish. "),
    ("replenish blue1 blue", "column 17: 'blue': expected a marker such as orange2"),
    ("replenish blue1 yellow1", "column 17: no_such_marker: There is no yellow1 face down. "),
    ("move-talers x bank gray", "column 13: 'x': expected a whole number from 1 to 99"),
    ("move-talers ² bank gray", "column 13: '²': expected a whole number from 1 to 99"),
    ("move-talers 0 bank gray", "column 13: '0': expected a whole number from 1 to 99"),
    ("move-talers 100 bank gray", "column 13: '100': expected a whole number from 1 to 99"),
    (f"move-talers {'1' * 5_000} bank gray", f"column 13: '{'1' * 59}: expected a whole number "),
    ("move-talers -1 bank gray", "column 13: '-1': expected a whole number from 1 to 99"),
    (
        "move-talers 1 bank",
        f"column 1: move-talers: 2 words given, expected a whole number from 1 to 99, {PLACE}, {PLACE}",
    ),
    (
        "move-talers 1 bank white",
        "column 1: no_such_place: There is no place white. Choose one of: bank, gray, yellow.",
    ),
    ("move-talers 1 bank/ gray", f"column 15: 'bank/': expected {PLACE}"),
    ("leave red", "column 7: 'red': expected one of gray, yellow, purple, white"),
    ("over gray 1 yellow 2", "column 1: the game is not over: the phase is replenish"),
    ("over", "column 1: the game is not over: the phase is replenish"),
    ("leave gray; leave yellow; over gray 17 yellow 10", "column 27: the final score is gray 17 yellow 9"),
    ("leave gray; leave yellow; over yellow 9 gray 17", "column 27: the final score is gray 17 yellow 9"),
    ("leave gray; leave yellow; over", "column 27: the final score is gray 17 yellow 9"),
    ("leave gray; leave yellow; gray: skip", "column 27: the game is over"),
    ("leave gray; leave yellow; skip", "column 27: game_over: The game is over. "),
    ("skip }", "column 6: '}' is not expected here"),
    ("skip { never closed", "column 6: a comment in braces is not closed"),
    ("{ a } { b", "column 7: a comment in braces is not closed"),
]


@pytest.mark.parametrize(("statement", "said"), BAD_STATEMENTS, ids=range(len(BAD_STATEMENTS)))
def test_bad_statement_is_refused_where_it_stands(statement: str, said: str) -> None:
    assert error_of(EXAMPLE + statement).startswith(f"line 21, {said}")


def test_place_of_a_mistake_is_counted_past_comments_and_blank_lines() -> None:
    text = EXAMPLE + "\n \t\n# one; two\n{ three\nfour } {\n} skip; {x} hop"
    assert error_of(text).startswith("line 26, column 13: 'hop': expected one of ")
    assert error_of(EXAMPLE.replace("\n", "\r\n") + "hop").startswith("line 21, column 1: 'hop'")


def test_mistake_in_an_early_move_is_found_there() -> None:
    said = error_of(EXAMPLE.replace("gray: place kalmar", "gray: place danzig"))
    assert said.startswith("line 17, column 47: already_placed: gray has already placed booths in Danzig. ")
    said = error_of(EXAMPLE.replace("stock orange1 pink2", "stock orange1 green2"))
    assert said.startswith("line 16, column 15: no_such_marker: There is no green2 face down. ")


def test_label_in_the_set_up_is_checked() -> None:
    said = error_of(EXAMPLE.replace("yellow: place riga", "gray: place riga"))
    assert said == "line 17, column 21: 'gray': it is yellow who moves"


def test_long_rubbish_is_cut_short_in_the_message() -> None:
    assert len(error_of(EXAMPLE + "x" * 10_000)) < 400
    assert len(error_of(EXAMPLE + "x" * 10_000 + ": skip")) < 120
    assert len(error_of("hansa-record " + "x" * 10_000)) < 130


# --- anything at all ---


@given(text=st.text())
@example("\x00")
@example("\ud800")
@example("hansa-record 1\nplayers {")
def test_rubbish_is_only_ever_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        parse_record(text)


@given(rubbish=st.binary(max_size=200), place=st.integers(0, len(EXAMPLE)))
def test_rubbish_in_a_record_is_a_notation_error_or_a_comment(rubbish: bytes, place: int) -> None:
    text = EXAMPLE[:place] + rubbish.decode("latin-1") + EXAMPLE[place:]
    try:
        record = parse_record(text)
    except NotationError as error:
        found = re.match(r"line (\d+), column (\d+): ", str(error))
        assert found
        line, column = map(int, found.groups())
        assert line <= text.count("\n") + 1
        assert column <= max(map(len, text.split("\n"))) + 1
    else:
        assert parse_record(format_record(*record)) == record


WORDS = [
    *CODEC.tags,
    "stock",
    "over",
    "gray",
    "yellow",
    "gray:",
    "2",
    ";",
    "{",
    "}",
    "#",
    "\n",
    "blue1",
    "danzig.1",
    "riga",
]


@given(words=st.lists(st.sampled_from([*WORDS, "bank", "unseen", "out", "1", "supply", "gray.sold"]), max_size=25))
@examples(200)
def test_words_of_the_notation_in_any_order_are_read_or_refused(words: list[str]) -> None:
    try:
        record = parse_record(f"{EXAMPLE}{' '.join(words)}")
    except NotationError:
        return
    assert parse_record(format_record(*record)) == record


@given(cut=st.integers(0, len(EXAMPLE)))
def test_truncated_record_is_refused_or_the_beginning_of_the_game(cut: int) -> None:
    whole = parse_record(EXAMPLE).entries
    try:
        record = parse_record(EXAMPLE[:cut])
    except NotationError:
        return
    assert record.entries == whole[: len(record.entries)]


def test_record_cut_at_every_line_is_the_beginning_of_the_game() -> None:
    lines = EXAMPLE.splitlines()
    counts = [len(parse_record("\n".join(lines[:end])).entries) for end in range(15, len(lines) + 1)]
    assert counts == [0, 14, 20, 26, 35, 43]
    assert len(parse_record(EXAMPLE).entries) == 43
    for end in range(14):
        assert "expected" in error_of("\n".join(lines[:end]))
