"""The stage of a scenario: a simulated table with its pieces, its daemon and its journal, in virtual time.

Actions take time: a button is down for a tenth of a second and up for a fifth, and after a piece is put down or lifted
a second passes. Looking takes no time, except at a lamp that blinks.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Self

from companion.archive.verify import retrace_game
from companion.assembly.compose import Composed, compose
from companion.assembly.game_parts import GameParts, own_pieces
from companion.assembly.loading import Loaded
from companion.assembly.owners_board import asks_board
from companion.config.parsing import parse_config
from companion.config.settings import Config
from companion.display.draw import draw, overflow
from companion.journal.journal import Journal
from companion.journal.sqlite import SqliteJournal
from companion.running.daemon import Daemon
from companion.running.devices import Devices, pn532_readers, presence_of, simulated_buttons, usb_readers, wands
from companion.running.posts import Claim, Posted
from companion.running.resume import lines_of, newest_game, resume
from companion.running.state_folder import prepare_state
from companion.scenario.grammar import Unmet
from companion.shelf.box import GameBox
from companion.table.belief import group_of
from companion.table.dialog import About, Dialog, Notice
from companion.table.history import History, replay
from companion.table.intents import Choose, Intent
from companion.table.owners import PROGRAM, By
from companion.table.screen import Scene
from hardware.formats.piece_set import PieceSet, format_pieces, load_pieces
from hardware.kit.connections import Kit
from hardware.kit.layout import choose_layout, lay_out
from hardware.simulated.field import Stacking
from hardware.simulated.soft_table import SoftTable, Table

STRANGER = "stranger"
_STRANGER_TAGS = 4


class Box:
    """All the tagged pieces of one table; a piece off the table is in its player's hand."""

    def __init__(self, pieces: Iterable[str]) -> None:
        # Seven bytes that begin with a manufacturer's number, as in real tags.
        self.tags = {f"04{number:010x}80": piece for number, piece in enumerate(pieces, 1)}
        self._uids = {piece: uid for uid, piece in self.tags.items()}
        self._uids |= {f"{STRANGER}.{number}": f"04{number:010x}99" for number in range(_STRANGER_TAGS)}
        self._places: dict[str, str] = {}  # piece -> place, in the order in which they were put there
        self._lifted = ""  # the piece that was lifted last
        self.dead: set[str] = set()  # the pieces whose tags do not answer any more

    def uid(self, piece: str) -> str:
        """Return the tag of a piece."""
        return self._uids[piece]

    def place(self, piece: str, place: str) -> None:
        """Record where a piece was put; an empty place is the hand."""
        self._places.pop(piece, None)
        if place:
            self._places[piece] = place
        else:
            self._lifted = piece

    def in_hand(self, group: str) -> str:
        """Return the next piece of a kind; a single piece may come from anywhere."""
        alike = [piece for piece in self._uids if group_of(piece) == group]
        if len(alike) == 1:
            return alike[0]
        for piece in alike:
            if piece not in self._places:
                return piece
        raise Unmet(f"a {group} in hand", f"all {len(alike)} are on the table")

    def another(self, group: str) -> str:
        """Return a piece of a kind, if possible not the one lifted last."""
        alike = [piece for piece in self._uids if group_of(piece) == group and piece not in self._places]
        return next((piece for piece in alike if piece != self._lifted), "") or self.in_hand(group)

    def at(self, place: str, group: str = "") -> tuple[str, ...]:
        """Return the pieces at a place, of one kind or all, the last one put there first."""
        there = (piece for piece, where in self._places.items() if where == place)
        return tuple(piece for piece in there if group in ("", group_of(piece)))[::-1]

    def everywhere(self, group: str = "") -> tuple[str, ...]:
        """Return the pieces on the table, of one kind or all, the last one put there first."""
        return tuple(piece for piece in self._places if group in ("", group_of(piece)))[::-1]


DOWN_S, UP_S, REST_S = 0.1, 0.2, 1.0
SLICE_S = 0.05  # how often the daemon handles its events
BUSY_MS = 10  # how long to wait for a locked journal: nobody here releases it meanwhile

MakeTable = Callable[[Kit, Stacking], AbstractContextManager[Table]]


@contextmanager
def soft_table(kit: Kit, stacking: Stacking) -> Iterator[Table]:
    """Simulate a kit at the ports."""
    yield SoftTable(
        readers=kit.readers,
        usb=usb_readers(kit),
        wands=wands(kit),
        buttons=simulated_buttons(kit),
        lamps=kit.lamp_names,
        presence=partial(presence_of, kit.times, hides=False),  # no tag drowns out another, and hands take no time
        stacking=stacking,
        hold_s=kit.times.hold_ms / 1000,
    )


@contextmanager
def silicon_table(kit: Kit, stacking: Stacking) -> Iterator[Table]:
    """Simulate a kit down to chips and pins, all of them on the Pi.

    It has too few pins for a strip's many lamps: it gets only those of readers, seats and the end.
    """
    from hardware.simulated.silicon_table import SiliconTable

    strip = [name for pico in kit.picos for name in pico.strip.lamps]
    plain = [*kit.lamps, *(name for name in strip if name in kit.readers or name.startswith("seat.") or name == "end")]
    usb, pn532, pointed = usb_readers(kit), pn532_readers(kit), wands(kit)
    with SiliconTable(
        readers=[name for name in kit.readers if name not in usb and name not in pn532],
        usb=usb,
        pn532=pn532,
        wands=pointed,
        buttons=simulated_buttons(kit),
        lamps=plain,
        # Where one tag is heard at a time, none drowns out another.
        presence=partial(presence_of, kit.times, hides=not (usb or pointed)),
        stacking=stacking,
        hold_s=kit.times.hold_ms / 1000,
    ) as table:
        yield table


class Stage:
    """One table on which a scenario is played; to be used in a `with` statement."""

    def __init__(
        self,
        kit: Kit,
        game: GameBox,
        *,
        board: str = "",
        stacking: Stacking = Stacking.NONE,
        make_table: MakeTable = soft_table,
    ) -> None:
        """Use this kit and game, on one of its shipped boards, or on the newest."""
        board_file = game.shipped_boards[board] if board else None
        self.kit = lay_out(kit, choose_layout(kit, game.layouts(board_file)))
        self.box = Box(game.pieces().all)
        self.locked: sqlite3.Connection | None = None  # held by another program
        self.game_box = game
        self.game = game.rules(board_file)
        self.game_table = game.table(self.game)
        self._cleared = ExitStack()
        self._made = make_table(self.kit, stacking)
        self.presses = self.touches = 0
        self.elapsed_s = 0.0
        self.screen_plugged = True
        self.is_out_of_the_box = False  # nobody has said yet whether the board file is right
        self._random = Random(1)
        self._composed: Composed | None = None

    def __enter__(self) -> Self:
        self._folder = Path(self._cleared.enter_context(tempfile.TemporaryDirectory(prefix="scenario-")))
        self.config = self._configured()
        self.table = self._cleared.enter_context(self._made)
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()
        if self.locked is not None:
            self.locked.close()
        self._cleared.close()

    def _configured(self) -> Config:
        """Return the configuration as at a start, including choices made at the table."""
        folder = self._folder
        chosen = {"state": str(folder / "state"), "kit": self.kit.name}
        return parse_config("format = 1", "", chosen, environment={}, home=folder, here=folder)

    # --- power ---

    @property
    def is_on(self) -> bool:
        """Return whether the companion runs."""
        return self._composed is not None

    @property
    def daemon(self) -> Daemon:
        """The daemon, while the power is on."""
        if self._composed is None:
            raise Unmet("the companion to be on", "the power is off: boot first")
        return self._composed.daemon

    def boot(self) -> None:
        """Switch on, composed like the real companion; an unfinished game comes back from the journal."""
        if self._composed is not None:
            raise Unmet("the power to be off", "the companion runs already")
        self.config = self._configured()
        prepare_state(self.config)
        journal = self.make_journal()
        journal.open()
        table = self.table
        devices = Devices(table.readers, table.buttons, table.lamps, table.screen)
        self._composed = compose(
            self.config,
            devices,
            self.load(journal),
            clock=lambda: self.elapsed_s,
            random=self._random,
        )
        if traces := self._composed.traces:  # written in real time, while here an evening takes seconds
            self.daemon.watch(lambda _: traces.settle())
        self.daemon.open()
        self.wait(REST_S)

    def load(self, journal: Journal) -> Loaded:
        """Return what is played: the unfinished game of the journal, if there is one."""
        return Loaded(
            self.parts,
            journal,
            resume(journal, newest_game(journal), self.game),
            asks_board=self.is_out_of_the_box and asks_board(self.config, journal, self.game_box),
        )

    @property
    def parts(self) -> GameParts:
        """The game at this table, and its pieces."""
        return GameParts(self.game_box, self.game_table, self._enrolled())

    def _enrolled(self) -> Mapping[str, str]:
        """Return which tag is on which piece, from the file where the table stores new stickers."""
        path = own_pieces(self.config, self.game_box)
        if path.exists():
            return load_pieces(path).pieces
        path.write_text(format_pieces(PieceSet(self.box.tags)), encoding="utf-8")
        return self.box.tags

    def make_journal(self) -> Journal:
        """Return the journal, closed."""
        return SqliteJournal(self.config.journal, busy_ms=BUSY_MS)

    def cut_power(self) -> None:
        """Switch off without warning; the pieces stay where they are."""
        if self._composed is not None:
            if self._composed.traces:
                self._composed.traces.settle()
            self._composed.close()
            self._composed = None

    # --- hands ---

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        left = seconds
        while left > 1e-9:
            step = min(SLICE_S, left)
            self.table.pass_time(step)
            self.elapsed_s += step
            left -= step
            if self._composed is not None:
                self._composed.daemon.work()

    def press(self, button: str) -> None:
        """Press a button briefly."""
        self.presses += 1
        self.table.press(button)
        self.wait(DOWN_S)
        self.table.release(button)
        self.wait(UP_S)

    def hold(self, button: str) -> None:
        """Hold a button."""
        self.presses += 1
        self.table.hold(button)
        self.elapsed_s += self.kit.times.hold_ms / 1000
        self.wait(DOWN_S)
        self.table.release(button)
        self.wait(UP_S)

    def put(self, piece: str, place: str, *, on: str | None = None, rest_s: float = REST_S) -> None:
        """Put a piece at a place, next to or on top of another piece, and leave it alone for a while."""
        if place not in self.kit.readers:
            raise Unmet(f"a reader at {place}", f"the {self.kit.name} kit has none there")
        if piece not in self.box.dead:
            self.table.put(self.box.uid(piece), place, on=None if on is None else self.box.uid(on))
        self.box.place(piece, place)
        self.wait(rest_s)

    def lift(self, piece: str, *, rest_s: float = REST_S) -> None:
        """Take a piece into the hand."""
        self.table.lift(self.box.uid(piece))
        self.box.place(piece, "")
        self.wait(rest_s)

    def plug_screen(self, plugged: bool) -> None:
        """Plug or unplug the screen."""
        self.screen_plugged = plugged
        (self.table.plug_screen if plugged else self.table.unplug_screen)()

    # --- what the rest of the companion would call ---

    def post(self, intent: Intent, by: By = PROGRAM) -> None:
        """Post an intent to the table, as a page would."""
        self.daemon.handle(Posted(intent, None, lambda _: None, Claim(), by))

    def say_ok_to_notices(self) -> None:
        """Confirm all notices."""
        while isinstance(self.dialog, Notice):
            self.post(Choose("", 0))

    # --- eyes ---

    @property
    def scene(self) -> Scene:
        """The scene shown now, as described."""
        scene = self.daemon.showing.scene
        assert scene is not None, "a daemon that was opened has shown something"
        return scene

    @property
    def dialog(self) -> Dialog:
        """The dialog that the next press goes to."""
        return self.daemon.table.dialog

    @property
    def history(self) -> History:
        """The game so far."""
        history = self.daemon.table.kept.history
        if history is None:
            raise Unmet("a game", "none has begun")
        return history

    @property
    def state(self) -> dict[str, Any]:
        """The position, as far as the players may know it."""
        return self.game.format_state(self.history.position)

    @property
    def refusal(self) -> str:
        """The code of the refusal that is shown now; empty if none is."""
        topic = self.dialog.topic
        return topic.code if topic.about is About.REFUSED else ""

    def look(self) -> None:
        """Check that the screen shows what was described, pixel by pixel, and that no text is cut."""
        if not (self.is_on and self.screen_plugged):
            return
        screen, translate = self.scene.screen, self.daemon.showing.translate
        if self.table.frame() != draw(screen, translate):
            raise Unmet("the screen to be drawn as described", "other pixels are lit")
        cut = overflow(screen, translate)
        if cut:
            raise Unmet("every text to fit the screen", f"cut short: {', '.join(map(repr, cut))}")

    @contextmanager
    def reading_journal(self) -> Iterator[SqliteJournal]:
        """Open the journal a second time, next to the daemon."""
        journal = SqliteJournal(self.config.journal, busy_ms=BUSY_MS)
        journal.open()
        try:
            yield journal
        finally:
            journal.close()

    def check_journal(self) -> None:
        """Check that the journal alone gives exactly the game on the table."""
        if not self.is_on or self.daemon.table.kept.history is None:
            return
        with self.reading_journal() as journal:
            kept = replay(self.game, lines_of(journal.read(self.daemon.game_id)))
        if kept != self.daemon.table.kept:
            raise Unmet("the journal to tell the game on the table", "it tells another one")

    def check_trace(self) -> None:
        """Switch off, and check that the trace of the sensors leads to exactly the same game."""
        game_id = self.daemon.game_id if self.is_on else ""
        self.cut_power()
        if not game_id:
            return
        report = retrace_game(self.config, game_id)
        if not report.is_same:
            raise Unmet("the trace to lead to the same game again", report.difference)
