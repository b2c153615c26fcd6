"""One person's place at a terminal: what keys do, what robots do, and what is seen then.

It knows neither clock nor terminal nor threads: keys and snapshots of the table come in, intents and pictures go out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.display.cells import Sheet
from companion.games.game import Refusal
from companion.shelf.box import GameBox
from companion.table.dialog import About, Dialog, Notice, fingerprint
from companion.table.gametable import GameTable
from companion.table.intents import BeginGame, Button, Choose, ChooseHouseRules, Intent, NewGame, Press, TakeBack
from companion.table.notices import refused
from companion.table.screen import Row
from companion.terminal import typed_keys as keys
from companion.terminal.beginning import Form, Wish, first_form
from companion.terminal.painting import draw_picture
from companion.terminal.telling import Moment, Telling
from companion.terminal.told import Asked, Banner, Told
from companion.web.feed import Snapshot
from companion.web.robots import Pace, Robots
from companion.words.say import Call, Say, Translate, say

_BUTTONS = {keys.UP: Button.UP, keys.DOWN: Button.DOWN, keys.ENTER: Button.OK, keys.BACK: Button.BACK}
_STEPS = {keys.UP: -1, keys.DOWN: 1, keys.PAGE_UP: -10, keys.PAGE_DOWN: 10}  # lines of the help


class Wanted(NamedTuple):
    """Why somebody leaves the table."""

    game: str = ""  # another one is to be played; empty: nothing more


class Seated:
    """A table seen and played from a terminal."""

    def __init__(
        self,
        box: GameBox,
        game_table: GameTable,
        robots: Robots,
        post: Callable[[Intent, int | None], None],
        now: Callable[[], float],
        speak: Callable[[str], Translate],
        call: Call,
        games: Sequence[str],
        *,
        begins_with: Sequence[str] = (),
    ) -> None:
        """Play a game of this box; `post` takes an intent, and the revision that was seen.

        `speak` gives a language, `call` puts the players' names into it; `games` are all that can be chosen, and
        `begins_with` the skills of robots that a new game is begun with at once.
        """
        self._box, self._game_table, self._robots, self._post = box, game_table, robots, post
        self._now, self._games = now, games
        self._telling = Telling(box, game_table, speak, call)
        self._snapshot: Snapshot | None = None
        self._form: Form | None = first_form(box, robots.usual_skill, begins_with)
        self._begins_at_once = bool(begins_with)
        self._shown = ""  # the fingerprint of the dialog that the cursor belongs to
        self._cursor, self._digits = 0, ""
        self._is_log_whole = self._is_panel = self._has_help = False
        self._help_from = 0
        self._wants_more = False  # the table's own questions before a game, instead of the form
        self._shows_score = self._was_over = False
        self._game_id = ""
        self.message = ""
        self.wanted: Wanted | None = None  # why it ends; None while it goes on

    # --- what comes in ---

    def see(self, snapshot: Snapshot) -> None:
        """Take in what the table is now."""
        self._snapshot = snapshot
        kept = snapshot.view.kept
        if snapshot.game_id != self._game_id:
            self._game_id, self._is_log_whole = snapshot.game_id, False
            self._robots.skills.clear()
            self._robots.skills.update(kept.people.robots if kept.history else ())
        if kept.history is not None:
            self._form, self._wants_more, self._begins_at_once = None, False, False
        elif self._form is None and not self._wants_more:
            self._form = first_form(self._box, self._robots.usual_skill)
        moment = self._moment
        if moment and moment.is_over != self._was_over:
            self._was_over = self._shows_score = moment.is_over
        shown = fingerprint(snapshot.view.dialog)
        if shown != self._shown:
            dialog = snapshot.view.dialog
            self._shown, self._digits = shown, ""
            self._cursor = 0 if isinstance(dialog, Notice) else max(0, min(dialog.cursor, dialog.lines - 1))

    def refuse(self, refusal: Refusal) -> None:
        """Take in that what was posted is refused, and say why."""
        history = self._snapshot.view.kept.history if self._snapshot else None
        notice = refused(self._game_table, refusal, "", history)
        self.message = " ".join(self._said(row.left) for row in notice.rows if isinstance(row, Row))

    def refuse_stale(self) -> None:
        """Take in that the table has gone on meanwhile."""
        self.message = self._said(say("The table has gone on meanwhile: look again."))

    def step(self) -> bool:
        """Let the robots do the next thing; return whether something was done."""
        snapshot = self._snapshot
        if snapshot is None or self.wanted:
            return False
        if snapshot.view.dialog.topic.about is About.RESUMING:
            self._post(Choose(fingerprint(snapshot.view.dialog), 0), snapshot.revision)  # nothing lies there to look at
            return True
        if self._form and self._begins_at_once and snapshot.view.kept.history is None:
            self._begins_at_once = False
            self._begin(self._form)
            return True
        return self._robots.step(snapshot)

    # --- keys ---

    def key(self, key: str) -> None:
        """Do what a key means now."""
        self.message = ""
        if key in ("q", keys.QUIT):
            self.wanted = Wanted()
        elif self._has_help and key in _STEPS:
            self._help_from = max(0, self._help_from + _STEPS[key])
        elif self._has_help or (self._shows_score and key in (keys.ENTER, keys.BACK, " ")):
            self._has_help = self._shows_score = False
        elif key == "?":
            self._has_help, self._help_from = True, 0
        elif key == "p":
            self._is_panel = not self._is_panel
        elif key in ("m", keys.FORWARD):
            self._is_log_whole = not self._is_log_whole
        elif key == "f":
            self._shows_score = self._form is None
        elif key in ("+", "-"):
            self._change_pace(1 if key == "+" else -1)
        elif key == "n":
            self._robots.go_on()
        elif self._snapshot is not None:
            self._play(key, self._snapshot)

    def _play(self, key: str, snapshot: Snapshot) -> None:
        """Do what a key means for the game."""
        key = {"k": keys.UP, "j": keys.DOWN, " ": keys.ENTER}.get(key, key)
        if self._form:
            self._fill_in(key, self._form, snapshot)
        elif self._is_panel and key in _BUTTONS:
            if self._may_answer:
                self._post(Press(_BUTTONS[key], self._now()), None)
        elif key == "u":
            self._post(TakeBack(), snapshot.revision)
        elif key == "e" and self._may_answer:
            self._post(Press(Button.END, self._now(), is_held=True), snapshot.revision)
        elif key in (keys.BACK, keys.LEFT):
            self._back(snapshot)
        elif self._may_answer:
            self._move(key, snapshot.view.dialog)

    def _back(self, snapshot: Snapshot) -> None:
        if self._wants_more and len(snapshot.view.opened) <= 1:
            self._wants_more, self._form = False, first_form(self._box, self._robots.usual_skill)
        else:
            self._post(Press(Button.BACK, self._now()), None)

    def _move(self, key: str, dialog: Dialog) -> None:
        """Move the cursor, or choose a line: at once, if no longer number begins like this."""
        count = dialog.lines
        if not count:
            self.message = self._said(say("Esc opens the table's menu."))
            return
        match key:
            case keys.UP | keys.DOWN:
                self._cursor = (self._cursor + (1 if key == keys.DOWN else -1)) % count
                self._digits = ""
            case keys.HOME | keys.PAGE_UP:
                self._cursor = 0
            case keys.END | keys.PAGE_DOWN:
                self._cursor = count - 1
            case keys.ENTER | keys.RIGHT:
                self._choose(self._cursor)
            case _ if key.isdecimal() and key.isascii():
                self._type(key, count)
            case _:
                self.message = self._said(say("This key means nothing here. ? shows all keys."))

    def _type(self, digit: str, count: int) -> None:
        for number in (int(self._digits + digit), int(digit)):
            if 1 <= number <= count:
                self._digits, self._cursor = str(number), number - 1
                if 10 * number > count:
                    self._choose(self._cursor)
                return
        self._digits = ""
        self.message = self._said(say("There is 1 line.", "There are {count} lines.", count=count))

    def _choose(self, line: int) -> None:
        self._digits = ""
        self._post(Choose(self._shown, line), None)

    def _change_pace(self, by: int) -> None:
        paces = [Pace.STEP, Pace.SLOW, Pace.NORMAL, Pace.FAST]
        at = paces.index(self._robots.pace) + by
        self._robots.pace = paces[max(0, min(len(paces) - 1, at))]

    # --- before a game ---

    def _fill_in(self, key: str, form: Form, snapshot: Snapshot) -> None:
        rules = snapshot.view.offers.house_rules
        count = len(self.told().asked.lines)
        by = -1 if key == keys.LEFT else 1
        steps = {keys.UP: -1, keys.DOWN: 1, keys.HOME: -form.cursor, keys.END: -form.cursor - 1}
        if key in steps:
            self._form = form._replace(cursor=(form.cursor + steps[key]) % count)
            return
        if key.isdecimal() and key.isascii() and 1 <= int(key) <= count:
            form = form._replace(cursor=int(key) - 1)
        elif key not in (keys.ENTER, keys.LEFT, keys.RIGHT):
            return
        self._form, wish, rule = form.press(
            self._box, self._robots.known_skills, self._robots.usual_skill, len(self._games), rules, by
        )
        match wish:
            case Wish.BEGIN if key not in (keys.LEFT, keys.RIGHT):
                self._begin(self._form)
            case Wish.OTHER_GAME:
                at = list(self._games).index(self._box.id) + by
                self.wanted = Wanted(self._games[at % len(self._games)])
            case Wish.HOUSE_RULE:
                chosen = tuple(each for each in rules.chosen if each != rule)
                self._post(ChooseHouseRules(chosen if rule in rules.chosen else (*chosen, rule)), None)
            case Wish.MORE:
                self._form, self._wants_more = None, True
            case _:
                pass

    def _begin(self, form: Form) -> None:
        setup = self._box.quick_setup(len(form.seats))
        self._post(NewGame(BeginGame(setup, (), form.robots(self._box.colours))), None)

    # --- what is known and seen ---

    @property
    def pace_s(self) -> float:
        """The time between two actions of a robot."""
        return self._robots.pace_s

    @property
    def waits_for_keys(self) -> bool:
        """Whether nothing goes on until somebody at this keyboard answers."""
        return self._form is not None or self._shows_score or self._may_answer

    @property
    def _may_answer(self) -> bool:
        moment = self._moment
        return moment is not None and moment.may_answer

    @property
    def _moment(self) -> Moment | None:
        if self._snapshot is None:
            return None
        return Moment(
            self._snapshot,
            self._game_table.game,
            self._robots.skills,
            self._robots.pace,
            self._robots.waits,
            self._form,
            len(self._games),
            self._cursor,
            self.message,
            do_robots_think=self._robots.known_skills[-1] != self._robots.usual_skill,
            is_log_whole=self._is_log_whole,
            is_panel=self._is_panel,
            is_score=self._shows_score,
            is_help=self._has_help,
            help_from=self._help_from,
        )

    def _said(self, words: Say) -> str:
        return words.in_language(self._telling.translate(self._snapshot))

    def told(self) -> Told:
        """Return everything that is seen now."""
        moment = self._moment
        return self._telling.tell(moment) if moment else Told(Banner(self._said(say("One moment…"))), Asked(""), "")

    def picture(self, columns: int, lines: int) -> Sheet:
        """Draw everything for a terminal of this size."""
        return draw_picture(self.told(), columns, lines)
