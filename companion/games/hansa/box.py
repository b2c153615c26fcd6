"""The box of Hansa: everything the rest of the companion needs from this game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.games.game import HouseRule, Json
from companion.games.hansa.board_files import SHIPPED
from companion.shelf.box import AnyGame, GameBox, Pieces

if TYPE_CHECKING:
    from companion.games.hansa.game import Hansa
    from companion.shelf.board_plan import BoardPlan
    from companion.shelf.box import Boards, Drawing, Summary, Vocabulary
    from companion.shelf.players import Players
    from companion.table.gametable import GameTable
    from companion.words.say import Say

COLOURS = ("gray", "yellow", "purple", "white")


def _hansa(game: AnyGame) -> Hansa:
    """Return rules from this box with their own type."""
    from companion.games.hansa.game import Hansa

    assert isinstance(game, Hansa)
    return game


def _rules(own_board: Path | None) -> AnyGame:
    from companion.games.hansa.boards import load_board
    from companion.games.hansa.game import Hansa

    return Hansa(None if own_board is None else load_board(own_board))


def _rules_of(setup: Json) -> AnyGame:
    from companion.games.game import Unreadable
    from companion.games.hansa.game import Hansa
    from companion.games.hansa.rules.state import parse_position

    if "position" not in setup:
        raise Unreadable("set-up: position: missing")
    return Hansa(parse_position(setup["position"]).setup.board)


def _table(game: AnyGame) -> GameTable:
    from companion.games.hansa.table.hansatable import HansaTable

    return HansaTable(_hansa(game))


def _pieces() -> Pieces:
    from companion.games.hansa.tagged import few_names, marker_names, piece_names

    return Pieces(piece_names(), marker_names(), few_names())


def _layouts(own_board: Path | None) -> tuple[Path, ...]:
    from companion.games.hansa.layouts import layout_files

    return layout_files(own_board)


def _board_plan(board: Path) -> BoardPlan:
    from companion.games.hansa.board_plan import read_board_plan

    return read_board_plan(board)


def _places(game: AnyGame) -> tuple[str, ...]:
    from companion.games.hansa.table.lamps import places

    return places(_hansa(game).board)


def _player_words() -> Mapping[str, Say]:
    from companion.games.hansa.table.names import PLAYERS

    return PLAYERS


def _house_rules() -> Mapping[HouseRule, Say]:
    from companion.games.hansa.rules.position import HOUSE_RULES
    from companion.games.hansa.table.names import HOUSE_RULE_WORDS

    return {rule: HOUSE_RULE_WORDS[rule.id] for rule in HOUSE_RULES}


def _quick_setup(players: int) -> Json:
    seats = list(COLOURS[:players])
    return {"players": seats, "start": seats[0]}


def _random_setup(players: int, random: Random) -> Json:
    from companion.games.hansa.players import random_setup

    return random_setup(players, random)


def _players(game: AnyGame) -> Players:
    from companion.games.hansa.players import HansaPlayers

    del game
    return HansaPlayers()


def _boards(game: AnyGame, path: Path) -> Boards:
    from companion.games.hansa.page.board_editor import OwnersBoard

    return OwnersBoard(_hansa(game), path)


def _drawing(game: AnyGame) -> Drawing:
    from companion.games.hansa.page.drawing import HansaDrawing

    return HansaDrawing(_hansa(game))


def _summary(game: AnyGame) -> Summary:
    from companion.games.hansa.page.drawing import HansaDrawing, HansaSummary

    return HansaSummary(HansaDrawing(_hansa(game)))


def _vocabulary() -> Vocabulary:
    from companion.games.hansa.scenario.forms import VOCABULARY

    return VOCABULARY


BOX = GameBox(
    id="hansa",
    title="Hansa",
    suffix=".hansa",
    colours=COLOURS,
    seats=range(2, 5),
    shipped_boards=SHIPPED,
    # Their names from when there was only one game.
    board_file="board.toml",
    piece_file="pieces.toml",
    catalogues=Path(__file__).parent / "locale",
    rules=_rules,
    rules_of=_rules_of,
    table=_table,
    pieces=_pieces,
    layouts=_layouts,
    board_plan=_board_plan,
    places=_places,
    player_words=_player_words,
    house_rules=_house_rules,
    quick_setup=_quick_setup,
    random_setup=_random_setup,
    players=_players,
    boards=_boards,
    drawing=_drawing,
    page=Path(__file__).parent / "page" / "static",
    summary=_summary,
    vocabulary=_vocabulary,
)
