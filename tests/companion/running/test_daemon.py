"""The daemon: nothing is confirmed before it is durable, and nothing that goes wrong loses a move."""

from __future__ import annotations

import queue
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from companion.display.draw import draw
from companion.journal.journal import Entry, JournalError, Kind, Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.backlog import ROOM, ROOM_FOR_SIGHTINGS, Dropped
from companion.running.daemon import BEAT_S, HINT_S, RESTLESS, Daemon
from companion.running.posts import Busy, Done, NotKept, Reply
from companion.table.belief import PAD, Known
from companion.table.dialog import Choice, Dialog, Do, DoAll, Menu, fingerprint
from companion.table.gametable import Ignore
from companion.table.intents import Button, Choose, Errand, Intent, Play, PlayOn, Press, ShutDown
from companion.table.owners import By
from companion.table.proposals import Proposal, Refused, Stale
from companion.table.screen import SEEN, Row
from companion.table.senses import REMEMBERED_S
from companion.table.table import Table
from companion.words.say import say
from hardware.ports import DARK, ButtonPressed, Event, Frame, Health, HealthChanged, Light, Pattern, TagLeft, TagRested
from hardware.simulated.soft_table import SoftTable
from hardware.trouble import quoted
from tests.kit.pearls import FIRST, GAME, PARTS, PEARL, pearls_daemon
from tests.toygame.rules import Draw, GivePoints, Lay
from tests.toygame.table.pearlstable import PearlsTable

OK = ButtonPressed(0.0, "ok")


class Diary:
    """A witness who writes everything down, in the order in which it happens."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def happened(self, daemon: Daemon, event: Event) -> None:
        self.lines.append(f"happened {type(event).__name__}")

    def posted(self, daemon: Daemon, intent: Intent, by: By) -> None:
        self.lines.append("posted")

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        self.lines.append(f"kept {daemon.revision} {proposal.kind}")

    def not_kept(self, daemon: Daemon, reason: str, remedy: str) -> None:
        self.lines.append(f"not kept {reason}")

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        self.lines.append(f"told {dialog.name}")

    def rested(self, daemon: Daemon) -> None:
        self.lines.append("rested")


class Watched(SqliteJournal):
    """A journal that notes each append in the diary, and can be made to fail."""

    def __init__(self, path: Path, diary: Diary) -> None:
        super().__init__(path)
        self.diary = diary
        self.fails: JournalError | None = None

    def append(self, game_id: str, revision: int, kind: Kind, payload: Any, at: str) -> Entry:
        if self.fails:
            raise self.fails
        entry = super().append(game_id, revision, kind, payload, at)
        self.diary.lines.append(f"durable {revision}")
        return entry


class WatchedTable(SoftTable):
    """A simulated table that notes in the diary what is shown on it."""

    def __init__(self, diary: Diary) -> None:
        super().__init__(**PARTS)
        lamps, screen = self.lamps.show, self.screen.show

        def show_lamps(scene: Mapping[str, Light]) -> None:
            patterns = {name: str(light.pattern) for name, light in scene.items()}
            diary.lines.append(f"lamps {patterns}")
            lamps(scene)

        def show_screen(frame: Frame) -> None:
            diary.lines.append("screen")
            screen(frame)

        vars(self.lamps)["show"], vars(self.screen)["show"] = show_lamps, show_screen


class Rig:
    def __init__(self, path: Path) -> None:
        self.diary = Diary()
        self.soft = WatchedTable(self.diary)
        self.journal = Watched(path, self.diary)
        self.commands: list[Errand] = []
        self.now = 0.0
        self.daemon = pearls_daemon(
            self.soft,
            self.journal,
            on_errand=self.commands.append,
            witnesses=(self.diary,),
            clock=lambda: self.now,
        )

    def tell(self, *events: Event) -> list[str]:
        """Let events happen; return what the diary says of it."""
        self.diary.lines.clear()
        for event in events:
            self.daemon.put(event)
        self.daemon.work()
        return self.diary.lines

    @property
    def entries(self) -> tuple[object, ...]:
        history = self.daemon.table.kept.history
        return history.entries if history else ()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "journal.db")
    rig.tell(OK)  # dive
    yield rig
    rig.daemon.close()


# --- the life of a move ---


def test_move_is_durable_before_anything_confirms_it(rig: Rig) -> None:
    lines = rig.tell(OK)
    assert lines[0] == "happened ButtonPressed"
    assert lines.index("durable 2") < lines.index("kept 2 move") < lines.index("screen") < lines.index("rested")


def test_piece_flickers_before_its_move_is_durable_and_is_lit_after(rig: Rig) -> None:
    rig.tell(OK)
    lines = rig.tell(TagRested(0.0, "shore", PEARL))
    shown = [index for index, line in enumerate(lines) if line.startswith("lamps")]
    durable = lines.index("durable 3")
    assert shown[0] < durable < shown[1]
    assert f"'shore': '{SEEN.pattern}'" in lines[shown[0]]
    assert rig.soft.lights["shore"].pattern is Pattern.ON
    assert rig.entries == (Draw("white"), Lay("shore"))


def test_screen_shows_what_the_scene_describes(rig: Rig) -> None:
    rig.tell(OK)
    assert rig.daemon.showing.scene
    assert rig.soft.frame() == draw(rig.daemon.showing.scene.screen)


def test_scene_that_stays_the_same_is_not_shown_again(rig: Rig) -> None:
    shown = rig.daemon.showing.count
    assert rig.tell(ButtonPressed(0.0, "unheard of")) == ["happened ButtonPressed", "rested"]
    assert rig.daemon.showing.count == shown


def test_hint_that_is_over_leaves_the_screen_of_an_idle_table(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    before, waiting, asked = rig.soft.frame(), rig.daemon._events, []
    hint = Ignore((Row(say("another one")),))
    monkeypatch.setattr(PearlsTable, "read", lambda *_: hint)

    def take(timeout_s: float) -> None:
        asked.append(timeout_s)
        if len(asked) == 2:
            rig.daemon.stop()
        raise queue.Empty

    rig.tell(TagRested(0.0, PAD, PEARL), TagLeft(0.0, PAD, PEARL))
    assert rig.soft.frame() != before
    rig.now = REMEMBERED_S
    monkeypatch.setattr(waiting, "take", take)
    monkeypatch.setattr(waiting, "is_empty", lambda: True)
    rig.daemon.run()
    assert rig.soft.frame() == before
    assert asked == [HINT_S, BEAT_S]


def test_move_shows_one_frame(rig: Rig) -> None:
    assert rig.tell(OK).count("screen") == 1


def test_watchers_are_called_after_every_scene(rig: Rig) -> None:
    seen: list[int] = []
    rig.daemon.watch(lambda daemon: seen.append(daemon.revision))
    rig.tell(OK, OK)
    assert seen == [2, 3]


def keep_scene(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lamps and screen stay as they are, whatever happens."""
    scene, view = rig.daemon.view.scene, vars(Table)["view"].fget
    monkeypatch.setattr(Table, "view", property(lambda table: view(table)._replace(scene=scene)))


def test_watchers_are_told_of_a_move_that_changes_neither_lamps_nor_screen(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    rig.daemon.watch(lambda daemon: seen.append(daemon.revision))
    keep_scene(rig, monkeypatch)
    before = rig.daemon.revision, rig.daemon.showing.count
    rig.tell(OK)
    assert (rig.daemon.revision, rig.daemon.showing.count) == (before[0] + 1, before[1])
    assert seen == [before[0] + 1]


def test_watchers_are_told_of_a_piece_that_a_reader_sees_where_it_was_declared(rig: Rig) -> None:
    rig.tell(OK, OK)  # draw it, and lay it down by button
    seen: list[Known] = []
    rig.daemon.watch(lambda daemon: seen.append(daemon.table.view.belief.pieces["pearl"].known))
    shown, there = rig.daemon.showing.count, rig.daemon.table.view.belief.pieces["pearl"]
    assert there.known is Known.DECLARED
    rig.tell(TagRested(0.0, there.place, PEARL), TagRested(0.0, there.place, PEARL))
    assert rig.daemon.showing.count == shown  # neither lamps nor screen change
    assert seen == [Known.SEEN]


def test_game_gets_a_name_and_its_entries_one_revision_each(rig: Rig) -> None:
    rig.tell(OK, OK)
    entries = rig.journal.read(rig.daemon.game_id)
    assert [entry.revision for entry in entries] == [1, 2, 3] == list(range(1, rig.daemon.revision + 1))
    assert [entry.kind for entry in entries] == [Kind.SETUP, Kind.MOVE, Kind.MOVE]


def test_second_game_has_a_name_of_its_own(rig: Rig) -> None:
    first = rig.daemon.game_id
    rig.daemon.handle(lambda table: table.propose(Draw("white")))
    rig.tell(ButtonPressed(0.0, "back"), ButtonPressed(0.0, "ok"))
    rig.daemon.handle(ButtonPressed(0.0, "ok"))
    assert rig.journal.ids()[0] == first


# --- what can go wrong ---


def test_move_that_cannot_be_kept_is_not_played_and_the_players_are_told(rig: Rig) -> None:
    rig.journal.fails = Unavailable(quoted("the disk is full"), quoted("free some space"))
    lines = rig.tell(OK)
    assert "not kept the disk is full" in lines
    assert rig.entries == ()
    assert rig.daemon.revision == 1
    assert rig.daemon.trouble == NotKept(quoted("the disk is full"), quoted("free some space"))
    assert rig.daemon.table.dialog.name == "refusal not_kept"


def test_move_is_accepted_again_when_the_journal_is_well(rig: Rig) -> None:
    rig.journal.fails = Unavailable(quoted("the disk is full"), quoted("free some space"))
    rig.tell(OK)
    rig.journal.fails = None
    rig.tell(OK, OK)  # read, and again
    assert rig.entries == (Draw("white"),)
    assert rig.daemon.trouble is None
    assert rig.daemon.revision == 2


def test_any_error_of_the_journal_refuses_the_move(rig: Rig) -> None:
    rig.journal.fails = JournalError("something else")
    rig.tell(OK)
    assert rig.daemon.trouble is not None
    assert rig.daemon.trouble.reason == "something else"
    assert rig.entries == ()


def test_entry_that_another_process_wrote_meanwhile_is_not_written_over(rig: Rig) -> None:
    other = SqliteJournal(rig.journal._path)
    other.open()
    other.append(rig.daemon.game_id, 2, Kind.NOTE, {"settled": 0}, "2026-01-01T00:00:00")
    other.close()
    rig.tell(OK)
    assert rig.entries == ()
    assert rig.daemon.table.dialog.name == "refusal not_kept"
    assert [entry.kind for entry in rig.journal.read(rig.daemon.game_id)] == [Kind.SETUP, Kind.NOTE]


def test_lamp_does_not_flicker_on_after_a_move_that_was_not_kept(rig: Rig) -> None:
    rig.tell(OK)
    rig.journal.fails = Unavailable(quoted("the disk is full"), quoted("free some space"))
    rig.tell(TagRested(0.0, "shore", PEARL))
    assert rig.soft.lights["shore"] != SEEN


def test_lamp_does_not_flicker_on_after_a_move_that_changes_neither_lamps_nor_screen(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A touch may undo what the one before it did, and what is asked then stands there already."""
    rig.tell(OK)
    keep_scene(rig, monkeypatch)
    rig.tell(TagRested(0.0, "shore", PEARL))
    assert rig.entries[-1] == Lay("shore")
    assert rig.soft.lights["shore"] == rig.daemon.view.scene.lamps.get("shore", DARK)


def test_full_queue_drops_the_newest_press_and_tells_the_players_how_many(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(ROOM + 3):
        rig.daemon.put(ButtonPressed(0.0, "unheard of"))
    assert rig.daemon.dropped == Dropped(presses=3)
    rig.daemon.work()
    assert "3 presses, 0 sightings, 0 others dropped" in caplog.text
    assert rig.daemon.table.dialog.name == "overloaded"
    assert "told overloaded" in rig.diary.lines
    caplog.clear()
    rig.tell(OK, OK)
    assert (rig.entries, caplog.text) == ((Draw("white"),), "")  # told once


def test_whoever_has_a_loop_already_is_woken_for_everything_that_waits(rig: Rig) -> None:
    woken: list[bool] = []
    rig.daemon.wake(lambda: woken.append(rig.daemon._events.is_empty()))
    rig.daemon.put(OK)
    rig.daemon.put_anyway(lambda _: None)
    rig.daemon.put(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer")))
    rig.daemon.stop()
    assert woken == [False] * 4
    rig.daemon.work()
    assert len(woken) == 4


def test_loop_of_ones_own_is_alive_while_it_works(rig: Rig) -> None:
    rig.now = 7.0
    rig.daemon.work()
    assert rig.daemon.marks.engine == 7.0
    assert rig.daemon.pause_s == BEAT_S


def test_presses_are_dropped_before_sightings(rig: Rig) -> None:
    rig.tell(OK)
    for _ in range(ROOM):
        rig.daemon.put(ButtonPressed(0.0, "unheard of"))
    rig.daemon.put(TagRested(0.0, "shore", PEARL))
    rig.daemon.put(OK)
    rig.daemon.work()
    assert rig.daemon.dropped == Dropped(presses=1)
    assert rig.entries == (Draw("white"), Lay("shore"))


def test_piece_that_was_moved_in_an_overload_is_seen_afterwards(rig: Rig) -> None:
    rig.tell(OK)
    for _ in range(ROOM_FOR_SIGHTINGS):
        rig.daemon.put(TagRested(0.0, "reef", "04ffffffffffff"))
    rig.soft.put(PEARL, "shore")
    rig.soft.pass_time(1.0)
    assert rig.daemon.dropped.sightings == 1
    rig.daemon.work()  # all that waited: now the readers are asked
    assert rig.daemon.revision == 2
    rig.soft.pass_time(1.0)
    rig.daemon.work()
    assert rig.entries == (Draw("white"), Lay("shore"))


def test_what_devices_said_last_of_their_health_in_an_overload_is_known_afterwards(rig: Rig) -> None:
    rig.daemon.put(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer")))
    for _ in range(2 * ROOM_FOR_SIGHTINGS):
        rig.daemon.put(TagRested(0.0, "reef", "04ffffffffffff"))
        rig.daemon.put(HealthChanged(0.0, "lamp", Health.DEGRADED, quoted("dark")))
    for health in (Health.DEGRADED, Health.GOOD):
        rig.daemon.put(HealthChanged(1.0, "reef", health, quoted("" if health is Health.GOOD else "no answer")))
    rig.daemon.put(HealthChanged(1.0, "shore", Health.DEGRADED, quoted("no answer")))
    rig.daemon.work()
    assert sorted(rig.daemon.table.view.faults) == ["lamp", "shore"]
    rig.tell(HealthChanged(2.0, "shore", Health.GOOD))
    assert sorted(rig.daemon.table.view.faults) == ["lamp"]


def test_health_that_finds_room_again_is_newer_than_what_was_held_back(rig: Rig) -> None:
    for _ in range(ROOM_FOR_SIGHTINGS):
        rig.daemon.put(TagRested(0.0, "reef", "04ffffffffffff"))
    rig.daemon.put(HealthChanged(0.0, "reef", Health.DEGRADED, quoted("no answer")))
    for _ in range(ROOM):
        rig.daemon.handle(rig.daemon._events.take(0.0) or OK)
    rig.daemon.put(HealthChanged(1.0, "reef", Health.GOOD))
    rig.daemon.work()
    assert not rig.daemon.table.view.faults


def test_thread_that_has_just_taken_everything_is_woken_for_health_that_was_held_back(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = rig.daemon._events
    monkeypatch.setattr(waiting, "_has_room", lambda _: False)  # as somebody found who was held up since
    lamp = HealthChanged(0.0, "lamp", Health.DEGRADED, quoted("dark"))
    rig.daemon.put(lamp)
    assert [waiting.take(0.0), waiting.take(0.0)] == [None, lamp]
    assert waiting.is_empty()


def test_what_is_counted_as_dropped_after_everything_was_handled_is_told_all_the_same(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.tell(OK)
    waiting = rig.daemon._events
    steps = iter([lambda: waiting._count(TagRested(0.0, "shore", PEARL)), rig.daemon.stop])

    def take(_: float) -> None:
        next(steps)()  # somebody was held up between finding no room and counting it
        raise queue.Empty

    monkeypatch.setattr(waiting, "take", take)
    monkeypatch.setattr(waiting, "is_empty", lambda: True)
    rig.daemon.run()
    assert rig.daemon.table.dialog.name == "overloaded"


def test_recount_that_finds_nothing_new_tells_nothing(rig: Rig) -> None:
    rig.tell(OK)
    rig.soft.put(PEARL, "shore")
    rig.soft.pass_time(1.0)
    rig.daemon.work()
    assert len(rig.entries) == 2
    rig.soft.readers.recount()
    rig.diary.lines.clear()
    rig.soft.pass_time(1.0)
    rig.daemon.work()
    assert (len(rig.entries), rig.diary.lines) == (2, ["rested"])


def test_watcher_that_fails_does_not_take_the_table_along(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: Daemon) -> None:
        raise RuntimeError("Event loop is closed")

    seen: list[int] = []
    rig.daemon.watch(fail)
    rig.daemon.watch(lambda daemon: seen.append(daemon.revision))
    rig.tell(OK)
    assert (seen, rig.entries) == ([2], (Draw("white"),))
    assert "Event loop is closed" in caplog.text


# --- pages, commands, the loop ---


def test_post_of_a_page_is_carried_out_like_a_press_and_answered_once_it_is_kept(rig: Rig) -> None:
    replies: list[Reply] = []
    kept: list[int] = []

    def reply(told: Reply) -> None:
        replies.append(told)
        kept.append(rig.journal.info(rig.daemon.game_id).revision)

    rig.daemon.post(Play(Draw("black")), reply, revision=1)
    assert replies == []
    rig.daemon.work()
    assert rig.entries == (Draw("black"),)
    assert (replies, kept) == ([Done(rig.daemon.game_id, 2, kept=1)], [2])
    assert rig.diary.lines.count("posted") == 1


@pytest.mark.slow
def test_game_of_a_thousand_entries_is_played_on_by_one_post(rig: Rig) -> None:
    overruled = tuple(GivePoints(FIRST.players[0], points) for points in range(1100))
    replies: list[Reply] = []
    rig.daemon.post(PlayOn(GAME.format_position(FIRST), overruled), replies.append)
    rig.daemon.work()
    assert replies == [Done(rig.daemon.game_id, 1101, kept=1101)]
    assert rig.entries == overruled


def test_post_about_another_revision_is_stale_and_changes_nothing(rig: Rig) -> None:
    replies: list[Reply] = []
    rig.daemon.post(Play(Draw("black")), replies.append, revision=0)
    rig.daemon.work()
    assert replies == [Stale("revision 0 was shown, the table is at 1")]
    assert rig.entries == ()
    assert "posted" not in rig.diary.lines


def test_post_that_the_rules_refuse_says_why_and_shows_nothing_at_the_table(rig: Rig) -> None:
    replies: list[Reply] = []
    shown = rig.daemon.table.dialog
    rig.daemon.post(Play(Lay("reef")), replies.append)
    rig.daemon.work()
    (refused,) = replies
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "not_now"
    assert (rig.entries, rig.daemon.table.dialog) == ((), shown)


def test_choice_that_the_rules_refuse_is_answered_as_refused_and_shown_at_the_table(rig: Rig) -> None:
    replies: list[Reply] = []
    menu = Menu(Row(say("Try")), (Choice(say("Lay it"), Do(Lay("reef"))),))
    rig.daemon.tell(menu)
    rig.daemon.post(Choose(fingerprint(menu), 0), replies.append)
    rig.daemon.work()
    (refused,) = replies
    assert isinstance(refused, Refused)
    assert (refused.refusal.code, refused.is_shown, refused.kept) == ("not_now", True, 0)
    assert (rig.entries, rig.daemon.table.dialog.name) == ((), "refusal not_now")
    assert rig.daemon.showing.scene == rig.daemon.table.view.scene  # it is shown already, and stands in the trace
    assert rig.diary.lines.count("posted") == 1


def test_press_that_is_refused_is_answered_as_refused(rig: Rig) -> None:
    replies: list[Reply] = []
    rig.daemon.post(Press(Button.BACK, 0.0, is_held=True), replies.append)
    rig.daemon.work()
    (refused,) = replies
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "nothing_to_take_back"


def test_choice_of_several_entries_says_how_many_were_kept_before_one_is_refused(rig: Rig) -> None:
    replies: list[Reply] = []
    menu = Menu(Row(say("Try")), (Choice(say("Draw twice"), DoAll((Draw("black"), Draw("black")))),))
    rig.daemon.tell(menu)
    rig.daemon.post(Choose(fingerprint(menu), 0), replies.append)
    rig.daemon.work()
    (refused,) = replies
    assert isinstance(refused, Refused)
    assert (refused.kept, rig.entries) == (1, (Draw("black"),))


def test_post_that_is_given_up_before_the_table_comes_to_it_leads_to_nothing(rig: Rig) -> None:
    replies: list[Reply] = []
    claim = rig.daemon.post(Play(Draw("black")), replies.append)
    assert claim.take()
    rig.daemon.work()
    assert (replies, rig.entries) == ([], ())


def test_post_that_is_being_carried_out_cannot_be_given_up(rig: Rig) -> None:
    given_up: list[bool] = []
    claim = rig.daemon.post(Play(Draw("black")), lambda _: given_up.append(claim.take()))
    rig.daemon.work()
    assert (given_up, rig.entries) == ([False], (Draw("black"),))


def test_post_for_which_there_is_no_room_is_answered_at_once(rig: Rig) -> None:
    replies: list[Reply] = []
    for _ in range(ROOM):
        rig.daemon.put(ButtonPressed(0.0, "unheard of"))
    rig.daemon.post(Play(Draw("black")), replies.append)
    assert replies == [Busy()]
    rig.daemon.work()
    assert rig.entries == ()


def test_post_that_cannot_be_kept_is_answered_so(rig: Rig) -> None:
    replies: list[Reply] = []
    rig.journal.fails = Unavailable(quoted("the disk is full"), quoted("free some space"))
    rig.daemon.post(Play(Draw("black")), replies.append)
    rig.daemon.work()
    assert replies == [NotKept(quoted("the disk is full"), quoted("free some space"))]
    assert rig.entries == ()


def test_errand_is_handed_to_whoever_runs_it(rig: Rig) -> None:
    rig.daemon.carry_out(ShutDown())
    assert rig.commands == [ShutDown()]


def test_loop_handles_what_came_before_the_stop(rig: Rig) -> None:
    rig.daemon.put(OK)
    rig.daemon.stop()
    rig.daemon.run()
    assert rig.entries == (Draw("white"),)


def test_witnesses_rest_even_where_events_never_cease(rig: Rig) -> None:
    rig.diary.lines.clear()
    for _ in range(2 * RESTLESS):
        rig.daemon.put(ButtonPressed(0.0, "unheard of"))
    rig.daemon.stop()
    rig.daemon.run()
    assert rig.diary.lines.count("rested") == 2


def test_witnesses_rest_before_a_failure_ends_the_loop(rig: Rig) -> None:
    rig.daemon.put(OK)
    rig.daemon.put(lambda table: cast(Any, 1 // 0))
    with pytest.raises(ZeroDivisionError):
        rig.daemon.run()
    assert rig.diary.lines[-1] == "rested"


def test_marks_tell_when_each_part_got_on(rig: Rig) -> None:
    rig.now = 7.0
    rig.tell(ButtonPressed(0.0, "unheard of"))
    assert (rig.daemon.marks.readers, rig.daemon.marks.journal, rig.daemon.marks.display) == (7.0, 0.0, 0.0)
    rig.now = 8.0
    rig.tell(OK)
    assert (rig.daemon.marks.readers, rig.daemon.marks.journal, rig.daemon.marks.display) == (8.0, 8.0, 8.0)


def test_language_changes_what_is_shown_at_once(rig: Rig) -> None:
    def pidgin(sentence: str, *_: object) -> str:
        return sentence.replace("Draw", "Fish up")

    before = rig.soft.frame()
    rig.daemon.speak(pidgin)
    assert rig.soft.frame() != before
    assert rig.daemon.showing.scene
    assert rig.soft.frame() == draw(rig.daemon.showing.scene.screen, pidgin)


def test_health_names_every_part_of_every_device(rig: Rig) -> None:
    assert rig.daemon.health["reef"] is Health.GOOD
    assert rig.daemon.health["button.ok"] is Health.GOOD
