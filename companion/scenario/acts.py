"""What can be done at any table: buttons, pieces, time, power and faults; and short cuts to a situation in any game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from companion.games.game import Json
from companion.scenario.grammar import Unmet
from companion.scenario.stage import REST_S, Stage
from companion.shelf.box import Form, Slot
from companion.table.intents import BeginGame, Button, Play

PASSING_S = 0.1  # how long a passing piece is above a reader


# --- buttons ---


def _press(stage: Stage, button: str, times: int = 1) -> None:
    for _ in range(times):
        stage.press(button)


def _hold(stage: Stage, button: str) -> None:
    stage.hold(button)


def _stick(stage: Stage, button: str) -> None:
    stage.table.stick(button)
    stage.wait(REST_S)


def _free(stage: Stage, button: str) -> None:
    stage.table.free(button)
    stage.wait(REST_S)


def _count_presses(stage: Stage) -> None:
    stage.presses = 0


# --- pieces ---


def _put(stage: Stage, piece: str, place: str) -> None:
    stage.put(stage.box.in_hand(piece), place)


def _put_several(stage: Stage, times: int, piece: str, place: str) -> None:
    lowest = stage.box.in_hand(piece)
    stage.put(lowest, place)
    below = lowest
    for _ in range(times - 1):
        above = stage.box.in_hand(piece)
        stage.put(above, place, on=below)
        below = above


def _put_on_stack(stage: Stage, piece: str, place: str) -> None:
    there = stage.box.at(place, piece)
    stage.put(stage.box.in_hand(piece), place, on=there[0] if there else None)


def _stack(stage: Stage, piece: str, place: str) -> None:
    """Push pieces that are side by side into one stack, in one movement."""
    loose = stage.box.at(place, piece)[::-1]
    if not loose:
        raise Unmet(f"a {piece} at {place} to stack", "there is none")
    below = None
    for each in loose:
        stage.put(each, place, on=below, rest_s=0)
        below = each
    stage.wait(REST_S)


def _slide(stage: Stage, piece: str, place: str) -> None:
    each = stage.box.in_hand(piece)
    stage.put(each, place, rest_s=PASSING_S)
    stage.lift(each, rest_s=PASSING_S)


def _tap(stage: Stage, piece: str, place: str) -> None:
    each = stage.box.another(piece)
    stage.put(each, place)
    stage.lift(each)


def _lift(stage: Stage, piece: str) -> None:
    there = stage.box.everywhere(piece)
    if not there:
        raise Unmet(f"a {piece} on the table", "there is none")
    stage.lift(there[0])


def _lift_from(stage: Stage, piece: str, place: str) -> None:
    there = stage.box.at(place, piece)
    if not there:
        raise Unmet(f"a {piece} at {place}", "there is none")
    stage.lift(there[0])


def _sweep(stage: Stage) -> None:
    for each in stage.box.everywhere():
        stage.lift(each, rest_s=0)
    stage.wait(REST_S)


# --- time, power, faults ---


def _wait(stage: Stage, seconds: float) -> None:
    stage.wait(seconds)


def _boot(stage: Stage) -> None:
    stage.boot()


def _unpack(stage: Stage) -> None:
    stage.is_out_of_the_box = True


def _cut_power(stage: Stage) -> None:
    stage.cut_power()


def _unplug(stage: Stage) -> None:
    stage.plug_screen(False)
    stage.wait(REST_S)


def _plug(stage: Stage) -> None:
    stage.plug_screen(True)
    # A screen that is plugged in again is found at the next try, some seconds later.
    stage.wait(10 * REST_S)


def _deafen(stage: Stage, place: str) -> None:
    stage.table.deafen(place)
    stage.wait(REST_S)


def _mend(stage: Stage, place: str) -> None:
    stage.table.mend(place)
    stage.wait(10 * REST_S)


def _jam(stage: Stage, place: str) -> None:
    stage.table.field(place).jammed = True
    stage.wait(REST_S)


def _unjam(stage: Stage, place: str) -> None:
    stage.table.field(place).jammed = False
    stage.wait(REST_S)


def _noise(stage: Stage, place: str, percent: int) -> None:
    stage.table.field(place).noise = percent / 100


def _flap(stage: Stage, piece: str, place: str, percent: int) -> None:
    for each in stage.box.at(place, piece):
        stage.table.field(place).flap(bytes.fromhex(stage.box.uid(each)), odds=percent / 100)


def _lock(stage: Stage) -> None:
    """Hold the journal's lock from outside, like a hanging backup."""
    if stage.locked is None:
        stage.locked = sqlite3.connect(stage.config.journal, isolation_level=None)
        stage.locked.execute("BEGIN IMMEDIATE")


def _unlock(stage: Stage) -> None:
    if stage.locked is not None:
        with suppress(sqlite3.Error):
            stage.locked.execute("ROLLBACK")
        stage.locked.close()
        stage.locked = None


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 3600:
        raise ValueError(text)
    return value


def _whole(least: int, most: int) -> Slot:
    def read(text: str) -> int:
        value = int(text)
        if not (text.isascii() and text.isdigit() and least <= value <= most):
            raise ValueError(text)
        return value

    return Slot(f"a whole number from {least} to {most}", read, one_word=True)


SLOTS = {
    "button": Slot(f"one of {', '.join(Button)}", lambda text: str(Button(text)), one_word=True),
    "seconds": Slot("seconds, such as 2 or 0.5", _seconds, one_word=True),
    "times": _whole(1, 99),
    "percent": _whole(0, 100),
}

FORMS = (
    Form("press {button}", "press a button shortly", _press),
    Form("press {button} {times}", "press it several times", _press),
    Form("hold {button}", "press a button for as long as holding takes", _hold),
    Form("stick {button}", "a button is pressed and does not come up again", _stick),
    Form("free {button}", "a stuck button comes up", _free),
    Form("count presses", "count the presses from here", _count_presses),
    Form(
        "put [the] {times} {piece} on {place}",
        "put one down and, once it has been left alone, the others on top of it",
        _put_several,
    ),
    Form("put [the] {piece} on [the] stack on {place}", "put a piece on top of those of its kind", _put_on_stack),
    Form("put [the] {piece} on [the] {place}", "put a piece down next to what lies there", _put),
    Form("stack [the] {piece} on {place}", "push the pieces of a kind into one stack", _stack),
    Form("slide [the] {piece} over {place}", "a piece passes over a place without resting", _slide),
    Form(
        "tap [the] {piece} on [the] {place}",
        "put a piece down and take it up again, another one than the last time",
        _tap,
    ),
    Form("lift [the] {piece} from [the] {place}", "take a piece up from a place", _lift_from),
    Form("lift [the] {piece}", "take a piece up, the one that was put down last", _lift),
    Form("sweep [the] table", "everything is swept off the table", _sweep),
    Form("wait {seconds} s", "let time pass", _wait),
    Form(
        "unpack [the] companion",
        "it has never been switched on: nobody has said whether its board file is right",
        _unpack,
    ),
    Form("boot", "switch the companion on", _boot),
    Form("cut [the] power", "switch it off without warning; the pieces stay where they are", _cut_power),
    Form("unplug [the] screen", "pull the screen's plug", _unplug),
    Form("plug [the] screen", "put the screen's plug back", _plug),
    Form("deafen [the] {place}", "break the reader at a place", _deafen),
    Form("mend [the] {place}", "mend it", _mend),
    Form("jam [the] {place}", "something lies on a reader that makes all tags unreadable", _jam),
    Form("unjam [the] {place}", "take it away", _unjam),
    Form("noise on [the] {place} {percent} %", "this many answers arrive with errors there", _noise),
    Form("flap [the] {piece} on [the] {place} {percent} %", "a piece answers only this often", _flap),
    Form("lock [the] journal", "another program holds the journal's lock", _lock),
    Form("unlock [the] journal", "it lets go", _unlock),
)


def begin_game(stage: Stage, setup: Json) -> None:
    """Set up a game; notices are confirmed unread."""
    stage.post(BeginGame(setup))
    if stage.refusal:
        raise Unmet("a game that can be set up", stage.refusal)
    stage.say_ok_to_notices()


def play_entries(stage: Stage, entries: Iterable[Any]) -> None:
    """Play moves and corrections at once, as a page would post them; notices are confirmed unread."""
    for entry in entries:
        stage.post(Play(entry, is_shown=True))
        if stage.refusal:
            raise Unmet(f"{entry} to be played", f"it is refused: {stage.refusal}")
        stage.say_ok_to_notices()


def try_entries(stage: Stage, entries: Iterable[Any]) -> None:
    """Post moves and corrections that may be refused."""
    for entry in entries:
        stage.post(Play(entry, is_shown=True))
