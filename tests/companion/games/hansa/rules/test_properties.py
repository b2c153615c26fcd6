"""What holds in every position that moves and corrections reach, in whole games of any length."""

import json
import pickle
from collections import Counter
from collections.abc import Collection
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.game import IllegalMove
from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.board import CITY_IDS
from companion.games.hansa.rules.codec import Entry
from companion.games.hansa.rules.corrections import Correction, correct
from companion.games.hansa.rules.goods import ALL_MARKERS, COLOURS
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.setup import PLAYER_COLOURS, new_game
from companion.games.hansa.rules.state import format_position, format_state, parse_position
from tests.companion.games.hansa.rules.strategies import (
    LONGEST_GAME,
    accepts,
    first_positions,
    positions,
    random_correction,
    random_entry,
    random_move,
    seeds,
    step,
    walk,
)
from tests.kit.examples import examples

COPIES = {1: 4, 2: 5, 3: 4}
ACTED_IN = {Phase.ACTIONS, Phase.LOSE, Phase.DISCARD}


def expect_everything_there(position: Position) -> None:
    """22 talers, 15 booths a player, every marker in exactly one place, piles that hold the supply."""
    state, whole = format_state(position), format_position(position)
    rows = list(state["players"].values())
    assert state["bank"] >= 0
    assert all(row["talers"] >= 0 for row in rows)
    assert state["bank"] + sum(row["talers"] for row in rows) == 22
    for row in rows:
        assert row["booths_left"] + sum(row["booths"].values()) == 15
        assert min(row["booths"].values(), default=1) > 0
        assert set(row["booths"]) <= set(CITY_IDS)
    there: Counter[str] = Counter(whole["unseen"])
    there.update(good for stock in state["warehouses"].values() for good in stock if good)
    for row in rows:
        there.update(row["goods"] + row["sold"])
    full = {f"{colour}{barrels}": copies for colour in whole["goods"] for barrels, copies in COPIES.items()}
    assert there <= Counter(full)
    assert len(state["piles"]) == 5
    assert min(state["piles"]) >= 0
    attendant = len(whole["unseen"]) - sum(state["piles"])
    assert attendant >= 0 if position.in_first_fill else attendant == 0


def expect_sense(position: Position) -> None:
    """Nobody is asked in vain: there is a legal move for somebody who is there, or the game is over."""
    over = position.phase is Phase.OVER
    legal = legal_moves(position)
    moves = list(legal)
    assert bool(legal) is bool(moves) is not over
    assert legal.count() == len(moves) == len(set(moves))
    assert (position.mover is None) is over
    if not over and len(position.course.left) < len(position.seats):
        assert position.mover not in position.course.left
    assert position.phase in ACTED_IN or not position.acted
    assert position.acted or position.phase is not Phase.LOSE
    assert bool(position.course.losses) is (position.phase is Phase.LOSE)
    winners = format_state(position)["winners"]
    assert bool(winners) is over


def expect_legal_moves_accepted(position: Position) -> None:
    for move in legal_moves(position):
        assert move in legal_moves(position)
        assert play(position, move).position != position or is_idle_turn_alone(position, move)


def is_idle_turn_alone(position: Position, move: Move) -> bool:
    """Who is left alone may end a turn and find everything as it was: what the tax took, the income brings back."""
    return isinstance(move, End) and len(position.course.left) == len(position.seats) - 1


def expect_same_when_kept(position: Position) -> None:
    kept = parse_position(json.loads(json.dumps(format_position(position))))
    assert kept == position
    assert hash(kept) == hash(position)
    assert [type(good) for good in kept.warehouses] == [type(good) for good in position.warehouses]
    assert format_state(kept) == format_state(position)
    assert list(legal_moves(kept)) == list(legal_moves(position))


def next_seat(position: Position) -> int:
    """The next player clockwise who is still there."""
    seats = len(position.setup.players)
    for ahead in range(1, seats + 1):
        seat = (position.active + ahead) % seats
        if seat not in position.course.left:
            return seat
    raise AssertionError("everybody has left")


def expect_limits_kept(position: Position, seat: int) -> None:
    """Who has just ended a turn keeps three talers and three markers at the most."""
    row = format_position(position)["players"][position.setup.players[seat]]
    assert row["talers"] <= 3
    assert len(row["goods"]) <= 3


def expect_turns_in_order(before: Position, move: Move, after: Position) -> None:
    """Turns go round clockwise, and change only when a turn, or what it still owes, is over."""
    if after.phase is Phase.OVER:
        assert isinstance(move, End | Discard) or before.course.left
        if not set(before.course.left).issuperset(before.seats):
            assert before.course.last_round or after.course.last_round
        return
    if before.in_first_fill or before.phase is Phase.PLACE:
        return  # the rounds of the set-up have their own test
    if after.active != before.active:
        assert isinstance(move, End | Discard) or before.active in before.course.left
        if before.active not in before.course.left:
            expect_limits_kept(after, before.active)
        assert after.active == next_seat(before)
        assert after.phase in (Phase.REPLENISH, Phase.ACTIONS)
    elif not isinstance(move, End | Discard):
        assert after.phase is not Phase.REPLENISH
    assert after.ship == (move.to if isinstance(move, Sail) else before.ship)


def expect_piles_in_order(before: Position, move: Move, after: Position) -> None:
    """A marker turned up comes from the first pile that has any; the last round begins with the fifth."""
    expected = list(before.piles)
    attendant = before.in_first_fill and len(format_position(before)["unseen"]) > sum(expected)
    if isinstance(move, Reveal) and not attendant:
        pile = next(number for number, markers in enumerate(expected) if markers)
        expected[pile] -= 1
    if not before.in_first_fill:
        assert list(after.piles) == expected
    assert after.course.last_round or not before.course.last_round


class WholeGame(RuleBasedStateMachine):
    """A game with its history; every step is checked, whichever way it comes about."""

    @initialize(first=first_positions())
    def begin(self, first: Position) -> None:
        self.history: list[tuple[Position, Any]] = []  # each position left behind, with its JSON at that time
        self.position = first

    def _step(self, entry: Entry) -> None:
        before = self.position
        kept = format_position(before)
        played = correct(before, entry) if isinstance(entry, Correction) else play(before, entry)
        assert format_position(before) == kept, "the position before has changed"
        assert hash(played.position) == hash(Position(*played.position))
        self.history.append((before, kept))
        self.position = played.position
        if not isinstance(entry, Correction):
            expect_turns_in_order(before, entry, self.position)
            expect_piles_in_order(before, entry, self.position)
        expect_everything_there(self.position)

    @rule(seed=seeds)
    @precondition(lambda self: self.position.phase is not Phase.OVER)
    def play_one(self, seed: int) -> None:
        self._step(random_move(self.position, Random(seed)))

    @rule(seed=seeds, moves=st.integers(2, 150))
    @precondition(lambda self: self.position.phase is not Phase.OVER)
    def play_on(self, seed: int, moves: int) -> None:
        random = Random(seed)
        for _ in range(moves):
            if self.position.phase is Phase.OVER:
                break
            self._step(random_move(self.position, random))

    @rule(seed=seeds)
    def correct_something(self, seed: int) -> None:
        correction = random_correction(self.position, Random(seed))
        if accepts(self.position, correction):
            self._step(correction)

    @rule(back=st.integers(1, 30))
    @precondition(lambda self: self.history)
    def undo(self, back: int) -> None:
        for _ in range(min(back, len(self.history))):
            self.position, kept = self.history.pop()
            assert format_position(self.position) == kept
            assert parse_position(json.loads(json.dumps(kept))) == self.position

    @rule(seed=seeds)
    @precondition(lambda self: self.position.phase is not Phase.OVER)
    def finish_apart(self, seed: int) -> None:
        plies = sum(1 for _ in walk(self.position, Random(seed)))
        assert plies <= LONGEST_GAME

    @invariant()
    def sound(self) -> None:
        expect_everything_there(self.position)
        expect_sense(self.position)
        expect_legal_moves_accepted(self.position)
        expect_same_when_kept(self.position)


TestWholeGame = WholeGame.TestCase
TestWholeGame.settings = settings(examples(30), stateful_step_count=20)


@given(first=first_positions(), seed=seeds)
@examples(4)
def test_every_ply_of_a_random_game_is_sound(first: Position, seed: int) -> None:
    before = first
    for entry, position in walk(first, Random(seed), corrections=0.04):
        expect_everything_there(position)
        expect_sense(position)
        expect_same_when_kept(position)
        again = step(before, entry)
        assert again == position
        assert hash(again) == hash(position)
        before = position


@given(first=first_positions(), seed=seeds)
@examples(40)
def test_random_game_ends_within_5000_moves_and_tells_its_winners(first: Position, seed: int) -> None:
    line = [position for _, position in walk(first, Random(seed))]
    last = line[-1]
    assert len(line) <= LONGEST_GAME
    assert last.course.last_round
    state = format_state(last)
    assert (state["phase"], state["mover"], state["active"], state["acted"]) == ("over", None, None, False)
    ranks = {player: (score["total"], score["booths"]) for player, score in state["scores"].items()}
    assert state["winners"] == [player for player in state["players"] if ranks[player] == max(ranks.values())]


@given(first=first_positions(), seed=seeds)
@examples(25)
def test_random_game_gives_everybody_the_same_number_of_turns(first: Position, seed: int) -> None:
    turns: Counter[int] = Counter()
    position = first
    for entry, after in walk(first, Random(seed)):
        turns[position.active] += isinstance(entry, End)
        position = after
    assert len(turns) == len(first.setup.players)
    assert len(set(turns.values())) == 1


@given(first=first_positions(), seed=seeds)
@examples(25)
def test_set_up_goes_three_rounds_from_the_start_player(first: Position, seed: int) -> None:
    seats, placed = len(first.setup.players), []
    position = first
    for entry, after in walk(first, Random(seed)):
        if isinstance(entry, Place):
            placed.append(position.active)
            assert position.course.placements == len(placed) - 1
        elif placed:
            break
        position = after
    assert placed == [(first.setup.start + step) % seats for step in range(3 * seats)]


@given(position=positions())
@examples(60)
def test_moves_not_listed_are_refused_and_listed_ones_are_not(position: Position) -> None:
    listed = set(legal_moves(position))
    for other in [*_some_of_every_verb(), *listed]:
        assert (other in legal_moves(position)) is (other in listed)
        if other in listed:
            play(position, other)
        else:
            with pytest.raises(IllegalMove):
                play(position, other)


def _some_of_every_verb() -> list[Move]:
    moves: list[Move] = [Replenish(), Skip(), End(), Sell(())]
    for kind in ALL_MARKERS:
        moves += [Reveal(kind), Buy(kind), Build(kind), Lose(kind), Discard(kind), Sell((kind,)), Sell((kind, kind))]
    for city in CITY_IDS:
        moves += [Place(city), Sail(city)]
    return moves


def test_view_of_the_legal_moves_knows_nothing_but_moves() -> None:
    view: Collection[object] = legal_moves(next(iter(_first_positions_of_all_sizes())))
    assert "end" not in view
    assert None not in view


def _first_positions_of_all_sizes() -> list[Position]:
    return [
        new_game(named_board("0.1"), PLAYER_COLOURS[:players], start="gray", goods=COLOURS[: players + 2])
        for players in (2, 3, 4)
    ]


@given(position=positions())
@examples(20)
def test_position_and_moves_are_the_same_when_copied_or_sent_to_another_process(position: Position) -> None:
    for copied in (pickle.loads(pickle.dumps(position)), deepcopy(position)):
        assert copied == position
        assert hash(copied) == hash(position)
        assert all(one is other for one, other in zip(copied.warehouses, position.warehouses, strict=True))
        assert list(legal_moves(copied)) == list(pickle.loads(pickle.dumps(legal_moves(position))))


@given(seed=seeds)
@examples(20)
def test_equal_games_give_equal_positions_with_equal_hashes(seed: int) -> None:
    for first in _first_positions_of_all_sizes():
        ones = [after for _, (_, after) in zip(range(60), walk(first, Random(seed), 0.05), strict=False)]
        others = [after for _, (_, after) in zip(range(60), walk(first, Random(seed), 0.05), strict=False)]
        assert ones == others
        assert list(map(hash, ones)) == list(map(hash, others))
        assert {first, *ones} == {first, *others}


@given(position=positions(), seed=seeds)
@examples(80)
def test_correction_leaves_a_legal_move_or_an_ended_game(position: Position, seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        entry = random_entry(position, random, corrections=1.0)
        position = step(position, entry)
        expect_everything_there(position)
        expect_sense(position)
        expect_same_when_kept(position)
