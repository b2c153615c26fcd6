"""The house rules for the next game of each kind: as the players chose them last, otherwise as configured.

The choices made at the table are in a file of the state folder, one line for each kind of game: its id and the house
rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.formats.durable import write_durably

if TYPE_CHECKING:
    from companion.config.settings import Config
    from companion.shelf.box import GameBox
    from companion.table.offered_rules import HouseRules

FILE: Final = "house-rules"


def chosen_house_rules(state: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the house rules that the players chose last, by game; none of a game for which they never did."""
    try:
        lines = (state / FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    return {words[0]: tuple(words[1:]) for line in lines if (words := line.split())}


def keep_house_rules(state: Path, game: str, chosen: tuple[str, ...]) -> None:
    """Store the house rules that the players chose, durable on return; raise OSError if the disk refuses."""
    kept = {**chosen_house_rules(state), game: chosen}
    text = "".join(f"{' '.join((each, *rules))}\n" for each, rules in sorted(kept.items()))
    write_durably(state / FILE, text.encode())


def house_rules_of(config: Config, box: GameBox) -> HouseRules:
    """Return the house rules of a game for the next time; of a choice, only those that this version knows."""
    from companion.table.offered_rules import HouseRules

    offered = box.house_rules()
    chosen = chosen_house_rules(config.state).get(box.id, config.house_rules.get(box.id, ()))
    return HouseRules(offered, tuple(rule.id for rule in offered if rule.id in chosen))
