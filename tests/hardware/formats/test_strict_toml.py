from __future__ import annotations

import pytest

from hardware.formats.strict_toml import LONGEST_LINE, LONGEST_TEXT, DataError, Table


def table(text: str) -> Table:
    return Table.parse(text, "some.toml", error=DataError)


@pytest.mark.parametrize("value", ["true", '"1"', "1.0", "[1]"])
def test_number_of_another_type_is_no_whole_number(value: str) -> None:
    with pytest.raises(DataError, match=r"some\.toml: size: .* given; allowed: a whole number from 0 to 9"):
        table(f"size = {value}").integer("size", 0, 9)


def test_whole_number_serves_where_any_number_does() -> None:
    assert table("size = 2").number("size", 0, 9) == 2.0


@pytest.mark.parametrize("value", [-1, 10])
def test_number_out_of_bounds_is_refused_with_the_bounds(value: int) -> None:
    with pytest.raises(DataError, match=rf"size: {value} given; allowed: a whole number from 0 to 9"):
        table(f"size = {value}").integer("size", 0, 9)


@pytest.mark.parametrize("value", ["-0.5", "9.5", "nan", "1" * 400])
def test_any_number_out_of_bounds_is_refused_with_the_bounds(value: str) -> None:
    with pytest.raises(DataError, match=r"size: .* given; allowed: a number from 0 to 9"):
        table(f"size = {value}").number("size", 0, 9)


def test_text_of_two_lines_is_refused_in_one() -> None:
    with pytest.raises(DataError, match="a text of one line") as caught:
        table('name = "a\\nb"').text("name")
    assert "\n" not in str(caught.value)


def test_list_with_something_else_in_it_is_refused_by_place() -> None:
    with pytest.raises(DataError, match=r"names\[1\]: 2 given; allowed: a text"):
        table('names = ["a", 2]').texts("names")


def test_list_of_tables_is_read_and_something_else_in_it_refused_by_place() -> None:
    with pytest.raises(DataError, match=r"part\[1\]: 2 given; allowed: a table"):
        table("part = [{}, 2]").tables("part")
    assert [part.integer("size", 0, 9) for part in table("part = [{size = 1}, {size = 2}]").tables("part")] == [1, 2]


def test_key_with_a_dot_is_shown_as_it_is_written() -> None:
    inner = table('[lamps]\n"city.riga" = "x"').table("lamps")
    with pytest.raises(DataError) as caught:
        inner.integer("city.riga", 0, 9)
    assert caught.value.key == 'lamps."city.riga"'


def test_key_that_cannot_be_printed_is_shown_in_one_line() -> None:
    with pytest.raises(DataError) as caught:
        table('"a\\nb" = "x"').integer("a\nb", 0, 9)
    assert caught.value.key == '"a\\nb"'


def test_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(DataError) as caught:
        table(f'size = "{"x" * 500}"').integer("size", 0, 9)
    assert len(str(caught.value)) < 150


def test_default_stands_in_for_a_key_that_is_not_there() -> None:
    assert table("").integer("size", 0, 9, 5) == 5


def test_text_that_is_no_toml_is_one_line_with_the_file() -> None:
    with pytest.raises(DataError, match=r"some\.toml: .*; allowed: a TOML file") as caught:
        table("a = \n b")
    assert "\n" not in str(caught.value)


def test_key_that_nobody_asked_for_is_refused_with_those_that_may_be() -> None:
    with pytest.raises(DataError, match=r"some\.toml: sise: unknown key; allowed: only size, name"):
        table("sise = 1").done("size", "name")


def test_misspelt_key_is_named_where_the_right_one_is_missing() -> None:
    with pytest.raises(DataError, match=r"some\.toml: gain_db: nothing given, but gainn_db looks like it; allowed"):
        table("miso = 1\ngainn_db = 33").integer("gain_db", 0, 48)
    with pytest.raises(DataError, match=r"mosi: nothing given; allowed"):
        table("miso = 1").integer("mosi", 0, 48)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#" * (LONGEST_LINE + 1), f"a line of more than {LONGEST_LINE} characters"),
        ("#\n" * LONGEST_TEXT, f"more than {LONGEST_TEXT} characters"),
        ("size = " + "[" * 5000, "nested too deeply"),
        ("size = " + "1" * 5000, "a number of too many digits"),
    ],
)
def test_text_that_would_take_the_library_down_is_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(DataError, match=rf"some\.toml: {told}; allowed: a TOML file"):
        table(text)


def test_value_that_python_does_not_print_is_told_in_words() -> None:
    with pytest.raises(DataError, match="size: a number of too many digits given; allowed: a whole number from 0 to 9"):
        table(f"size = 0x{'f' * 5000}").integer("size", 0, 9)
