"""What the state folder adds: house rules chosen at the table, and boards and piece sets of every game on the shelf."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.assembly.game_parts import load_game, own_board, own_pieces
from companion.cli import main
from companion.config.parsing import parse_config
from companion.config.settings import Config, ConfigError
from companion.config.state_files import (
    FIRST_FILES,
    HOUSE_RULES_FILE,
    chosen_house_rules,
    house_rules_of,
    keep_house_rules,
)
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, UnknownGame, first_game, open_box
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
    (tmp_path / HOUSE_RULES_FILE).write_bytes(content)
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
        assert configured(tmp_path, "[games.pearls]\nhouse_rules = []").games["pearls"].house_rules == ()


# --- `[games.<id>]`, the keys at the top, and the files in the state folder ---


@pytest.fixture
def pearls() -> Iterator[GameBox]:
    """Put a second game on the shelf."""
    with shelved():
        yield open_box("pearls")


def parse(text: str, folder: Path = Path("/box")) -> Config:
    text = f'format = 1\nstate = "state"\n{text}'
    return parse_config(text, f"{folder}/my.toml", environment={}, home=Path("/home/anna"), here=Path("/here"))


def test_game_has_the_files_of_its_section(pearls: GameBox) -> None:
    config = parse('board = "b.toml"\n[games.pearls]\nboard = "boards/p.toml"\npieces = "~/p.toml"')
    assert config.board_of("pearls") == Path("/box/boards/p.toml")
    assert config.pieces_of("pearls") == Path("/home/anna/p.toml")
    assert config.settings["games.pearls.board"] == ("/box/boards/p.toml", "/box/my.toml")
    assert config.board_of("hansa") == Path("/box/b.toml")
    assert config.pieces_of("hansa") is None


def test_first_game_has_the_files_of_its_section_too() -> None:
    config = parse('[games.hansa]\nboard = "b.toml"\npieces = "p.toml"')
    assert (config.board_of("hansa"), config.pieces_of("hansa")) == (Path("/box/b.toml"), Path("/box/p.toml"))


@pytest.mark.parametrize("name", ["board", "pieces"])
def test_file_of_the_first_game_given_twice_is_refused(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(f'{name} = "a.toml"\n[games.hansa]\n{name} = "b.toml"')
    told = f"/box/my.toml: games.hansa.{name}: 'b.toml' given; allowed: this or {name} at the top of the file, not both"
    assert str(caught.value) == told


def test_empty_key_in_a_section_leaves_the_key_at_the_top_in_force() -> None:
    config = parse('board = "a.toml"\n[games.hansa]\nboard = ""')
    assert config.board_of("hansa") == Path("/box/a.toml")
    assert config.key_of_file("hansa", "board") == "board"


def test_unknown_game_is_told_with_the_games_there_are(pearls: GameBox) -> None:
    with pytest.raises(ConfigError, match=r"games\.chess: unknown game; allowed: only hansa, teutonica, pearls$"):
        parse('[games.chess]\nboard = "b.toml"')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("games = 1", "games: 1 given; allowed: a table"),
        ("[games]\nhansa = 1", "games.hansa: 1 given; allowed: a table"),
        ("[games.hansa]\nkit = 1", "games.hansa.kit: unknown key; allowed: only board, pieces"),
        ("[games.hansa]\nboard = 1", "games.hansa.board: 1 given; allowed: a text of one line"),
        (f'[games.hansa]\nboard = "{"a" * 256}"', "games.hansa.board: 'aaa"),
        ('[games.hansa]\npieces = "a\\u0000"', "games.hansa.pieces: 'a\\x00' given; allowed: a text of one line"),
    ],
)
def test_wrong_value_in_a_section_is_told_with_its_key(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"/box/my.toml: {told}")


def test_file_in_the_state_folder_is_used_where_none_is_named(tmp_path: Path, pearls: GameBox) -> None:
    state = tmp_path / "state"
    assert parse("", tmp_path).board_of("pearls") is None
    state.mkdir()
    (state / "pearls-board.toml").touch()
    (state / "pieces.toml").touch()
    config = parse("", tmp_path)
    assert config.board_of("pearls") == state / "pearls-board.toml"
    assert config.pieces_of("pearls") is None
    assert config.pieces_of("hansa") == state / "pieces.toml"


def test_game_that_is_not_on_the_shelf_has_no_files() -> None:
    with pytest.raises(UnknownGame):
        parse("").board_of("chess")
    with pytest.raises(UnknownGame):
        parse("").pieces_of("chess")


def test_first_game_calls_its_files_as_the_configuration_does() -> None:
    box = open_box(first_game())
    assert {"board": box.board_file, "pieces": box.piece_file} == FIRST_FILES


def test_own_files_are_kept_where_the_configuration_says_or_in_the_state_folder(pearls: GameBox) -> None:
    config = parse('[games.pearls]\nboard = "p.toml"')
    assert own_board(config, pearls) == Path("/box/p.toml")
    assert own_pieces(config, pearls) == Path("/box/state/pearls-pieces.toml")


@pytest.mark.parametrize("name", ["board", "pieces"])
def test_file_of_another_game_that_is_not_there_is_told_with_its_key(name: str, pearls: GameBox) -> None:
    config = parse(f'[games.pearls]\n{name} = "p.toml"')
    with pytest.raises(ConfigError) as caught:
        load_game(config, "pearls")
    assert str(caught.value).startswith(f"/box/my.toml: games.pearls.{name}: /box/p.toml given, which is not there")


def test_file_of_the_first_game_in_its_section_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.toml").write_text("format = 2", encoding="utf-8")
    (tmp_path / "my.toml").write_text('format = 1\n[games.hansa]\nboard = "b.toml"', encoding="utf-8")
    assert main(["config", "--config", str(tmp_path / "my.toml"), "--state", str(tmp_path / "state")]) == 78
    assert f"{tmp_path / 'b.toml'}: " in capsys.readouterr().err
