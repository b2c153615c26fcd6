"""Positions as JSON: the public state that players and other programs see, and the whole position for keeping."""

from __future__ import annotations

import json
from typing import Any

from companion.games.game import Json, Unreadable, format_house_rules, parse_house_rules
from companion.games.teutonica.rules.board import SIDE_OF, Board, BoardError
from companion.games.teutonica.rules.boardfile import apply_changes, format_changes
from companion.games.teutonica.rules.leaving import settle
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    ALL_MARKERS,
    BY_NAME,
    COVERED_BY,
    EMPTY,
    FIRST_MARKERS,
    HIGHEST,
    MERCHANTS,
    NAME_OF,
    TRADERS,
    Kind,
    Marker,
    Places,
    names_of,
)
from companion.games.teutonica.rules.position import (
    HOUSE_RULES,
    IN_STOCK,
    IN_SUPPLY,
    Bonus,
    Cause,
    Cities,
    Establishing,
    Founded,
    Moving,
    Paying,
    Phase,
    Player,
    Position,
    Relocating,
    Removing,
    Replacing,
    Setup,
    Step,
)
from companion.games.teutonica.rules.routes import routes_with
from companion.games.teutonica.rules.scoring import SPACES, Score, score, winning_players
from companion.games.teutonica.rules.setup import ON_PRESTIGE_TRACK, check_players, first_position

_STEP_OF = {
    Phase.PAY: Paying,
    Phase.RELOCATE: Relocating,
    Phase.MOVE: Moving,
    Phase.ESTABLISH: Establishing,
    Phase.REMOVE: Removing,
    Phase.REPLACE: Replacing,
}


def format_state(position: Position) -> Json:
    """Return everything that the players may know about the position."""
    setup, over, cities = position.setup, position.phase is Phase.OVER, position.cities
    side, players = setup.side, setup.players
    return {
        "phase": str(position.phase),
        "mover": position.mover_name,
        "active": None if over else players[position.active],
        "start": players[setup.start],
        **format_house_rules(setup.house_rules),
        "side": side.name,
        "actions_left": position.actions_left,
        "acted": position.acted,
        "step": _step(position),
        "routes": {route.id: names_of(houses) for route, houses in zip(side.routes, position.routes, strict=True)},
        "markers": {side.routes[route].id: str(marker) for route, marker in position.bonus.on_routes},
        "pile": position.bonus.pile,
        "offices": {
            city.id: {"extra": names_of(extras), "spaces": names_of(spaces)}
            for city, extras, spaces in zip(side.cities, cities.extras, cities.spaces, strict=True)
        },
        "coellen": {
            str(space): None if piece == EMPTY else players[setup.seat_of[piece]]
            for space, piece in zip(SPACES, cities.table, strict=True)
        },
        "completed": cities.completed,
        "links": [players[seat] for seat in cities.links],
        "pawn": position.pawn,
        "walked": position.walked,
        "players": {player: _player(position.players[seat]) for seat, player in enumerate(players)},
        "ending": list(map(str, position.ending)),
        "scores": {player: format_score(score(position, seat)) for seat, player in enumerate(players)},
        "winners": list(winning_players(position)) if over else None,
    }


def format_score(points: Score) -> dict[str, int]:
    """Return a score by source."""
    return {**points._asdict(), "total": points.total}


def _step(position: Position) -> Json | None:
    """Return what is under way, as far as it is public."""
    routes = position.setup.side.routes
    match position.step:
        case Paying(victim, route, owed):
            return {"displaced": NAME_OF[victim], "route": routes[route].id, "owed": owed}
        case Relocating(_, route, hand, extra, may_rest):
            told = {"route": routes[route].id, "hand": [str(hand)] if hand else [], "extra": extra}
            return {**told, "stock": True} if may_rest else told
        case Moving(kinds, lifts_left):
            return {"hand": list(map(str, kinds)), "lifts_left": lifts_left}
        case Establishing(route, taken, founded):
            told = {"route": routes[route].id, "taken": str(taken) if taken else None}
            return {**told, "founded": str(founded)} if founded else told
        case Removing(left):
            return {"left": left}
        case Replacing(marker):
            return {"marker": str(marker)}
        case None:
            return None


def _player(player: Player) -> Json:
    return {
        "prestige": player.prestige,
        "supply": {"traders": player.supply(Kind.TRADER), "merchants": player.supply(Kind.MERCHANT)},
        "stock": {"traders": player.stock(Kind.TRADER), "merchants": player.stock(Kind.MERCHANT)},
        "levels": dict(zip(map(str, ABILITIES), player.levels, strict=True)),
        "markers": list(map(str, player.markers)),
        "used": list(map(str, player.used)),
        "plate": player.plate,
    }


# --- the whole position ---


def format_position(position: Position, shipped: Board) -> Json:
    """Return the whole position, with what the public state leaves out; the board as far as it is not the usual one."""
    setup, state, step = position.setup, format_state(position), position.step
    kept = ("phase", "start", "actions_left", "acted", "step", "routes", "markers", "pile", "offices", "coellen")
    more = ("completed", "links", "pawn", "walked", "players", "ending")
    return {
        "board": {
            "version": setup.version,
            "changes": list(map(list, format_changes(setup.side, shipped.side(setup.side.name)))),
        },
        "seats": list(setup.players),
        "active": setup.players[position.active],
        "relocating": setup.players[step.seat] if type(step) is Relocating else None,
        "left": [setup.players[seat] for seat in sorted(position.left)],
        **format_house_rules(setup.house_rules),
        **{key: state[key] for key in (*kept, *more)},
    }


def parse_position(value: Any, shipped: Board) -> Position:
    """Read a whole position back.

    Only the output of `format_position` is accepted: writing the position again must give the same text, its pieces and
    markers must add up, and it must wait for a decision or be over.
    """
    try:
        position = _parse_position(value, shipped)
        _expect_sums(position)
        settled = settle(position).position == position
        same = _canonical(format_position(position, shipped)) == _canonical(value)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, OverflowError, BoardError) as error:
        raise Unreadable(f"position: not as it was written: {error!r:.200}") from error
    if not (same and settled):
        raise Unreadable("position: not as it was written")
    return position


def _parse_position(value: Any, shipped: Board) -> Position:
    seats = value["seats"]
    check_players(seats, value["start"])
    side = apply_changes(shipped, SIDE_OF[len(seats)], value["board"]["changes"])
    version, house_rules = int(value["board"]["version"]), parse_house_rules(value, HOUSE_RULES)
    setup = Setup(side, tuple(seats), seats.index(value["start"]), version, house_rules)
    players = tuple(_parse_player(value["players"][colour]) for colour in seats)
    on_routes = tuple(sorted((side.route_number[route], Marker(m)) for route, m in value["markers"].items()))
    phase = Phase(value["phase"])
    step = _parse_step(value, phase, setup)
    return first_position(setup)._replace(
        phase=phase,
        active=seats.index(value["active"]),
        actions_left=int(value["actions_left"]),
        acted=bool(value["acted"]),
        walked=bool(value["walked"]),
        step=step,
        on_routes=routes_with(tuple(_places(value["routes"][route.id]) for route in side.routes)),
        players=players,
        cities=Cities(
            tuple(_places(value["offices"][city.id]["spaces"]) for city in side.cities),
            tuple(_places(value["offices"][city.id]["extra"]) for city in side.cities),
            "".join(EMPTY if owner is None else BY_NAME[f"{owner} merchant"] for owner in value["coellen"].values()),
            int(value["completed"]),
            tuple(seats.index(player) for player in value["links"]),
        ),
        bonus=Bonus(on_routes, int(value["pile"]), _unseen(on_routes, players, step)),
        pawn=value["pawn"],
        ending=tuple(map(Cause, value["ending"])),
        left=frozenset(seats.index(player) for player in value["left"]),
    )


def _parse_step(value: Any, phase: Phase, setup: Setup) -> Step | None:
    kind, step = _STEP_OF.get(phase), value["step"]
    if kind is None:
        return None
    if kind is Paying:
        return Paying(BY_NAME[step["displaced"]], setup.side.route_number[step["route"]], int(step["owed"]))
    if kind is Relocating:
        hand = Kind(step["hand"][0]) if step["hand"] else None
        seat = setup.players.index(value["relocating"])
        may_rest = bool(step.get("stock", False))
        return Relocating(seat, setup.side.route_number[step["route"]], hand, int(step["extra"]), may_rest)
    if kind is Moving:
        return Moving(tuple(map(Kind, step["hand"])), int(step["lifts_left"]))
    if kind is Establishing:
        taken = Marker(step["taken"]) if step["taken"] else None
        founded = Founded(step["founded"]) if "founded" in step else None
        return Establishing(setup.side.route_number[step["route"]], taken, founded)
    return Removing(int(step["left"])) if kind is Removing else Replacing(Marker(step["marker"]))


def _parse_player(row: Any) -> Player:
    pieces = sum(
        _count(row[place][f"{kind}s"]) * unit[kind]
        for place, unit in (("supply", IN_SUPPLY), ("stock", IN_STOCK))
        for kind in Kind
    )
    levels = tuple(_count(row["levels"][ability]) for ability in ABILITIES)
    markers, used = (tuple(map(Marker, row[key])) for key in ("markers", "used"))
    return Player(_count(row["prestige"]), pieces, levels, markers, used, _count(row["plate"]))


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 100:
        raise ValueError(f"{value!r:.60}, expected a whole number from 0 to 99")
    return value


def _places(names: Any) -> Places:
    return "".join(EMPTY if piece is None else BY_NAME[piece] for piece in names)


def _unseen(
    on_routes: tuple[tuple[int, Marker], ...], players: tuple[Player, ...], step: Step | None
) -> tuple[Marker, ...]:
    """Return the markers that nobody has seen."""
    unseen = list(ALL_MARKERS)
    seen = [marker for _, marker in on_routes]
    seen += (marker for player in players for marker in (*player.markers, *player.used))
    if type(step) is Establishing and step.taken:
        seen.append(step.taken)
    if type(step) is Replacing:
        seen.append(step.marker)
    for marker in seen:
        unseen.remove(marker)
    return tuple(unseen)


def _canonical(value: Any) -> str:
    """Return JSON in which the order of keys does not matter."""
    return json.dumps(value, sort_keys=True)


def _expect_sums(position: Position) -> None:
    """Refuse a position in which something was created or lost."""
    setup, side, step = position.setup, position.setup.side, position.step
    if [len(houses) for houses in position.routes] != [route.houses for route in side.routes]:
        raise ValueError("houses that the board does not have")
    if [len(spaces) for spaces in position.cities.spaces] != [len(city.offices) for city in side.cities]:
        raise ValueError("offices that the board does not have")
    for spaces in position.cities.spaces:
        if EMPTY in spaces.rstrip(EMPTY):
            raise ValueError(f"offices {spaces}: not from left to right")
    for player in position.players:
        if any(level > HIGHEST[ability] for ability, level in zip(ABILITIES, player.levels, strict=True)):
            raise ValueError(f"levels {player.levels}")
    for seat in position.seats:
        for kind, wanted in ((Kind.TRADER, TRADERS), (Kind.MERCHANT, MERCHANTS)):
            there = count_pieces(position, seat, kind)
            if there != wanted:
                raise ValueError(f"{there} times {setup.players[seat]} {kind}, there are {wanted}")
    face_down = position.bonus.pile + sum(player.plate for player in position.players)
    if len(position.bonus.unseen) - face_down not in _markers_aside(position):
        raise ValueError(f"{face_down} markers face down, {len(position.bonus.unseen)} unseen")
    before_pawn = position.phase in (Phase.TAVERNS, Phase.PAWN) or len(setup.players) > 2
    if position.phase is not Phase.OVER and (position.pawn is None) != before_pawn:
        raise ValueError(f"pawn {position.pawn!r}")
    if position.pawn is not None and position.pawn not in side.bordering:
        raise ValueError(f"pawn {position.pawn!r}")
    if position.ending and position.phase not in (Phase.ESTABLISH, Phase.OVER):
        raise ValueError(f"ending {position.ending} in phase {position.phase}")
    if type(step) is Moving and list(step.hand) != sorted(step.hand):
        raise ValueError(f"hand {step.hand}: not sorted")


def _markers_aside(position: Position) -> range:
    """Return how many markers can lie aside for the taverns; a game can be over before they are all turned up."""
    waiting = len(FIRST_MARKERS) - len(position.bonus.on_routes)
    if position.phase is Phase.TAVERNS:
        return range(waiting, waiting + 1)
    return range(len(FIRST_MARKERS) + 1 if position.phase is Phase.OVER else 1)


def count_pieces(position: Position, seat: int, kind: Kind) -> int:
    """Count all pieces of a kind that a player has anywhere; always the same (ruling 2)."""
    piece, player, step = position.setup.own[seat][kind], position.players[seat], position.step
    texts = (*position.routes, *position.cities.spaces, *position.cities.extras, position.cities.table)
    on_board = sum(text.count(piece) for text in texts)
    on_desk = sum(
        HIGHEST[ability] - level
        for ability, level in zip(ABILITIES, player.levels, strict=True)
        if COVERED_BY[ability] is kind
    )
    in_hand = 0
    match step:
        case Paying(victim):
            in_hand = victim == piece
        case Relocating(owner, _, hand):
            in_hand = owner == seat and hand is kind
        case Moving(kinds) if seat == position.active:
            in_hand = kinds.count(kind)
    on_track = ON_PRESTIGE_TRACK if kind is Kind.TRADER else 0
    return player.supply(kind) + player.stock(kind) + on_board + on_desk + on_track + in_hand
