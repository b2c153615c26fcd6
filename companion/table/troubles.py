"""Troubles of devices and the journal as sentences of the table.

What only a maker understands is said in plain words at the table, on the page and at the hub; the log and `check` have
it as the device said it.
"""

from __future__ import annotations

from companion.words.say import Say, say
from hardware.trouble import Trouble


def spoken(trouble: Trouble) -> Say:
    """Return a trouble as the table says it.

    >>> spoken(Trouble("{file}: the disk is full", file="games.sqlite")).in_language()
    'games.sqlite: the disk is full'
    >>> spoken(Trouble("the chip starts no command", plainly="the reader does nothing")).in_language()
    'the reader does nothing'
    """
    return say(trouble.plainly or trouble.template, **trouble.details)
