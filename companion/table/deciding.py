"""Who may decide what at one moment: takes the stored game and whoever asks, and says who is asked, or why not.

Chance is nobody's where the companion draws; at a real table the hands of everybody turn it over. Corrections are
everybody's who plays, and robots do not mind them. What goes back is what whoever asks has decided.

What concerns others is asked of them, one after the other: taking back what they decided, a seat that has somebody, the
end of a game that they play. Who says no ends it; whoever asked may withdraw the question, and so does any move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from companion.games.game import Game, Refusal
from companion.table import notices, owners
from companion.table.dialog import About, Choice, Dialog, Menu, Notice, Open, Topic
from companion.table.gametable import GameTable
from companion.table.history import History, Kept, Span
from companion.table.intents import Agreed, Declined, Equip, GiveSeat, GiveUp, TakeBackSteps
from companion.table.notices import NOTHING_TO_TAKE_BACK
from companion.table.owners import CARDBOARD, ROBOT, By, Owner, Robot, format_by
from companion.table.screen import Look, Row
from companion.words.say import Detail, Say, say


class Asked(NamedTuple):
    """Who must answer what is shown."""

    player: str  # empty: nobody, for the companion draws
    owner: Owner
    why_not: Refusal  # what anybody else is told


_DRAWN: Final = Asked("", ROBOT, owners.DEALT)


@lru_cache(maxsize=64)  # the same value, as long as the same is asked
def _asks(player: str, owner: Owner) -> Asked:
    return Asked(player, owner, owners.decides(player, owner))


class Undone(NamedTuple):
    """Steps that go back together."""

    span: Span
    over: tuple[str, ...] = ()  # robots whose moves go back with those of whoever asked
    others: tuple[str, ...] = ()  # one seat of each person who must agree


class Deciding(NamedTuple):
    """A table at one moment, and who asks something of it."""

    game_table: GameTable
    kept: Kept
    equipment: Equip
    by: By

    @property
    def _game(self) -> Game[Any, Any, Any]:
        return self.game_table.game

    def owner(self, player: str) -> Owner:
        """Return whose a seat is at this table: the cardboard's, where neither pages nor robots play."""
        return self.kept.people.owner(player) if self.equipment.owners else CARDBOARD

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        history = self.kept.history
        return tuple(self._game.players(history.position)) if history else ()

    def others(self) -> tuple[str, ...]:
        """Return one seat of each other person in a game that goes on."""
        history = self.kept.history
        if history is None or self._game.winners(history.position) is not None:
            return ()
        return self._one_of_each(self.players)

    def _one_of_each(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return one seat of each person among these, besides those of whoever asks."""
        others: dict[Owner, str] = {}
        for player in players:
            owner = self.owner(player)
            if not isinstance(owner, Robot) and not owners.may_decide(owner, self.by):
                others.setdefault(owner, player)
        return tuple(others.values())

    # --- what is shown ---

    def asked(self, dialog: Dialog, *, is_lowest: bool) -> Asked | None:
        """Return who must answer a dialog, None for anybody; the game's own menu is the lowest."""
        history = self.kept.history
        if history is None:
            return None
        if is_lowest and isinstance(dialog, Menu):
            return self._asked_by_game(history)
        player = dialog.topic.player or (dialog.player if isinstance(dialog, Notice) else "")
        return _asks(player, self.owner(player)) if player else None

    def _asked_by_game(self, history: History) -> Asked | None:
        is_chance = self._game.chances(history.position)
        if is_chance:
            return _DRAWN if self.equipment.deals else None
        player = self._game.mover(history.position)
        return _asks(player, self.owner(player)) if player else None

    def not_asked(self, asked: Asked | None) -> Refusal | None:
        """Return why whoever asks may not answer, or None."""
        return asked.why_not if asked and not owners.may_decide(asked.owner, self.by) else None

    # --- what is played ---

    def not_theirs(self, entry: Any) -> Refusal | None:
        """Return why whoever asks may not play a move or correct the table, or None."""
        history = self.kept.history
        if history is None:
            return None
        if self._game.is_correction(entry):
            players = self._game.players(history.position)
            return owners.may_correct(((player, self.owner(player)) for player in players), self.by)
        return self.not_asked(self._asked_by_game(history))

    # --- what is taken back ---

    def goes_back(self, *, asks: bool = False) -> Undone | Refusal:
        """Return how much goes back if somebody wants it, or why nothing does.

        It is the last action or step, as the game has it. Moves of robots, and what the companion drew, go back
        together with the last decision before them: else the robot would only decide again. So does what other persons
        have decided since, if whoever wants it `asks` them.
        """
        history, steps, over, strangers = self.kept.history, 0, dict[str, None](), dict[str, None]()
        while history is not None and history.steps:
            if refusal := self.game_table.may_take_back(history, self.kept.sealed):
                return refusal
            span = self.game_table.goes_back(history)
            deciders = [self._decider(history, index) for index in _last(history, span.steps)]
            others = [player for player in deciders if player and self._one_of_each([player])]
            if others and not asks:
                return owners.decided(others[0])
            robots = [player for player in deciders if player and self._is_robot(player)]
            is_dealt = self.equipment.deals and self._is_chance(history, len(history.steps) - 1)
            steps, over = steps + span.steps, over | dict.fromkeys(robots)
            strangers |= dict.fromkeys(others)
            if not is_dealt and len(robots) + len(others) < len(deciders):
                return Undone(Span(steps, span.words), tuple(over), self._one_of_each(strangers))
            history = history.without_last(span.steps)
        return NOTHING_TO_TAKE_BACK

    def has_decided_last(self) -> bool:
        """Return whether whoever asks has made the last decision: what the game refuses then, it refuses to them."""
        history = self.kept.history
        if history is None or not history.steps:
            return False
        last = len(history.steps) - 1
        player = self._decider(history, last)
        if player is None:
            return not (self.equipment.deals and self._is_chance(history, last))
        return owners.may_decide(self.owner(player), self.by)

    def together(self, steps: int) -> Refusal | None:
        """Return why steps that whoever made them agrees to take back may not go back, or None."""
        history = self.kept.history
        deciders = (self._decider(history, index) for index in _last(history, steps)) if history else ()
        others = self._one_of_each(player for player in deciders if player)
        return owners.decided(others[0]) if others else None

    def _decider(self, history: History, index: int) -> str | None:
        """Return who decided a step; None for chance and for corrections."""
        if self._game.is_correction(history.steps[index].entry) or self._is_chance(history, index):
            return None
        return self._game.mover(history.position_before(index))

    def _is_chance(self, history: History, index: int) -> bool:
        return bool(self._game.chances(history.position_before(index)))

    def _is_robot(self, player: str) -> bool:
        return isinstance(self.owner(player), Robot) and not isinstance(self.by, Robot)


def _last(history: History, steps: int) -> range:
    count = len(history.steps)
    return range(max(0, count - steps), count)


_TITLE: Final = Row(say("A question"), look=Look.TITLE)


def to_take_back(deciding: Deciding) -> Menu | Refusal:
    """Ask those who have decided something since the last decision of whoever asks."""
    undone = deciding.goes_back(asks=True)
    if isinstance(undone, Refusal):
        return undone
    if not undone.others:
        return notices.NOTHING_TO_TAKE_BACK
    said = say("Take {count} back?", count=undone.span.steps)
    return _ask(deciding, undone.others, said, TakeBackSteps(undone.span.steps))


def to_have_seat(deciding: Deciding, player: str) -> Menu | Refusal:
    """Ask whoever has a seat to leave it to whoever asks."""
    owner = deciding.owner(player)
    if owners.may_take(player, owner, deciding.by) is None:
        return notices.FREE_SEAT
    said = say("Leave me this seat?")
    return _ask(deciding, (player,), said, GiveSeat(player, owners.owned_by(deciding.by)))


def to_end(deciding: Deciding) -> Menu | None:
    """Ask the others who play whether the game may end here; None if there are none, or it is over."""
    others = deciding.others()
    return _ask(deciding, others, say("End this game?"), GiveUp()) if others else None


def _ask(deciding: Deciding, players: Sequence[str], said: Say, then: TakeBackSteps | GiveSeat | GiveUp) -> Menu:
    (player, *more), asker = players, say("{who} asks:", who=_asker(deciding))
    agreed = Open(_ask(deciding, more, said, then)) if more else Agreed(then)
    return Menu(
        _TITLE,
        (Choice(say("No"), Declined(player)), Choice(say("Yes"), agreed)),
        (Row(asker), Row(said, look=Look.LARGE)),
        name="asked of others",
        topic=Topic(About.CONSENT, code=format_by(deciding.by), player=player),
    )


def _asker(deciding: Deciding) -> Detail:
    """Name whoever asks: by the seat, if they have one."""
    by = deciding.by
    seats = [player for player in deciding.players if deciding.owner(player) == by]
    if seats:
        return notices.player_words(deciding.game_table, seats[0])
    return say("A phone") if isinstance(by, owners.Phone) else say("The table")
