"""The box of Pearls."""

from __future__ import annotations

from pathlib import Path

from companion.shelf.box import GameBox, Pieces, within

COLOURS = ("red", "blue", "green", "yellow", "violet")
_HERE = Path(__file__).parent
at = within(__package__)


def _pieces() -> Pieces:
    from tests.toygame.tagged import BED_OF, NETS, PEARL

    return Pieces((PEARL,), (*NETS, *BED_OF))


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
    rules=at("boards:on_board"),
    rules_of=at("game:begun_with"),
    table=at("table.pearlstable:PearlsTable"),
    pieces=_pieces,
    layouts=lambda _: tuple(_HERE / "layouts" / f"{kit}.toml" for kit in ("tap", "board", "chart")),
    places=at("table.pearlstable:places"),
    player_words=at("table.names:PLAYERS"),
    quick_setup=lambda players: {"players": list(COLOURS[:players])},
    random_setup=at("players:random_setup"),
    players=at("players:PearlsPlayers"),
    boards=at("boards:OwnersBoard"),
    drawing=at("page.drawing:PearlsDrawing"),
    page=_HERE / "page" / "static",
    summary=at("page.drawing:PearlsSummary"),
    vocabulary=at("scenario.forms:VOCABULARY"),
    sheets=(_HERE / "sheets" / "beds.toml",),
)
