"""An independent witness of a game: what the journal accepted enters, and the rules alone say where that leads.

The shadow reads the journal with a connection of its own and shares nothing with the table but the rules. After every
scene that is shown it holds the table's position against its own, and draws the scene again from values alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.display.draw import draw
from companion.games.game import Game
from companion.journal.sqlite import SqliteJournal
from companion.running.daemon import Daemon
from companion.table.dialog import Menu
from companion.table.gametable import GameTable
from companion.table.history import History, Kept, Step
from companion.table.open_dialogs import scene_of
from companion.table.screen import Scene
from companion.table.view import View
from companion.trace.recorder import format_belief, parse_belief
from hardware.ports import DARK, Frame
from hardware.simulated.soft_table import SoftTable
from hardware.simulated.soft_table import Table as SimulatedTable


class Differs(AssertionError):
    """The table shows or holds something other than the rules say."""


class Shadow:
    """Follows one table through its journal."""

    def __init__(self, game_table: GameTable, journal: Path, *, watches_screen: bool = True) -> None:
        self._game_table = game_table
        self._game: Game[Any, Any, Any] = game_table.game
        self._journal = SqliteJournal(journal)
        self._journal.open()
        self._watches_screen = watches_screen
        self.game_id, self.revision = "", 0
        self.first: Any = None  # no game
        self.steps: tuple[Step, ...] = ()
        self.settled = 0
        self.entries = 0  # in all games
        self.scenes = 0

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    # --- what the journal says ---

    def follow(self, daemon: Daemon) -> None:
        """Read on in the journal, as far as the daemon says that it goes."""
        if daemon.game_id != self.game_id:
            self.game_id, self.revision = daemon.game_id, 0
            self.first, self.steps, self.settled = None, (), 0
        if not self.game_id:
            return
        for _ in self.entries_of(self.game_id):
            pass
        if self.revision != daemon.revision:
            raise Differs(f"the journal holds {self.revision} entries, the daemon speaks of {daemon.revision}")

    def entries_of(self, game_id: str) -> Iterator[int]:
        """Carry out what the journal says of a game beyond what is known already, entry by entry."""
        for entry in self._journal.read(game_id, self.revision):
            if entry.revision != self.revision + 1:
                raise Differs(f"entry {entry.revision} follows on {self.revision}")
            self.revision = entry.revision
            self.entries += 1
            self._apply(str(entry.kind), entry.payload)
            yield self.revision

    def _apply(self, kind: str, payload: Any) -> None:
        game = self._game
        match kind:
            case "setup":
                self.first, self.steps, self.settled = game.parse_position(payload["position"]), (), 0
            case "move":
                move = game.parse_entry(payload["entry"])
                if move not in game.legal_moves(self.position):
                    raise Differs(f"entry {self.revision}: {move} was accepted and is not legal")
                self.steps = (*self.steps, Step(move, *game.play(self.position, move)))
            case "correction":
                correction = game.parse_entry(payload["entry"])
                self.steps = (*self.steps, Step(correction, *game.correct(self.position, correction)))
            case "take_back":
                if len(self.steps) <= self.settled:
                    raise Differs(f"entry {self.revision}: took back what is settled")
                self.steps = self.steps[: -payload.get("steps", 1)]
            case "note" | "finished":
                self.settled = payload["settled"]
                if kind == "finished" and tuple(payload["winners"]) != game.winners(self.position):
                    raise Differs(f"entry {self.revision}: other winners")
            case "aborted":
                self.first, self.steps, self.settled = None, (), 0
            case _:
                raise Differs(f"entry {self.revision} is of the unknown kind {kind}")

    @property
    def position(self) -> Any:
        """Where the rules have led to."""
        return self.steps[-1].position if self.steps else self.first

    @property
    def kept(self) -> Kept:
        """The game as the table should hold it."""
        return Kept() if self.first is None else Kept(History(self.first, self.steps), self.settled)

    # --- what the table shows ---

    def compare(self, daemon: Daemon, seen: SimulatedTable) -> None:
        """Hold position, scene and frame against what the rules and the values alone give."""
        self.follow(daemon)
        self.scenes += 1
        # Step by step: comparing all that came before at every scene would take longer than playing it.
        if _newest(daemon.table.kept) != _newest(self.kept):
            raise Differs(f"the table is not where the {self.revision} entries of the journal lead")
        scene = redrawn(daemon.view, self._game_table, self.kept)
        if scene != daemon.showing.scene:
            raise Differs(f"shown was {daemon.showing.scene}, drawn again it is {scene}")
        if self._watches_screen:
            expected: Frame = draw(scene.screen, daemon.showing.translate)
            if seen.frame() != expected:
                raise Differs("the pixels of the screen are not those of the scene")


def compare_lights(daemon: Daemon, seen: SimulatedTable) -> None:
    """Hold what the lamps were told against the scene; what was only seen flickers no more once it is handled."""
    scene = daemon.showing.scene
    if isinstance(seen, SoftTable) and scene:
        for name, light in seen.lights.items():
            if light != scene.lamps.get(name, DARK):
                raise Differs(f"the lamp {name} was told {light}, the scene says {scene.lamps.get(name)}")


def _newest(kept: Kept) -> object:
    history = kept.history
    return history and (history.first, len(history.steps), history.steps[-1:], kept.sealed)


def redrawn(view: View, game_table: GameTable, kept: Kept) -> Scene:
    """Draw a table's scene again from values alone: the game, the belief, and the dialog that is shown."""
    belief, dialog, history = (
        parse_belief(json.loads(json.dumps(format_belief(view.belief)))),
        view.dialog,
        kept.history,
    )
    if history is None:
        return scene_of({}, dialog, ())
    if view.is_at_home and isinstance(dialog, Menu):
        home = game_table.home(history)
        if [choice.label for choice in dialog.choices] != [choice.label for choice in home.choices]:
            raise Differs(f"shown was {dialog}, the game's own menu is {home}")
    expected = game_table.expected(history.position)
    return scene_of(game_table.lamps(history, dialog), dialog, belief.mismatches(expected))
