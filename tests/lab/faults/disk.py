"""A disk that is full or turns read-only, many times over, and files whose last page is damaged."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from companion.journal.journal import Damaged, Entry, WrongFormat
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.lab.faults import powercut, story
from tests.lab.faults.steered import Steered, steered
from tests.lab.faults.tried import Advance, Tried

PAGE = 4096
STEPS = 300
MOST_ROOM = 45_000  # bytes: from not enough for a page to enough for many entries


def fill(trials: int, seed: int, advance: Advance) -> Tried:
    """Let the disk run full at another point each time."""
    random = Random(seed)
    return _refuse(trials, advance, lambda disk: disk.set(space=random.randrange(MOST_ROOM)), "the disk is full")


def forbid(trials: int, seed: int, advance: Advance) -> Tried:
    """Turn the disk read-only under the journal, and back."""
    del seed
    return _refuse(trials, advance, lambda disk: disk.set(read_only=True), "the disk gives errors")


def _refuse(trials: int, advance: Advance, spoil: Callable[[powercut.Control], None], words: str) -> Tried:
    """Try to store something on a spoilt disk; what is confirmed is there afterwards, and nothing else is."""
    lost: list[str] = []
    confirmed = refused = 0
    with tempfile.TemporaryDirectory(dir=memory()) as name, steered(Path(name)) as journal:
        journal.ask("open")
        for number in range(9):
            journal.ask("step", number)
        before = _lengths(journal, lost)
        for number in range(trials):
            spoil(journal.disk)
            answer = journal.ask("step", number)
            journal.disk.set()
            if isinstance(answer, dict):
                refused += 1
                if answer["error"] != "Unavailable" or words not in answer["says"]:
                    lost.append(f"trial {number}: {answer}")
            else:
                confirmed += 1
                before[answer[0]] = answer[1]
            after = _lengths(journal, lost) if number % 20 == 0 or number == trials - 1 else before
            if after != before:
                lost.append(f"trial {number}: {before} was confirmed, {after} is there")
                before = after
            advance()
        if refused < trials // 10:  # a third, as a rule
            lost.append(f"only {refused} of {trials} were refused: the disk was not spoilt")
    return Tried(lost, confirmed)


def _lengths(journal: Steered, lost: list[str]) -> dict[str, int]:
    said = journal.ask("read")
    lost += said["damage"]
    for game_id, payloads in said["games"].items():
        if payloads != [story.draft(game_id, number).payload for number in range(1, len(payloads) + 1)]:
            lost.append(f"{game_id} tells something else")
    return {game_id: len(payloads) for game_id, payloads in said["games"].items()}


def damage(trials: int, seed: int, advance: Advance) -> Tried:
    """Damage the last page of a journal's file in every way; what is read then is true, and the file is left alone."""
    random = Random(seed)
    lost: list[str] = []
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        path = Path(name) / "journal.sqlite"
        with closing(SqliteJournal(path)) as journal:
            journal.open()
            for number in range(STEPS):
                story.step(journal, number)
            told = {game_id: journal.read(game_id) for game_id in journal.ids()}
        whole = path.read_bytes()
        for number in range(trials):
            hurt = _hurt(whole, random)
            path.write_bytes(hurt)
            lost += [f"trial {number}: {trouble}" for trouble in _misread(path, told)]
            if path.read_bytes() != hurt:
                lost.append(f"trial {number}: the file was changed")
            for attendant in path.parent.glob("*-*"):
                attendant.unlink()
            advance()
    return Tried(lost, sum(map(len, told.values())))


def _hurt(whole: bytes, random: Random) -> bytes:
    page = bytearray(whole[-PAGE:])
    match random.randrange(5):
        case 0:
            page[:] = random.choice((b"\0", b"\xff")) * PAGE
        case 1:
            page[:] = random.randbytes(PAGE)
        case 2:
            at = random.randrange(PAGE)
            return whole[: len(whole) - PAGE + at]
        case 3:
            torn = random.randrange(1, PAGE // powercut.SECTOR) * powercut.SECTOR
            page[torn:] = bytes(PAGE - torn)
        case _:
            for _ in range(random.randint(1, 4)):
                page[random.randrange(PAGE)] ^= 1 << random.randrange(8)
    return whole[:-PAGE] + bytes(page)


def _misread(path: Path, told: dict[str, tuple[Entry, ...]]) -> list[str]:
    lost: list[str] = []
    with closing(SqliteJournal(path)) as journal:
        try:
            journal.open()
        except (Damaged, WrongFormat):
            return []  # said at once, and left alone
        for game_id, entries in told.items():
            try:
                good = journal.read(game_id)
                if good != entries:
                    lost.append(f"{game_id}: {len(good)} of {len(entries)} entries, and no word of damage")
            except Damaged as error:
                if error.entries != entries[: error.damage.good]:
                    lost.append(f"{game_id}: what is called good is not what was kept")
    return lost
