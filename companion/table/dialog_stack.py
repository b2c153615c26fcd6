"""The dialogs that are open at a table, one on top of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.table.belief import group_of
from companion.table.dialog import About, Dialog, Menu, Notice
from companion.table.history import History
from companion.table.intents import Seal


class DialogStack:
    """The open dialogs, the lowest first."""

    def __init__(self) -> None:
        self.opened: tuple[Dialog, ...] = ()

    @property
    def top(self) -> Dialog | None:
        """The dialog that the next press goes to, if one is open."""
        return self.opened[-1] if self.opened else None

    @property
    def seal(self) -> Seal | None:
        """The dialog that waits for its seal, if any."""
        return next((seal for dialog in self.opened if (seal := seal_of(dialog))), None)

    def is_open(self, about: About) -> bool:
        """Return whether a dialog on this topic is open."""
        return any(dialog.topic.about is about for dialog in self.opened)

    def code_of(self, about: About) -> str:
        """Return the code of the topmost dialog on this topic, which must be open."""
        return next(dialog.topic.code for dialog in reversed(self.opened) if dialog.topic.about is about)

    def lays_out(self, piece: str) -> bool:
        """Return whether a piece that came to rest is not a move, because the board is being laid out.

        If the board only seems to be swept, a single piece of its kind may still be a move: the others may be stacked.
        """
        if self.is_open(About.RESUMING) or self.is_open(About.RESTORING):
            return True
        return self.is_open(About.SWEPT) and group_of(piece) != piece

    def asked_again(self, history: History) -> tuple[Dialog, ...]:
        """Return the question that stays open while the same player decides, updated after the last step."""
        for dialog in reversed(self.opened):
            if isinstance(dialog, Menu) and dialog.again:
                asked = dialog.again(history)
                topic = dialog.topic._replace(code="")  # the piece or spot that raised it is dealt with
                return () if asked is None else (replace(asked, name=dialog.name, topic=topic),)
        return ()

    def without(self, about: About) -> tuple[Dialog, ...]:
        """Return the dialogs on other topics."""
        return tuple(dialog for dialog in self.opened if dialog.topic.about is not about)

    def notices(self) -> tuple[Dialog, ...]:
        """Return the notices that must be read in any case."""
        return tuple(dialog for dialog in self.opened if isinstance(dialog, Notice))

    def show(self, *dialogs: Dialog) -> None:
        """Open these, and close all others."""
        self.opened = dialogs

    def open(self, dialog: Dialog) -> None:
        """Open a dialog on top."""
        self.opened = (*self.opened, dialog)

    def open_once(self, dialog: Dialog) -> None:
        """Open a dialog on top, replacing one of the same name."""
        self.opened = (*(each for each in self.opened if each.name != dialog.name), dialog)

    def drop_named(self, name: str) -> None:
        """Close the dialogs of this name."""
        self.opened = tuple(dialog for dialog in self.opened if dialog.name != name)

    def close_top(self) -> None:
        """Close the topmost."""
        self.opened = self.opened[:-1]

    def put_back(self, dialog: Dialog) -> None:
        """Replace the topmost by its state after a press."""
        self.opened = (*self.opened[:-1], dialog)

    def close_sealed(self) -> None:
        """Close the dialog that waited for its seal."""
        self.opened = tuple(dialog for dialog in self.opened if not seal_of(dialog))

    def drop(self, about: About, place: str = "", code: str = "", *, raised_at: str = "") -> None:
        """Close the dialogs on a topic that is over: all of them, or only those that match every given detail."""

        def is_over(dialog: Dialog) -> bool:
            topic = dialog.topic
            return (
                topic.about is about
                and place in ("", dialog.place, topic.place)
                and code in ("", topic.code)
                and raised_at in ("", topic.place)
            )

        self.opened = tuple(dialog for dialog in self.opened if not is_over(dialog))


def seal_of(dialog: Dialog) -> Seal | None:
    """Return the seal of a dialog that stays open until its steps are sealed and that is durable."""
    return dialog.action if isinstance(dialog, Notice) and isinstance(dialog.action, Seal) else None


def has_gone(before: Sequence[Dialog], shown: Dialog, after: Sequence[Dialog], shown_now: Dialog) -> bool:
    """Return whether a dialog that waited for an answer has gone without one, and nothing new has come."""
    return waited(before, shown) and shown != shown_now and all(dialog in before for dialog in after)


def waited(dialogs: Sequence[Dialog], shown: Dialog) -> bool:
    """Return whether the dialog waits for an answer; the game's own menu does not."""
    return bool(dialogs) or isinstance(shown, Notice)
