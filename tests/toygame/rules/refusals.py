"""The refusals: for each code one sentence that says why and one that says what to do."""

from __future__ import annotations

from companion.games.game import Refusal

# code: (why, what to do)
SENTENCES = {
    "not_now": ("{move} is not possible now.", "Choose from the menu."),
    "nobody": ("{player} does not dive.", "Name another one."),
    "not_your_net": ("It is not this diver who answers.", "Take the net off."),
    "pearl_seen": ("The pearl has been seen.", "Go on."),
    "sealed": ("The game is over.", "Begin another one."),
}


def refusal_of(code: str, **details: object) -> Refusal:
    """Return the refusal with the sentences of a code."""
    why, remedy = SENTENCES[code]
    return Refusal(code, why, remedy, {name: str(value) for name, value in details.items()})
