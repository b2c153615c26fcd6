"""Puts into words and inks what somebody at a terminal sees of a table at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from companion.display.cells import BOLD, PLAIN, Ink, Line, Sheet, Span, rgb
from companion.display.draw import draw
from companion.display.terminal_lines import frame_sheet
from companion.shelf.box import Aim, AnyGame, GameBox, TerminalDrawing
from companion.table.dialog import Checklist, Choice, Dialog, Do, Menu, Notice, Tone
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.screen import Bars, Code, Look, Row
from companion.terminal import in_front
from companion.terminal.beginning import Form, skill_words
from companion.terminal.told import BANNER, FAINT, GOLD, REFUSED, WARNING, Asked, Banner, Choosable, Desk, Said, Told
from companion.web.document import Annals
from companion.web.feed import Snapshot
from companion.web.robots import Pace, Wait
from companion.words.language import on_small_screen
from companion.words.say import Call, Say, Translate, say

_PACES = {Pace.SLOW: say("slow"), Pace.NORMAL: say("normal"), Pace.FAST: say("fast"), Pace.STEP: say("step by step")}


@dataclass(frozen=True, slots=True)
class Moment:
    """A table, who plays there, and what somebody at the terminal has opened."""

    snapshot: Snapshot
    game: AnyGame
    skills: Mapping[str, str]  # of the robots
    pace: Pace = Pace.NORMAL
    waits: Wait | None = None  # what a robot waits for
    form: Form | None = None  # before a game
    games: int = 1  # how many can be chosen
    cursor: int = 0
    message: str = ""
    is_log_whole: bool = False
    is_panel: bool = False
    is_score: bool = False
    is_help: bool = False
    help_from: int = 0  # the first line of the help that is shown
    do_robots_think: bool = False  # whether some can, besides those who decide at once

    @property
    def history(self) -> History | None:
        """The game, if there is one."""
        return self.snapshot.view.kept.history

    @property
    def mover(self) -> str | None:
        """The player who decides."""
        return self.game.mover(self.history.position) if self.history else None

    @property
    def is_over(self) -> bool:
        """Whether a game is there and has ended."""
        return self.history is not None and self.game.winners(self.history.position) is not None

    @property
    def is_mine(self) -> bool:
        """Whether the next decision is that of a person at this keyboard."""
        history, mover = self.history, self.mover
        return history is not None and bool(mover) and mover not in self.skills and not self.is_chance

    @property
    def is_chance(self) -> bool:
        """Whether chance decides."""
        return self.history is not None and bool(self.game.chances(self.history.position))

    @property
    def may_answer(self) -> bool:
        """Whether what is open waits for somebody at this keyboard: everything but a robot's own menu."""
        return not self.snapshot.view.is_at_home or self.is_mine or self.is_over


class Telling:
    """Tells moments in the players' language."""

    def __init__(self, box: GameBox, game_table: GameTable, speak: Callable[[str], Translate], call: Call) -> None:
        """Use these words: `speak` gives a language, `call` puts the players' names into it."""
        self._box, self._game_table, self._speak, self._call = box, game_table, speak, call
        self._game = game_table.game
        self._drawing: TerminalDrawing | None = box.terminal(self._game) if box.terminal else None
        self._annals = Annals(box.drawing(self._game))

    def translate(self, snapshot: Snapshot | None, cut: Callable[[Mapping[str, str]], Any] = dict) -> Translate:
        """Return the language that a table speaks now, with the names of those who play there."""
        if snapshot is None:
            return self._speak("")
        return self._call(self._speak(snapshot.view.offers.language), cut(dict(snapshot.view.kept.people.names)))

    def tell(self, moment: Moment) -> Told:
        """Return everything that is seen at a moment."""
        snapshot, history, drawing = moment.snapshot, moment.history, self._drawing
        translate = self.translate(snapshot)
        over = in_front.help_page(drawing, translate) if moment.is_help else None
        if moment.is_score and history and not over:
            over = in_front.score_page(self._game, self._box, drawing, history, translate)
        told = Told(
            self._banner(moment, translate),
            self._asked(moment, translate),
            in_front.keys_line(translate),
            message=moment.message,
            over=over,
            over_from=moment.help_from if moment.is_help else 0,
            panel=self._panel(snapshot) if moment.is_panel else None,
        )
        if history is None:
            return told._replace(draw_map=self._empty_map(moment, translate))
        return told._replace(
            desks=self._desks(moment, history, translate),
            log=self._log(history, translate),
            course=drawing.tell_course(history, translate) if drawing else (),
            draw_map=partial(self._draw_map, drawing, history, self._aim(moment), translate) if drawing else None,
            is_log_whole=moment.is_log_whole,
        )

    def _ink(self, player: str | None) -> Ink:
        seat = self._drawing.seats.get(player or "") if self._drawing else None
        return seat.ink._replace(inverse=True) if seat else BANNER

    def _name(self, player: str | None, translate: Translate) -> str:
        return self._box.player_words()[player].in_language(translate) if player else ""

    # --- whose turn it is ---

    def _banner(self, moment: Moment, translate: Translate) -> Banner:
        def said(words: Say) -> str:
            return words.in_language(translate)

        history, mover, view = moment.history, moment.mover, moment.snapshot.view
        if history is None:
            return Banner(self._box.title)
        if moment.is_over:
            winners = self._game.winners(history.position) or ()
            return Banner(f"★ {said(in_front.winners_words(self._box, winners))} ★", "", self._ink(winners[0]))
        pace = said(say("robots: {pace} (+ -)", pace=_PACES[moment.pace]))
        if moment.is_chance:
            return Banner(said(say("One moment…")), pace)
        name = self._name(mover, translate).upper()
        if moment.is_mine:
            about = said(view.dialog.title.right) if view.is_at_home else ""
            return Banner(f"► {said(say('{player}: IT IS YOUR TURN', player=name))} ◄", about, self._ink(mover))
        reason = moment.waits.reason if moment.waits else ""
        if isinstance(view.dialog, Notice) and view.dialog.player not in moment.skills:
            reason = "read"
        if reason == "next":
            doing = say("{player} waits for you: press n", player=name)
        elif reason in ("read", "answer"):
            doing = say("{player} waits until you have read this", player=name)
        else:
            doing = say("{player} is playing…", player=name)
        return Banner(said(doing), pace, self._ink(mover))

    def _asked(self, moment: Moment, translate: Translate) -> Asked:
        """Return the form before a game, else the open dialog, unless it is a robot's own."""
        view = moment.snapshot.view
        if moment.form:
            return moment.form.asked(
                self._box, moment.games, view.offers.house_rules, BANNER, translate, thinks=moment.do_robots_think
            )
        if not moment.may_answer:
            skill = moment.skills.get(moment.mover or "", "")
            right = skill_words(skill).in_language(translate) if skill else ""
            hint = (Span(say("Esc opens the table's menu.").in_language(translate)),)
            return Asked(self._name(moment.mover, translate), right, self._ink(moment.mover), (hint,))
        dialog = view.dialog
        owner = dialog.player if isinstance(dialog, Notice) and dialog.player else moment.mover
        ink = self._ink(owner) if view.is_at_home or isinstance(dialog, Notice) else BANNER
        return asked_of(dialog, moment.cursor, ink, translate)

    # --- what lies there, and what has happened ---

    def _desks(self, moment: Moment, history: History, translate: Translate) -> tuple[Desk, ...]:
        position, drawing = history.position, self._drawing
        scores = self._game.scores(position)
        desks = []
        for player in self._game.players(position):
            skill = moment.skills.get(player, "")
            note = (skill_words(skill) if skill else say("you")).in_language(translate)
            seat = drawing.seats[player] if drawing else None
            sign = Span(f" {seat.letter} ", seat.ink) if seat else Span(" ")
            lines: tuple[Line, ...] = drawing.tell_desk(position, player, translate) if drawing else ()
            name, total = self._name(player, translate), scores[player].total
            desks.append(Desk(sign, name, note, total, player == moment.mover, lines))
        return tuple(desks)

    def _log(self, history: History, translate: Translate) -> tuple[Said, ...]:
        rows = [row for row in self._annals.log(history, translate) if row["text"]]
        before = ["", *(row["who"] for row in rows)]
        return tuple(
            Said(row["text"], self._ink(row["who"]), self._name(row["who"], translate), begins=row["who"] != last)
            for row, last in zip(rows, before, strict=False)
        )

    # --- the map ---

    def _empty_map(self, moment: Moment, translate: Translate) -> Callable[[int, int], Sheet] | None:
        """Return what draws the map as it is before a game."""
        if self._drawing is None or moment.form is None:
            return None
        setup = self._game_table.complete(self._box.quick_setup(len(moment.form.seats)), Random(0))
        return partial(self._draw_map, self._drawing, History(self._game.new(setup)), Aim(), translate)

    def _draw_map(
        self, drawing: TerminalDrawing, history: History, aim: Aim, translate: Translate, columns: int, lines: int
    ) -> Sheet:
        return drawing.draw_map(history, columns, lines, aim, translate)

    def _aim(self, moment: Moment) -> Aim:
        """Return where the line under the cursor is made, and where the others are."""
        dialog, drawing, history = moment.snapshot.view.dialog, self._drawing, moment.history
        if not isinstance(dialog, Menu) or not moment.may_answer or moment.is_over or not drawing or not history:
            return Aim()
        each: list[set[str]] = []
        for line in range(dialog.lines):
            entry = entry_at(dialog, line)
            made = drawing.places(history.position, entry) if entry is not None else ()
            each.append({*made, place_at(dialog, line)} - {""})
        chosen = each[moment.cursor] if moment.cursor < len(each) else set()
        return Aim(frozenset(chosen), frozenset().union(*each))

    def _panel(self, snapshot: Snapshot) -> Sheet:
        """Return the small screen's own pixels."""
        return frame_sheet(draw(snapshot.view.scene.screen.blotted(), self.translate(snapshot, on_small_screen)), GOLD)


_LOOKS = {Look.LARGE: BOLD, Look.WARNING: WARNING, Look.FAINT: FAINT, Look.HEADING: FAINT}
_ALARM = Ink(rgb("#2b1d00"), rgb("#ffcf5c"), bold=True, inverse=True)
OK = say("ok")


def asked_of(dialog: Dialog, cursor: int, ink: Ink, translate: Translate) -> Asked:
    """Return a dialog as the terminal shows it, with its own cursor."""

    def said(words: Say) -> str:
        return words.in_language(translate)

    title, right = said(dialog.title.left), said(dialog.title.right)
    match dialog:
        case Menu():
            lines = [Choosable(said(each.label), said(each.right), said(each.section)) for each in dialog.choices]
            head = tuple(_line(row, translate) for row in dialog.head)
        case Checklist():
            lines = [Choosable(said(dialog.confirm(len(dialog.ticked))))]
            lines += (
                Choosable(said(item.label), is_ticked=number in dialog.ticked)
                for number, item in enumerate(dialog.items)
            )
            head = ()
        case Notice():
            lines = [Choosable(said(OK))]
            head = tuple(_line(row, translate) for row in dialog.rows)
            ink = {Tone.REFUSAL: REFUSED, Tone.WARNING: _ALARM}.get(dialog.tone, ink)
    return Asked(title, right, ink, head, tuple(lines), cursor)


def _line(row: Row | Bars | Code, translate: Translate) -> Line:
    match row:
        case Bars(values=values, chosen=chosen):
            return tuple(
                Span(f"{'►' if number == chosen else ''}{value} ", BOLD if number == chosen else PLAIN)
                for number, value in enumerate(values)
            )
        case Code(text=text):
            return (Span(text),)
        case Row():
            ink = _LOOKS.get(row.look, PLAIN)
            left, right = row.blotted().left.in_language(translate), row.right.in_language(translate)
            texts = [" ".join(text.split("\t")) for text in (left, right) if text]
            return (Span("  ".join(texts), ink),)


def entry_at(dialog: Dialog, line: int) -> object | None:
    """Return the move that a line makes, if it makes one at once."""
    choice = _choice_at(dialog, line)
    return choice.action.entry if choice and isinstance(choice.action, Do) else None


def place_at(dialog: Dialog, line: int) -> str:
    """Return the place that a line has a lamp at."""
    choice = _choice_at(dialog, line)
    return choice.place if choice else ""


def _choice_at(dialog: Dialog, line: int) -> Choice | None:
    return dialog.choices[line] if isinstance(dialog, Menu) and line < len(dialog.choices) else None
