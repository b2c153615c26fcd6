"""The vocabulary of scenarios: kinds of steps with slots; each game's box supplies its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Slot(NamedTuple):
    """A variable part of a form: how to read it from one or more words, and what is expected there."""

    expected: str
    read: Callable[[str], Any]  # raises ValueError or KeyError if it does not fit
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
