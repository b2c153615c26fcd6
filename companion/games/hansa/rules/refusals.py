"""The refusals: for each code one sentence that says why and one that says what to do.

The sentences are the keys of the language catalogues; words in braces are filled in from the details.
"""

from __future__ import annotations

from typing import NoReturn

from companion.games.game import IllegalMove, Refusal

# code: (why, what to do)
SENTENCES = {
    "game_over": ("The game is over.", "Start a new game, or take back the last move."),
    "wrong_phase": ("{verb} is not possible now: the phase is {phase}.", "Choose one of the moves that are open."),
    "copenhagen_closed": (
        "No booths may be placed in {city} during the set-up.",
        "Place them in another city.",
    ),
    "already_placed": (
        "{player} has already placed booths in {city}.",
        "Choose a city without booths of your own.",
    ),
    "must_replenish": ("All warehouses are empty.", "Replenish: it cannot be skipped now."),
    "no_route": ("No route leads from {ship} to {city}.", "Follow the arrows: {exits}."),
    "no_talers": ("{player} has no taler left to pay with.", "Do something free, or end the turn."),
    "already_acted": (
        "An action has already been taken in {ship} in this visit.",
        "Sail on first, or end the turn.",
    ),
    "no_such_marker": ("There is no {good} {place}.", "Choose a marker that is there: {choice}."),
    "no_booths_left": ("{player} has no booth left to build with.", "Sell to get one back, or do something else."),
    "too_few_booths": ("A build places at least one booth.", "Build one or more."),
    "house_rule": (
        "A marker builds as many booths as it has barrels, or all that are left (ruling {ruling}).",
        "Build them all. A house rule at New game can change this.",
    ),
    "no_booth_here": ("{player} has no booth in {ship}.", "Sell in a city with a booth of your own."),
    "too_few_of_colour": (
        "A sale takes at least two markers of each colour sold.",
        "Choose two or more of a colour, or leave the colour out.",
    ),
    # corrections by the players
    "no_such_place": ("There is no place {place}.", "Choose one of: {choice}."),
    "space_taken": ("The space {place} is taken.", "Empty it first, or choose another."),
    "too_few_there": ("There are not that many at {place}: {count}.", "Move at most what is there."),
    "hand_too_large": ("Nobody can hold more than {count} markers.", "Put the marker somewhere else."),
    "nothing_changes": ("That changes nothing.", "Choose two different places."),
    "already_left": ("{player} has already left.", "Nothing needs to be done."),
}


def refusal_of(code: str, **details: object) -> Refusal:
    """Return the refusal with the sentences of `code`."""
    sentence, remedy = SENTENCES[code]
    return Refusal(code, sentence, remedy, {name: str(value) for name, value in details.items()})


def refuse(code: str, **details: object) -> NoReturn:
    """Refuse a move."""
    raise IllegalMove(refusal_of(code, **details))
