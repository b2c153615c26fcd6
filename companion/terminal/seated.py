"""One person's place at a terminal: what keys do, what robots do, and what is seen then.

It knows neither clock nor terminal nor threads: keys and snapshots of the table come in, intents and pictures go out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from companion.display.cells import Ink, Sheet, Span
from companion.display.draw import draw
from companion.display.terminal_lines import frame_sheet
from companion.games.game import Refusal
from companion.shelf.box import Aim, GameBox, TerminalDrawing
from companion.table.dialog import About, Dialog, Menu, Notice, fingerprint
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.intents import BeginGame, Button, Choose, ChooseHouseRules, Intent, NewGame, Press, TakeBack
from companion.table.notices import refused
from companion.table.screen import Row
from companion.terminal import in_front
from companion.terminal import typed_keys as keys
from companion.terminal.asking_words import asked_of, entry_at, place_at
from companion.terminal.beginning import Form, Wish, first_form, skill_words
from companion.terminal.painting import draw_picture
from companion.terminal.told import BANNER, GOLD, Asked, Banner, Desk, Said, Told
from companion.web.document import Annals
from companion.web.feed import Snapshot
from companion.web.robots import Pace, Robots
from companion.words.language import on_small_screen
from companion.words.say import Call, Say, Translate, say

_BUTTONS = {keys.UP: Button.UP, keys.DOWN: Button.DOWN, keys.ENTER: Button.OK, keys.BACK: Button.BACK}
_PACES = {Pace.SLOW: say("slow"), Pace.NORMAL: say("normal"), Pace.FAST: say("fast"), Pace.STEP: say("step by step")}
PLAIN_SEAT = BANNER


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
        self._game = game = game_table.game
        self._now, self._speak, self._call, self._games = now, speak, call, games
        self._drawing: TerminalDrawing | None = box.terminal(game) if box.terminal else None
        self._annals = Annals(box.drawing(game))
        self._snapshot: Snapshot | None = None
        self._form: Form | None = first_form(box, robots.known_skills, begins_with)
        self._begins_at_once = bool(begins_with)
        self._shown = ""  # the fingerprint of the dialog that the cursor belongs to
        self._cursor, self._digits = 0, ""
        self._is_log_whole = self._is_panel = self._has_help = False
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
            self._form, self._wants_more = None, False
        elif self._form is None and not self._wants_more:
            self._form = first_form(self._box, self._robots.known_skills)
        if self._is_over != self._was_over:
            self._was_over = self._shows_score = self._is_over
        shown = fingerprint(snapshot.view.dialog)
        if shown != self._shown:
            dialog = snapshot.view.dialog
            self._shown, self._digits = shown, ""
            self._cursor = 0 if isinstance(dialog, Notice) else max(0, min(dialog.cursor, dialog.lines - 1))

    def refuse(self, refusal: Refusal) -> None:
        """Take in that what was posted is refused, and say why."""
        notice = refused(self._game_table, refusal, "", self._history)
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
        elif self._has_help or (self._shows_score and key in (keys.ENTER, keys.BACK, " ")):
            self._has_help = self._shows_score = False
        elif key == "?":
            self._has_help = True
        elif key == "p":
            self._is_panel = not self._is_panel
        elif key in ("m", keys.FORWARD):
            self._is_log_whole = not self._is_log_whole
        elif key == "f" and self._history:
            self._shows_score = True
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
            self._wants_more, self._form = False, first_form(self._box, self._robots.known_skills)
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
        lines = form.asked(self._box, len(self._games), rules, PLAIN_SEAT, self._translate).lines
        by = -1 if key == keys.LEFT else 1
        steps = {keys.UP: -1, keys.DOWN: 1, keys.HOME: -form.cursor, keys.END: -form.cursor - 1}
        if key in steps:
            self._form = form._replace(cursor=(form.cursor + steps[key]) % len(lines))
            return
        if key.isdecimal() and key.isascii() and 1 <= int(key) <= len(lines):
            form = form._replace(cursor=int(key) - 1)
        elif key not in (keys.ENTER, keys.LEFT, keys.RIGHT):
            return
        self._form, wish, rule = form.press(self._box, self._robots.known_skills, len(self._games), rules, by)
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

    # --- what is known ---

    @property
    def _history(self) -> History | None:
        return self._snapshot.view.kept.history if self._snapshot else None

    @property
    def _mover(self) -> str | None:
        return self._game.mover(self._history.position) if self._history else None

    @property
    def _is_over(self) -> bool:
        return self._history is not None and self._game.winners(self._history.position) is not None

    @property
    def _is_mine(self) -> bool:
        """Whether the next decision is that of a person at this keyboard."""
        history = self._history
        if history is None or self._game.chances(history.position):
            return False
        return self._mover is not None and self._mover not in self._robots.skills

    @property
    def _may_answer(self) -> bool:
        """Whether what is open waits for somebody at this keyboard: everything but a robot's own menu."""
        snapshot = self._snapshot
        return snapshot is not None and (not snapshot.view.is_at_home or self._is_mine or self._is_over)

    @property
    def pace_s(self) -> float:
        """The time between two actions of a robot."""
        return self._robots.pace_s

    @property
    def waits_for_keys(self) -> bool:
        """Whether nothing goes on until somebody at this keyboard answers."""
        return self._form is not None or self._shows_score or self._may_answer

    @property
    def _translate(self) -> Translate:
        snapshot = self._snapshot
        if snapshot is None:
            return self._speak("")
        return self._call(self._speak(snapshot.view.offers.language), dict(snapshot.view.kept.people.names))

    def _said(self, words: Say) -> str:
        return words.in_language(self._translate)

    # --- what is seen ---

    def picture(self, columns: int, lines: int) -> Sheet:
        """Draw everything for a terminal of this size."""
        return draw_picture(self.told(), columns, lines)

    def told(self) -> Told:
        """Return everything that is seen now."""
        snapshot, translate = self._snapshot, self._translate
        if snapshot is None:
            return Told(Banner(self._said(say("One moment…"))), Asked(""), "")
        history = snapshot.view.kept.history
        help_page = in_front.help_page(self._drawing, translate) if self._has_help else None
        told = Told(self._banner(snapshot), self._asked(snapshot), in_front.keys_line(translate), message=self.message)
        told = told._replace(over=help_page, panel=self._panel(snapshot) if self._is_panel else None)
        if history is None:
            return told._replace(draw_map=self._empty_map())
        if self._shows_score and not help_page:
            told = told._replace(over=in_front.score_page(self._game, self._box, self._drawing, history, translate))
        drawing = self._drawing
        return told._replace(
            desks=self._desks(history, translate),
            log=self._log(history, translate),
            course=drawing.tell_course(history, translate) if drawing else (),
            draw_map=partial(self._draw_map, drawing, history, translate) if drawing else None,
            is_log_whole=self._is_log_whole,
        )

    def _ink(self, player: str | None) -> Ink:
        seat = self._drawing.seats.get(player or "") if self._drawing else None
        return seat.ink._replace(inverse=True) if seat else BANNER

    def _name(self, player: str | None) -> str:
        return self._said(self._box.player_words()[player]) if player else ""

    def _banner(self, snapshot: Snapshot) -> Banner:
        history = snapshot.view.kept.history
        pace = self._said(say("robots: {pace} (+ -)", pace=_PACES[self._robots.pace]))
        if history is None:
            return Banner(self._box.title)
        if self._is_over:
            winners = in_front.winners_words(self._box, self._game.winners(history.position) or ())
            return Banner(f"★ {self._said(winners)} ★", self._box.title)
        mover = self._mover
        name = self._name(mover).upper()
        if self._game.chances(history.position):
            return Banner(self._said(say("One moment…")), pace)
        if self._is_mine:
            about = self._said(snapshot.view.dialog.title.right) if snapshot.view.is_at_home else ""
            return Banner(f"► {self._said(say('{player}: IT IS YOUR TURN', player=name))} ◄", about, self._ink(mover))
        waits = self._robots.waits
        if waits and waits.reason == "next":
            doing = say("{player} waits for you: press n", player=name)
        elif waits and waits.reason in ("read", "answer"):
            doing = say("{player} waits until you have read this", player=name)
        else:
            doing = say("{player} is playing…", player=name)
        return Banner(self._said(doing), pace, self._ink(mover))

    def _asked(self, snapshot: Snapshot) -> Asked:
        translate, dialog = self._translate, snapshot.view.dialog
        if self._form:
            rules = snapshot.view.offers.house_rules
            return self._form.asked(self._box, len(self._games), rules, BANNER, translate)
        if not self._may_answer:
            mover, skill = self._mover, self._robots.skills.get(self._mover or "", "")
            words = self._said(say("{skill}", skill=skill_words(skill))) if skill else ""
            hint = (Span(self._said(say("Esc opens the table's menu."))),)
            return Asked(self._name(mover), words, self._ink(mover), (hint,))
        owner = dialog.player if isinstance(dialog, Notice) and dialog.player else self._mover
        ink = self._ink(owner) if snapshot.view.is_at_home or isinstance(dialog, Notice) else BANNER
        return asked_of(dialog, self._cursor, ink, translate)

    def _desks(self, history: History, translate: Translate) -> tuple[Desk, ...]:
        position, mover = history.position, self._mover
        scores = self._game.scores(position)
        desks = []
        for player in self._game.players(position):
            skill = self._robots.skills.get(player, "")
            note = skill_words(skill).in_language(translate) if skill else self._said(say("you"))
            seat = self._drawing.seats[player] if self._drawing else None
            sign = Span(f" {seat.letter} ", seat.ink) if seat else Span(" ")
            lines = self._drawing.tell_desk(position, player, translate) if self._drawing else ()
            name = self._name(player)
            desks.append(Desk(sign, name, note, scores[player].total, player == mover, tuple(lines)))
        return tuple(desks)

    def _log(self, history: History, translate: Translate) -> tuple[Said, ...]:
        told = []
        who = ""
        for row in self._annals.log(history, translate):
            if not row["text"]:
                continue
            ink = self._ink(row["who"])
            told.append(Said(row["text"], ink, self._name(row["who"]), begins=row["who"] != who))
            who = row["who"]
        return tuple(told)

    def _draw_map(
        self, drawing: TerminalDrawing, history: History, translate: Translate, columns: int, lines: int
    ) -> Sheet:
        return drawing.draw_map(history, columns, lines, self._aim(drawing, history), translate)

    def _empty_map(self) -> Callable[[int, int], Sheet] | None:
        """Return what draws the map as it is before a game."""
        if self._drawing is None or self._form is None:
            return None
        setup = self._game_table.complete(self._box.quick_setup(len(self._form.seats)), Random(0))
        return partial(self._draw_map, self._drawing, History(self._game.new(setup)), self._translate)

    def _aim(self, drawing: TerminalDrawing, history: History) -> Aim:
        """Return where the line under the cursor is made, and where the others are."""
        dialog = self._snapshot.view.dialog if self._snapshot else None
        if not isinstance(dialog, Menu) or not self._may_answer or self._is_over or self._form:
            return Aim()

        def places(line: int) -> set[str]:
            entry: Any = entry_at(dialog, line)
            made = drawing.places(history.position, entry) if entry is not None else ()
            return {*made, place_at(dialog, line)} - {""}

        offered: set[str] = set().union(*(places(line) for line in range(dialog.lines)))
        return Aim(frozenset(places(self._cursor)) if self._cursor < dialog.lines else (), frozenset(offered))

    def _panel(self, snapshot: Snapshot) -> Sheet:
        """Return the small screen's own pixels."""
        names = on_small_screen(dict(snapshot.view.kept.people.names))
        translate = self._call(self._speak(snapshot.view.offers.language), names)
        return frame_sheet(draw(snapshot.view.scene.screen.blotted(), translate), GOLD)
