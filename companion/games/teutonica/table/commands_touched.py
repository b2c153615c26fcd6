"""What the commands of the card mean, phase by phase."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.game import IllegalMove, Refusal
from companion.games.teutonica.rules.moves import Clear, Decline, Done, End, Income, Lift, Move, Ride, Stay
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Moving, Phase, Position
from companion.games.teutonica.table import actions_menu, board_pages, menu, names, pages
from companion.games.teutonica.table.course import title
from companion.games.teutonica.table.spots import Word
from companion.table.dialog import CLOSE, Choice, Dialog, Do, Menu, Notice, Open
from companion.table.gametable import Ask, Meaning, Press, Propose, Refuse
from companion.table.history import History
from companion.table.intents import Button
from companion.table.notices import NO_GAME_TO_POINT_IN
from companion.table.screen import Look, Row
from companion.words.say import say

_REMEDIES = {
    Phase.TAVERNS: say("Touch the marker that lies there, or ok."),
    Phase.PAWN: say("Touch a route next to the province."),
    Phase.ACTIONS: say("Touch a route, a piece, a colour or a command."),
    Phase.PAY: say("Touch trader or merchant."),
    Phase.RELOCATE: say("Touch a route, or no more."),
    Phase.MOVE: say("Touch a route, or no more."),
    Phase.ESTABLISH: say("Touch a city, an ability, a marker or no more."),
    Phase.REMOVE: say("Touch a route, or no more."),
    Phase.REVEAL: say("Touch the marker that was turned up."),
    Phase.REPLACE: say("Touch a route for the marker."),
    Phase.WALK: say("Touch a route next to a province, or no more."),
    Phase.OVER: say("Touch score, or press back for a new game."),
}
EXPECTED = {
    phase: Refusal("means_nothing", "That spot means nothing now.", remedy.template, is_unmeant=True)
    for phase, remedy in _REMEDIES.items()
}
_NOTHING_TO_LIFT = Refusal("nothing_to_lift", "No piece of yours is on a route.", "Insert one, or do something else.")
_STEPS = (Phase.ESTABLISH, Phase.MOVE, Phase.REMOVE)  # of the active player alone
_BUTTONS = {Word.OK: Button.OK, Word.BACK: Button.BACK, Word.UP: Button.UP, Word.DOWN: Button.DOWN}
_NO_MORE: dict[Phase, Move] = {
    Phase.RELOCATE: Decline(),
    Phase.MOVE: Done(),
    Phase.REMOVE: Done(),
    Phase.ESTABLISH: Clear(),
    Phase.WALK: Stay(),
}


@dataclass(frozen=True, slots=True)
class Arm:
    """A kind of piece that every touched route inserts, as long as the same player decides."""

    kind: Kind
    is_idle: bool = False  # it can go nowhere now, so the game's menu is shown instead of its own

    def __call__(self, history: History) -> Menu | None:
        """List where it can go; it stays armed over a step of the same player, and where no action is left."""
        position: Position = history.position
        if position.phase not in (Phase.ACTIONS, *_STEPS):
            return None
        listed = actions_menu.insert_menu(history, self.kind) if position.phase is Phase.ACTIONS else None
        return replace(listed or menu.home(history), again=Arm(self.kind, is_idle=listed is None))


def is_carried(shown: Dialog | None) -> bool:
    """Return whether the only open question is an armed piece that can go nowhere."""
    return isinstance(shown, Menu) and isinstance(shown.again, Arm) and shown.again.is_idle


def armed(shown: Menu | None) -> Kind | None:
    """Return the kind of piece that every route touched inserts, if one is armed."""
    return shown.again.kind if shown and isinstance(shown.again, Arm) else None


def button(word: Word, shown: Menu | None) -> Press | None:
    """Return the button that a command stands for, in a game or before it."""
    if word in _BUTTONS:
        return Press(_BUTTONS[word])
    if word is Word.TAKE_BACK:
        # A player who was only asked has done nothing yet; an armed piece has been inserted before.
        return Press(Button.BACK, is_held=shown is None or shown.again is not None)
    return None


def command(history: History | None, word: Word, *, is_again: bool) -> Meaning:
    """Return what a command means; `is_again` if its own question is open."""
    if history is None:
        return Refuse(NO_GAME_TO_POINT_IN)
    position: Position = history.position
    match word:
        case Word.END_TURN:
            return _end(position, is_again=is_again)
        case Word.INCOME if position.phase is Phase.ACTIONS:
            return Press(Button.OK) if is_again else _income(history)
        case Word.MOVE if position.phase is Phase.ACTIONS or (type(position.step) is Moving and position.step.hand):
            asked = actions_menu.lift_menu(history)
            return Ask(asked) if asked else Refuse(_no_lift(position))
        case Word.PAWN if position.phase is Phase.ACTIONS:
            asked = actions_menu.pawn_menu(history)
            return Ask(asked) if asked else proposed(position, Ride(next(iter(names.PROVINCES))))
        case Word.NO_MORE if position.phase in _NO_MORE:
            return proposed(position, _NO_MORE[position.phase])
        case Word.WHAT_NOW:
            return Ask(_what_now(history))
        case Word.SCORE:
            return Ask(pages.score_page(history))
        case Word.DESK:
            return Ask(board_pages.desk(position, position.active if position.mover is None else position.mover))
        case _:
            return Refuse(EXPECTED[position.phase])


def why_not(position: Position, move: Move) -> Refusal | None:
    """Say why the rules refuse a move; None where they do not."""
    try:
        play(position, move)
    except IllegalMove as error:
        return error.refusal
    return None


def proposed(position: Position, move: Move, place: str = "") -> Propose | Refuse:
    """Return a proposal of a move, or why the rules refuse it."""
    refusal = why_not(position, move)
    return Refuse(refusal, place) if refusal else Propose(move)


def _no_lift(position: Position) -> Refusal:
    """Return why no piece can be lifted: as the rules say it, but without naming a route."""
    refusal = why_not(position, Lift(Kind.TRADER, position.setup.side.routes[0].id))
    return _NOTHING_TO_LIFT if refusal is None or refusal.code == "nobody_there" else refusal


def _income(history: History) -> Meaning:
    line = actions_menu.income(history)
    if line is None:
        return proposed(history.position, Income(0))
    if isinstance(line.action, Do):
        return Propose(line.action.entry)
    assert isinstance(line.action, Open)
    assert isinstance(line.action.dialog, Menu)
    return Ask(line.action.dialog)


def _end(position: Position, *, is_again: bool) -> Meaning:
    """End the turn: at once where no action is left, else when it is touched again."""
    if is_again:
        return Press(Button.OK)
    if position.phase is Phase.ACTIONS and position.actions_left:
        lines = (Choice(say("End turn"), Do(End())), Choice(say("No"), CLOSE))
        left = Row(say("{actions} left", actions=names.actions(position.actions_left)), look=Look.WARNING)
        head = Row(names.player_name(position, position.active), look=Look.TITLE)
        return Ask(Menu(head, lines, (left,), name="end"))
    if position.phase is Phase.WALK:
        return Propose(Stay())
    return proposed(position, End())


def _what_now(history: History) -> Notice:
    position: Position = history.position
    return Notice(title(history), (Row(say(EXPECTED[position.phase].remedy)),), name="what now")
