"""The box of Pearls."""

from __future__ import annotations

from pathlib import Path

from companion.games.game import Json, Unreadable
from companion.shelf.box import AnyGame, GameBox, Pieces
from tests.toygame.boards import SHIPPED, OwnersBoard, load_board
from tests.toygame.game import Pearls
from tests.toygame.page.drawing import PearlsDrawing, PearlsSummary
from tests.toygame.pieces import NETS, PEARL
from tests.toygame.players import PearlsPlayers, random_setup
from tests.toygame.rules import COLOURS
from tests.toygame.scenario.forms import VOCABULARY
from tests.toygame.table.pearlstable import PLAYERS, PearlsTable, places

_HERE = Path(__file__).parent


def _pearls(game: AnyGame) -> Pearls:
    assert isinstance(game, Pearls)
    return game


def _rules_of(setup: Json) -> Pearls:
    if not isinstance(setup.get("position"), dict):
        raise Unreadable("set-up: position: missing")
    return Pearls(Pearls().parse_position(setup["position"]).board)


def _layouts(own_board: Path | None) -> tuple[Path, ...]:
    return tuple(_HERE / "layouts" / f"{kit}.toml" for kit in ("tap", "board", "chart"))


BOX = GameBox(
    id="pearls",
    title="Pearls",
    suffix=".pearls",
    colours=COLOURS,
    seats=range(2, len(COLOURS) + 1),
    shipped_boards=SHIPPED,
    board_file="pearls-board.toml",
    piece_file="pearls-pieces.toml",
    rules=lambda own_board: Pearls(load_board(own_board or SHIPPED["1"])),
    rules_of=_rules_of,
    table=lambda game: PearlsTable(_pearls(game)),
    pieces=lambda: Pieces((PEARL,), NETS),
    layouts=_layouts,
    places=lambda game: places(),
    player_words=lambda: PLAYERS,
    quick_setup=lambda players: {"players": list(COLOURS[:players])},
    random_setup=random_setup,
    players=lambda game: PearlsPlayers(),
    boards=lambda game, path: OwnersBoard(_pearls(game), path),
    drawing=lambda game: PearlsDrawing(_pearls(game)),
    page=_HERE / "page" / "static",
    summary=lambda game: PearlsSummary(PearlsDrawing(_pearls(game))),
    vocabulary=lambda: VOCABULARY,
)
