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
    "no_such_route": ("This side of the board has no route {route}.", "Choose a route that is printed on it."),
    "no_such_marker": ("There is no {marker} {place}.", "Choose a marker that is there: {choice}."),
    "no_actions": ("{player} has no action left.", "End the turn, or use a marker."),
    "stock_empty": ("{player} has nothing in stock.", "Choose another action."),
    "wrong_number": (
        "{merchants} merchants and {traders} traders cannot be taken: the stock has {stock}.",
        "Take {number} pieces in all, of those in stock.",
    ),
    "house_rule": (
        "Income is {number} pieces, no fewer (ruling {ruling}).",
        "Take them all. A house rule at New game can change this.",
    ),
    "no_income": ("Income is at least one piece.", "Take more, or choose another action."),
    "pawn_elsewhere": (
        "The pawn is in {province}, which {route} does not border.",
        "Move the pawn first, or choose a route that borders {province}.",
    ),
    "no_such_piece": ("{player} has no {piece} {place}.", "Choose the other kind of piece, or do something else."),
    "route_full": ("All houses of {route} are taken.", "Choose a route with a free house."),
    "own_piece": ("{player} cannot displace a piece of their own.", "Choose a piece of another player."),
    "nobody_there": ("{what} is not there: {place}.", "Choose what is really there."),
    "cannot_pay": (
        "{player} cannot pay for it: that takes {owed} more in the supply, which has {there}.",
        "Take income first.",
    ),
    "no_lifts_left": ("{player} has lifted as many pieces as the book allows.", "Put down what is in hand."),
    "put_first": ("A piece is still in hand.", "Put it on a route first."),
    "put_displaced_first": (
        "The displaced piece must go back to the board (ruling {ruling}).",
        "Put it on a route first. A house rule at New game can change this.",
    ),
    "stock_first": ("{player} still has pieces in stock or supply.", "Take the extra piece from there."),
    "same_route": ("The piece was displaced from {route} itself.", "Choose another route."),
    "too_far": ("A nearer route has a free house.", "Choose one of: {choice}."),
    "route_not_yours": (
        "The houses of {route} are not all taken by {player}.",
        "Fill every house of the route with your own pieces first.",
    ),
    "not_on_route": ("{what} is not at either end of {route}.", "Choose what the route leads to, or clear it."),
    "city_full": ("All offices of {city} are taken.", "Choose the other city, or another benefit."),
    "no_privilege": ("{player} lacks the privilege {privilege}.", "Improve the privilege, or choose another benefit."),
    "wrong_shape": ("The next office of {city} takes a {piece}.", "Choose the other city, or another benefit."),
    "city_empty": ("{city} has no office yet.", "Found the first printed office before an extra one."),
    "at_maximum": ("{ability} cannot be improved any further.", "Choose another ability, or another benefit."),
    "space_taken": ("The space {place} is taken.", "Choose another."),
    "not_establishing": (
        "An extra office is only founded with a route.",
        "Establish a route first, then use the marker as its benefit.",
    ),
    "one_office": (
        "The extra office comes with a route, instead of a printed one (ruling {ruling}).",
        "Use it with another route. A house rule at New game can change this.",
    ),
    "one_office_now": (
        "The extra office comes with a route, instead of a printed one (ruling {ruling}).",
        "Use it with another route. A house rule at New game can change this.",
    ),
    "one_benefit": ("The route has had this benefit.", "Found the other kind of office, or clear the route."),
    "no_pawn": ("The pawn is only in the game for two.", "Choose one of the moves that are open."),
    "same_province": ("The pawn is already in {province}.", "Choose another province."),
    "already_walked": ("The pawn has made its free move in this turn.", "Pay an action to move it again."),
    "already_acted": (
        "The free move comes before the first action or after the turn.",
        "Pay an action, or move the pawn after the turn.",
    ),
    "too_far_to_walk": ("{province} is more than two borders away.", "Choose one of: {choice}."),
    "has_marker": ("{route} has a marker already.", "Choose a route without one."),
    "route_occupied": ("There are pieces on {route}.", "Choose an empty route."),
    "cities_full": ("Neither end of {route} has a free office.", "Choose a route with a free office at one end."),
    # corrections by the players
    "no_such_place": ("There is no place {place}.", "Choose one of: {choice}."),
    "nothing_there": ("There is no {what} at {place}.", "Move what is there."),
    "not_in_order": ("Only the last office of {city} can be taken away.", "Swap it to the right end first."),
    "nothing_changes": ("That changes nothing.", "Choose two different places."),
    "already_left": ("{player} has already left.", "Nothing needs to be done."),
    "not_now": ("This cannot be corrected in the phase {phase}.", "Take moves back, or wait for the first turn."),
    "out_of_range": ("{number} is not possible here.", "Choose a number from {least} to {most}."),
    "wrong_piece": ("A {piece} cannot be at {place}.", "Choose another place, or the other kind of piece."),
}
# Codes that need two pairs of sentences.
_CODES = {
    "no_income": "wrong_number",
    "too_far_to_walk": "too_far",
    "put_displaced_first": "put_first",
    "one_office": "wrong_phase",
    "one_office_now": "not_establishing",
}


def refusal_of(key: str, **details: object) -> Refusal:
    """Return the refusal with the sentences of `key`."""
    sentence, remedy = SENTENCES[key]
    return Refusal(_CODES.get(key, key), sentence, remedy, {name: str(value) for name, value in details.items()})


def refuse(key: str, **details: object) -> NoReturn:
    """Refuse a move."""
    raise IllegalMove(refusal_of(key, **details))
