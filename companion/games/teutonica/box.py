"""The box of Hansa Teutonica: everything the rest of the companion needs from this game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.games.game import HouseRule, Json
from companion.shelf.box import AnyGame, GameBox, Pieces

if TYPE_CHECKING:
    from companion.games.teutonica.game import Teutonica
    from companion.shelf.box import Boards, Drawing, Summary, Vocabulary
    from companion.shelf.players import Players
    from companion.table.gametable import GameTable
    from companion.words.say import Say

COLOURS = ("blue", "green", "purple", "red", "yellow")
_HERE = Path(__file__).parent


def _teutonica(game: AnyGame) -> Teutonica:
    """Return rules from this box with their own type."""
    from companion.games.teutonica.game import Teutonica

    assert isinstance(game, Teutonica)
    return game


def _rules(own_board: Path | None) -> AnyGame:
    from companion.games.teutonica.boards import load_board
    from companion.games.teutonica.game import Teutonica

    return Teutonica(None if own_board is None else load_board(own_board))


def _rules_of(setup: Json) -> AnyGame:
    """Return the rules of a stored game: its position contains its side of the board."""
    from companion.games.game import Unreadable
    from companion.games.teutonica.boards import shipped_board
    from companion.games.teutonica.game import Teutonica
    from companion.games.teutonica.rules.board import Board
    from companion.games.teutonica.rules.state import parse_position

    if "position" not in setup:
        raise Unreadable("set-up: position: missing")
    shipped = shipped_board()
    side = parse_position(setup["position"], shipped).setup.side
    first, second = (side if each.name == side.name else each for each in shipped.sides)
    return Teutonica(Board((first, second), shipped.version))


def _table(game: AnyGame) -> GameTable:
    from companion.games.teutonica.table.teutonicatable import TeutonicaTable

    return TeutonicaTable(_teutonica(game))


def _pieces() -> Pieces:
    from companion.games.teutonica.tagged import card_names, marker_names, spot_names

    return Pieces(marker_names(), (*spot_names(), *card_names()))


def _layouts(own_board: Path | None) -> tuple[Path, ...]:
    from companion.games.teutonica.layouts import layout_files

    del own_board
    return layout_files()


def _places(game: AnyGame) -> tuple[str, ...]:
    from companion.games.teutonica.table.lamps import places

    return places(_teutonica(game).board)


def _player_words() -> Mapping[str, Say]:
    from companion.games.teutonica.table.names import PLAYERS

    return PLAYERS


def _house_rules() -> Mapping[HouseRule, Say]:
    from companion.games.teutonica.rules.position import HOUSE_RULES
    from companion.games.teutonica.table.names import HOUSE_RULE_WORDS

    return {rule: HOUSE_RULE_WORDS[rule.id] for rule in HOUSE_RULES}


def _quick_setup(players: int) -> Json:
    seats = list(COLOURS[:players])
    return {"players": seats, "start": seats[0]}


def _random_setup(players: int, random: Random) -> Json:
    from companion.games.teutonica.players import random_setup

    return random_setup(players, random)


def _players(game: AnyGame) -> Players:
    from companion.games.teutonica.players import TeutonicaPlayers

    del game
    return TeutonicaPlayers()


def _boards(game: AnyGame, path: Path) -> Boards:
    from companion.games.teutonica.page.board_editor import OwnersBoard

    return OwnersBoard(_teutonica(game), path)


def _drawing(game: AnyGame) -> Drawing:
    from companion.games.teutonica.page.drawing import TeutonicaDrawing

    return TeutonicaDrawing(_teutonica(game))


def _summary(game: AnyGame) -> Summary:
    from companion.games.teutonica.page.drawing import TeutonicaDrawing, TeutonicaSummary

    return TeutonicaSummary(TeutonicaDrawing(_teutonica(game)))


def _vocabulary() -> Vocabulary:
    from companion.games.teutonica.scenario.forms import VOCABULARY

    return VOCABULARY


BOX = GameBox(
    id="teutonica",
    title="Hansa Teutonica",
    suffix=".teutonica",
    colours=COLOURS,
    seats=range(2, 6),
    shipped_boards={"1": _HERE / "board.toml"},  # by the version of its facts
    board_file="teutonica-board.toml",
    piece_file="teutonica-pieces.toml",
    catalogues=_HERE / "locale",
    rules=_rules,
    rules_of=_rules_of,
    table=_table,
    pieces=_pieces,
    layouts=_layouts,
    places=_places,
    player_words=_player_words,
    house_rules=_house_rules,
    quick_setup=_quick_setup,
    random_setup=_random_setup,
    players=_players,
    boards=_boards,
    drawing=_drawing,
    page=_HERE / "page" / "static",
    summary=_summary,
    vocabulary=_vocabulary,
    sheets=(_HERE / "sheets" / "card.toml", _HERE / "sheets" / "chart.toml"),
)
