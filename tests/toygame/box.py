"""The box of Pearls."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.games.game import Json
from companion.shelf.box import AnyGame, GameBox, Pieces

if TYPE_CHECKING:
    from companion.shelf.box import Boards, Drawing, Summary, Vocabulary
    from companion.shelf.players import Players
    from companion.table.gametable import GameTable
    from companion.words.say import Say
    from tests.toygame.game import Pearls

COLOURS = ("red", "blue", "green", "yellow", "violet")
_HERE = Path(__file__).parent


def _pearls(game: AnyGame) -> Pearls:
    from tests.toygame.game import Pearls

    assert isinstance(game, Pearls)
    return game


def _rules(own_board: Path | None) -> AnyGame:
    from tests.toygame.boards import SHIPPED, load_board
    from tests.toygame.game import Pearls

    return Pearls(load_board(own_board or SHIPPED["1"]))


def _rules_of(setup: Json) -> AnyGame:
    from companion.games.game import Unreadable
    from tests.toygame.game import Pearls

    if not isinstance(setup.get("position"), dict):
        raise Unreadable("set-up: position: missing")
    return Pearls(Pearls().parse_position(setup["position"]).board)


def _table(game: AnyGame) -> GameTable:
    from tests.toygame.table.pearlstable import PearlsTable

    return PearlsTable(_pearls(game))


def _pieces() -> Pieces:
    from tests.toygame.tagged import BED_OF, NETS, PEARL

    return Pieces((PEARL,), (*NETS, *BED_OF))


def _layouts(own_board: Path | None) -> tuple[Path, ...]:
    return tuple(_HERE / "layouts" / f"{kit}.toml" for kit in ("tap", "board", "chart"))


def _places(game: AnyGame) -> tuple[str, ...]:
    from tests.toygame.table.pearlstable import places

    return places()


def _player_words() -> Mapping[str, Say]:
    from tests.toygame.table.names import PLAYERS

    return PLAYERS


def _random_setup(players: int, random: Random) -> Json:
    from tests.toygame.players import random_setup

    return random_setup(players, random)


def _players(game: AnyGame) -> Players:
    from tests.toygame.players import PearlsPlayers

    return PearlsPlayers()


def _boards(game: AnyGame, path: Path) -> Boards:
    from tests.toygame.boards import OwnersBoard

    return OwnersBoard(_pearls(game), path)


def _drawing(game: AnyGame) -> Drawing:
    from tests.toygame.page.drawing import PearlsDrawing

    return PearlsDrawing(_pearls(game))


def _summary(game: AnyGame) -> Summary:
    from tests.toygame.page.drawing import PearlsDrawing, PearlsSummary

    return PearlsSummary(PearlsDrawing(_pearls(game)))


def _vocabulary() -> Vocabulary:
    from tests.toygame.scenario.forms import VOCABULARY

    return VOCABULARY


BOX = GameBox(
    id="pearls",
    title="Pearls",
    suffix=".pearls",
    colours=COLOURS,
    seats=range(2, len(COLOURS) + 1),
    shipped_boards={"1": _HERE / "board.toml"},
    board_file="pearls-board.toml",
    piece_file="pearls-pieces.toml",
    catalogues=_HERE / "locale",
    rules=_rules,
    rules_of=_rules_of,
    table=_table,
    pieces=_pieces,
    layouts=_layouts,
    places=_places,
    player_words=_player_words,
    quick_setup=lambda players: {"players": list(COLOURS[:players])},
    random_setup=_random_setup,
    players=_players,
    boards=_boards,
    drawing=_drawing,
    page=_HERE / "page" / "static",
    summary=_summary,
    vocabulary=_vocabulary,
    sheets=(_HERE / "sheets" / "beds.toml",),
)
