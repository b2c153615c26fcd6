"""Players that choose by themselves: always legal, the same for the same chance, the simple one by far the better."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from companion.games.game import HOUSE_RULES
from companion.games.teutonica.box import BOX
from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import TeutonicaPlayers, random_setup
from companion.games.teutonica.players.evaluation import Evaluation, Outlooks
from companion.games.teutonica.players.features import shipped_weights
from companion.games.teutonica.players.greedy import Greedy, considered, greedy_move
from companion.games.teutonica.players.prizes import prizes, prospect_of
from companion.games.teutonica.players.weighted import WEIGHTS, random_move
from companion.games.teutonica.rules.corrections import MovePiece, MoveTurn, SetActions
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import End, Establish, Improve, Insert, Lift, Move, Office, Reveal
from companion.games.teutonica.rules.pieces import COLOURS, EMPTY, Kind
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase, Position
from companion.shelf.players import Gesture, deal, next_move
from tests.companion.games.teutonica.plain_player import PlainPlayer
from tests.lab.strength.blocks import UNFINISHED, play_game
from tests.lab.strength.rows import Row

BOTS = TeutonicaPlayers()
SIMPLE = shipped_weights("simple")
# What the simple player of version 0.2.0 chose at 600 decisions for each number of players.
CHOICES = {2: "a8db185ec6a1f6a4", 3: "c5e8f2c05e60411e", 4: "c106a33eb6be1cb1", 5: "cd460b4be6cc6214"}


def game_of(skills: tuple[str, ...], seed: int) -> tuple[Position, list[Move]]:
    random = Random(seed)
    position = RULES.new(random_setup(len(skills), random))
    moves: list[Move] = []
    while position.mover is not None:
        move = next_move(RULES, BOTS, position, skills[position.mover], random)
        assert move in legal_moves(position)
        moves.append(move)
        position = play(position, move).position
    return position, moves


def first_turn(players: list[str]) -> Position:
    """The first turn of a game, with the first markers on the taverns."""
    position = RULES.new({"players": players, "start": players[0]})
    while position.phase is Phase.TAVERNS:
        position = play(position, legal_moves(position)[0]).position
    return position


def with_pieces_on(position: Position, route: str, *pieces: str) -> Position:
    """Correct pieces from their stock to a route."""
    for piece in pieces:
        position = RULES.correct(position, MovePiece(piece, "stock", route)).position
    return position


def wandering(players: int, random: Random, house_rules: Sequence[str] = ()) -> Iterator[tuple[Position, Move]]:
    """Decisions of the simple player, in games in which one of four moves is a random one instead."""
    position = None
    while True:
        if position is None or position.mover is None:
            setup = random_setup(players, random)
            position = RULES.new({**setup, HOUSE_RULES: list(house_rules)} if house_rules else setup)
        if RULES.chances(position):
            move = deal(RULES, position, random)
        else:
            move = BOTS.decide(position, "simple", random)
            yield position, move
            if random.random() < 0.25:
                move = random_move(position, random)
        position = play(position, move).position


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simple_player_stays_what_it_was_because_others_are_measured_by_it(players: int) -> None:
    decisions, digest = wandering(players, Random(f"golden {players}")), hashlib.sha256()
    for _ in range(600):
        digest.update(f"{next(decisions)[1]!r}\n".encode())
    assert digest.hexdigest()[:16] == CHOICES[players]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("house_rules", [(), tuple(rule.id for rule in BOX.house_rules())], ids=["book", "house"])
def test_worth_by_difference_is_the_worth_of_the_position_to_the_last_bit(
    players: int, house_rules: tuple[str, ...]
) -> None:
    quick, plain, seen = Greedy(SIMPLE), PlainPlayer(SIMPLE), Counter[str]()
    decisions = wandering(players, Random(players), house_rules)
    for _ in range(250):
        position, _ = next(decisions)
        moves = considered(position)
        assert quick.worths(position, moves) == plain.worths(position, moves)
        seen.update(type(move).__name__ for move in moves)
    assert {"Insert", "Lift", "Put", "Displace", "Income", "Establish"} <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("skill", BOTS.skills)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_play_a_whole_game_by_the_rules(players: int, skill: str) -> None:
    position, moves = game_of((skill,) * players, seed=players)
    assert position.phase is Phase.OVER
    assert BOTS.ending(position)
    assert sum(map(BOTS.ends_turn, moves)) == sum(isinstance(move, End) for move in moves) > 0
    for move in moves:
        on_pad = (Gesture(f"marker.{move.marker}", "pad"),) if isinstance(move, Reveal) else ()
        assert BOTS.gestures(position, move) == on_pad


@pytest.mark.slow
def test_choice_depends_on_nothing_but_position_and_chance() -> None:
    skills = ("simple", "random", "random")
    assert game_of(skills, 3)[1] == game_of(skills, 3)[1]
    assert game_of(skills, 3)[1] != game_of(skills, 4)[1]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simple_player_wins_against_random_ones_and_the_game_ends(players: int) -> None:
    """Games such as those that `make lab PART=strength` plays, from each seat in turn."""
    for number in range(4):
        game = play_game(BOX, Row(players, "simple", "random"), f"players/{players}/{number}", number % players)
        assert game.share == 1.0, game
        assert game.points > game.best_other
        assert game.rounds <= 80
        assert game.ending not in ("", UNFINISHED)


def test_random_player_prefers_what_leads_to_an_end() -> None:
    position = with_pieces_on(first_turn(["red", "blue", "green"]), "goslar-magdeburg", "r", "r")
    random = Random(1)
    drawn = Counter(random_move(position, random) for _ in range(2_000))
    legal = legal_moves(position)
    establish = drawn[Establish("goslar-magdeburg")] / 2_000
    lifts = sum(isinstance(move, Lift) for move in legal)
    others = len(legal) - 2 - lifts
    expected = WEIGHTS["establish"] / (
        WEIGHTS["establish"] + others * WEIGHTS["other"] + (1 + lifts) * WEIGHTS["waste"]
    )
    assert establish == pytest.approx(expected, abs=0.05)
    (first, often), (_, seldom) = drawn.most_common(2)
    assert first == Establish("goslar-magdeburg")
    assert often > 10 * seldom
    assert drawn[End()] < 20


def test_random_player_fills_routes_where_only_own_pieces_stand() -> None:
    position = first_turn(["red", "blue", "green"])
    position = with_pieces_on(with_pieces_on(position, "hildesheim-goslar", "r"), "hamburg-luebeck", "b", "b")
    random = Random(2)
    drawn = Counter(move.route for _ in range(3_000) if isinstance(move := random_move(position, random), Insert))
    usual = drawn["groningen-emden"] + drawn["hamburg-luebeck"]
    assert drawn["hildesheim-goslar"] > 3 * usual > 0


def test_simple_player_establishes_a_route_it_has_filled_and_takes_its_benefit() -> None:
    position = with_pieces_on(first_turn(["red", "blue", "green"]), "goettingen-quedlinburg", "r", "r", "r")
    move = greedy_move(position, Random(0))
    assert move == Establish("goettingen-quedlinburg")
    benefit = greedy_move(play(position, move).position, Random(0))
    assert isinstance(benefit, Improve | Office)


def test_simple_player_finishes_the_route_it_has_begun() -> None:
    position = with_pieces_on(first_turn(["red", "blue", "green"]), "goettingen-quedlinburg", "r", "r")
    move = greedy_move(position, Random(0))
    assert isinstance(move, Insert)
    assert move.route == "goettingen-quedlinburg"


def test_simple_player_ends_its_turn_when_nothing_is_left_to_do() -> None:
    position = RULES.correct(first_turn(["red", "blue", "green"]), SetActions(0)).position
    assert greedy_move(position, Random(0)) == End()


def test_route_that_pieces_are_too_few_for_is_worth_nothing() -> None:
    position = first_turn(["red", "blue", "green"])
    few = position.players[0]._replace(pieces=2)  # two traders in the supply, and nothing else anywhere
    poor = position._replace(players=(few, *position.players[1:]))
    long = [number for number, route in enumerate(position.setup.side.routes) if route.houses > 2]
    rich_prizes, poor_prizes = prizes(prospect_of(position, 0), SIMPLE), prizes(prospect_of(poor, 0), SIMPLE)
    assert any(max(rich_prizes[route]) for route in long)
    assert not any(max(poor_prizes[route]) for route in long)


def test_pieces_of_others_on_a_route_make_it_worth_less() -> None:
    free = with_pieces_on(first_turn(["red", "blue", "green"]), "goettingen-quedlinburg", "r")
    shared = with_pieces_on(free, "goettingen-quedlinburg", "b")
    eyes = Evaluation(Outlooks(SIMPLE), free, 0)
    assert eyes.worth(shared) < eyes.worth(free)


def test_piece_in_hand_still_counts() -> None:
    position = with_pieces_on(first_turn(["red", "blue", "green"]), "goettingen-quedlinburg", "r")
    lifted = play(position, Lift(Kind.TRADER, "goettingen-quedlinburg")).position
    assert prospect_of(lifted, 0).force == prospect_of(position, 0).force == 12


def test_random_set_up_seats_any_colours_anyhow() -> None:
    setups = [random_setup(3, Random(seed)) for seed in range(200)]
    assert {colour for setup in setups for colour in setup["players"]} == set(COLOURS)
    assert {setup["players"].index(setup["start"]) for setup in setups} == {0, 1, 2}
    assert all(EMPTY not in setup["players"] and len(set(setup["players"])) == 3 for setup in setups)


def test_another_seat_is_served_as_well() -> None:
    position = RULES.correct(first_turn(["red", "blue", "green"]), MoveTurn("green")).position
    filled = with_pieces_on(position, "goslar-magdeburg", "g", "g")
    assert greedy_move(filled, Random(0)) == Establish("goslar-magdeburg")
