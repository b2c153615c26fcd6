"""Parses the text of a configuration into checked values, and resolves how keys affect each other.

Files that a key names (a kit, a board, a piece set) are read by the module that needs them, which reports errors in the
same form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from companion.config.chosen_house_rules import chosen_house_rules
from companion.config.chosen_language import chosen_language
from companion.config.game_files import FIRST_FILES, kept_file
from companion.config.key_checks import NOWHERE, is_address
from companion.config.key_table import KITS
from companion.config.settings import DEFAULT, Config
from companion.config.taken_values import TakenValues
from companion.games.game import HOUSE_RULES
from companion.words.redaction import copy_shown


def may_be_there(place: Path) -> bool:
    """Return whether a file exists, or may exist in a folder closed to us, so that reading it says why."""
    try:
        return place.is_file()
    except PermissionError:
        return True
    except OSError:  # too long for a path
        return False


def parse_config(
    text: str,
    file: str,
    overrides: Mapping[str, str] = MappingProxyType({}),
    *,
    environment: Mapping[str, str],
    home: Path,
    here: Path,
) -> Config:
    """Read a configuration from its text; `file` is for the messages and for paths relative to it."""
    from companion.shelf.shelf import SHELF

    taken = TakenValues(text, file, overrides, SHELF)
    paths = _Paths(taken, home, here)
    state = _state(taken, paths, environment, home)
    journal, copy = _journal(taken, paths, state)
    kit, files = _kit(taken, paths), _files(taken, paths, state, tuple(SHELF))
    # These mean something for each other, or for the folders; every other key is in force as it was taken.
    settled = {
        "kit": kit,
        "language": _language(taken, state, is_given=bool(overrides.get("language"))),
        "state": state,
        "journal": journal,
        "hub.server": _hub_server(taken, copy),
        "backup.folder": paths.whole("backup.folder") if taken.values["backup.folder"] else None,
    }
    house_rules = _house_rules(taken, state, tuple(SHELF))
    settings = MappingProxyType(taken.settings)
    return Config(
        **taken.fields(settled), files=files, house_rules=house_rules, copy=copy, file=file, settings=settings
    )


class _Paths:
    """Resolves paths: `~` is the home folder, and a relative path starts at the folder of the file."""

    def __init__(self, taken: TakenValues, home: Path, here: Path) -> None:
        self._taken, self._home, self._here = taken, home, here

    def whole(self, key: str) -> Path:
        """Return the full path that a key gives, and record it as the value in force."""
        text: str = self._taken.values[key]
        if text == "~" or text.startswith("~/"):
            path = self._home / text[2:]
        else:
            from_line = self._taken.settings[key].source.startswith("--") or not self._taken.file
            path = (self._here if from_line else (self._here / self._taken.file).parent) / text
        self._taken.note(key, str(path))
        return path


def _kit(taken: TakenValues, paths: _Paths) -> str:
    kit: str = taken.values["kit"]
    if kit in KITS:
        return kit
    path = paths.whole("kit")
    if not kit or not (path.suffix or may_be_there(path)):  # a mistyped name
        raise taken.refuse("kit", kit, f"{', '.join(KITS)} or the path of a kit file")
    return str(path)


def _state(taken: TakenValues, paths: _Paths, environment: Mapping[str, str], home: Path) -> Path:
    if taken.values["state"]:
        return paths.whole("state")
    if environment.get("STATE_DIRECTORY"):
        # systemd may give several, separated by colons.
        state, source = Path(environment["STATE_DIRECTORY"].partition(":")[0]), "$STATE_DIRECTORY"
    elif environment.get("XDG_STATE_HOME"):
        state, source = Path(environment["XDG_STATE_HOME"]) / "hansa-companion", "$XDG_STATE_HOME"
    else:
        state, source = home / ".local" / "state" / "hansa-companion", DEFAULT
    taken.note("state", str(state), source)
    return state


def _journal(taken: TakenValues, paths: _Paths, state: Path) -> tuple[Path, str]:
    """Return the file, and the address of the server that gets a copy."""
    text: str = taken.values["journal"]
    if text and not is_address(text):
        return paths.whole("journal"), ""
    usual = state / "games.sqlite"
    taken.note("journal", copy_shown(text) or str(usual))
    return usual, text


def _files(taken: TakenValues, paths: _Paths, state: Path, games: Sequence[str]) -> Mapping[tuple[str, str], Path]:
    """Return the configured files of games; the keys at the top belong to the first game on the shelf."""
    found: dict[tuple[str, str], Path] = {}
    for name, kept in FIRST_FILES.items():
        for game in games:
            own = f"games.{game}.{name}"
            if taken.values.get(own):
                if game == games[0] and taken.values[name]:
                    raise taken.refuse(own, taken.values[own], f"this or {name} at the top of the file, not both")
                found[game, name] = paths.whole(own)
        first = games[0], name
        if taken.values[name]:
            found[first] = paths.whole(name)
        elif first not in found and (file := kept_file(state, kept)):
            found[first] = file
            taken.note(name, str(file), "state folder")
    return MappingProxyType(found)


def _house_rules(taken: TakenValues, state: Path, games: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the configured house rules by game; a game's box is only opened where there are any."""
    from companion.shelf.shelf import open_box

    found: dict[str, tuple[str, ...]] = {}
    for game in games:
        key = f"games.{game}.{HOUSE_RULES}"
        given: tuple[str, ...] = taken.values.get(key, ())
        known = [rule.id for rule in open_box(game).house_rules()] if given else []
        for index, rule in enumerate(given):
            if rule not in known or rule in given[:index]:
                allowed = f"some of {', '.join(known)}, each once" if known else "nothing: the game has no house rules"
                raise taken.refuse(key, rule, allowed, f"[{index}]")
        found[game] = given
    for game, chosen in chosen_house_rules(state).items():
        if game in games:
            taken.note(f"games.{game}.{HOUSE_RULES}", chosen, "chosen at the table")
    return MappingProxyType(found)


def _language(taken: TakenValues, state: Path, *, is_given: bool) -> str:
    chosen = "" if is_given else chosen_language(state)
    if chosen:
        taken.note("language", chosen, "chosen at the table")
    language: str = taken.values["language"]
    return chosen or language


def _hub_server(taken: TakenValues, copy: str) -> str:
    """Return where the table announces itself: at the hub's own key, otherwise where the journal's copy is."""
    server: str = taken.values["hub.server"]
    found = "" if server == NOWHERE else server or copy
    taken.note("hub.server", copy_shown(found) or server, None if server or not copy else "journal")
    return found
