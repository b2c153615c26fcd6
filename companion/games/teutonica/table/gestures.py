"""What a tagged marker on the pad means: turned up, or played."""

from __future__ import annotations

from companion.games.game import Refusal
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.moves import Reveal, Use, UseImprove, UseSwap
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import marker_menu
from companion.table.belief import group_of
from companion.table.dialog import Do, Menu, Open
from companion.table.gametable import Ask, Ignore, Propose, Reading, Refuse
from companion.table.history import History

_NO_MARKER_NOW = Refusal(
    "no_marker_now", "No marker is turned up or played now.", "Finish what is under way with the buttons."
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
            return _play(position, kind)
        case _:
            return Refuse(_NO_MARKER_NOW)


def marker_kind(piece: str) -> Marker | None:
    """Return the kind of marker that a piece is, if it is one: `marker.swap_offices.2`."""
    head, _, kind = group_of(piece).partition(".")
    return Marker(kind) if head == "marker" and kind in list(Marker) else None


def _play(position: Position, kind: Marker) -> Reading:
    """Play a marker, or ask what it needs to know; what cannot be played is refused by the rules."""
    uses = [move for move in legal_moves(position) if isinstance(move, Use | UseImprove | UseSwap)]
    mine = [move for move in uses if marker_menu.kind_of(move) is kind]
    for line in marker_menu.lines(position, mine):
        if isinstance(line.action, Do):
            return Propose(line.action.entry)
        if isinstance(line.action, Open):
            opened = line.action.dialog
            dialog = opened() if callable(opened) else opened
            assert isinstance(dialog, Menu)
            return Ask(dialog)
    return Propose(Use(kind))
