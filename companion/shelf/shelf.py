"""The games there are. A new game is a new folder, and one more line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.games.game import Game
from companion.games.hansa.game import Hansa

AnyGame = Game[Any, Any, Any]

DEFAULT = Hansa.id
GAMES: Mapping[str, AnyGame] = MappingProxyType({Hansa.id: Hansa()})
