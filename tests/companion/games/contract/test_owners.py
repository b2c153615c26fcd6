"""Who may decide at a table of any game: for a seat its owner and nobody else, in every phase, by every way in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from companion.archive.verify import retrace_game
from companion.running.posts import Done, Reply
from companion.table.dialog import Do, Menu, Notice, fingerprint
from companion.table.gametable import Propose
from companion.table.history import Kept
from companion.table.intents import (
    BeginGame,
    Button,
    Choose,
    Equip,
    Intent,
    LeaveSeat,
    NamePlayers,
    NewGame,
    Play,
    Press,
    TakeBack,
    TakeSeat,
)
from companion.table.owners import (
    CARDBOARD,
    HERE,
    NOT_YOURS,
    PROGRAM,
    ROBOT,
    By,
    Here,
    Owner,
    Phone,
    Robot,
    may_decide,
)
from companion.table.proposals import Refused, Stale
from tests.kit.any_game import AnyGame

ANNA, BRUNO, STRANGER = Phone("anna"), Phone("bruno"), Phone("stranger")
ASKERS: Final = (HERE, ANNA, BRUNO, STRANGER, ROBOT, PROGRAM)
WITHOUT = Equip(cardboard=False, deals=True, owners=True)
BENCH = Equip(cardboard=True, deals=True, owners=True)


def begin(rig: AnyGame, equipment: Equip) -> None:
    """Begin a game in which seats belong to a person here, a phone, a robot, and another phone if there are so many."""
    rig.post(equipment)
    players = rig.box.seats[-1]
    begun = rig.post(NewGame(BeginGame(rig.box.quick_setup(players)), is_dealt=False), HERE)
    assert isinstance(begun, Done)
    seats = rig.game.players(rig.position)
    owners: tuple[Owner, ...] = (ANNA, ROBOT, BRUNO)
    for player, owner in zip(seats[1:], owners, strict=False):
        if isinstance(owner, Robot):
            assert isinstance(rig.post(LeaveSeat(player, rig.players.skills[0]), HERE), Done)
        else:  # a person leaves a seat before another takes it
            assert isinstance(rig.post(TakeSeat(player), owner), Refused)
            assert isinstance(rig.post(LeaveSeat(player), HERE), Done)
            assert isinstance(rig.post(TakeSeat(player), owner), Done)


def kept(rig: AnyGame) -> Kept:
    return rig.daemon.table.kept


def owner_now(rig: AnyGame) -> Owner | None:
    """Return who decides; None while chance does."""
    if rig.game.chances(rig.position):
        return None
    return kept(rig).people.owner(rig.game.mover(rig.position) or "")


def ways(rig: AnyGame, move: Any) -> Iterator[Intent]:
    """Return every way to play a move, or another, or to answer what is shown."""
    dialog = rig.dialog
    yield Play(move)
    yield Press(Button.OK, rig.daemon.clock())
    if isinstance(dialog, Menu):
        if isinstance(rig.composed.game_table.on_hold(rig.history, Button.END), Propose):
            yield Press(Button.END, rig.daemon.clock(), is_held=True)
        yield from (Choose("", line) for line in {0, dialog.lines - 1})


def expect_refused(rig: AnyGame, intent: Intent, by: By) -> None:
    before, dialogs = kept(rig), rig.daemon.view.opened
    reply = rig.post(intent, by)
    assert isinstance(reply, Refused), (intent, by, reply)
    assert reply.refusal.code == NOT_YOURS, (intent, by, reply)
    assert not reply.is_shown
    assert kept(rig) is before
    assert rig.daemon.view.opened == dialogs, "nobody else has to read why"


def expect_nobody_else(rig: AnyGame, move: Any, askers: tuple[By, ...]) -> None:
    """Expect that of these only the owner may do anything."""
    owner = owner_now(rig)
    for by in askers:
        if not may_decide(owner or ROBOT, by):  # nobody's, where the companion draws: robots do that
            for intent in ways(rig, move):
                expect_refused(rig, intent, by)


@pytest.mark.parametrize("equipment", [WITHOUT, BENCH], ids=["without cardboard", "at the bench"])
def test_nobody_decides_for_a_seat_of_another_and_its_owner_always_can(rig: AnyGame, equipment: Equip) -> None:
    begin(rig, equipment)
    seen: set[tuple[type, bool, bool]] = set()
    while rig.goes_on:
        while isinstance(rig.dialog, Notice):
            player = rig.dialog.player
            owner = kept(rig).people.owner(player) if player else HERE
            for by in ASKERS if player else ():
                if not may_decide(owner, by):
                    expect_refused(rig, Choose("", 0), by)
                    expect_refused(rig, Press(Button.OK, rig.daemon.clock()), by)
            assert isinstance(rig.post(Choose("", 0), owner), Done)
        move, decides = rig.next_move(), owner_now(rig)
        is_in_turn = rig.game.active(rig.position) == rig.game.mover(rig.position)
        kind = type(move), decides is None, is_in_turn
        askers = (rig.random.choice(ASKERS),) if kind in seen else ASKERS
        seen.add(kind)
        expect_nobody_else(rig, move, askers)
        assert isinstance(rig.post(Play(move), decides or ROBOT), Done), (move, decides)
    assert len(seen) > 1
    assert rig.box.id != "teutonica" or not all(is_in_turn for *_, is_in_turn in seen), "nobody was displaced"


def test_buttons_of_the_table_decide_for_those_here_and_for_no_robot(rig: AnyGame) -> None:
    begin(rig, BENCH)
    tried: set[type] = set()
    for _ in range(200):
        if not rig.goes_on:
            break
        while isinstance(rig.dialog, Notice):
            rig.post(Choose("", 0), kept(rig).people.owner(rig.dialog.player) if rig.dialog.player else HERE)
        owner = owner_now(rig)
        if owner and type(owner) not in tried:
            tried.add(type(owner))
            steps = len(rig.history.steps)
            for _ in range(4):  # into the deepest menu
                rig.press("ok")
                if rig.dialog.name.startswith("refusal") or len(rig.history.steps) > steps:
                    break
            assert isinstance(owner, Here) is (rig.dialog.name != f"refusal {NOT_YOURS}")
            if isinstance(rig.dialog, Notice):
                rig.press("ok")
            continue
        assert isinstance(rig.post(Play(rig.next_move()), owner or ROBOT), Done)
    assert {Here, Phone, Robot} <= tried or len(rig.game.players(rig.position)) < 3


def test_at_a_real_table_everybody_decides_as_before_there_were_owners(rig: AnyGame) -> None:
    rig.begin()
    for number in range(40):
        by = (CARDBOARD, HERE, ANNA, PROGRAM)[number % 4]
        if not rig.goes_on:
            break
        move = rig.next_move()
        if not rig.game.chances(rig.position):
            expect_refused(rig, Play(move), ROBOT)
        assert isinstance(rig.post(Play(move), by), Done)
        while isinstance(rig.dialog, Notice):
            assert isinstance(rig.post(Choose("", 0), by), Done)


def test_seat_is_taken_left_and_handed_over(rig: AnyGame) -> None:
    begin(rig, WITHOUT)
    mine, hers, robots = rig.game.players(rig.position)[:3]

    def refused(intent: Intent, by: By) -> bool:
        return isinstance(rig.post(intent, by), Refused)

    assert refused(TakeSeat(hers), HERE)
    assert refused(TakeSeat(mine), ANNA)
    assert refused(LeaveSeat(mine), ANNA)
    assert refused(LeaveSeat(hers), BRUNO)
    assert refused(TakeSeat("nobody"), HERE)
    assert refused(TakeSeat(robots), ROBOT)
    assert not refused(TakeSeat(robots), STRANGER)  # whoever comes may play for a robot
    assert kept(rig).people.owner(robots) == STRANGER
    skill = rig.players.skills[-1]
    assert not refused(LeaveSeat(hers, skill), HERE)  # a phone that has gone
    assert kept(rig).people.owner(hers) == Robot(skill)
    assert not refused(NamePlayers(((hers, "Anna"),)), ANNA)  # what is everybody's stays so


def test_owners_outlive_a_power_cut(rig: AnyGame) -> None:
    begin(rig, WITHOUT)
    people = kept(rig).people
    assert people.seats
    rig.restart()
    assert kept(rig).people == people


def test_game_that_goes_on_where_neither_pages_nor_robots_play_is_everybodys(rig: AnyGame) -> None:
    """Such as at a real table, or in a terminal: else it would wait for a robot that never comes."""
    begin(rig, WITHOUT)
    while not isinstance(owner_now(rig), Robot):
        assert isinstance(rig.post(Play(rig.next_move()), owner_now(rig) or ROBOT), Done)
    rig.restart()
    rig.press("ok")  # go on
    rig.read_all()
    assert isinstance(rig.post(Play(rig.next_move()), STRANGER), Done)


# --- what goes back ---


def play_until(rig: AnyGame, owner: type, moves: int = 300) -> bool:
    """Play until the last decision was of such an owner; return whether that came about."""
    for _ in range(moves):
        if not rig.goes_on:
            return False
        decides = owner_now(rig)
        assert isinstance(rig.post(Play(rig.next_move()), decides or ROBOT), Done)
        if isinstance(decides, owner) and not isinstance(rig.daemon.table.deciding.goes_back(), Refused):
            return True
    return False


def test_nobody_takes_back_what_another_person_has_decided(rig: AnyGame) -> None:
    begin(rig, WITHOUT)
    assert play_until(rig, Phone)
    for by in (STRANGER, PROGRAM):
        before = kept(rig)
        reply = rig.post(TakeBack(), by)
        assert isinstance(reply, Refused)
        assert kept(rig) is before


def test_what_robots_did_goes_back_with_what_was_decided_before(rig: AnyGame) -> None:
    """Else a robot would only decide again."""
    rig.post(WITHOUT)
    players = rig.box.seats[0]
    colours = rig.box.colours[:players]
    robots = tuple((colour, rig.players.skills[0]) for colour in colours[1:])
    assert isinstance(rig.post(NewGame(BeginGame(rig.box.quick_setup(players), (), robots)), HERE), Done)
    taken = 0
    for _ in range(150):
        if not rig.goes_on:
            break
        decides = owner_now(rig)
        assert isinstance(rig.post(Play(rig.next_move()), decides or ROBOT), Done)
        if not isinstance(decides, Robot):
            continue
        before = rig.history
        reply = rig.post(TakeBack(), HERE)
        if isinstance(reply, Done) and reply.kept:
            taken += 1
            after = len(rig.history.steps)
            mover = rig.game.mover(before.position_before(after))
            assert kept(rig).people.owner(mover or "") == HERE, "back to a decision of whoever asked"
            assert "companion" in rig.daemon.view.news[0].left.in_language()
            if taken == 2:
                return
    assert taken or rig.box.id not in ("hansa", "teutonica")


# --- several at once ---


def at_once(rig: AnyGame, *posts: tuple[Intent, By, int | None]) -> list[Reply]:
    """Post what several ask for before the table gets to any of it."""
    replies: list[Reply] = []
    for intent, by, revision in posts:
        rig.daemon.post(intent, replies.append, revision=revision, by=by)
    rig.daemon.work()
    return replies


def test_of_two_pages_that_answer_at_once_only_one_does(rig: AnyGame) -> None:
    begin(rig, WITHOUT)
    while owner_now(rig) != HERE or not isinstance(rig.dialog.press(Button.OK).action, Do):
        assert isinstance(rig.post(Play(rig.next_move()), owner_now(rig) or ROBOT), Done)
    before, answer = len(rig.history.steps), Choose(fingerprint(rig.dialog), 0)
    first, second = at_once(rig, (answer, HERE, None), (answer, HERE, None))
    assert isinstance(first, Done)
    is_same_question = isinstance(second, Done)  # such as the next of two things to place
    assert is_same_question or isinstance(second, Stale | Refused)
    assert len(rig.history.steps) > before


def test_move_and_take_back_at_once_are_one_of_both(rig: AnyGame) -> None:
    begin(rig, WITHOUT)
    while owner_now(rig) != HERE:
        assert isinstance(rig.post(Play(rig.next_move()), owner_now(rig) or ROBOT), Done)
    revision = rig.daemon.revision
    first, second = at_once(rig, (Play(rig.next_move()), HERE, revision), (TakeBack(), ANNA, revision))
    assert (type(first), type(second)) == (Done, Stale)


def test_button_that_was_quicker_leaves_the_page_a_stale_question(rig: AnyGame) -> None:
    begin(rig, BENCH)
    while owner_now(rig) != HERE or not isinstance(rig.dialog.press(Button.OK).action, Do):
        while isinstance(rig.dialog, Notice):
            rig.post(Choose("", 0), kept(rig).people.owner(rig.dialog.player) if rig.dialog.player else HERE)
        if owner_now(rig) != HERE:
            assert isinstance(rig.post(Play(rig.next_move()), owner_now(rig) or ROBOT), Done)
        elif not isinstance(rig.dialog.press(Button.OK).action, Do):
            assert isinstance(rig.post(Play(rig.next_move()), HERE), Done)
    asked, before = Choose(fingerprint(rig.dialog), 0), len(rig.history.steps)
    rig.press("ok")
    assert len(rig.history.steps) > before
    reply = rig.post(asked, HERE)
    assert isinstance(reply, Stale | Refused) or fingerprint(rig.dialog) == asked.dialog


def test_trace_of_seats_with_owners_leads_to_the_same_game(rig: AnyGame) -> None:
    begin(rig, WITHOUT)
    for number in range(40):
        if not rig.goes_on:
            break
        rig.post(Play(rig.next_move()), STRANGER if number % 5 == 0 else owner_now(rig) or ROBOT)
        if number % 7 == 0:
            rig.post(TakeBack(), HERE)
        if number in (10, 20):
            rig.post(BENCH if number == 10 else WITHOUT)
        while isinstance(rig.dialog, Notice):
            rig.post(Choose("", 0), kept(rig).people.owner(rig.dialog.player) if rig.dialog.player else HERE)
        rig.press("ok")
    game, people = rig.daemon.game_id, kept(rig).people
    rig.close()
    report = retrace_game(rig.config, game)
    assert report.is_whole
    assert report.is_same, report.difference
    assert people.seats
