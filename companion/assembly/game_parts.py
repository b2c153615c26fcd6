"""The game at a table as its owner has it: makes rules, table and tagged pieces from a configuration and a box."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.config.parsing import see_there
from companion.config.settings import Config, ConfigError
from companion.errors import BAD_CONFIGURATION, UserError

if TYPE_CHECKING:
    from companion.shelf.box import AnyGame, GameBox
    from companion.table.gametable import GameTable
    from companion.words.say import Translate


class GameParts(NamedTuple):
    """The game at this table, and which tag is on which of its pieces."""

    box: GameBox
    game_table: GameTable
    pieces: Mapping[str, str]


def load_game(config: Config, game: str = "") -> GameParts:
    """Load rules, board and pieces of a game, the first on the shelf unless another is named.

    Raise UserError with one line if something is wrong with their files.
    """
    from companion.shelf.shelf import boxes, first_game, open_box
    from hardware.formats.piece_set import load_pieces

    colours = tuple(dict.fromkeys(colour for box in boxes() for colour in box.colours))
    for colour in config.names:
        if colour not in colours:
            raise ConfigError(config.file, f"names.{colour}", "unknown player", f"only {', '.join(colours)}")
    box = open_box(game or first_game())
    rules = load_rules(config, box)
    tags = config.pieces_of(box.id)
    if tags:
        see_there(
            config,
            config.key_of_file(box.id, "pieces"),
            tags,
            "the path of a piece-set file; hansa-companion enrol makes one",
        )
    return GameParts(box, box.table(rules), load_pieces(tags).pieces if tags else {})


def load_rules(config: Config, box: GameBox) -> AnyGame:
    """Load the rules of a game for its owner's board, or raise UserError with one line if that file is wrong."""
    from companion.games.game import GameError

    board = config.board_of(box.id)
    if board:
        see_there(config, config.key_of_file(box.id, "board"), board, "the path of a board file")
    try:
        return box.rules(board)
    except GameError as error:
        raise UserError(str(error), BAD_CONFIGURATION) from error


def own_board(config: Config, box: GameBox) -> Path:
    """Return the path of the owner's board file, whether or not it exists yet."""
    return config.board_of(box.id) or config.state / box.board_file


def own_pieces(config: Config, box: GameBox) -> Path:
    """Return the path of the owner's piece set, whether or not it exists yet."""
    return config.pieces_of(box.id) or config.state / box.piece_file


def invented_pieces(box: GameBox) -> Mapping[str, str]:
    """Return a made-up tag for every piece of a box, for the simulated table."""
    return {f"04{blake2b(name.encode(), digest_size=6).hexdigest()}": name for name in box.pieces().all}


def translator(language: str, names: Mapping[str, str], box: GameBox | None = None) -> Translate:
    """Return a translator into a language that uses the names of a game's players."""
    from companion.shelf.shelf import catalogues
    from companion.words.language import load_language

    spoken = load_language(language, catalogues(box))
    return spoken if box is None else calling(box, spoken, names)


def calling(box: GameBox, translate: Translate, names: Mapping[str, str]) -> Translate:
    """Return a translator that uses the names of a game's players."""
    from companion.words.language import with_names

    if not names:
        return translate
    words = box.player_words()
    return with_names(translate, {words[colour].template: name for colour, name in names.items() if colour in words})
