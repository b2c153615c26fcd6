"""The raw trace of a table: what its devices reported and the results, as JSON lines next to the journal.

A line is one of these; `t` is in seconds since the companion started:

    {"t", "start": {...}}                     a table without a game; the trace of each game begins with such a line
    {"t", "boot": {...}, "revision"}          the companion was started again, with this much of the game kept
    {"t", "on": "TagRested", "source", ...}   an event, by the name and the fields of its class in `hardware.ports`
    {"t", "posted": {"do", ...}, "by"}        somebody wanted this of the table, `by` says who (`owners.format_by`); one
                                              that ends a game and begins the next is in the traces of both
    {"t", "told": {"name", "choices"}}        the players were told this from outside the game; only what choosing does
    {"t", "kept", "kind", "payload"}          this entry became durable, with this revision
    {"t", "not_kept": [reason, remedy]}       an entry did not, or a choice outside the game; as in `payloads`
    {"t", "lost": true}                       more happened before the game than was kept in memory

A start and a boot contain everything that the table is made from: the pieces by their tags, the beliefs about them, the
seed of its dice, whether it asks if the board file is right, whether help can be called, what else can be played, how
many games only the copy on a server has, the house rules, whether there is cardboard and who draws, and the last names
of the players with whose their seats are. Names and tags identify people and their pieces, so a trace is private.
`companion.trace.player` plays it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from companion.games.game import HOUSE_RULES, HouseRule
from companion.journal.journal import Json
from companion.running.daemon import Daemon
from companion.table.belief import Belief, Known, Whereabouts
from companion.table.dialog import ANYTHING, About, Choice, Dialog, Menu, Notice, Topic
from companion.table.history import ABORTED, format_people
from companion.table.intents import Beginning, Intent
from companion.table.own_dialogs import NO_HOUSE_RULES, PHONES, HouseRules, OtherGames, Unfinished
from companion.table.owners import By, format_by
from companion.table.proposals import Proposal
from companion.table.screen import Row
from companion.table.view import View
from companion.trace.files import Traces
from companion.trace.payloads import (
    format_command,
    format_equipment,
    format_intent,
    format_trouble,
    parse_command,
    parse_trouble,
)
from companion.words.say import NOTHING
from hardware import ports
from hardware.trouble import Trouble

FORMAT: Final = 1
_VISITS = " visits"  # suffix for a piece that came with a step that was taken back
PRELUDE_LINES: Final = 2000  # kept in memory until a game begins
_EVENTS: Final[Mapping[str, type[Any]]] = {
    kind.__name__: kind
    for kind in (
        ports.TagRested,
        ports.TagLeft,
        ports.Crowded,
        ports.ButtonPressed,
        ports.ButtonHeld,
        ports.ButtonReleased,
        ports.HealthChanged,
    )
}


def format_event(event: ports.Event, since: float = 0.0) -> Json:
    """Return an event as a line of the trace, its time counted from `since`."""
    named = ((name, getattr(event, name)) for name in event.__slots__ if name != "at")
    fields = {name: _plain(value) for name, value in named if value != ()}
    return {"t": round(event.at - since, 3), "on": type(event).__name__, **fields}


def _plain(value: object) -> object:
    return format_trouble(value) if isinstance(value, Trouble) else value


def parse_event(line: Json) -> ports.Event:
    """Read an event back, or raise ValueError."""
    fields = {name: value for name, value in line.items() if name not in ("t", "on")}
    kind = _EVENTS.get(str(line.get("on")))
    if kind is ports.TagRested:
        fields["beyond"] = tuple(fields.get("beyond", ()))  # left out where there was nothing
    if kind is None or {"at", *fields} != set(kind.__slots__):
        raise ValueError(f"not an event: {line!r:.80}")
    if kind is ports.HealthChanged:
        fields["health"] = ports.Health(fields["health"])
        fields |= {name: parse_trouble(fields[name]) for name in ("reason", "remedy")}
    event: ports.Event = kind(float(line["t"]), **fields)
    return event


def format_belief(belief: Belief) -> Json:
    """Return a belief as JSON."""
    return {
        piece: [there.place, f"{there.known}{_VISITS if there.visits else ''}", there.origin, *there.unleft]
        for piece, there in belief.pieces.items()
    }


def parse_belief(given: Json) -> Belief:
    """Read a belief back."""
    return Belief(
        {
            piece: Whereabouts(
                place, Known(known.removesuffix(_VISITS)), origin, tuple(unleft), known.endswith(_VISITS)
            )
            for piece, (place, known, origin, *unleft) in given.items()
        }
    )


def format_told(dialog: Dialog) -> Json:
    """Return what the buttons do in a dialog of the companion itself: each choice's command, None if it closes."""
    choices = dialog.choices if isinstance(dialog, Menu) else ()
    return {"name": dialog.name, "choices": [format_command(choice.action) for choice in choices]}


def parse_told(given: Json) -> Dialog:
    """Return a dialog without words in which the buttons do the same."""
    title, name = Row(NOTHING), str(given["name"])
    choices = tuple(Choice(NOTHING, parse_command(command)) for command in given["choices"])
    topic = Topic(About.PHONES) if name == PHONES else ANYTHING
    return Menu(title, choices, name=name, topic=topic) if choices else Notice(title, (), name=name, topic=topic)


def _format_others(view: View) -> Json | None:
    """Return what else the table can be set up for; during a game only whether it can, because nobody is asked."""
    other_games = view.offers.other_games
    if other_games is None:
        return None
    others = OtherGames() if view.kept.history else other_games()
    return {"titles": list(others.titles), "unfinished": [[each.game, each.id] for each in others.unfinished]}


def parse_others(given: Json | None) -> Callable[[], OtherGames] | None:
    """Return what else a table could be set up for, without words; None in traces from before that was possible."""
    if given is None:
        return None
    unfinished = tuple(Unfinished(str(game), str(game_id), "", "") for game, game_id in given["unfinished"])
    others = OtherGames({str(game): "" for game in given["titles"]}, unfinished)
    return lambda: others


def _format_table_rules(house_rules: HouseRules) -> Json:
    """Return the house rules that can be chosen and those that are; nothing if the game has none."""
    offered = [rule.id for rule in house_rules.offered]
    return {HOUSE_RULES: {"offered": offered, "chosen": list(house_rules.chosen)}} if offered else {}


def parse_table_rules(given: Json | None) -> HouseRules:
    """Return them without words; none in traces from before there were any."""
    if given is None:
        return NO_HOUSE_RULES
    offered = {HouseRule(str(each), 0): NOTHING for each in given["offered"]}
    return HouseRules(offered, tuple(map(str, given["chosen"])))


class Tracer:
    """Writes the trace; a witness of the daemon.

    Events before a game belong to the game that follows; they wait in memory until it has a name. Events during a game
    wait until the players have seen the result. The table's dice restart from a known seed at each beginning, so that a
    replay throws the same.
    """

    def __init__(
        self,
        traces: Traces,
        pieces: Mapping[str, str],
        dice: Random,
        *,
        format_entry: Callable[[Any], Json],
        clock: ports.Clock,
        seed: Callable[[], int],
    ) -> None:
        self._traces, self._pieces, self._dice = traces, pieces, dice
        self._format_entry = format_entry
        self._clock, self._seed = clock, seed
        self._since = clock()
        self._prelude: list[Json] = []
        self._beginning: Json | None = None  # the line of an intent that ends one game and begins the next
        self._waiting: list[tuple[str, Json | ports.Event]] = []  # game and what happened in it

    def begin(self, daemon: Daemon) -> None:
        """Record how the table is made: with the game that goes on, or without one."""
        if daemon.table.kept.history is None:
            self._begin_prelude(daemon)
        else:
            self._note(daemon, {"boot": self._made(daemon), "revision": daemon.revision})
            self.rested(daemon)

    def happened(self, daemon: Daemon, event: ports.Event) -> None:
        """Record an event."""
        self._put(daemon, event)

    def posted(self, daemon: Daemon, intent: Intent, by: By) -> None:
        """Record an intent, and who asked for it."""
        posted = format_intent(intent, self._format_entry, self._since)
        line = self._timed({"posted": posted, "by": format_by(by)})
        self._beginning = line if isinstance(intent, Beginning) else None
        self._put(daemon, line)

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        """Record what became durable; a game that has just begun gets the events that led to it."""
        kept = self._timed({"kept": daemon.revision, "kind": proposal.kind, "payload": dict(proposal.payload)})
        self._waiting += [(daemon.game_id, line) for line in (*self._prelude, kept)]
        self._prelude = []
        if proposal.kind == ABORTED:
            self._begin_prelude(daemon)
            self._prelude += [self._beginning] if self._beginning else []
        self._beginning = None

    def not_kept(self, daemon: Daemon, reason: Trouble, remedy: Trouble) -> None:
        """Record that something did not become durable."""
        self._beginning = None
        self._note(daemon, {"not_kept": [format_trouble(reason), format_trouble(remedy)]})

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """Record the choices of a message from outside the game, but not its words, which may contain a PIN."""
        self._note(daemon, {"told": format_told(dialog)})

    def rested(self, daemon: Daemon) -> None:
        """Hand over what was recorded."""
        del daemon
        if self._waiting:
            self._traces.append([(game_id, self._line(what)) for game_id, what in self._waiting])
            self._waiting = []

    def _begin_prelude(self, daemon: Daemon) -> None:
        self._prelude = [self._timed({"start": self._made(daemon)})]

    def _made(self, daemon: Daemon) -> Json:
        seed, view, game = self._seed(), daemon.table.view, daemon.table.game
        short = view.offers.short() if view.offers.short else None
        self._dice.seed(seed)
        return {
            "format": FORMAT,
            "game": game.id,
            "seed": seed,
            "pieces": dict(self._pieces),
            "belief": format_belief(view.belief),
            "asks_board": view.asks_board,
            "may_call": view.offers.may_call,
            "may_phone": view.offers.phones_allowed,
            "other_games": _format_others(view),
            "elsewhere": view.offers.elsewhere,
            "lesson": view.offers.lesson,
            "short": None if short is None else game.format_position(short),
            **_format_table_rules(view.offers.house_rules),
            "equipment": format_equipment(view.equipment),
            **format_people(view.kept.people),
        }

    def _note(self, daemon: Daemon, line: Json) -> None:
        self._put(daemon, self._timed(line))

    def _timed(self, line: Json) -> Json:
        return {"t": round(self._clock() - self._since, 3), **line}

    def _line(self, what: Json | ports.Event) -> Json:
        return what if isinstance(what, Mapping) else format_event(what, self._since)

    def _put(self, daemon: Daemon, what: Json | ports.Event) -> None:
        if daemon.table.kept.history is not None:
            self._waiting.append((daemon.game_id, what))
        elif len(self._prelude) < PRELUDE_LINES:
            self._prelude.append(self._line(what))
        else:
            # A reader that flaps all night must not fill memory; the next game's trace says that it is not whole.
            self._prelude[-1] = self._timed({"lost": True})
