"""The words of scenarios: kinds of steps with slots for what varies; each game's box brings its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Slot(NamedTuple):
    """What varies in a form: how it is read from a word or several, and what is expected there."""

    expected: str
    read: Callable[[str], Any]  # raises ValueError or KeyError for what does not fit
    one_word: bool = False


class Form(NamedTuple):
    """One kind of step."""

    pattern: str
    meaning: str
    act: Callable[..., None]  # takes the stage, and the slots by name


class Vocabulary(NamedTuple):
    """What can be said."""

    forms: tuple[Form, ...]
    slots: Mapping[str, Slot]
