"""A scene: all that the players see at one moment, on lamps and screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.table.screen import Screen
from hardware.ports import Light


class Scene(NamedTuple):
    """Lamps by name (those not named are dark) and the screen."""

    lamps: Mapping[str, Light]
    screen: Screen
