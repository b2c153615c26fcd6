"""Everything that a table shows: the open dialogs, what is shown while none is open, and the scene.

In: the stored game and the belief about the pieces. Out: the dialog that the next press goes to, lamps and screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final

from companion.games.game import HOUSE_RULES, Refusal
from companion.table import carrying, intents, notices, own_dialogs, seating
from companion.table.belief import Belief, Expected, Mismatch
from companion.table.deciding import Asked
from companion.table.dialog import About, Choice, Dialog, Menu, Notice, Open, Tone, Topic
from companion.table.dialog_stack import DialogStack, seal_of
from companion.table.gametable import GameTable, Memo
from companion.table.history import History, Kept
from companion.table.intents import Seal
from companion.table.own_dialogs import Offers, table_menu, with_no_game
from companion.table.owners import By, format_by
from companion.table.screen import BRING, CHOSEN, REFUSED, WRONG, Row, Scene, Spot
from companion.table.senses import Senses
from companion.table.teaching import NOT_ASKED, Teaching, helped, not_this_time
from companion.table.view import View
from companion.table.whynot import ask_why
from companion.words.say import NOTHING, Say, say
from hardware.ports import Health, HealthChanged, Light

# A press within this time of a message disappearing on its own was aimed at that message, not at what is underneath.
# This also covers a press that happened just before but arrives just after. It lies between two ticks of a simulated
# table, so that a trace, whose times are rounded, is never in doubt.
TOO_LATE_S: Final = 0.475
_FIRST_LINE = Spot()
_FOR_HANDS: Final = (About.RESUMING, About.RESTORING, About.SWEPT, About.MISMATCH)


class Dialogs:
    """The dialogs of one table; what they say follows from the stored game and from what the senses believe."""

    def __init__(self, game_table: GameTable, senses: Senses, offers: Offers, teaching: Teaching | None = None) -> None:
        self._game_table, self._senses = game_table, senses
        self.teaching = teaching  # None: a game is played
        self.offers = offers
        self.stack = DialogStack()
        self.hint: tuple[Row, ...] = ()  # in place of what is above the menu: a piece on the pad waits for a second one
        self.home = Memo(game_table.home)
        self._expected_in = Memo(game_table.expected)
        self._wrong = Memo(lambda position, belief: belief.mismatches(self._expected_in(position)))
        self._in_game = Memo(self._dialog_in_game)
        self._scene = Memo(self._scene_of)
        self.intentions = carrying.Intentions(game_table.game)  # for seats whose moves hands carry out
        self._likely = Memo(game_table.likely_places)
        self._is_short = Memo(lambda first: self.offers.short is not None and first == self.offers.short())
        self._spot = _FIRST_LINE  # the cursor of the menu below all dialogs
        self._ignored: tuple[Mismatch, ...] = ()  # misplaced pieces that the players know about
        self.news: tuple[Row, ...] = ()  # what is told of the last step without stopping the game
        self._above: tuple[Row, ...] = ()  # above the menu, until the next step: a remark, or the news
        self.equipment = intents.Equip()
        self._gone_at = -inf  # when a message disappeared on its own

    # --- what is shown ---

    def shown(self, kept: Kept) -> Dialog:
        """Return the dialog that the next press goes to."""
        return self.stack.top or self.lowest(kept)

    def lowest(self, kept: Kept) -> Dialog:
        """Return what is shown while no dialog is open: misplaced pieces, otherwise the game's menu."""
        if kept.history is not None:
            belief = self._senses.belief
            shown = self._above, self.hint, self._spot
            carried = self.carried(kept), self.intentions.stage, self.intentions.is_paused
            return self._in_game(kept.history, belief, self._ignored, self.equipment.cardboard, *shown, *carried)
        begins = seating.with_companions(self._game_table.new_game(), self.equipment)
        return _at(self._spot, with_no_game(begins, self._offered))

    def _dialog_in_game(
        self,
        history: History,
        belief: Belief,
        ignored: tuple[Mismatch, ...],
        has_cardboard: bool,
        above: tuple[Row, ...],
        hint: tuple[Row, ...],
        spot: Spot,
        plan: carrying.Carried | None,
        stage: int,
        is_paused: bool,
    ) -> Dialog:
        for mismatch in self._wrong(history.position, belief) if has_cardboard else ():
            if mismatch not in ignored:
                return replace(self._game_table.mismatch(mismatch), topic=Topic(About.MISMATCH, mismatch.place))
        home = self.home(history)
        if self.teaching:
            home = self.teaching.home(history, home)
        elif plan:
            home = carrying.dialog_of(self._game_table, history, plan, home, stage, is_paused=is_paused)
        if hint and not (plan and not plan.is_theirs):
            home = replace(home, head=hint)
        elif above:
            home = replace(home, head=(*above, *home.head))
        return _at(spot, home)

    def expected(self, kept: Kept) -> Expected:
        """Return which pieces belong where."""
        return {} if kept.history is None else self._expected_in(kept.history.position)

    def mismatches(self, kept: Kept) -> tuple[Mismatch, ...]:
        """Return the misplaced pieces."""
        history = kept.history if self.equipment.cardboard else None
        return () if history is None else self._wrong(history.position, self._senses.belief)

    def likely_places(self, kept: Kept) -> tuple[str, ...]:
        """Return the places where a piece is likely to be put next."""
        return () if kept.history is None else self._likely(kept.history.position)

    def waits_to_be_read(self, kept: Kept) -> bool:
        """Return whether something must be read before a move, except a refusal, which a move answers."""
        dialogs = self.stack.without(About.REFUSED)
        return self.stack.seal is not None or isinstance(dialogs[-1] if dialogs else self.lowest(kept), Notice)

    @property
    def asks_board(self) -> bool:
        """Whether the players are asked if the board file is right."""
        return self.stack.is_open(About.BOARD)

    def view(self, kept: Kept, asked: Asked | None) -> View:
        """Return the table as it is now."""
        dialog, opened, senses = self.shown(kept), self.stack.opened, self._senses
        return View(
            kept,
            senses.belief,
            dialog,
            opened,
            self.scene(kept, dialog),
            senses.faults,
            self.likely_places(kept),
            self.offers,
            kept.history is not None and isinstance(dialog, Menu) and not opened,
            bool(self.hint),
            self.asks_board,
            self.equipment,
            asked,
            self.news,
            self.carried(kept),
        )

    def scene(self, kept: Kept, shown: Dialog) -> Scene:
        """Describe what lamps and screen show now, with this dialog shown."""
        return self._scene(kept.history, shown, self.mismatches(kept))

    def _scene_of(self, history: History | None, dialog: Dialog, mismatches: tuple[Mismatch, ...]) -> Scene:
        own = {} if history is None else self._game_table.lamps(history, dialog)
        return scene_of(own, dialog, mismatches)

    # --- what changes it ---

    def tell(self, dialog: Dialog) -> None:
        """Open a dialog from outside the game, replacing one of the same name."""
        self.stack.open_once(dialog)

    def health(self, event: HealthChanged) -> None:
        """Show what does not work, and stop when it works again."""
        self.stack.drop(About.FAULT, code=event.source)
        if event.health is Health.DEGRADED:
            fault = notices.fault(self._game_table, event.source, event.reason, event.remedy)
            topic = Topic(About.FAULT, code=event.source)
            self.stack.open(replace(fault, name=f"fault {event.source}", topic=topic))

    def ran(self, errand: intents.Errand) -> None:
        """Take over what an errand has made durable."""
        offers = self.offers
        if isinstance(errand, intents.KeepTag):
            self.tell(own_dialogs.TAG_KEPT)
        elif isinstance(errand, intents.SpeakLanguage):
            self.offers = offers._replace(language=errand.code)
        elif isinstance(errand, intents.ChooseHouseRules):
            self.offers = offers._replace(house_rules=offers.house_rules._replace(chosen=errand.chosen))

    def offer_games(self, kept: Kept, count: int, *, asks: bool) -> None:
        """Offer to bring back this many games that only the copy has; at once if there is no game here."""
        self.offers = self.offers._replace(elsewhere=count)
        if not count:
            self.stack.drop_named(own_dialogs.GAMES_ELSEWHERE)
        elif asks and kept.history is None:
            self.tell(own_dialogs.games_elsewhere(count))

    def put_back(self, dialog: Dialog) -> None:
        """Keep a dialog as it is after a press; of the game's own menu, only the cursor."""
        if self.stack.opened:
            self.stack.put_back(dialog)
        elif isinstance(dialog, Menu):
            self._spot = dialog.spot

    def begin_again(self, remark: Say = NOTHING, news: tuple[Row, ...] = ()) -> None:
        """Return the cursor to the first line after a step."""
        self._spot, self.news = _FIRST_LINE, news
        self._above = (Row(remark),) if remark.template else news

    def follow(self, kept: Kept, remark: Say, news: Say, *, is_step: bool, still: bool) -> None:
        """Show what follows from what became durable; a question stays open if the same player decides `still`."""
        about = (Row(news),) if news.template else ()
        self.begin_again(remark, self.told_besides(kept) if is_step else about)
        told = self.told(kept, is_step=is_step)
        asked_again = self.stack.asked_again(kept.history) if kept.history and still else ()
        self.stack.show(*asked_again, *told)

    def equip(self, kept: Kept, equipment: intents.Equip) -> None:
        """Take in what the table has; where there is no cardboard any more, close what asks for hands."""
        had, self.equipment = self.equipment.cardboard, equipment
        if equipment.cardboard and not had:
            self.news = self._above = ()
            self.ignore_mismatches(kept)
        elif had and not equipment.cardboard:
            told = self._all_told(kept)
            stays = (each for each in self.stack.opened if each not in told and each.topic.about not in _FOR_HANDS)
            self.stack.opened = tuple(stays)

    def close(self, kept: Kept) -> None:
        """Close the shown dialog; known misplaced pieces are not reported again."""
        if self.stack.opened:
            self.stack.close_top()
        else:
            self.ignore_mismatches(kept)

    def ignore_mismatches(self, kept: Kept) -> None:
        """Stop reporting the pieces that are misplaced now, until others are."""
        self._ignored = self.mismatches(kept)

    def report_mismatches(self) -> None:
        """Report the misplaced pieces again, whether or not the players know about them."""
        self._ignored = ()

    def resume(self, kept: Kept) -> None:
        """Show the game that was there before the start."""
        if self.teaching and kept.history and not self.teaching.is_begun(kept.history):
            self.stack.show(*self.told(kept))
            self.restore_board(kept.history)
            self.stack.open(self.teaching.lay_out())
        else:
            asked = self.teaching.resume() if self.teaching else own_dialogs.resume(self._keeping)
            self.stack.show(*self.told(kept), asked)

    def ask_board(self) -> None:
        """Ask whether the board file is right."""
        self.stack.show(self._game_table.board_question())

    def check_board(self) -> None:
        """Walk through the board file, place by place."""
        self.stack.show(*self.board_question, *self._game_table.board_check()[::-1])

    def restore_board(self, history: History | None) -> None:
        """Walk through the board, place by place, so that it can be laid out again."""
        self.stack.drop(About.REFUSED)
        self.stack.drop(About.RESTORING)
        walk = () if history is None else self._game_table.restore(history.position)[::-1]
        restoring = (replace(notice, topic=Topic(About.RESTORING)) for notice in walk)
        self.stack.show(*self.stack.notices(), *restoring)

    def open(self, opened: Dialog, asked: Asked | None) -> None:
        """Open what a line leads to; what a player's question leads to is that player's, too."""
        if asked and not opened.topic.player:
            opened = replace(opened, topic=opened.topic._replace(player=asked.player))
        self.stack.open(opened)

    def ask(self, dialog: Dialog, place: str, spot: str, player: str) -> None:
        """Ask what a piece or a touch at a place means, instead of what was asked before."""
        self.stack.drop(About.ASKED)
        topic = Topic(About.ASKED, place, spot, player)
        self.stack.open(replace(dialog, name=f"asked {place} {dialog.name}", topic=topic))

    def refuse(self, kept: Kept, refusal: Refusal, place: str, entry: Any | None) -> None:
        """Show why something was refused, and what can be done instead."""
        self.stack.drop(About.REFUSED)
        plan, history = self.carried(kept), kept.history
        shown: Dialog
        if refusal.code == NOT_ASKED.code:
            shown = not_this_time(refusal)
        elif plan and history and refusal.code in (carrying.NOT_PLANNED.code, carrying.THINKS.code):
            shown = carrying.refused(self._game_table, history, plan, entry)
        else:
            shown = notices.helped(self._game_table, refusal, place, history)
        topic = Topic(About.REFUSED, place, refusal.code)
        self.stack.open(replace(shown, name=f"refusal {refusal.code}", topic=topic))

    def withdraw(self, by: By) -> None:
        """Close what whoever asks has asked of others."""
        if self.stack.is_open(About.CONSENT) and self.stack.code_of(About.CONSENT) == format_by(by):
            self.stack.drop(About.CONSENT)

    def declined(self, player: str) -> None:
        """Tell that a player does not agree to what was asked of others."""
        self.stack.drop(About.CONSENT)
        words = notices.player_words(self._game_table, player)
        self.begin_again(news=(Row(say("{player} does not agree.", player=words)),))

    def see_to_board(self, kept: Kept, command: intents.OfBoard) -> None:
        """Open what a command about board and pieces asks for."""
        match command:
            case intents.RestoreBoard():
                self.restore_board(kept.history)
            case intents.CheckBoard():
                self.check_board()
            case intents.NewTag(piece, words):
                self.stack.open(own_dialogs.new_tag(piece, words))
            case intents.ShowWay() if self.teaching and kept.history:
                self.stack.show()
                self.teaching.shows_after(kept.history)

    # --- seats of the companion, whose moves hands carry out ---

    def carried(self, kept: Kept) -> carrying.Carried | None:
        """Return the decision of the companion that is due, and that hands carry out."""
        if self.teaching:
            return self.teaching.due(kept.history) if kept.history else None
        return self.intentions.due(kept, self.equipment)

    def intend(self, kept: Kept, moves: tuple[Any, ...]) -> Refusal | None:
        """Take in what the companion means to do now, or return why that cannot be."""
        plan, history = self.carried(kept), kept.history
        if plan is None or history is None:
            return carrying.NOT_ASKED
        if plan.is_theirs:
            return None  # too late: the players decide
        if not self.intentions.intend(history, moves):
            return carrying.NOT_ASKED
        self.stack.drop(About.REFUSED, code=carrying.THINKS.code)
        return None

    def decide_for(self, kept: Kept, *, is_theirs: bool) -> None:
        """Let the players decide for the companion, or the companion after all."""
        plan, history = self.carried(kept), kept.history
        if plan and history:
            self.stack.drop(About.REFUSED)
            self.intentions.leave(history, plan, is_theirs=is_theirs)
            self.begin_again()

    # --- messages that disappear on their own ---

    def goes(self, at: float) -> None:
        """A message that waited for an answer disappears on its own."""
        self._gone_at = at

    def is_too_late(self, at: float) -> bool:
        """Return whether a press was aimed at a message that has just disappeared on its own."""
        return abs(at - self._gone_at) < TOO_LATE_S

    # --- what can be shown ---

    @property
    def board_question(self) -> tuple[Dialog, ...]:
        """The question about the board file, as long as it is open."""
        return (self._game_table.board_question(),) if self.asks_board else ()

    def told(self, kept: Kept, *, is_step: bool = True) -> tuple[Dialog, ...]:
        """Return what waits to be read: after a step, what the game tells, where there is cardboard; and the lesson."""
        of_game = self._all_told(kept) if is_step and self.equipment.cardboard else ()
        if self.teaching:
            return (*(self.teaching.told(kept.history, is_step=is_step) if kept.history else ()), *of_game)
        return (*(helped(self._game_table, kept, self._is_short) if is_step else ()), *of_game)

    def _is_over(self, kept: Kept) -> bool:
        return kept.history is not None and self._game_table.game.winners(kept.history.position) is not None

    def told_besides(self, kept: Kept) -> tuple[Row, ...]:
        """Return what is told after the last step where nothing waits to be read: all but what is for hands."""
        if self.equipment.cardboard or self._is_over(kept):
            return ()
        told = (each for each in self._all_told(kept)[::-1] if isinstance(each, Notice))
        news = (each for each in told if not each.is_chore and not seal_of(each))
        return tuple(row for notice in news for row in (notice.title, *notice.rows) if isinstance(row, Row))

    def to_seal(self, kept: Kept) -> Seal | None:
        """Return the seal of the last step that nobody is asked for, where there is no cardboard."""
        if self.equipment.cardboard:
            return None
        return next((seal for dialog in self._all_told(kept) if (seal := seal_of(dialog))), None)

    def _all_told(self, kept: Kept) -> tuple[Dialog, ...]:
        """Return the notices after the last step, unless that is sealed, with the first to be read on top."""
        history = kept.history
        if history is None or (history.steps and len(history.steps) <= kept.sealed):
            return ()
        return self._game_table.notices(history)[::-1]

    def menu(self, kept: Kept) -> Menu:
        """Return the table menu."""
        game_table, game, history = self._game_table, self._game_table.game, kept.history
        assert history is not None
        if self.teaching:
            return self.teaching.menu(history, *own_dialogs.of_every_table(self.offers))
        has_any = bool(self.offers.house_rules.offered)
        return table_menu(
            game_table.pages(history),
            self._offered,
            is_over=game.winners(history.position) is not None,
            house_rules=game.format_state(history.position).get(HOUSE_RULES, ()) if has_any else (),
            keeping=self._keeping,
            stickers=game_table.stickers(self._senses.pieces),
            has_cardboard=self.equipment.cardboard,
            seats=self._seats(kept, history),
            asks_why=Open(partial(ask_why, game_table, history)) if game_table.verbs(history.position) else None,
        )

    def _seats(self, kept: Kept, history: History) -> tuple[Choice, ...]:
        """Return the line that gives seats to the companion, where hands carry out its moves."""
        if self._is_over(kept) or self.equipment.owners:
            return ()
        players = self._game_table.game.players(history.position)
        words = {player: notices.player_words(self._game_table, player) for player in players}
        return seating.companions(words, self.equipment, kept.people)

    @property
    def _offered(self) -> Offers:
        """What is offered: a lesson only where hands at this table make the moves, and nobody else."""
        has = self.equipment
        return self.offers if has.cardboard and not has.owners else self.offers._replace(lesson="")

    @property
    def _keeping(self) -> intents.LayOut | None:
        """The command that keeps the game for later, if that is possible."""
        return intents.LayOut(self._game_table.game.id) if self.offers.other_games else None


def _at(spot: Spot, dialog: Dialog) -> Dialog:
    """Return a dialog with its cursor where it was before."""
    if not isinstance(dialog, Menu) or not dialog.choices or spot == _FIRST_LINE:
        return dialog
    return dialog.back_at(spot)


def scene_of(own: Mapping[str, Light], dialog: Dialog, mismatches: Iterable[Mismatch]) -> Scene:
    """Return the scene of a dialog: over the game's own lamps, where it points, misplaced pieces and refusals."""
    lamps, place = dict(own), dialog.place
    if place:
        lamps[place] = CHOSEN
    refused = dialog.topic.about is About.REFUSED or (isinstance(dialog, Notice) and dialog.tone is Tone.REFUSAL)
    for mismatch in mismatches:
        if dialog.topic[:2] == (About.ASKED, mismatch.place):
            continue  # the question is whether that piece is misplaced
        lamps[mismatch.place] = WRONG
        if not (refused and place == mismatch.place):  # the refusal already says where to put it
            lamps.update(dict.fromkeys(mismatch.belongs, BRING))
    if refused and place:
        lamps[place] = REFUSED
    return Scene(lamps, dialog.screen())
