"""The box of Hansa: everything the rest of the companion needs from this game."""

from __future__ import annotations

from pathlib import Path

from companion.games.hansa.board_files import SHIPPED
from companion.shelf.box import GameBox, Pieces, within

COLOURS = ("gray", "yellow", "purple", "white")
at = within(__package__)


def _pieces() -> Pieces:
    from companion.games.hansa.tagged import few_names, marker_names, piece_names

    return Pieces(piece_names(), marker_names(), few_names())


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
    rules=at("game:on_board"),
    rules_of=at("game:begun_with"),
    table=at("table.hansatable:HansaTable"),
    pieces=_pieces,
    layouts=at("layouts:layout_files"),
    board_plan=at("board_plan:read_board_plan"),
    places=at("table.lamps:lamp_places"),
    player_words=at("table.names:PLAYERS"),
    house_rules=at("table.names:HOUSE_RULE_WORDS"),
    quick_setup=lambda players: {"players": list(COLOURS[:players]), "start": COLOURS[0]},
    random_setup=at("players:random_setup"),
    players=at("players:HansaPlayers"),
    boards=at("page.board_editor:OwnersBoard"),
    drawing=at("page.drawing:HansaDrawing"),
    terminal=at("terminal.tableau:HansaTerminal"),
    page=Path(__file__).parent / "page" / "static",
    about=at("about:ABOUT"),
    summary=at("page.drawing:HansaSummary"),
    vocabulary=at("scenario.forms:VOCABULARY"),
    rulebook=at("rulebook.book:BOOK"),
    lesson=at("lessons.lesson:LESSON"),
)
