"""Kill the companion with SIGKILL in the middle of random games: python -m tests.lab.soak.kills --kills 300.

A player process plays at a simulated table and says over a pipe what it has shown as confirmed; this process notes it
down, kills the player, and then holds the journal against its notes: everything confirmed is there exactly once, in
its place, and the next player goes on from there.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.config.parsing import parse_config
from companion.config.settings import Config
from companion.journal.journal import JournalError
from companion.journal.sqlite import SqliteJournal
from companion.running.daemon import Daemon
from companion.scenario.stage import Stage
from companion.words.progress import Progress
from tests.lab.faults.powercut import Control
from tests.lab.soak.played import PLAYED, Played
from tests.lab.soak.shadow import Differs, Shadow
from wiring.kits import load_kit

LONGEST_LIFE_S = 0.8  # a life that is not ended at a confirmation
MOST_CONFIRMATIONS = 60
MOST_CHANGES = 300  # to the disk: those of a start, and of some forty entries with their traces
PATIENCE_S = 60.0
LAST_ACTS = 40  # of a player who is left alive


class Confirmation(NamedTuple):
    """What was shown: after this many entries of this game it stood like this."""

    game_id: str
    revision: int
    stand: str


def stand(game: Any, position: Any, settled: int) -> str:
    """Sum a position up in a few letters."""
    whole = "" if position is None else json.dumps(game.format_position(position), sort_keys=True)
    return blake2b(f"{settled} {whole}".encode(), digest_size=8).hexdigest()


def config_in(root: Path, kit: str) -> Config:
    """Keep the games in a folder that outlives the player."""
    chosen = {"state": str(root / "state"), "kit": kit}
    return parse_config("format = 1", "", chosen, environment={}, home=root, here=root)


# --- the player, who dies ---


def play_until_killed(
    root: Path, number: int, seed: int, pipe: int, *, acts: int | None, played: Played = PLAYED["hansa"]
) -> None:
    """Go on with the game and say what is shown; never returns."""
    code = 1
    try:
        random = Random(f"{seed}/{number}")
        kit = load_kit(played.kits[number % len(played.kits)])
        with Stage(kit, played.box) as stage:
            stage._folder = root
            stage.boot()
            confirm = Confirming(stage.game, lambda line: os.write(pipe, line.encode()))
            confirm(stage.daemon)
            stage.daemon.watch(confirm)
            hands = played.hands(stage, random)
            while acts is None or acts:
                if played.is_over(stage):
                    for button in played.goes_on:
                        stage.press(button)
                hands.act()
                acts = acts and acts - 1
        code = 0
    except BaseException as error:
        os.write(2, f"player {number}: {error!r}\n".encode())
    finally:
        os._exit(code)


class Confirming:
    """Says, line by line, what has become durable, once that is shown; watches a daemon."""

    def __init__(self, game: Any, say: Callable[[str], object]) -> None:
        self._game, self._say = game, say
        self._said = ("", -1)

    def __call__(self, daemon: Daemon) -> None:
        if self._said == (daemon.game_id, daemon.revision):
            return
        self._said = daemon.game_id, daemon.revision
        kept = daemon.table.kept
        position = kept.history.position if kept.history else None
        self._say(f"{daemon.game_id or '-'} {daemon.revision} {stand(self._game, position, kept.sealed)}\n")


# --- the one who kills and takes notes ---


def one_life(
    root: Path,
    number: int,
    seed: int,
    random: Random,
    *,
    spared: bool = False,
    disk: Control | None = None,
    played: Played = PLAYED["hansa"],
) -> list[Confirmation]:
    """Let a player live for a while; return what was confirmed, the stand after the start first.

    On a disk that is steered, every other player dies at an exact point: before its n-th change to the disk.
    """
    is_exact = bool(disk) and not spared and number % 2 == 0
    if disk and is_exact:
        disk.set(life=random.randrange(MOST_CHANGES))
    reading, writing = os.pipe()
    player = os.fork()
    if player == 0:
        os.close(reading)
        play_until_killed(root, number, seed, writing, acts=LAST_ACTS if spared else None, played=played)
    os.close(writing)
    by_count = random.random() < 0.5
    lines = random.randint(1, MOST_CONFIRMATIONS) if by_count else None
    life_s = PATIENCE_S if by_count or spared or is_exact else random.uniform(0, LONGEST_LIFE_S)
    said = _listen(reading, time.monotonic() + life_s, None if spared or is_exact else lines)
    if not spared:
        os.kill(player, signal.SIGKILL)  # harmless where it is dead already
    with os.fdopen(reading, "rb") as pipe:
        said += pipe.read()
    _, status = os.waitpid(player, 0)
    if disk:
        disk.set()
    if spared != os.WIFEXITED(status) or (spared and os.WEXITSTATUS(status)):
        raise RuntimeError(f"player {number} ended with {status}")
    return [parsed(line) for line in said.decode().split("\n")[:-1]]


def _listen(reading: int, until: float, lines: int | None) -> bytes:
    """Take what is said until this many lines, or a moment, or the end."""
    said = b""
    while (left := until - time.monotonic()) > 0 and (lines is None or said.count(b"\n") < lines):
        if select.select([reading], [], [], left)[0]:
            more = os.read(reading, 65536)
            if not more:
                break
            said += more
    return said


def parsed(line: str) -> Confirmation:
    """Read what Confirming says."""
    game_id, revision, summed = line.split()
    return Confirmation("" if game_id == "-" else game_id, int(revision), summed)


class Notes:
    """What was confirmed in all lives, to be found in the journal."""

    def __init__(self, journal: Path, played: Played = PLAYED["hansa"]) -> None:
        self._journal = journal
        self._game_table = played.game_table()
        self._newest: Confirmation | None = None  # as the journal had it after the last life
        self.confirmed = 0
        self.games: set[str] = set()

    def check(self, life: Sequence[Confirmation]) -> list[str]:
        """Hold the journal against what one life confirmed."""
        if not life:
            return []  # killed before the first screen
        self.confirmed += len(life)
        found = []
        start = life[0]
        if self._newest and start != self._newest:
            found.append(f"the game did not go on where it was: {start} after {self._newest}")
        by_game: dict[str, list[Confirmation]] = {}
        for each in life:
            by_game.setdefault(each.game_id, []).append(each)
        for game_id, confirmations in by_game.items():
            if game_id:
                self.games.add(game_id)
                found += self._missing(game_id, confirmations)
        return found

    def _missing(self, game_id: str, confirmations: Sequence[Confirmation]) -> list[str]:
        stands = self._stands(game_id)
        return [
            f"confirmed, and not in the journal as it was shown: {each}"
            for each in confirmations
            if stands.get(each.revision) != each.stand
        ]

    def _stands(self, game_id: str) -> dict[int, str]:
        """Return how a game stood after each entry, by the rules alone; entries that are doubled or missing raise."""
        shadow = Shadow(self._game_table, self._journal)
        try:
            return {
                revision: stand(self._game_table.game, shadow.position, shadow.settled)
                for revision in shadow.entries_of(game_id)
            }
        finally:
            shadow.close()

    def look(self) -> None:
        """Remember how the newest game stands now, before the next life; after one that has ended there is none."""
        if not self._journal.exists():
            return
        journal = SqliteJournal(self._journal)
        journal.open()
        games = journal.games()
        journal.close()
        newest = games[-1] if games else None
        if newest is None or newest.finished or not newest.revision:
            self._newest = Confirmation("", 0, stand(self._game_table.game, None, 0))
        else:
            self._newest = Confirmation(newest.id, newest.revision, self._stands(newest.id)[newest.revision])


def kill_players(
    kills: int,
    seed: int,
    progress: Callable[[], None],
    *,
    folder: Path | None = None,
    disk: Control | None = None,
    played: Played = PLAYED["hansa"],
) -> tuple[list[str], Notes]:
    """Kill this many players, in a folder whose disk may be steered; list what went wrong."""
    random = Random(seed)
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="kills-", dir=folder) as name:
        root = Path(name)
        tempfile.tempdir = name  # what the killed leave behind goes with the rest
        try:
            notes = Notes(config_in(root, played.kits[0]).journal, played)
            for number in range(kills + 1):
                life = one_life(root, number, seed, random, spared=number == kills, disk=disk, played=played)
                progress()
                try:
                    found += [f"life {number}: {fault}" for fault in notes.check(life)]
                    notes.look()
                except (Differs, JournalError) as error:
                    found.append(f"life {number}: {error}")
        finally:
            tempfile.tempdir = None
    if notes.confirmed < kills:
        found.append(f"only {notes.confirmed} confirmations in {kills} lives: nobody came to play")
    return found, notes


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill as often as asked; 0 when nothing confirmed was lost, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.soak.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=10, metavar="N", help="how many players to kill")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games and points")
    parser.add_argument("--game", choices=tuple(PLAYED), default="hansa", help="which game is played")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    with Progress(options.kills + 1, "kills", sys.stderr) as progress:
        found, notes = kill_players(options.kills, options.seed, progress.advance, played=PLAYED[options.game])
    print(
        f"{options.kills} kills in {time.monotonic() - began:.0f} s: {notes.confirmed} confirmations shown, in "
        f"{len(notes.games)} games; {len(found)} faults"
    )
    print("".join(f"  {fault}\n" for fault in found[:20]), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
