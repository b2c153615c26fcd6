"""The screens of a table without a game: starting, waiting for something, a warning, and good-bye.

A kit without a panel has only the page to show them, and no button but the page's: what somebody must know or decide
before there is a table is shown on a page of its own, which the table's page replaces.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.display.draw import draw
from companion.running.devices import Devices
from companion.table.screen import Look, Row, Screen
from companion.words.say import Say, Translate, say
from hardware.ports import ButtonPressed, Colour, Event, Light, Pattern

if TYPE_CHECKING:
    from companion.journal.journal import Unavailable

_log = logging.getLogger(__name__)
_FLASH = Light(Pattern.FLICKER, Colour(255, 255, 255))
_TITLE = Row(say("Hansa companion"), look=Look.TITLE)
_ONE_MOMENT = Screen(_TITLE, (Row(say("One moment…"), look=Look.LARGE),))


class Waiting(Exception):
    """The journal cannot be used now."""

    def __init__(self, error: Unavailable) -> None:
        from companion.table.notices import spoken  # with all dialogs, for which the first screen need not wait

        super().__init__(error)
        self.reason, self.remedy = spoken(error.reason), spoken(error.remedy)


class FrontPage(Protocol):
    """A page that stands in for panel and buttons."""

    def show(self, screen: Screen) -> None:
        """Show a screen; if it has a hint, somebody is asked for `ok`."""

    def close(self) -> None:
        """Stop serving."""


# Takes a language, and what `ok` on the page does, in any thread.
MakeFrontPage = Callable[[Translate, Callable[[], None]], FrontPage]


class Front:
    """Screen, lamps and buttons before and after there is a table."""

    def __init__(self, devices: Devices, translate: Translate, make_page: MakeFrontPage | None = None) -> None:
        """Use these devices; `make_page` is for a kit without a panel, and is called when there is something to say."""
        self._devices, self._translate, self._make_page = devices, translate, make_page
        self._page: FrontPage | None = None
        self._complaint = ""  # why the page could not be served, as last reported
        self._answered = threading.Event()

    def one_moment(self) -> None:
        """Show the first screen."""
        self._show(_ONE_MOMENT)

    def wait_for(self, waiting: Waiting) -> None:
        """Show what the table waits for, and what would help."""
        screen = Screen(_TITLE, (Row(waiting.reason, look=Look.WARNING), Row(waiting.remedy)))
        self._show(screen)
        self._show_on_page(screen)

    def is_ok(self, trouble: str, hint: Say, goes_on: Callable[[], bool]) -> bool:
        """Show what is wrong and wait for `ok` as long as `goes_on` says so; return whether it came."""
        self._answered.clear()

        def listen(event: Event) -> None:
            if isinstance(event, ButtonPressed) and event.source == "ok":
                self._answered.set()

        screen = Screen(_TITLE, (Row(say("{trouble}", trouble=trouble), look=Look.WARNING),), Row(hint))
        self._show(screen)
        self._devices.buttons.open(listen)
        self._show_on_page(screen)
        while not self._answered.wait(0.25) and goes_on():
            self._show_on_page(screen)  # its port may have been taken until now
        self._devices.buttons.close()
        if self._page:
            self._page.show(_ONE_MOMENT)
        return self._answered.is_set()

    def close_page(self) -> None:
        """Make room for the table's own page."""
        if self._page:
            self._page.close()
            self._page = None

    def good_bye(self) -> None:
        """Show a good-bye on screen and lamps."""
        self._devices.lamps.show(dict.fromkeys(self._devices.lamps.names, _FLASH))
        self._show(Screen(_TITLE, (Row(say("Good-bye!"), look=Look.LARGE), Row(say("The game is kept.")))))

    def _show(self, screen: Screen) -> None:
        self._devices.screen.show(draw(screen, self._translate))

    def _show_on_page(self, screen: Screen) -> None:
        if self._page is None and self._make_page:
            try:
                self._page = self._make_page(self._translate, self._answered.set)
            except Exception as error:  # whatever it is, it is tried again, and the log says it once
                if str(error) != self._complaint:
                    self._complaint = str(error)
                    _log.warning("%s", error)
        if self._page:
            self._page.show(screen)
