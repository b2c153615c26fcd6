"""What the players ask for besides moves: each command, and who carries it out, kept before it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.assembly.front import Front
from companion.assembly.game_parts import GameParts, own_pieces, translator
from companion.assembly.lesson_journal import keep_taught
from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.owners_board import answer_board_news, keep_board
from companion.assembly.server_copy import bring_games_back
from companion.config.settings import Config
from companion.config.state_files import HOUSE_RULES_FILE, LANGUAGE_FILE, keep_house_rules, keep_language
from companion.journal.journal import Unavailable
from companion.journal.mirrored import Mirrored
from companion.running.state_folder import kept_in
from companion.table.intents import (
    AnswerBoardNews,
    BringBack,
    CallHelp,
    ChooseHouseRules,
    ConfirmBoard,
    Errand,
    GoOnWith,
    KeepTag,
    LayOut,
    Learn,
    LeaveLesson,
    LetPhones,
    ShutDown,
    SpeakLanguage,
)
from companion.table.own_dialogs import NO_LESSON
from companion.table.teaching import beginning, fits, short_game
from companion.words.language import on_small_screen
from hardware.trouble import Trouble, quoted

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.running.daemon import Daemon
    from companion.running.devices import Devices
    from companion.shelf.box import GameBox

_ENROL = Trouble("run: hansa-companion enrol")


class Host(NamedTuple):
    """What whoever runs a table does when the players ask for it."""

    stop: Callable[[], None] = lambda: None
    lay_out: Callable[[Sitting], object] | None = None  # sets the table up for another game; None: none is offered
    run_other: Callable[[Errand], None] = lambda _: None  # what pages and announcers do


NO_HOST: Final = Host()


class Errands:
    """Carries out what the players of one table ask for."""

    def __init__(self, config: Config, parts: GameParts, journal: Journal, devices: Devices, host: Host) -> None:
        self._config, self._parts, self._journal, self._devices = config, parts, journal, devices
        self._host = host

    def run(self, errand: Errand, daemon: Daemon) -> None:
        """Carry out one errand, its result durable on return; raise Unavailable if it cannot be kept."""
        config, box = self._config, self._parts.box
        match errand:
            case SpeakLanguage(code):
                with kept_in(config.state / LANGUAGE_FILE):
                    keep_language(config.state, code)
                daemon.speak(translator(code, on_small_screen(config.names), box))
            case ChooseHouseRules(chosen):
                with kept_in(config.state / HOUSE_RULES_FILE):
                    keep_house_rules(config.state, box.id, chosen)
            case ConfirmBoard():
                keep_board(config, self._parts)
            case AnswerBoardNews(take_over):
                answer_board_news(config, self._parts, is_taken=take_over)
            case LayOut(game):
                self._lay_out(Sitting(game, begins=True))
            case GoOnWith(game, game_id):
                self._lay_out(Sitting(game, game_id=game_id))
            case Learn(game, begins):
                self._learn(game, daemon, begins=begins)
            case LeaveLesson(plays):
                self._leave_lesson(plays=plays)
            case BringBack():
                self._bring_back(daemon)
            case KeepTag(piece, uid):
                keep_tag(config, box, piece, uid)
            case ShutDown():
                self._host.stop()
            case LetPhones() | CallHelp():
                self._host.run_other(errand)

    def _lay_out(self, sitting: Sitting) -> None:
        if self._host.lay_out:
            self._host.lay_out(sitting)

    def _learn(self, game: str, daemon: Daemon, *, begins: bool) -> None:
        lesson = self._parts.box.lesson
        if lesson is None or not fits(self._parts.game_table.game, lesson()):
            daemon.tell(NO_LESSON)
            return
        keep_taught(self._config.state, game)
        self._lay_out(Sitting(game, begins=begins, is_lesson=True))

    def _leave_lesson(self, *, plays: bool) -> None:
        keep_taught(self._config.state, "")
        box, lesson = self._parts.box, self._parts.box.lesson
        if plays and lesson:
            short = short_game(self._parts.game_table.game, lesson(), box.players().skills[-1])
            self._lay_out(Sitting(box.id, begins=True, then=short, told=beginning(lesson())))
        else:
            self._lay_out(NEWEST)

    def _bring_back(self, daemon: Daemon) -> None:
        """Bring back games that only the server has, and go on with what is then the newest."""
        if not isinstance(self._journal, Mirrored):
            return  # not offered
        Front(self._devices, daemon.showing.translate).one_moment()
        told = bring_games_back(self._journal, self._config.state, daemon.beat)
        if self._host.lay_out:
            self._host.lay_out(Sitting(told=told))
        else:
            daemon.tell(told)


def keep_tag(config: Config, box: GameBox, piece: str, uid: str) -> None:
    """Put a tag in place of a piece's dead one, in the owner's piece set; raise Unavailable if that is impossible."""
    from hardware.formats.durable import write_durably
    from hardware.formats.piece_set import PieceSetError, flaw_of, format_pieces, load_pieces

    path = own_pieces(config, box)
    if flaw_of(uid) is not None:
        raise Unavailable(
            Trouble("{uid}: its number cannot stand for a piece", uid=uid), Trouble("take another sticker")
        )
    if not path.exists():
        raise Unavailable(Trouble("{file}: there is no piece set to change", file=path), _ENROL)
    try:
        pieces = load_pieces(path)
    except PieceSetError as error:
        raise Unavailable(quoted(error), _ENROL) from error
    with kept_in(path):
        write_durably(path, format_pieces(pieces.without_piece(piece).with_piece(uid, piece)).encode())
