"""What every game does at a table: it is begun, played, refused, taken back, corrected, and outlives a power cut."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.archive.verify import retrace_game
from companion.assembly.game_parts import translator
from companion.assembly.loading import NEWEST
from companion.display.draw import overflow
from companion.games.game import Refusal
from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.posts import Done
from companion.running.resume import lines_of
from companion.shelf.box import GameBox
from companion.shelf.players import Gesture, next_move
from companion.table.belief import PAD
from companion.table.dialog import About, Dialog, Do, Menu, Notice, Open, Tone
from companion.table.history import History, replay
from companion.table.intents import BeginGame, Play, TakeBack
from companion.table.proposals import Refused, Stale
from companion.words.say import LANGUAGES
from tests.kit.any_game import AnyGame, Late, any_game

MOMENTS = (1, 7, 20)  # this many moves into a game


def kinds_of(rig: AnyGame) -> list[Kind]:
    journal = SqliteJournal(rig.config.journal)
    journal.open()
    kinds = [entry.kind for entry in journal.read(rig.daemon.game_id)]
    journal.close()
    return kinds


# --- new ---


def test_game_is_begun_with_every_number_of_players(box: GameBox, folder: Path) -> None:
    for players in box.seats:
        with any_game(box, folder / str(players)) as rig:
            rig.begin(players)
            seats = rig.game.players(rig.position)
            assert len(seats) == players
            assert set(seats) <= set(box.colours)
            assert kinds_of(rig) == [Kind.SETUP]
            assert rig.game.active(rig.position) in seats
            assert rig.game.mover(rig.position) in seats
            assert sorted(rig.game.scores(rig.position)) == sorted(seats)


def test_game_is_begun_with_ok_alone(rig: AnyGame) -> None:
    for _ in range(20):
        if rig.daemon.game_id:
            break
        rig.press("ok")
    assert rig.box.id == rig.game.id
    assert kinds_of(rig) == [Kind.SETUP]


def test_set_up_of_nobody_is_refused_in_words_and_nothing_is_kept(rig: AnyGame) -> None:
    assert isinstance(rig.post(BeginGame({"players": ["nobody"]})), Refused)
    assert rig.daemon.table.dialog.topic.about is About.REFUSED
    assert rig.daemon.game_id == ""


def test_second_game_is_not_begun_over_the_first(rig: AnyGame) -> None:
    rig.begin()
    assert isinstance(rig.post(BeginGame(rig.box.quick_setup(rig.box.seats[0]))), Stale)


# --- play ---


def test_game_is_played_to_its_end_kept_and_finished(late: Late) -> None:
    rig = late.end()
    winners = rig.game.winners(rig.position)
    assert winners
    journal = SqliteJournal(rig.config.journal)
    journal.open()
    info, entries = journal.info(rig.daemon.game_id), journal.read(rig.daemon.game_id)
    journal.close()
    assert info.finished
    assert (info.game, entries[-1].kind) == (rig.box.id, Kind.FINISHED)
    assert tuple(entries[-1].payload["winners"]) == winners
    assert replay(rig.game, lines_of(entries)) == rig.daemon.table.kept


def test_every_screen_of_a_game_fits_in_every_language(rig: AnyGame) -> None:
    speaking = [translator(language, {}, rig.box) for language in LANGUAGES]
    rig.begin(rig.box.seats[-1])
    for _ in range(40):
        assert [overflow(rig.screen, translate) for translate in speaking] == [[]] * len(speaking)
        rig.play()


def test_moves_are_made_with_pieces_where_there_are_readers(rig: AnyGame) -> None:
    rig.begin()
    made = 0
    for _ in range(60):
        if not rig.goes_on:
            break
        move = rig.next_move(rig.players.skills[-1])
        gestures = rig.players.gestures(rig.position, move)
        if gestures and all(gesture.place in rig.table.readers.names for gesture in gestures):
            steps = len(rig.history.steps)
            for gesture in gestures:
                _put(rig, gesture)
            if rig.daemon.table.dialog.topic.about is About.ASKED:
                rig.press("ok")  # it can mean more than one thing
            rig.read_all()
            made += len(rig.history.steps) > steps
        else:
            assert isinstance(rig.post(Play(move)), Done)
            rig.read_all()
    assert made, "no piece of this game means a move anywhere"


def _put(rig: AnyGame, gesture: Gesture) -> None:
    """Put a piece of a kind down, the next one each time; off the pad it is taken again."""
    alike = [piece for piece in rig.tags if piece == gesture.group or piece.startswith(f"{gesture.group}.")]
    piece = alike[len(rig.history.steps) % len(alike)]
    rig.table.lift(rig.tags[piece])
    rig.pass_time()
    rig.table.put(rig.tags[piece], gesture.place)
    rig.pass_time()
    if gesture.place == PAD:
        rig.table.lift(rig.tags[piece])
        rig.pass_time()


def test_lamps_name_places_of_the_game_and_the_seat_of_who_decides(rig: AnyGame) -> None:
    rig.begin(rig.box.seats[-1])
    known = {*rig.box.places(rig.game), PAD}
    for _ in range(30):
        assert rig.daemon.showing.scene
        lit = rig.daemon.showing.scene.lamps
        assert set(lit) <= known
        if rig.goes_on:
            assert f"seat.{rig.game.mover(rig.position)}" in lit
        rig.play()


# --- refuse ---


def impossible(rig: AnyGame) -> Any:
    """Find a move of the game that is not allowed now: one that was made before, or will be."""
    position, seen = rig.position, list(rig.history.entries)
    ahead = rig.position
    while rig.game.winners(ahead) is None:
        for entry in seen[-40:]:
            if rig.game.refusal(position, entry):
                return entry
        seen.append(next_move(rig.game, rig.players, ahead, rig.players.skills[0], rig.random))
        ahead = rig.game.play(ahead, seen[-1]).position
    raise AssertionError("everything is always allowed")


def test_impossible_move_is_refused_with_reason_and_remedy_and_changes_nothing(rig: AnyGame) -> None:
    rig.begin()
    rig.play(5)
    before, entry = rig.daemon.table.kept, impossible(rig)
    reply = rig.post(Play(entry))
    assert isinstance(reply, Refused)
    assert reply.refusal.message()
    assert reply.refusal.advice()
    assert rig.daemon.table.kept is before
    rig.post(Play(entry, is_shown=True))
    dialog = rig.daemon.table.dialog
    assert isinstance(dialog, Notice)
    assert dialog.tone is Tone.REFUSAL
    assert rig.daemon.table.kept is before
    assert kinds_of(rig).count(Kind.MOVE) == 5


def test_piece_that_nobody_knows_is_refused(rig: AnyGame) -> None:
    rig.begin()
    rig.table.put("04ffffffffffff", rig.table.readers.names[0])
    rig.pass_time()
    assert rig.daemon.table.dialog.name == "refusal unknown_tag"


# --- take back ---


def test_nothing_is_taken_back_before_there_was_a_move(rig: AnyGame) -> None:
    rig.begin()
    reply = rig.post(TakeBack())
    assert isinstance(reply, Refused)
    assert reply.refusal.code == "nothing_to_take_back"


def test_what_goes_back_goes_back_whole_by_button_and_by_page(rig: AnyGame) -> None:
    rig.begin()
    taken = {"button": 0, "page": 0}
    for _ in range(60):
        rig.play()
        if isinstance(rig.daemon.table.deciding.goes_back(), Refusal):
            continue
        before = rig.history
        steps = rig.composed.game_table.goes_back(before).steps
        how = min(taken, key=lambda way: taken[way])
        if how == "page":
            assert isinstance(rig.post(TakeBack()), Done)
        else:
            rig.hold("back")
        assert rig.history == History(before.first, before.steps[: len(before.steps) - steps])
        taken[how] += 1
        if all(taken.values()):
            return
    raise AssertionError(f"in sixty moves nothing could be taken back: {taken}")


# --- correct ---


def corrections(rig: AnyGame, dialog: Dialog, depth: int = 6) -> Iterator[Any]:
    """Find the corrections that the dialogs of the table menu lead to."""
    if not isinstance(dialog, Menu) or not depth:
        return
    for choice in dialog.choices:
        match choice.action:
            case Do(entry) if rig.game.is_correction(entry):
                yield entry
            case Open(opened):
                yield from corrections(rig, opened() if callable(opened) else opened, depth - 1)
            case _:
                pass


def test_players_overrule_the_record_and_that_is_kept_as_a_correction(rig: AnyGame) -> None:
    rig.begin()
    rig.play(12)
    pages = rig.composed.game_table.pages(rig.history)
    found = (entry for entry in corrections(rig, pages) if rig.game.refusal(rig.position, entry) is None)
    entry = next(found, None)
    assert entry is not None, "nothing in the table menu leads to a correction"
    before = rig.history
    assert isinstance(rig.post(Play(entry)), Done)
    rig.read_all()
    assert kinds_of(rig).count(Kind.CORRECTION) == 1
    assert rig.history.entries[len(before.entries)] == entry
    assert rig.game.parse_entry(rig.game.format_entry(entry)) == entry


# --- power cut and resume ---


@pytest.mark.parametrize("moves", MOMENTS)
def test_power_cut_loses_nothing_and_the_game_goes_on(rig: AnyGame, folder: Path, moves: int) -> None:
    rig.begin(rig.box.seats[-1])
    rig.play(moves)
    cut = rig.copy_after_a_cut(folder / "cut")
    with any_game(rig.box, cut, sitting=NEWEST) as again:
        assert again.daemon.table.kept == rig.daemon.table.kept
        assert (again.daemon.game_id, again.daemon.revision) == (rig.daemon.game_id, rig.daemon.revision)
        if again.goes_on:
            assert again.daemon.table.dialog.topic.about is About.RESUMING
            again.press("ok")
            again.read_all()
            again.play(3)
            assert len(again.history.steps) > len(rig.history.steps)


def test_game_that_has_ended_does_not_come_back(late: Late, folder: Path) -> None:
    rig = late.end()
    with any_game(rig.box, rig.copy_after_a_cut(folder / "cut"), sitting=NEWEST) as again:
        assert again.daemon.table.kept.history is None
        assert again.game.id == rig.game.id, "the next one is of the kind played last"


def test_restore_walk_says_how_the_board_must_look(rig: AnyGame) -> None:
    rig.begin()
    rig.play(15)
    walk = rig.composed.game_table.restore(rig.position)
    assert walk
    assert [overflow(notice.screen()) for notice in walk] == [[]] * len(walk)


# --- trace ---


def test_trace_leads_to_the_same_game(rig: AnyGame) -> None:
    rig.begin()
    rig.play(10)
    rig.press("down")
    rig.hold("back")
    rig.press("back")
    rig.press("back")
    rig.read_all()
    rig.play(5)
    name, config = rig.daemon.game_id, rig.config
    rig.close()
    report = retrace_game(config, name)
    assert report.is_whole
    assert report.is_same, report.difference
    assert report.in_journal
