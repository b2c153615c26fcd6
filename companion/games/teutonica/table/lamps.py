"""The lamps: who decides, how many actions are left, what is under way and due, the end; with a chart also its own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Use, UseImprove, UseSwap
from companion.games.teutonica.rules.pieces import COLOURS
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import winning_players
from companion.games.teutonica.table import ends, names
from companion.games.teutonica.table.chart_lamps import SEATS, chart_lamps
from companion.table.belief import PAD
from companion.table.dialog import About, Dialog, Notice, Tone
from companion.table.lights import AMBER, CHOSEN, GREEN, RED, REFUSED, WHITE
from hardware.ports import Light, Pattern

ACTIONS = 5  # lamps of the bar
_USES = (Use, UseImprove, UseSwap)
WAND = {About.ASKED: CHOSEN, About.REFUSED: REFUSED}  # in its handle


def places(board: Board) -> tuple[str, ...]:
    """Return the lamps that a board uses."""
    return (
        *(f"seat.{colour}" for colour in COLOURS),
        *(f"action.{number}" for number in range(1, ACTIONS + 1)),
        "step",
        "replacement",
        "marker",
        "end",
        *(f"city.{city}" for city in board.city_ids),
        *(f"route.{route}" for route in board.route_ids),
    )


def lamps(position: Position, dialog: Dialog | None = None) -> dict[str, Light]:
    """Light the table for a position and what is asked about it."""
    lit = chart_lamps(position, dialog)
    if end := _end(position):
        # The chart has no lamp for the end: there the light of the wand tells of it, while it answers nothing.
        lit["end"] = lit[PAD] = Light(end, RED)
    if dialog and dialog.topic.about in WAND and not _is_only_told(dialog):
        lit[PAD] = WAND[dialog.topic.about]
    if position.mover is not None:
        lit.update(_seats(position, position.mover))
        lit.update(_bar(position))
    else:
        lit.update((f"seat.{player}", Light(Pattern.ON, SEATS[player])) for player in winning_players(position))
    if position.step is not None:
        lit["step"] = Light(Pattern.ON, AMBER)
    if position.phase is not Phase.OVER and position.players[position.active].plate:
        lit["replacement"] = Light(Pattern.ON, WHITE)
    if position.phase is Phase.ACTIONS and _may_play_marker(position):
        lit["marker"] = Light(Pattern.ON, GREEN)
    return lit


def _is_only_told(dialog: Dialog) -> bool:
    """Return whether a touch meant nothing: the screen says what is expected, and nothing was refused."""
    return dialog.topic.about is About.REFUSED and isinstance(dialog, Notice) and dialog.tone is Tone.PLAIN


def _may_play_marker(position: Position) -> bool:
    """Return whether a marker in hand can be used now; most players have none, so the rules need not be asked."""
    has_any = position.players[position.active].markers
    return bool(has_any) and any(isinstance(move, _USES) for move in legal_moves(position))


def _seats(position: Position, mover: int) -> Iterator[tuple[str, Light]]:
    """Light the lamp of the player who decides; if it is another's turn, that player's lamp breathes."""
    for seat, pattern in ((position.active, Pattern.BREATHE), (mover, Pattern.ON)):
        yield names.seat_place(position, seat), Light(pattern, SEATS[position.setup.players[seat]])


def _bar(position: Position) -> Iterator[tuple[str, Light]]:
    """One lamp for each action left; more than there are lamps: the last one blinks."""
    for number in range(1, min(position.actions_left, ACTIONS) + 1):
        more = number == ACTIONS and position.actions_left > ACTIONS
        yield f"action.{number}", Light(Pattern.BLINK if more else Pattern.ON, WHITE)


def _end(position: Position) -> Pattern | None:
    if position.phase is Phase.OVER:
        return Pattern.ON
    if position.ending:
        return Pattern.BLINK
    return Pattern.BREATHE if ends.near(position) else None
