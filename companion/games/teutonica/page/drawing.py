"""What page and hub show of a game of Hansa Teutonica: turns positions and histories into JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.game import Json
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules import notation
from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.establish import CITY_LIMIT, LINK, PRESTIGE_LIMIT
from companion.games.teutonica.rules.events import Turn
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.pieces import ALL, COLOUR_OF, KIND_OF, VALUES, Ability, Kind
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import CONTROLLED, TABLE, controller, largest_network, score
from companion.games.teutonica.table import course, names
from companion.games.teutonica.table.cards import CARDS
from companion.games.teutonica.table.course import PHASES
from companion.games.teutonica.table.sentences import EVENTS
from companion.shelf.box import SCORES, Pace
from companion.table.gametable import tell, tell_correction
from companion.table.history import History, Step
from companion.words.say import Say, Translate, listed, say


class TeutonicaDrawing:
    """Hansa Teutonica on the page."""

    def __init__(self, game: Teutonica) -> None:
        self.game = game

    def board(self, position: Position) -> Json:
        """Describe the side in play, and who plays."""
        return {
            **format_side(position.setup.side),
            "players": list(position.setup.players),
            "tracks": {
                str(ability): [None if value == ALL else value for value in values]
                for ability, values in VALUES.items()
            },
            "ends": {"cities": CITY_LIMIT, "prestige": PRESTIGE_LIMIT},
            "controlled": CONTROLLED,
        }

    def state(self, history: History, translate: Translate) -> Json:
        """Describe the game now."""
        position: Position = history.position
        side = position.setup.side
        owners = (controller(position.cities.offices(city)) for city in range(len(side.cities)))
        return {
            **self.game.format_state(position),
            "names": {player: names.PLAYERS[player].in_language(translate) for player in position.setup.players},
            "left": [position.setup.players[seat] for seat in sorted(position.left)],
            "phase_name": PHASES[position.phase].in_language(translate),
            "last_round": position.phase is not Phase.OVER and bool(course.near_ends(position)),
            "control": {
                city.id: COLOUR_OF[owner] if owner else None for city, owner in zip(side.cities, owners, strict=True)
            },
            "networks": _networks(position) if position.phase is Phase.OVER else None,
            "offers": _offers(position, translate),
        }

    def row(self, history: History, index: int) -> Json:
        """Describe one step: its statement in the notation, what it is in words, and the scores after it."""
        step = history.steps[index]
        before: Position = history.position_before(index)
        position: Position = step.position
        mover = before.active if before.mover is None else before.mover
        said, is_correction = notation.format_entry(step.entry), self.game.is_correction(step.entry)
        began = index > 0 and any(isinstance(event, Turn) for event in history.steps[index - 1].events)
        return {
            "log": {
                "who": before.setup.players[mover],
                "say": said,
                "entry": format_entry(step.entry),
                "correction": is_correction,
                "turn": began,
            },
            "told": tell_correction(said) if is_correction else _told(before, step),
            "plot": [score(position, seat).total for seat in position.seats],
        }


def _told(before: Position, step: Step) -> Say | None:
    """Tell a move, and that an end of the game comes near with it."""
    told = tell(CARDS, EVENTS, before, step)
    if not course.comes_near(before, step.position):
        return told
    near = say("The end comes near.")
    return listed([told, near], between=" ") if told else near


_LIKELIHOOD = {kind: rank for rank, kind in enumerate(CARDS)}


def _offers(position: Position, translate: Translate) -> list[Json]:
    """Return the legal moves as players read them, the likeliest first, each with the places where it is made."""
    told = []
    for move in sorted(legal_moves(position), key=_rank):
        card = CARDS[type(move)]
        line = card.offered(position, move)
        told.append(
            {
                "text": line.label.in_language(translate),
                "right": line.right.in_language(translate),
                "places": card.places(position, move),
                "entry": format_entry(move),
            }
        )
    return told


def _rank(move: Move) -> tuple[int, bool, bool]:
    """By type, then what costs less: traders before merchants, of one's own and of others."""
    victim = getattr(move, "victim", None)
    is_merchant = getattr(move, "piece", None) is Kind.MERCHANT
    return _LIKELIHOOD[type(move)], is_merchant, victim is not None and KIND_OF[victim] is Kind.MERCHANT


def _networks(position: Position) -> Json:
    """Tell of each player how many offices of the largest network are in which city, and what one of them is worth."""
    cities = position.setup.side.cities
    return {
        player: {
            "offices": {cities[city].id: count for city, count in largest_network(position, seat).items()},
            "worth": position.players[seat].value(Ability.KEYS),
        }
        for seat, player in enumerate(position.setup.players)
    }


def format_side(side: Side) -> Json:
    """Describe a side of the board for the map."""
    return {
        "side": side.name,
        "cities": [
            {
                "id": city.id,
                "name": city.name,
                "ability": city.ability,
                "offices": [
                    {"kind": str(office.kind), "privilege": str(office.privilege), "coin": office.coin}
                    for office in city.offices
                ],
            }
            for city in side.cities
        ],
        "routes": [
            {"id": route.id, "ends": list(route.ends), "houses": route.houses, "tavern": route.tavern}
            for route in side.routes
        ],
        "provinces": {province.id: list(province.routes) for province in side.provinces},
        "soldiers": [list(soldier.between) for soldier in side.soldiers],
        "link": list(side.link),
        "link_points": list(LINK),
        "table": side.table,
        "spaces": {str(space): str(privilege) for space, privilege in TABLE.items()},
    }


# --- what the hub gets to know ---


class TeutonicaSummary:
    """Hansa Teutonica for the hub."""

    def __init__(self, game: Teutonica) -> None:
        self._drawing = TeutonicaDrawing(game)

    def pace(self, history: History) -> Pace:
        """Return the highest number of turns of any player, and whether an end is near."""
        turns = Counter(event.player for step in history.steps for event in step.events if isinstance(event, Turn))
        position: Position = history.position
        return Pace(
            max(turns.values(), default=0), position.phase is not Phase.OVER and bool(course.near_ends(position))
        )

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Name the players."""
        position: Position = history.position
        return {player: names.PLAYERS[player].in_language(translate) for player in position.setup.players}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return the board and the game as the table's own page shows them."""
        state = self._drawing.state(history, translate)
        return {
            "board": self._drawing.board(history.position),
            "game": {key: value for key, value in state.items() if shows_scores or key != SCORES},
        }
