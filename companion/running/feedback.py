"""What the devices show and sound: the table's scene on lamps and screen, and the answer to a touch at its reader.

The signals of a hand-held reader do not depend on the game: a touch is refused if the table says so, accepted once
something is durable, and waiting if it has led to a question. A touch without a meaning is only heard. A player who
must decide although it is another's turn is called once, whether a touch, a press or a click has led to it.
"""

from __future__ import annotations

from companion.display.draw import draw
from companion.running.devices import Devices
from companion.table.dialog import About, Dialog
from companion.table.history import Pairs
from companion.table.screen import SEEN, Scene
from companion.table.table import Table
from companion.table.view import View
from companion.words.language import on_small_screen
from companion.words.say import Call, Say, Translate
from hardware.ports import Signal, Signalling, TagRested


class Showing:
    """The scene on lamps and screen, in the table's language and with its players' names."""

    def __init__(self, devices: Devices, language: Translate, call: Call, names: Pairs) -> None:
        self._devices, self._call = devices, call
        self.scene: Scene | None = None  # as shown last; None: it must be shown again
        self.count = 0  # of scenes shown
        self._flickers = False  # a lamp shows a sighting instead of the scene
        self.speak(language, names)

    def speak(self, language: Translate, names: Pairs) -> None:
        """Use a language and names from now on; names are shortened on the small screen."""
        self.language = language  # without players' names
        called = dict(names)
        self.translate = self._call(language, called)
        self._on_screen = self._call(language, on_small_screen(called))
        self.scene = None

    def spoken(self, words: Say) -> str:
        """Say something in the language of the table."""
        return words.in_language(self.translate)

    def flicker(self, place: str) -> None:
        """Show at once, on its lamp, that a place was seen."""
        if self.scene and place:
            self._flickers = True
            self._devices.lamps.show({**self.scene.lamps, place: SEEN})

    def show(self, view: View) -> bool:
        """Show the scene of a view where it differs from what is shown; return whether it does."""
        scene = view.scene
        if scene == self.scene:
            if self._flickers:
                self._flickers = False
                self._devices.lamps.show(scene.lamps)
            return False
        self.scene = scene
        # The screen's bus takes longest, so its thread is woken first.
        self._devices.screen.show(draw(scene.screen, self._on_screen))
        self._devices.lamps.show(scene.lamps)
        self._devices.readers.watch(view.likely_places)
        self._flickers = False
        self.count += 1
        return True


class TouchSignals:
    """The readers that can answer, and what the last touch waits for."""

    def __init__(self, readers: Signalling) -> None:
        self._readers = readers
        self._touched = ""  # the reader whose touch is being handled
        self._waiting = ""  # the reader whose touch waits for an answer
        self._shown: Dialog | None = None
        self._kept = 0
        self._in_between: str | None = None  # the player who decided before, although it was another's turn

    def begins(self, table: Table, event: object, kept: int) -> None:
        """Handling begins, with this many entries kept so far; signal at once that a touch was heard."""
        self._touched = event.source if isinstance(event, TagRested) else ""
        self._in_between = _in_between(table)
        if not self._touched and not self._waiting:
            return
        table.refused = None
        self._shown, self._kept = table.dialog, kept
        if self._touched:
            self._tell(self._touched, Signal.HEARD)

    def ends(self, table: Table, kept: int) -> None:
        """Handling has ended: signal the result, unless the touch had no meaning."""
        touched, self._touched = self._touched, ""
        if _in_between(table) not in (None, self._in_between):
            self._waiting = ""
            self._readers.call()  # says that a touch was accepted, too
            return
        reader = touched or self._waiting
        if not reader:
            return
        if table.refused and table.refused.is_unmeant:
            return
        if table.refused or kept != self._kept:
            self._waiting = ""
            self._tell(reader, Signal.REFUSED if table.refused else Signal.ACCEPTED)
        elif table.view.is_at_home:
            if self._waiting:
                self._tell(self._waiting, Signal.CALM)
            self._waiting = ""
        elif touched and table.dialog != self._shown and table.dialog.topic.about is not About.MISMATCH:
            self._waiting = touched
            self._tell(touched, Signal.PROPOSED)

    def _tell(self, reader: str, signal: Signal) -> None:
        self._readers.signal(reader, signal)


def _in_between(table: Table) -> str | None:
    """Name the player who decides although it is another's turn, if there is one."""
    history = table.kept.history
    if history is None:
        return None
    mover = table.game.mover(history.position)
    return None if mover == table.game.active(history.position) else mover
