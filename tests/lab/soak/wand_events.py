"""A player with a wand at the ports: moves of Hansa Teutonica as the touches that a reader reports, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.assembly.game_parts import invented_pieces
from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.moves import Insert
from companion.games.teutonica.rules.position import Phase, Position
from companion.running.daemon import Daemon
from companion.shelf.players import next_move
from companion.table.belief import PAD
from companion.table.dialog import About, Notice
from hardware.ports import TagLeft, TagRested
from tests.kit.teutonica_touches import touches
from tests.lab.soak.events import Told

TOUCH_S = 2.0  # far enough apart that nobody takes it for the touch of another player


class WandEvents:
    """Plays one game after the other, as players do who want to win."""

    def __init__(self, daemon: Daemon, random: Random) -> None:
        self._table, self._random = daemon.table, random
        self._tags = {piece: tag for tag, piece in invented_pieces(BOX).items()}
        self._at = 0.0
        self._bots = BOX.players()
        self._coming = self._events()

    def next_event(self) -> Told:
        """Return what happens next at the table."""
        return next(self._coming)

    def _events(self) -> Iterator[Told]:
        while True:
            history = self._table.kept.history
            if isinstance(self._table.dialog, Notice) or self._table.dialog.topic.about is About.BOARD:
                yield from self._touched("settle", "card.ok")
            elif history is None:
                yield from self._begun()
            elif history.position.phase is Phase.OVER:
                for spot in ("card.ok", "card.down", "card.ok"):
                    yield from self._touched("new game", spot)
            else:
                yield from self._move(history.position)

    def _begun(self) -> Iterator[Told]:
        players = self._random.choice(BOX.seats)
        for colour in BOX.colours[:players]:
            yield from self._touched("new game", f"card.colour.{colour}")
        if players < max(BOX.seats):
            yield from self._touched("new game", "card.ok")
        yield from self._touched("new game", f"card.colour.{BOX.colours[0]}")

    def _move(self, position: Position) -> Iterator[Told]:
        move = next_move(self._table.game, self._bots, position, self._bots.skills[-1], self._random)
        for spot in touches(self._table, move, arms=isinstance(move, Insert)):
            yield from self._touched(type(move).__name__.lower(), spot)

    def _touched(self, verb: str, spot: str) -> Iterator[Told]:
        tag = self._tags[spot]
        self._at += TOUCH_S
        yield Told(verb, TagRested(self._at, PAD, tag))
        yield Told("", TagLeft(self._at + TOUCH_S / 2, PAD, tag))
