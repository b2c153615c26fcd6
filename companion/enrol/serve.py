"""Enrolment with a real pad, screen, buttons and a keyboard, or at a simulated table."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack

from companion.display.draw import draw
from companion.enrol.enrol_session import EnrolSession
from companion.enrol.words import Message, next_told
from companion.errors import UserError
from companion.running.devices import Devices
from hardware.ports import Event, HealthChanged, Signalling
from hardware.simulated.soft_table import SoftTable

Say = Callable[[Message], None]
_UNSTOPPABLE = "standard input has ended, and no button of this kit could stop the walk: use a terminal"


def show_on(devices: Devices, reader: str, say: Callable[[str], None]) -> Say:
    """Return a function that shows a message on the screen, in the terminal and at the reader."""

    def told(words: Message) -> None:
        devices.screen.show(draw(words.screen))
        if words.signal and isinstance(devices.readers, Signalling):
            devices.readers.signal(reader, words.signal)
        say(words.line)

    return told


def serve(
    session: EnrolSession,
    devices: Devices,
    keys: Iterable[str],
    say: Callable[[str], None],
    *,
    has_buttons: bool = True,
) -> None:
    """Enrol with real devices until the person quits; a keyboard is not required.

    Raise UserError if the keyboard has ended, and without it nothing can happen or nobody could stop.
    """
    inbox: queue.SimpleQueue[Event | str | None] = queue.SimpleQueue()
    is_typed = True
    told = show_on(devices, session.reader, say)
    with ExitStack() as stack:
        for port in (devices.screen, devices.buttons, devices.readers):
            stack.callback(port.close)
            port.open(inbox.put)
        threading.Thread(target=_read, args=(keys, inbox), name="keyboard", daemon=True).start()
        told(next_told(session.walk))
        while not session.has_quit:
            item = inbox.get()
            if item is None:
                is_typed, words = False, None
            else:
                words = session.key(item.strip().lower()) if isinstance(item, str) else session.hear(item)
            if not is_typed and session.pad_trouble:
                raise UserError(session.pad_trouble)
            if not is_typed and not has_buttons:
                raise UserError(_UNSTOPPABLE)
            if words is not None and not session.has_quit:
                told(words)


def _read(keys: Iterable[str], inbox: queue.SimpleQueue[Event | str | None]) -> None:
    for line in keys:
        inbox.put(line)
    inbox.put(None)


def serve_simulated(
    session: EnrolSession,
    table: SoftTable,
    devices: Devices,
    lines: Iterable[str],
    say: Callable[[str], None],
) -> None:
    """Enrol at a simulated table: each line is a tag to tap, by its number in hex, or a key."""
    events: list[Event] = []
    told = show_on(devices, session.reader, say)
    for port in (devices.screen, devices.readers):
        port.open(events.append)
    try:
        told(next_told(session.walk))
        for line in lines:
            for words in _tapped(session, table, events, line.strip().lower()):
                if session.has_quit:
                    return
                told(words)
    finally:
        devices.readers.close()
        devices.screen.close()


def _tapped(session: EnrolSession, table: SoftTable, events: list[Event], text: str) -> list[Message]:
    if len(text) < 8 or session.knows(text):
        return [session.key(text)]
    try:
        bytes.fromhex(text)
    except ValueError:
        return [session.tap(text)]
    events.clear()
    table.put(text, session.reader)
    table.pass_time(1.0)
    table.lift(text)
    table.pass_time(1.0)
    heard = [session.hear(event) for event in events if not isinstance(event, HealthChanged)]
    return [words for words in heard if words is not None]
