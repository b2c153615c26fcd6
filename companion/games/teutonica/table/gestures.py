"""What a tagged marker on the pad means: turned up, or played."""

from __future__ import annotations

from companion.games.game import Refusal
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.moves import Reveal
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table.spots_touched import play_marker
from companion.table.belief import group_of
from companion.table.gametable import Ignore, Propose, Reading, Refuse
from companion.table.history import History

_NO_MARKER_NOW = Refusal(
    "no_marker_now",
    "No marker is turned up or played now.",
    "Finish what is under way with the buttons.",
    is_unmeant=True,
)


def read(history: History, piece: str) -> Reading:
    """Say what it means that a piece touched the pad."""
    kind = marker_kind(piece)
    if kind is None:
        return Ignore()
    position: Position = history.position
    match position.phase:
        case Phase.TAVERNS | Phase.REVEAL:
            return Propose(Reveal(kind))
        case Phase.ACTIONS:
            return play_marker(position, kind)
        case _:
            return Refuse(_NO_MARKER_NOW)


def marker_kind(piece: str) -> Marker | None:
    """Return the kind of marker that a piece is, if it is one: `marker.swap_offices.2`."""
    head, _, kind = group_of(piece).partition(".")
    return Marker(kind) if head == "marker" and kind in list(Marker) else None
