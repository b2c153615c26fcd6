"""A table in a process of its own that says what it shows as confirmed, and this process, which writes that down.

When the table is done, or dead, everything that was confirmed must be in its journal, once and in its place.
"""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from companion.scenario.grammar import ScenarioError
from companion.scenario.stage import MakeTable, Stage, soft_table
from tests.kit import hansa
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry, Lost, Voyage, set_out
from tests.lab.soak.kills import Confirmation, Confirming, Notes, config_in, parsed
from tests.lab.soak.shadow import Differs
from wiring.kits import load_kit

MOST_LOSSES = 5  # after these a table is not worth going on with


class Observer:
    """The table's end of the line to the witness."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def _say(self, kind: str, text: str) -> None:
        os.write(self.pipe, f"{kind}{text.rstrip()}\n".encode())

    def confirm(self, line: str) -> None:
        """Report what is shown as confirmed."""
        self._say("=", line)

    def trial(self) -> None:
        """Report that another trial is over."""
        self._say(".", "")

    def lost(self, what: str) -> None:
        """Report that something was lost."""
        self._say("!", " ".join(what.split()))


Play = Callable[[Path, Observer], None]


def witnessed(play: Play, advance: Advance) -> Tried:
    """Let a table play in a folder, in a process of its own, and hold its journal against what it said."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        root = Path(name)
        life: list[Confirmation] = []
        lost: list[str] = []
        for line in _told(play, root):
            if line[0] == "=":
                life.append(parsed(line[1:]))
            elif line[0] == "!":
                lost.append(line[1:])
            else:
                advance()
        try:
            lost += Notes(config_in(root, "board").journal).check(life)
        except Differs as error:
            lost.append(str(error))
    return Tried(lost, len(life))


def _told(play: Play, root: Path) -> Iterator[str]:
    reading, writing = os.pipe()
    table = os.fork()
    if table == 0:
        os.close(reading)
        _play_and_end(play, root, Observer(writing))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        for line in pipe:
            yield line.rstrip("\n")
    _, status = os.waitpid(table, 0)
    if status:
        yield f"!the table itself ended with {status}"


def _play_and_end(play: Play, root: Path, observer: Observer) -> None:
    """Play, and never return."""
    code = 1
    try:
        tempfile.tempdir = str(root)  # what is left behind goes with the rest
        play(root, observer)
        code = 0
    except BaseException:
        observer.lost(traceback.format_exc())
    finally:
        os._exit(code)


def suffer(
    carries: Mapping[str, Carry],
    trials: int,
    seed: int,
    advance: Advance,
    *,
    kit: str = "board",
    make_table: MakeTable = soft_table,
    make_stage: Callable[..., Stage] = Stage,
) -> Tried:
    """Make trips at a table, each there and back under one of some faults, in turn."""
    named = list(carries.items())

    def play(root: Path, observer: Observer) -> None:
        with make_stage(load_kit(kit), hansa.BOX, make_table=make_table) as stage:
            stage._folder = root
            stage.boot()
            set_out(stage)
            confirming = Confirming(stage.game, observer.confirm)
            confirming(stage.daemon)
            stage.daemon.watch(confirming)
            losses = 0
            voyage = Voyage(stage)
            for number in range(trials):
                name, carry = named[number % len(named)]
                try:
                    voyage.trip(carry, Random(f"{seed}/{number}"))
                except (Lost, Differs, ScenarioError) as error:
                    observer.lost(f"trial {number}, {name}: {error}")
                    losses += 1
                    if losses == MOST_LOSSES:
                        break
                observer.trial()
            voyage.close()

    tried = witnessed(play, advance)
    if tried.confirmed < 2 * trials:
        tried.lost.append(f"{tried.confirmed} confirmations in {trials} trips there and back")
    return tried
