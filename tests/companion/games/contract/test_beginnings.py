"""One click begins a game in place of the one that lies there: one intent, one line of the trace, and it retraces."""

from __future__ import annotations

from companion.archive.verify import retrace_game
from companion.assembly.stores import make_traces
from companion.journal.journal import Kind
from companion.running.posts import Done
from companion.table.dialog import Notice
from companion.table.intents import BeginGame, Intent, NewGame, PlayOn
from tests.companion.games.contract.test_table import kinds_of
from tests.kit.any_game import AnyGame


def begun(rig: AnyGame, intent: Intent) -> tuple[str, str]:
    """Begin another game in place of the one that lies there; return the names of both."""
    before = rig.daemon.game_id
    reply = rig.post(intent)
    assert isinstance(reply, Done), reply
    assert reply.game_id == rig.daemon.game_id != before
    return before, reply.game_id


def posted_and_the_same(rig: AnyGame, *games: str) -> list[list[str]]:
    """Return what was posted in each game, once each has come about again from its trace."""
    rig.close()
    for game in games:
        report = retrace_game(rig.config, game)
        assert report.is_whole
        assert report.is_same, report.difference
    lines = [make_traces(rig.config).read(game).events for game in games]
    return [[line["posted"]["do"] for line in each if "posted" in line] for each in lines]


def test_new_game_is_one_line_of_the_trace_and_needs_nothing_laid_out(rig: AnyGame) -> None:
    rig.begin()
    rig.play(5)
    players = rig.box.seats[-1]
    robots = ((rig.box.colours[1], rig.players.skills[0]),)
    games = begun(rig, NewGame(BeginGame(rig.box.quick_setup(players), (), robots)))
    assert len(rig.game.players(rig.position)) == players
    assert rig.daemon.table.kept.people.robots == robots
    assert not rig.game.chances(rig.position), "what chance decides is drawn"
    assert not isinstance(rig.daemon.table.dialog, Notice), "nobody has to lay anything out"
    rig.play(3)
    before, after = posted_and_the_same(rig, *games)
    assert before[-1] == "new game"
    assert after[:2] == ["new game", "play"]


def test_new_game_leaves_to_chance_what_hands_draw(rig: AnyGame) -> None:
    rig.begin()
    begun(rig, NewGame(BeginGame(rig.box.quick_setup(rig.box.seats[0])), is_dealt=False))
    assert kinds_of(rig) == [Kind.SETUP]


def test_game_that_is_played_on_is_one_line_of_the_trace(rig: AnyGame) -> None:
    rig.begin()
    rig.play(30)
    first, entries, there = rig.game.format_position(rig.history.first), rig.history.entries, rig.position
    robots = ((rig.box.colours[0], rig.players.skills[0]),)
    games = begun(rig, PlayOn(first, tuple(entries), robots))
    assert rig.position == there
    assert rig.daemon.table.kept.people.robots == robots
    before, after = posted_and_the_same(rig, *games)
    assert (before[-1], after) == ("play on", ["play on"])
