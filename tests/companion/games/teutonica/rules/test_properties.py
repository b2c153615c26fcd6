"""What holds in every position that play and corrections can reach."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.teutonica.rules import corrections, places
from companion.games.teutonica.rules.corrections import Correction
from companion.games.teutonica.rules.establish import is_filled_by
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    Decline,
    Displace,
    Done,
    End,
    Establish,
    ExtraOffice,
    Improve,
    Income,
    Insert,
    Lift,
    Move,
    Office,
    Pawn,
    Pay,
    Put,
    Remove,
    Replace,
    Reveal,
    Ride,
    Stay,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.notation import carry_out
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    ALL_MARKERS,
    EMPTY,
    MERCHANTS,
    NAME_OF,
    TRADERS,
    Kind,
    Marker,
)
from companion.games.teutonica.rules.position import Establishing, Phase, Position, Replacing
from companion.games.teutonica.rules.routes import routes_with
from companion.games.teutonica.rules.scoring import SPACES
from companion.games.teutonica.rules.state import count_pieces, format_state
from tests.companion.games.teutonica.rules.table import BOARD, GAME, PLAYERS, new


def eager(position: Position, random: Random) -> Move:
    """Choose a random move, but mostly one that brings the game on: it fills routes and establishes them."""
    moves = list(legal_moves(position))
    own = set(position.setup.own[position.active].values())

    def weight(move: Move) -> float:
        if isinstance(move, Establish | Office | ExtraOffice | Coellen | Improve):
            return 50
        if isinstance(move, Insert | Put):
            houses = position.routes[position.setup.side.route_number[move.route]]
            return 20 if set(houses) <= own | {EMPTY} and own & set(houses) else 1
        if isinstance(move, Income):
            return 30 if position.players[position.active].supply_size < 2 else 1
        if isinstance(move, Lift):
            houses = position.routes[position.setup.side.route_number[move.route]]
            return 1 if set(houses) - own - {EMPTY} else 0.02
        return 0.2 if isinstance(move, Clear | End | Ride | Walk) else 2

    return random.choices(moves, list(map(weight, moves)))[0]


def check(position: Position) -> None:
    setup, cities = position.setup, position.cities
    for seat in position.seats:
        assert count_pieces(position, seat, Kind.TRADER) == TRADERS
        assert count_pieces(position, seat, Kind.MERCHANT) == MERCHANTS
    seen = [marker for _, marker in position.bonus.on_routes]
    seen += [marker for player in position.players for marker in (*player.markers, *player.used)]
    seen += [position.step.taken] if isinstance(position.step, Establishing) and position.step.taken else []
    seen += [position.step.marker] if isinstance(position.step, Replacing) else []
    assert sorted((*seen, *position.bonus.unseen)) == list(ALL_MARKERS)
    for houses, route in zip(position.routes, setup.side.routes, strict=True):
        assert len(houses) == route.houses
        assert all(piece == EMPTY or piece in setup.seat_of for piece in houses)
    for spaces, city in zip(cities.spaces, setup.side.cities, strict=True):
        assert len(spaces) == len(city.offices)
        assert EMPTY not in spaces.rstrip(EMPTY)
    moves = legal_moves(position)
    assert bool(moves) == (position.phase is not Phase.OVER)
    assert len(set(moves)) == len(moves) == moves.count()
    assert [moves.count(move) for move in (*moves[:1], "no move")] == [1] * len(moves[:1]) + [0]
    if position.phase is not Phase.OVER:
        assert position.mover is not None
        assert position.mover not in position.left
    assert position.on_routes == routes_with(position.routes)
    for number, houses in enumerate(position.routes):
        assert is_filled_by(position, number, 0) == (set(houses) <= set(setup.own[0].values()))


@st.composite
def corrections_of(draw: st.DrawFn, position: Position) -> Correction:
    players = st.sampled_from(position.setup.players)
    piece_places = st.sampled_from(places.piece_places(position))
    marker_places = st.sampled_from(places.marker_places(position))
    face_down = st.sampled_from(places.face_down_places(position))
    markers = st.sampled_from(list(Marker))
    number = st.integers(0, 25)
    cities = st.sampled_from(BOARD.city_ids)
    choices: tuple[st.SearchStrategy[Correction], ...] = (
        st.builds(corrections.MovePiece, st.sampled_from(sorted(NAME_OF)), piece_places, piece_places),
        st.builds(corrections.MoveMarker, markers, marker_places, marker_places),
        st.builds(corrections.MoveFaceDown, face_down, face_down),
        st.builds(corrections.SwapOffices, cities, st.integers(1, 3)),
        st.builds(corrections.SetPrestige, players, number),
        st.builds(corrections.SetCompleted, number),
        st.builds(corrections.AddLink, players),
        st.builds(corrections.DropLink, players),
        st.builds(corrections.MovePawn, st.sampled_from(BOARD.province_ids)),
        st.builds(corrections.MoveTurn, players),
        st.builds(corrections.SetActions, number),
    )
    return draw(st.one_of(choices))


class Table(RuleBasedStateMachine):
    """A table where people play, correct, take back and leave."""

    @initialize(players=st.integers(2, 5), start=st.integers(0, 4))
    def begin(self, players: int, start: int) -> None:
        self.positions = [new(players, start=PLAYERS[start % players])]
        self.entries: list[Move | Correction] = []

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def _carry_out(self, entry: Move | Correction) -> None:
        position = carry_out(self.position, entry).position
        self.positions.append(position)
        self.entries.append(entry)

    @precondition(lambda self: self.position.phase is not Phase.OVER)
    @rule(seed=st.integers(0, 1 << 30), count=st.integers(1, 60))
    def play(self, seed: int, count: int) -> None:
        random = Random(seed)
        for _ in range(count):
            if self.position.phase is Phase.OVER:
                return
            self._carry_out(eager(self.position, random))
            check(self.position)

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correction = data.draw(corrections_of(self.position))
        refusal = GAME.refusal(self.position, correction)
        if refusal:
            assert refusal.message()
        else:
            self._carry_out(correction)

    @rule(data=st.data(), sure=st.integers(0, 5))
    def leave(self, data: st.DataObject, sure: int) -> None:
        if sure == 0:
            player = data.draw(st.sampled_from(self.position.setup.players))
            if GAME.refusal(self.position, corrections.Leave(player)) is None:
                self._carry_out(corrections.Leave(player))

    @precondition(lambda self: self.entries)
    @rule()
    def take_back(self) -> None:
        entry = self.entries.pop()
        undone = self.positions.pop()
        again = carry_out(self.position, entry).position
        assert again == undone
        assert hash(again) == hash(undone)

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        if hasattr(self, "positions"):
            check(self.position)

    @invariant()
    def nobody_moves_out_of_turn(self) -> None:
        if hasattr(self, "positions") and self.position.phase is not Phase.OVER:
            state = format_state(self.position)
            differ = state["mover"] != state["active"]
            assert not differ or self.position.phase is Phase.RELOCATE or self.position.left

    @invariant()
    def position_survives_json(self) -> None:
        if hasattr(self, "positions"):
            kept = json.loads(json.dumps(GAME.format_position(self.position)))
            assert GAME.parse_position(kept) == self.position

    def teardown(self) -> None:
        if hasattr(self, "positions"):
            text = GAME.format_record(self.positions[0], self.entries)
            record = GAME.parse_record(text)
            assert record == (self.positions[0], tuple(self.entries))
            assert GAME.format_record(*record) == text


Table.TestCase.settings = settings(
    # Each is a whole evening, so that fewer than usual do; short runs have fewer still.
    max_examples=min(40, settings().max_examples),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestTable = Table.TestCase


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_come_to_an_end_and_every_listed_move_is_playable(players: int) -> None:
    random = Random(players)
    position, count = new(players), 0
    while moves := legal_moves(position):
        if count % 40 == 0:
            for move in moves:
                check(carry_out(position, move).position)
        position = carry_out(position, eager(position, random)).position
        count += 1
        assert count < 30000
    assert position.ending


def every_move(position: Position) -> list[Move]:
    """Every move that can be written down for a board."""
    side = position.setup.side
    routes = [(route, kind) for route in BOARD.route_ids for kind in Kind]
    made: list[Move] = [verb(kind, route) for verb in (Insert, Put, Add, Lift) for route, kind in routes]
    made += [Displace(kind, route, victim) for route, kind in routes for victim in NAME_OF]
    made += [Remove(route, victim) for route in BOARD.route_ids for victim in NAME_OF]
    made += [verb(route) for verb in (Establish, Replace) for route in BOARD.route_ids]
    made += [verb(province) for verb in (Pawn, Ride, Walk) for province in BOARD.province_ids]
    made += [verb(ability) for verb in (Improve, UseImprove) for ability in ABILITIES]
    made += [verb(marker) for verb in (Reveal, Use) for marker in Marker]
    made += [Office(city.id) for city in side.cities]
    made += [ExtraOffice(city.id, kind) for city in side.cities for kind in Kind]
    made += [UseSwap(city.id, pos) for city in side.cities for pos in (1, 2, 3)]
    made += [Income(merchants) for merchants in range(5)]
    made += [*map(Pay, Kind), *map(Coellen, SPACES), Decline(), Done(), Clear(), Stay(), End()]
    # These two are written with more fields.
    return [move for move in made if move not in (Use(Marker.IMPROVE_ABILITY), Use(Marker.SWAP_OFFICES))]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_listed_moves_are_just_those_that_are_not_refused(players: int) -> None:
    random, moves = Random(players), every_move(new(players))
    seen: set[Phase] = set()
    for _ in range(5):  # games, or fewer: until most phases have come up
        position, number = new(players), 0
        while legal := set(legal_moves(position)):
            if position.phase not in seen or number % 97 == 0:
                seen.add(position.phase)
                assert {move for move in moves if GAME.refusal(position, move) is None} == legal
            position, number = carry_out(position, eager(position, random)).position, number + 1
        if len(seen) > 7:
            return
    pytest.fail(f"only {sorted(seen)} have come up")
