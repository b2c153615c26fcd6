"""The same piece on the pad once more, by a hand that may only hesitate."""

from __future__ import annotations

from dataclasses import replace

from companion.table.dialog import Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading
from companion.table.history import History


def once_more(reading: Reading, history: History, home: Menu) -> Reading:
    """Say what the piece means that the last step was made with: that is done, and what it may mean next is asked.

    So a marker that was turned up can be bought, and is not bought by mistake.
    """
    match reading:
        case Ask():
            return reading
        case Propose(entry) if entry != history.steps[-1].entry:
            meant = tuple(choice for choice in home.choices if choice.action == Do(entry))
            return Ask(replace(home, choices=meant, cursor=0)) if meant else Ignore()
        case _:
            return Ignore()
