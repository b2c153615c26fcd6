"""The declared keys: what it promises to parser, default file and reference page."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from companion.config import documents, parsing
from companion.config.keys import Choice, Key, Section, Switch, Value, Whole, key, keys_of, toml
from companion.config.settings import SECTIONS, Config, ConfigError
from companion.shelf.shelf import first_game

ROWS = [(section, key) for section in SECTIONS for key in section.keys or (section.each,) if key]
IDS = [f"{section.title}.{key.name}" if section.name else key.name for section, key in ROWS]


def parse(text: str) -> Config:
    return parsing.parse_config(text, "/box/my.toml", environment={}, home=Path("/home/anna"), here=Path("/here"))


def written(section: Section, key: Key, value: Value) -> tuple[str, str]:
    """Return the full name of a key, and a file that gives it a value."""
    name = {"names": "gray", "picos": "lights", "readers": "pad", "colour_orders": "lights"}.get(section.name, key.name)
    table = f"games.{first_game()}" if section.of else section.name
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


@pytest.mark.parametrize("section", [section for section in SECTIONS if section.settings], ids=lambda each: each.name)
def test_settings_have_a_field_for_each_key_and_no_other(section: Section) -> None:
    made = getattr(parse("format = 1"), section.name)
    made = made[first_game()] if section.of else made
    assert tuple(each.name for each in fields(made)) == tuple(key.field for key in section.keys)


@dataclass(frozen=True, slots=True)
class LogAndColour:
    level: str = key(Choice(("info", "warning")), "What is logged.", default="info", example="warning")
    colour: bool = key(Switch(), "true: in colours.", default=False, example=True)
    width_letters: int | None = key(Whole(40, 200), "Of a line.", default=None, example=80, name="width")


@pytest.fixture
def with_new_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    log = replace(SECTIONS[-1], keys=keys_of(LogAndColour), settings=LogAndColour)
    for module in (parsing, documents):
        monkeypatch.setattr(module, "SECTIONS", (*SECTIONS[:-1], log))


@pytest.mark.usefixtures("with_new_keys")
def test_new_key_is_a_field_and_the_rest_is_made_from_it() -> None:
    assert repr(parse("format = 1").log) == "LogAndColour(level='info', colour=False, width_letters=None)"
    given = parse("format = 1\n[log]\ncolour = true\nwidth = 120").log
    assert repr(given) == "LogAndColour(level='info', colour=True, width_letters=120)"
    with pytest.raises(ConfigError, match=r"my\.toml: log\.width: 7 given; allowed: a whole number from 40 to 200"):
        parse("format = 1\n[log]\nwidth = 7")
    assert "colour = false" in documents.default_text()
    assert "| `colour` | `true` or `false` |" in documents.reference_page()
