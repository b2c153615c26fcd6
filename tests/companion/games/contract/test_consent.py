"""What concerns others is asked of them, at a table of any game: take-back, seats, the end; nobody else answers."""

from __future__ import annotations

from typing import Any

import pytest

from companion.archive.verify import retrace_game
from companion.running.posts import Done
from companion.table.dialog import About
from companion.table.history import Kept
from companion.table.intents import (
    AskBack,
    AskSeat,
    BeginGame,
    Choose,
    GiveSeat,
    GiveUp,
    Intent,
    LeaveSeat,
    NewGame,
    Play,
    TakeBack,
    Withdraw,
)
from companion.table.owners import HERE, NOT_YOURS, PROGRAM, ROBOT, By, Owner
from companion.table.proposals import Refused
from tests.companion.games.contract.test_owners import ANNA, BRUNO, STRANGER, WITHOUT, kept, owner_now
from tests.kit.any_game import AnyGame

NO, YES = 0, 1


def begin(rig: AnyGame, *owners: Owner) -> tuple[str, ...]:
    """Begin a game of as many as possible, whose first seats belong to these, and others to robots."""
    rig.post(WITHOUT)
    players = rig.box.colours[: rig.box.seats[-1]]
    robots = tuple((player, rig.players.skills[0]) for player in players[len(owners) :])
    begun = NewGame(BeginGame(rig.box.quick_setup(len(players)), (), robots), is_dealt=False)
    assert isinstance(rig.post(begun, HERE), Done)
    for player, owner in zip(players, owners, strict=False):
        if owner != HERE:
            rig.post(LeaveSeat(player), HERE)
            seat(rig, player, owner)
    return tuple(players)


def seat(rig: AnyGame, player: str, owner: Owner) -> None:
    assert isinstance(rig.post(GiveSeat(player, owner), HERE), Done)


def play(rig: AnyGame) -> By:
    """Make the next move; return who did."""
    by: By = owner_now(rig) or ROBOT
    assert isinstance(rig.post(Play(rig.next_move()), by), Done)
    return by


def play_until_asking_helps(rig: AnyGame) -> Any:
    """Play until somebody could only take back what another person has decided since; return who."""
    for _ in range(400):
        if not rig.goes_on:
            return None
        play(rig)
        for by in (HERE, ANNA):
            undone = rig.daemon.table.deciding._replace(by=by).goes_back(asks=True)
            if getattr(undone, "others", ()):
                return by
    return None


def is_refused(rig: AnyGame, intent: Intent, by: By, code: str = NOT_YOURS) -> bool:
    before = kept(rig)
    reply = rig.post(intent, by)
    return isinstance(reply, Refused) and reply.refusal.code == code and kept(rig) is before


def asked(rig: AnyGame) -> str:
    """Return the player who is asked now, empty if nobody is."""
    topic = rig.daemon.table.dialog.topic
    return topic.player if topic.about is About.CONSENT else ""


@pytest.mark.parametrize("answer", [NO, YES])
def test_take_back_over_what_another_has_decided_is_asked_of_them(rig: AnyGame, answer: int) -> None:
    begin(rig, HERE, ANNA)
    asker = play_until_asking_helps(rig)
    if asker is None:
        pytest.fail("nobody ever has to ask") if rig.box.id == "teutonica" else None
        return
    other = ANNA if asker == HERE else HERE
    before = rig.history
    assert is_refused(rig, TakeBack(), asker)
    assert isinstance(rig.post(AskBack(), asker), Done)
    assert kept(rig).people.owner(asked(rig)) == other
    for by in (asker, BRUNO, ROBOT, PROGRAM):
        assert is_refused(rig, Choose("", YES), by)
    assert isinstance(rig.post(Choose("", answer), other), Done)
    assert not asked(rig)
    if answer == NO:
        assert rig.history is before
        assert "agree" in rig.daemon.view.news[0].left.in_language()
    else:
        after = len(rig.history.steps)
        assert after < len(before.steps)
        assert kept(rig).people.owner(rig.game.mover(before.position_before(after)) or "") == asker


def test_question_goes_with_a_move_and_with_whoever_asked_it(rig: AnyGame) -> None:
    mine, hers, *_ = begin(rig, HERE, ANNA)
    assert isinstance(rig.post(AskSeat(hers), HERE), Done)
    assert asked(rig) == hers
    rig.post(Withdraw(), BRUNO)
    assert asked(rig) == hers, "only whoever asked withdraws it"
    rig.post(Withdraw(), HERE)
    assert not asked(rig)
    assert isinstance(rig.post(AskSeat(mine), ANNA), Done)
    play(rig)
    assert not asked(rig)
    assert isinstance(rig.post(AskSeat(hers), HERE), Done)
    assert isinstance(rig.post(LeaveSeat(hers, rig.players.skills[0]), ANNA), Done)
    assert not asked(rig), "who has left is asked no more"
    assert is_refused(rig, AskSeat(hers), HERE, "free_seat")


@pytest.mark.parametrize("answer", [NO, YES])
def test_seat_of_somebody_is_asked_of_them(rig: AnyGame, answer: int) -> None:
    _, hers, *_ = begin(rig, HERE, ANNA)
    assert isinstance(rig.post(AskSeat(hers), BRUNO), Done)
    for by in (HERE, BRUNO, STRANGER, ROBOT):
        assert is_refused(rig, Choose("", YES), by)
    assert isinstance(rig.post(Choose("", answer), ANNA), Done)
    assert kept(rig).people.owner(hers) == (BRUNO if answer == YES else ANNA)


def test_end_of_a_game_is_asked_of_every_other_person_once(rig: AnyGame) -> None:
    owners: tuple[Owner, ...] = (HERE, ANNA, BRUNO)[: rig.box.seats[-1]]
    begin(rig, *owners)
    assert is_refused(rig, NewGame(BeginGame(rig.box.quick_setup(2))), ANNA)
    for number, owner in enumerate(owners[1:], start=1):
        assert isinstance(rig.post(GiveUp(), HERE), Done)
        for each in owners[1:number]:
            assert isinstance(rig.post(Choose("", YES), each), Done)
        assert isinstance(rig.post(Choose("", NO), owner), Done)
        assert kept(rig).history is not None
    assert isinstance(rig.post(GiveUp(), HERE), Done)
    for owner in owners[1:]:
        assert kept(rig).history is not None
        assert isinstance(rig.post(Choose("", YES), owner), Done)
    assert kept(rig) == Kept(people=kept(rig).people)


def test_game_of_one_person_and_robots_ends_without_a_question(rig: AnyGame) -> None:
    begin(rig, HERE)
    assert isinstance(rig.post(GiveUp(), HERE), Done)
    assert kept(rig).history is None


def test_trace_of_questions_and_answers_leads_to_the_same_game(rig: AnyGame) -> None:
    _, hers, *_ = begin(rig, HERE, ANNA)
    for number in range(60):
        if not rig.goes_on:
            break
        play(rig)
        if number % 5 == 0:
            rig.post(AskBack(), HERE if number % 2 else ANNA)
            rig.post(Choose("", number % 3 // 2), ANNA if number % 2 else HERE)
        if number == 30:
            rig.post(AskSeat(hers), BRUNO)
            rig.post(Choose("", YES), ANNA)
        rig.post(Withdraw(), ANNA if number % 2 else HERE)
    game = rig.daemon.game_id
    rig.close()
    report = retrace_game(rig.config, game)
    assert report.is_same, report.difference
