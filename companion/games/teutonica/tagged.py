"""What can carry a tag in a box of Hansa Teutonica, by name: the bonus markers, and the spots of a chart and its card.

Nobody tags cubes. The markers may be tagged; with a chart, players point at spots on it and at commands on a card. None
of this is needed: buttons alone play the whole game.
"""

from __future__ import annotations

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.pieces import ABILITIES, COLOURS, COPIES
from companion.games.teutonica.rules.scoring import SPACES


def marker_names() -> tuple[str, ...]:
    """Return the bonus markers.

    >>> len(marker_names()), marker_names()[0]
    (16, 'marker.extra_office.1')
    """
    return tuple(f"marker.{kind}.{copy}" for kind, copies in COPIES.items() for copy in range(1, copies + 1))


def spot_names() -> tuple[str, ...]:
    """Return the spots of the chart: one for each city and each route of either side.

    >>> len(spot_names()), spot_names()[-1]
    (61, 'spot.route.warburg-goettingen')
    """
    board = shipped_board()
    cities = (f"spot.city.{city}" for city in board.city_ids)
    return (*cities, *(f"spot.route.{route}" for route in board.route_ids))


def card_names() -> tuple[str, ...]:
    """Return the spots of the command card, row by row.

    >>> len(card_names()), card_names()[0]
    (35, 'card.trader')
    """
    return (
        *(f"card.{word}" for word in ("trader", "merchant", "income", "move", "pawn", "no_more", "what_now")),
        *(f"card.{word}" for word in ("ok", "back", "take_back", "end_turn", "up", "down", "score")),
        *(f"card.colour.{colour}" for colour in COLOURS),
        *(f"card.marker.{kind}" for kind in COPIES),
        *(f"card.ability.{ability}" for ability in ABILITIES),
        *(f"card.table.{space}" for space in SPACES),
        "card.desk",
    )
