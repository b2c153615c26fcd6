"""Pearls at the table, behind the seam: the pearl is laid on a bed, a net on the pad snatches it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from companion.games.game import Json, Refusal
from companion.table.belief import PAD, Belief, Expected, Mismatch
from companion.table.dialog import Choice, Dialog, Do, Menu, Notice, Open
from companion.table.gametable import Ask, GameTable, Ignore, Meaning, Propose, Reading, Refuse
from companion.table.history import History, Span
from companion.table.intents import BeginGame, ConfirmBoard, Seal
from companion.table.own_dialogs import BOARD, CORRECT, CORRECTING
from companion.table.screen import Look, Row
from companion.words.say import NOTHING, Detail, Say, say
from hardware.ports import Colour, Light, Pattern
from tests.toygame.game import Pearls
from tests.toygame.rules import COLOURS, PLACES, Answer, Draw, GivePoints, Lay, Move, Position, moves_of
from tests.toygame.rules.refusals import refusal_of
from tests.toygame.table.names import KINDS, MOVES, PLAYERS, phase_of, piece_name, place_name, words_of
from tests.toygame.tagged import BED_OF, NETS, PEARL, net

LIGHTS = {
    "red": Colour(255, 0, 0),
    "blue": Colour(0, 0, 255),
    "green": Colour(0, 255, 0),
    "yellow": Colour(255, 190, 0),
    "violet": Colour(170, 0, 255),
}
LAID = Light(Pattern.ON, Colour(0, 255, 0))
SEALED = refusal_of("sealed")


def places(_: Pearls | None = None) -> tuple[str, ...]:
    """Name the lamps and readers that the game has a use for."""
    return (*PLACES, *(f"seat.{colour}" for colour in COLOURS), "end")


def section_of(move: Move) -> Say:
    """Say below which heading a move stands: beds of a kind stand together."""
    if not isinstance(move, Lay):
        return NOTHING
    kind, is_numbered, _ = move.place.partition(".")
    return say("Beds: {kind}", kind=KINDS[kind]) if is_numbered else NOTHING


def _title(left: Say, right: Say = NOTHING) -> Row:
    return Row(left, right, Look.TITLE)


class PearlsTable(GameTable):
    """How Pearls is played with pieces, buttons, lamps and a screen."""

    def __init__(self, game: Pearls | None = None) -> None:
        self._game = game or Pearls()

    @property
    def game(self) -> Pearls:
        return self._game

    def new_game(self) -> Menu:
        seatings = [list(COLOURS[:count]) for count in range(2, len(COLOURS) + 1)]
        choices = (Choice(say("{count} divers", count=len(seats)), BeginGame({"players": seats})) for seats in seatings)
        return Menu(_title(say("Pearls")), tuple(choices))

    def complete(self, setup: Json, random: Random) -> Json:
        return {"pearls": len(setup.get("players", COLOURS[:2])), **setup}

    def home(self, history: History) -> Menu:
        position: Position = history.position
        choices = tuple(
            Choice(
                words_of(move), Do(move), place=move.place if isinstance(move, Lay) else "", section=section_of(move)
            )
            for move in moves_of(position)
        )
        mover = NOTHING if position.mover is None else PLAYERS[position.players[position.mover]]
        return Menu(_title(mover, phase_of(position)), choices, name="home")

    def pages(self, history: History) -> Menu:
        return Menu(_title(say("Table")), (Choice(say("Correct the table"), Open(self._correct(history))),))

    def _correct(self, history: History) -> Menu:
        give = tuple(
            Choice(say("A point for {player}", player=PLAYERS[player]), Do(GivePoints(player, 1)), piece=net(player))
            for player in history.position.players
        )
        return Menu(_title(say("Correct")), give, name=CORRECT, topic=CORRECTING)

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        position: Position = history.position
        if piece == PEARL and position.pearl and not position.place:
            return Ask(self.home(history)) if place == PAD else Propose(Lay(place))
        if piece in NETS and place == PAD and position.mover is not None and position.place:
            is_theirs = piece == net(position.players[position.mover])
            return Propose(Answer(True)) if is_theirs else Refuse(refusal_of("not_your_net"))
        return Ignore()

    def is_spot(self, piece: str) -> bool:
        return piece in BED_OF

    def point(self, history: History | None, spot: str, shown: Menu | None) -> Meaning:
        lay = Lay(BED_OF[spot])
        return Propose(lay) if history and lay in moves_of(history.position) else Ignore()

    def offer(self, history: History | None, spots: Sequence[str], shown: Menu | None) -> Menu | Refusal:
        lays = [Lay(BED_OF[spot]) for spot in spots]
        return Menu(_title(say("Which bed?")), tuple(Choice(words_of(lay), Do(lay), place=lay.place) for lay in lays))

    def expected(self, position: Position) -> Expected:
        return {PEARL: {position.place: 1} if position.place else {}}

    def restore(self, position: Position) -> tuple[Notice, ...]:
        place = place_name(position.place)
        where = say("The pearl: {place}", place=place) if place else say("No bed has a pearl.")
        return (Notice(_title(say("Restore")), (Row(where),), name="restore"),)

    def board_check(self) -> tuple[Notice, ...]:
        rows = tuple(Row(say("Double: {place}", place=place_name(place))) for place in self._game.board.double)
        return (Notice(_title(say("Board")), rows, name="board check"),)

    def board_question(self) -> Menu:
        return Menu(_title(say("Board")), (Choice(say("Yes"), ConfirmBoard()),), name="your board", topic=BOARD)

    def lamps(self, history: History, dialog: Dialog) -> Mapping[str, Light]:
        position: Position = history.position
        if position.mover is None:
            return {"end": LAID}
        mover = position.players[position.mover]
        lit = {f"seat.{mover}": Light(Pattern.ON, LIGHTS[mover])}
        return {**lit, position.place: LAID} if position.place else lit

    def likely_places(self, position: Position) -> tuple[str, ...]:
        return position.board.double

    def notices(self, history: History) -> tuple[Dialog, ...]:
        if not history.steps:
            return ()
        title = _title(say("Kept"))
        rows = [
            Row(say("{player}: {points}", player=PLAYERS[player], points=points))
            for _, player, points in history.steps[-1].events
        ]
        if history.position.over:
            return tuple(Notice(title, (row,), action=Seal(SEALED), name="final") for row in rows)
        return tuple(Notice(title, (row,), name="kept") for row in rows)

    def mismatch(self, mismatch: Mismatch) -> Notice:
        wrong = Row(piece_name(mismatch.piece))
        return Notice(_title(say("Put right")), (wrong,), place=mismatch.place, name="mismatch")

    def refusal_words(self, refusal: Refusal) -> Mapping[str, Detail]:
        words = {**MOVES, **PLAYERS}
        return {name: words.get(detail, detail) for name, detail in refusal.details.items()}

    def place_words(self, place: str) -> Detail:
        return place_name(place)

    def may_take_back(self, history: History, sealed: int) -> Refusal | None:
        if len(history.steps) <= sealed:
            return SEALED
        return refusal_of("pearl_seen") if isinstance(history.steps[-1].entry, Draw) else None

    def goes_back(self, history: History) -> Span:
        """Laying is one action with the rinsing before it; while it is not laid, a rinse goes back alone."""
        if not isinstance(history.steps[-1].entry, Lay):
            return Span()
        rinsed = history.position.rinsed
        return Span(1 + rinsed, say("Rinsing, laying undone")) if rinsed else Span()
