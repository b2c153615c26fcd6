"""The screens of a table without a game: starting, waiting for something, a warning, and good-bye."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.display.draw import draw
from companion.running.devices import Devices
from companion.table.screen import Look, Row, Screen
from companion.table.troubles import spoken
from companion.words.say import Say, Translate, say
from hardware.ports import ButtonPressed, Colour, Event, Light, Pattern

if TYPE_CHECKING:
    from companion.journal.journal import Unavailable

_FLASH = Light(Pattern.FLICKER, Colour(255, 255, 255))
_TITLE = Row(say("Hansa companion"), look=Look.TITLE)


class Waiting(Exception):
    """The journal cannot be used now."""

    def __init__(self, error: Unavailable) -> None:
        super().__init__(error)
        self.reason, self.remedy = spoken(error.reason), spoken(error.remedy)


class Front:
    """Screen, lamps and buttons before and after there is a table."""

    def __init__(self, devices: Devices, translate: Translate) -> None:
        self._devices, self._translate = devices, translate

    def one_moment(self) -> None:
        """Show the first screen."""
        self._show((Row(say("One moment…"), look=Look.LARGE),))

    def wait_for(self, waiting: Waiting) -> None:
        """Show what the table waits for, and what would help."""
        self._show((Row(waiting.reason, look=Look.WARNING), Row(waiting.remedy)))

    def is_ok(self, trouble: str, hint: Say, goes_on: Callable[[], bool]) -> bool:
        """Show what is wrong and wait for `ok` as long as `goes_on` says so; return whether it came."""
        answered = threading.Event()
        pressed = []

        def listen(event: Event) -> None:
            if isinstance(event, ButtonPressed) and event.source == "ok":
                pressed.append(event)
                answered.set()

        self._show((Row(say("{trouble}", trouble=trouble), look=Look.WARNING),), Row(hint))
        self._devices.buttons.open(listen)
        while not answered.wait(0.25) and goes_on():
            pass
        self._devices.buttons.close()
        return bool(pressed)

    def good_bye(self) -> None:
        """Show a good-bye on screen and lamps."""
        self._devices.lamps.show(dict.fromkeys(self._devices.lamps.names, _FLASH))
        self._show((Row(say("Good-bye!"), look=Look.LARGE), Row(say("The game is kept."))))

    def _show(self, rows: tuple[Row, ...], hint: Row | None = None) -> None:
        self._devices.screen.show(draw(Screen(_TITLE, rows, hint), self._translate))
