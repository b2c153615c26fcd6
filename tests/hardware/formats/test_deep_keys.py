"""Keys of thousands of parts: refused before the library takes minutes for them, and in one short line."""

from __future__ import annotations

import tomllib

import pytest

from hardware.formats.strict_toml import DEEPEST_KEY, LONGEST_MESSAGE, parse_toml


@pytest.mark.parametrize("text", ["{} = 1", "[{}]", "x = 1\n  {} = 2", '"a" . {} = 1', "x = {{ {} = 1 }}"])
def test_key_of_too_many_parts_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"a key of more than {DEEPEST_KEY} parts"):
        parse_toml(text.format(".".join(["a"] * (DEEPEST_KEY + 1))))


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * DEEPEST_KEY) + " = 1",
        f"x = [{', '.join(['1.5'] * 500)}]",
        "# " + "." * 500,
        "x = '" + "word. " * 300 + "'",
        "x" * 9000 + " = 1",
    ],
)
def test_what_only_has_many_dots_is_read(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


def test_message_of_the_library_is_cut() -> None:
    key = ".".join(["a" * 150] * 20)
    with pytest.raises(ValueError, match="Cannot") as told:
        parse_toml(f"[{key}]\nb = 1\n[{key}]\n")
    assert len(str(told.value)) <= LONGEST_MESSAGE
