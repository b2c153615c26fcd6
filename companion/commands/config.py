"""`hansa-companion config`: the configuration in force."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import OK

if TYPE_CHECKING:
    from companion.config.settings import Config, Setting


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "config",
        "check the configuration with all the files it names, and print what is in force and where it came from",
        """  hansa-companion config
  hansa-companion config --config my.toml --json
  hansa-companion config --default > hansa.toml    every key, with its meaning; read by what runs in this folder
""",
    )
    parser.add_argument("--default", action="store_true", help="print the documented default instead")
    parser.add_argument("--json", action="store_true", help="print as JSON")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the configuration."""
    from companion.assembly.game_parts import load_game
    from companion.config.documents import default_text

    if options.default:
        print(default_text(), end="")
        return OK
    config = command.read(options)
    with command.told():
        settings = _in_force(config)
        load_game(config)
    if options.json:
        values = {key: {"value": value, "source": source} for key, (value, source) in settings.items()}
        print(json.dumps({"file": config.file or None, "settings": values}, indent=2))
        return OK
    print(f"# {config.file or 'no file: defaults only'}")
    shown = {key: f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, (value, _) in settings.items()}
    width = max(map(len, shown.values()))
    for key, text in shown.items():
        print(f"{text:<{width}}  # {settings[key].source}")
    return OK


def _in_force(config: Config) -> dict[str, Setting]:
    """Add the kit's values for keys that the configuration leaves out."""
    from companion.config.settings import TIME_BOUNDS, Setting
    from companion.running.devices import configured_kit

    kit = configured_kit(config)
    from_kit = {f"times.{key}": getattr(kit.times, key) for key in TIME_BOUNDS}
    if kit.screen:
        from_kit["screen.driver"] = kit.screen.driver
        from_kit["screen.rotation"] = 180 if kit.screen.upside_down else 0
    source = f"{kit.name} kit"
    settings = {**{key: Setting(value, source) for key, value in from_kit.items()}, **config.settings}
    tables = list(dict.fromkeys(key.partition(".")[0] for key in (*config.settings, *from_kit)))
    return {key: settings[key] for table in tables for key in settings if key.partition(".")[0] == table}
