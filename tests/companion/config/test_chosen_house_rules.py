"""House rules of the configuration: checked when it is read, and overridden by what the players chose."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config.chosen_house_rules import FILE, chosen_house_rules, house_rules_of, keep_house_rules
from companion.config.parsing import parse_config
from companion.config.settings import Config, ConfigError
from companion.shelf.shelf import SHELF, first_game, open_box
from tests.kit.shelf import shelved

GAME = first_game()
IDS = tuple(rule.id for rule in open_box(GAME).house_rules())
OTHER = next(game for game in SHELF if game != GAME)


def configured(folder: Path, text: str = "") -> Config:
    return parse_config(
        f"format = 1\n{text}", "table.toml", {"state": str(folder)}, environment={}, home=folder, here=folder
    )


def test_configured_house_rules_are_proposed(tmp_path: Path) -> None:
    config = configured(tmp_path, f'[games.{GAME}]\nhouse_rules = ["{IDS[0]}"]')
    assert house_rules_of(config, open_box(GAME)).chosen == IDS[:1]
    assert house_rules_of(config, open_box(OTHER)).chosen == ()
    assert config.settings[f"games.{GAME}.house_rules"] == (IDS[:1], "table.toml")


def test_what_the_players_chose_overrides_it_even_if_that_is_none(tmp_path: Path) -> None:
    text = f'[games.{GAME}]\nhouse_rules = ["{IDS[0]}"]'
    keep_house_rules(tmp_path, GAME, ())
    config = configured(tmp_path, text)
    assert house_rules_of(config, open_box(GAME)).chosen == ()
    assert config.settings[f"games.{GAME}.house_rules"] == ((), "chosen at the table")


def test_each_game_remembers_its_own(tmp_path: Path) -> None:
    others = tuple(rule.id for rule in open_box(OTHER).house_rules())
    keep_house_rules(tmp_path, OTHER, others[::-1])
    keep_house_rules(tmp_path, GAME, IDS)
    keep_house_rules(tmp_path, OTHER, others[1:])
    assert chosen_house_rules(tmp_path) == {GAME: IDS, OTHER: others[1:]}
    assert house_rules_of(configured(tmp_path), open_box(OTHER)).chosen == others[1:]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"\n\n", b"kinder unknown\n"])
def test_file_that_says_nothing_is_as_if_nothing_was_chosen(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert house_rules_of(configured(tmp_path), open_box(GAME)).chosen == ()


def test_house_rule_of_another_version_is_dropped(tmp_path: Path) -> None:
    keep_house_rules(tmp_path, GAME, ("of_tomorrow", IDS[0]))
    assert house_rules_of(configured(tmp_path), open_box(GAME)).chosen == IDS[:1]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('["of_tomorrow"]', f"house_rules[0]: 'of_tomorrow' given; allowed: some of {', '.join(IDS)}, each once"),
        (f'["{IDS[0]}", "{IDS[0]}"]', f"house_rules[1]: '{IDS[0]}' given; allowed: some of"),
        ("true", "house_rules: True given"),
        ("[1]", "house_rules"),
    ],
)
def test_wrong_house_rules_are_named(tmp_path: Path, given: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        configured(tmp_path, f"[games.{GAME}]\nhouse_rules = {given}")
    assert said in str(caught.value)
    assert f"games.{GAME}.house_rules" in str(caught.value)


def test_game_without_house_rules_takes_none(tmp_path: Path) -> None:
    with shelved(), pytest.raises(ConfigError, match="the game has no house rules"):
        configured(tmp_path, '[games.pearls]\nhouse_rules = ["some"]')
    with shelved():
        assert configured(tmp_path, "[games.pearls]\nhouse_rules = []").house_rules["pearls"] == ()
