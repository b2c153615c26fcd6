"""What page and hub show of a game of Hansa: turns positions and histories into JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.game import Json
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules import notation
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.codec import Entry, format_entry
from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.goods import COLOURS, COPIES, MOST_BARRELS
from companion.games.hansa.rules.moves import Build, Buy, Place, Reveal, Sail, Sell
from companion.games.hansa.rules.position import Phase, Position, majority, pile_in_use, unseen_counts
from companion.games.hansa.rules.scoring import city_points, score
from companion.games.hansa.rules.setup import count_out_piles
from companion.games.hansa.table import menu, names, pages
from companion.games.hansa.table.cards import CARDS, EVENTS
from companion.shelf.box import SCORES, Pace
from companion.table.dialog import Checklist, Choice, Do, Menu, Open
from companion.table.gametable import tell, tell_correction
from companion.table.history import History
from companion.table.screen import Row
from companion.words.say import Translate


class HansaDrawing:
    """Hansa on the page."""

    def __init__(self, game: Hansa) -> None:
        self.game = game

    def board(self, position: Position) -> Json:
        """Describe the board, and who plays."""
        board = format_board(position.setup.board, self.game.board)
        markers = len(COLOURS) * sum(COPIES) - sum(city.spaces for city in position.setup.board.cities)
        return {
            **board,
            "players": list(position.setup.players),
            "goods": list(position.setup.goods),
            "markers": [f"{colour}{barrels}" for colour in COLOURS for barrels in range(1, MOST_BARRELS + 1)],
            "full_pile": max(count_out_piles(markers)),
        }

    def state(self, history: History, translate: Translate) -> Json:
        """Describe the game now."""
        position: Position = history.position
        players_ = position.setup.players
        owners = {city: majority(position.booths, city) for city in position.setup.board.city}
        offers = _offers(history, translate)
        lit = {city for offer in offers for place in offer["places"] if (city := names.city_at(place))}
        return {
            **self.game.format_state(position),
            "names": {player: names.PLAYERS[player].in_language(translate) for player in players_},
            "left": [players_[seat] for seat in sorted(position.course.left)],
            "majority": {city: None if seat is None else players_[seat] for city, seat in owners.items()},
            "phase_name": menu.PHASES[position.phase].in_language(translate),
            "offers": offers,
            "lit": sorted(lit),
            "ledger": [
                {"text": row.left.in_language(translate), "right": row.right.in_language(translate)}
                for row in pages.ledger_page(history).rows
                if isinstance(row, Row)
            ],
            "city_points": {
                city: dict(zip(players_, points, strict=False)) for city, points in city_points(position).items()
            },
            "pile_in_use": pile_in_use(position),
            "fill": _fill(position),
        }

    def row(self, history: History, index: int) -> Json:
        """Describe one step: its statement in the notation, what it is in words, and the scores after it."""
        step = history.steps[index]
        before: Position = history.position_before(index)
        position: Position = step.position
        mover = before.active if before.mover is None else before.mover
        city = _city_of(before, step.entry)
        said, is_correction = notation.format_entry(step.entry), self.game.is_correction(step.entry)
        began = index > 0 and any(isinstance(event, Income) for event in history.steps[index - 1].events)
        return {
            "log": {
                "who": before.setup.players[mover],
                "say": said,
                "entry": format_entry(step.entry),
                "city": city,
                "sailed": f"{city} {step.entry.to}" if isinstance(step.entry, Sail) else None,
                "acted": city if isinstance(step.entry, Place | Buy | Build | Sell) else None,
                "correction": is_correction,
                "turn": began,
            },
            "told": tell_correction(said) if is_correction else tell(CARDS, EVENTS, before, step),
            "plot": [score(position, seat).total for seat in position.seats],
        }


def _city_of(before: Position, entry: Entry) -> str:
    """Return the city of a step: where a marker was turned up, otherwise where the ship was."""
    match entry:
        case Place(city):
            return city
        case Reveal() if before.phase is Phase.FILL:
            return menu.next_space(before)[0]
        case _:
            return before.ship


def format_board(board: Board, shown: Board) -> Json:
    """Return a board for the map; names and places come from the board file, because a game does not store them."""
    return {
        "start": board.start,
        "cities": [
            {
                "id": city.id,
                "name": shown.city[city.id].name,
                "number": city.number,
                "spaces": city.spaces,
                "routes": list(city.routes),
                "map": list(shown.city[city.id].place),
            }
            for city in board.cities
        ],
    }


def _offers(history: History, translate: Translate) -> list[Json]:
    """Return the lines of the menu as players read them, each with its move, if it is one, and where that is done."""
    return [_offer(history.position, choice, translate) for choice in menu.home(history).choices]


def _offer(position: Position, choice: Choice, translate: Translate) -> Json:
    told: Json = {"text": choice.label.in_language(translate), "right": choice.right.in_language(translate)}
    match choice.action:
        case Do(move):
            return {**told, "places": CARDS[type(move)].places(position, move), "entry": format_entry(move)}
        case Open(Menu() as asked):
            moves = (each.action.entry for each in asked.choices if isinstance(each.action, Do))
            places = {place: None for move in moves for place in CARDS[type(move)].places(position, move)}
            return {**told, "places": tuple(places), "entry": None}
        case Open(Checklist()):
            return {**told, "places": CARDS[Sell].places(position, None), "entry": None}
        case _:
            return {**told, "places": (), "entry": None}


def _fill(position: Position) -> Json | None:
    """Return where the next marker goes, and which it can be."""
    if position.phase is not Phase.FILL:
        return None
    city, space = menu.next_space(position)
    return {
        "city": city,
        "space": space,
        "kinds": {str(good): count for good, count in unseen_counts(position).items()},
    }


# --- what the hub gets to know ---


# Only for those who play from a page, not for viewers.
_LEFT_OUT = ("menu", "fill", "sellable")


class HansaSummary:
    """Hansa for the hub."""

    def __init__(self, game: Hansa) -> None:
        self._drawing = HansaDrawing(game)

    def pace(self, history: History) -> Pace:
        """Return the highest number of turns of any player; each begins with income, unlike the set-up."""
        turns = Counter(event.player for step in history.steps for event in step.events if isinstance(event, Income))
        position: Position = history.position
        return Pace(max(turns.values(), default=0), position.course.last_round)

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Name the players."""
        position: Position = history.position
        return {player: names.PLAYERS[player].in_language(translate) for player in position.setup.players}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return the board and the game as the table's own page shows them."""
        state = self._drawing.state(history, translate)
        left_out = _LEFT_OUT if shows_scores else (*_LEFT_OUT, SCORES)
        return {
            "board": self._drawing.board(history.position),
            "game": {key: value for key, value in state.items() if key not in left_out},
        }
