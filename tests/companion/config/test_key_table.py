"""The table of keys: what it promises to parser, default file and reference page."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config.config_key import Key, Section
from companion.config.key_kinds import toml
from companion.config.key_table import GAMES, NAMES, PICOS, SECTIONS
from companion.config.parsing import parse_config
from companion.config.settings import Config, Value
from companion.shelf.shelf import first_game

ROWS = [(section, key) for section in SECTIONS for key in section.keys or (section.each,) if key]
IDS = [f"{section.title}.{key.name}" if section.name else key.name for section, key in ROWS]


def parse(text: str) -> Config:
    return parse_config(text, "/box/my.toml", environment={}, home=Path("/home/anna"), here=Path("/here"))


def written(section: Section, key: Key, value: Value) -> tuple[str, str]:
    """Return the full name of a key, and a file that gives it a value."""
    name = {NAMES.name: "gray", PICOS.name: "lights"}.get(section.name, key.name)
    table = f"games.{first_game()}" if section is GAMES else section.name
    if not table:
        return name, f"{'' if key.is_needed else 'format = 1'}\n{name} = {toml(value)}"
    return f"{table}.{name}", f"format = 1\n[{table}]\n{name} = {toml(value)}"


@pytest.mark.parametrize(("section", "key"), ROWS, ids=IDS)
def test_example_is_a_value_that_the_parser_takes(section: Section, key: Key) -> None:
    name, text = written(section, key, key.example)
    config = parse(text)
    assert key.is_needed or config.settings[name].source == "/box/my.toml"


@pytest.mark.parametrize(("section", "key"), ROWS, ids=IDS)
def test_default_is_what_holds_when_the_key_is_left_out(section: Section, key: Key) -> None:
    name, text = written(section, key, key.example)
    silent = parse("format = 1").settings
    if key.default is None:
        assert name not in silent
    else:
        _, text = written(section, key, key.default)
        assert parse(text).settings[name].value == silent[name].value


@pytest.mark.parametrize(("section", "key"), ROWS, ids=IDS)
def test_meaning_is_made_of_sentences(section: Section, key: Key) -> None:
    for meaning in (section.meaning, key.meaning):
        assert meaning.endswith(".")
        assert "|" not in meaning, "it stands in a table of the reference page"


def test_every_section_and_key_is_there_once() -> None:
    assert len(set(IDS)) == len(IDS)
