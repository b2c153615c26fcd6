"""What the state folder adds to a configuration: choices made at the table, and the owner's own files of each game.

The language chosen with the buttons is one word. The house rules for the next game are one line for each kind of game:
its id and the rules. A game's box knows the names of the owner's files; it is opened only when that game is asked for,
so that the first screen does not wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from companion.config.settings import ConfigError
from companion.words.say import LANGUAGES
from hardware.formats.durable import write_durably
from hardware.formats.strict_toml import unreadable

if TYPE_CHECKING:
    from companion.config.settings import Config
    from companion.shelf.box import GameBox
    from companion.table.own_dialogs import HouseRules

LANGUAGE_FILE: Final = "language"
HOUSE_RULES_FILE: Final = "house-rules"
FileName = Literal["board", "pieces"]
SUDO: Final = "what belongs to the service, sudo opens"
# Names from when there was only one game; they belong to the first on the shelf.
FIRST_FILES: Final[dict[FileName, str]] = {"board": "board.toml", "pieces": "pieces.toml"}


def chosen_language(state: Path) -> str:
    """Return the language that the players chose; empty if none, or if it is unknown."""
    try:
        chosen = (state / LANGUAGE_FILE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return chosen if chosen in LANGUAGES else ""


def keep_language(state: Path, language: str) -> None:
    """Store the language that the players chose, durable on return; raise OSError if the disk refuses."""
    write_durably(state / LANGUAGE_FILE, f"{language}\n".encode())


def chosen_house_rules(state: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the house rules that the players chose last, by game; none of a game for which they never did."""
    try:
        lines = (state / HOUSE_RULES_FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    return {words[0]: tuple(words[1:]) for line in lines if (words := line.split())}


def keep_house_rules(state: Path, game: str, chosen: tuple[str, ...]) -> None:
    """Store the house rules that the players chose, durable on return; raise OSError if the disk refuses."""
    kept = {**chosen_house_rules(state), game: chosen}
    text = "".join(f"{' '.join((each, *rules))}\n" for each, rules in sorted(kept.items()))
    write_durably(state / HOUSE_RULES_FILE, text.encode())


def house_rules_of(config: Config, box: GameBox) -> HouseRules:
    """Return the house rules of a game for the next time; of a choice, only those that this version knows."""
    from companion.table.own_dialogs import HouseRules

    offered = box.house_rules()
    configured = config.games[box.id].house_rules if box.id in config.games else ()
    chosen = chosen_house_rules(config.state).get(box.id, configured)
    return HouseRules(offered, tuple(rule.id for rule in offered if rule.id in chosen))


def own_file(config: Config, game: str, name: FileName) -> Path | None:
    """Return the owner's file of a game, if there is one; raise UnknownGame or ConfigError."""
    from companion.shelf.shelf import first_game, open_box

    own = config.games.get(game)
    if own and (found := own.board if name == "board" else own.pieces):
        return found
    if game == first_game():  # its file in the state folder may have been written since the configuration was read
        at_the_top = config.board if name == "board" else config.pieces
        return at_the_top or kept_file(config.state, FIRST_FILES[name])
    box = open_box(game)
    return kept_file(config.state, box.board_file if name == "board" else box.piece_file)


def kept_file(state: Path, name: str) -> Path | None:
    """Return a file of the state folder if it exists; raise ConfigError if we may not look."""
    file = state / name
    try:
        return file if file.is_file() else None
    except OSError as error:
        raise ConfigError(str(state), "", unreadable(error), f"a folder that you may read; {SUDO}") from error
