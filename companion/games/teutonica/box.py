"""The box of Hansa Teutonica: everything the rest of the companion needs from this game."""

from __future__ import annotations

from pathlib import Path

from companion.shelf.box import GameBox, Pieces, within

COLOURS = ("blue", "green", "purple", "red", "yellow")
_HERE = Path(__file__).parent
at = within(__package__)


def _pieces() -> Pieces:
    from companion.games.teutonica.tagged import card_names, marker_names, spot_names

    return Pieces(marker_names(), (*spot_names(), *card_names()))


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
    rules=at("game:on_board"),
    rules_of=at("game:begun_with"),
    table=at("table.teutonicatable:TeutonicaTable"),
    pieces=_pieces,
    layouts=at("layouts:layout_files"),
    places=at("table.lamps:lamp_places"),
    player_words=at("table.names:PLAYERS"),
    house_rules=at("table.names:HOUSE_RULE_WORDS"),
    quick_setup=lambda players: {"players": list(COLOURS[:players]), "start": COLOURS[0]},
    random_setup=at("players:random_setup"),
    players=at("players:TeutonicaPlayers"),
    boards=at("page.board_editor:OwnersBoard"),
    drawing=at("page.drawing:TeutonicaDrawing"),
    terminal=at("terminal.tableau:TeutonicaTerminal"),
    page=_HERE / "page" / "static",
    about=at("about:ABOUT"),
    summary=at("page.drawing:TeutonicaSummary"),
    vocabulary=at("scenario.forms:VOCABULARY"),
    rulebook=at("rulebook.book:BOOK"),
    lesson=at("lessons.lesson:LESSON"),
    sheets=(_HERE / "sheets" / "card.toml", _HERE / "sheets" / "chart.toml"),
)
