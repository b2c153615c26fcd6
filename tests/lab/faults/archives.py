"""Backups of strangers: each is refused in one line, or put in place whole; nothing is ever half in place."""

from __future__ import annotations

import gzip
import io
import json
import random
import resource
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path

from companion.cli import main
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.lab.faults.tried import Advance, Tried

PIECES = b'format = 1\n[pieces]\n"04a1b2c3d4e5f6" = "ship"\n'
CONFIG = b'format = 1\nlanguage = "nl"\n'
REFUSED = {1, 2, 65, 78}
MOST_MEMORY_KB = 300_000  # more than before all of them


def attack(trials: int, seed: int, advance: Advance) -> Tried:
    """Restore hostile archives; tell what went wrong."""
    chance = random.Random(seed)
    lost: list[str] = []
    refused = 0
    games = _games()
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        folder = Path(name)
        state, config, file = folder / "state", folder / "config.toml", folder / "b.tar.gz"
        state.mkdir()
        (state / "pieces.toml").write_bytes(PIECES)
        config.write_text(f'format = 1\nstate = "{state}"\n')
        outside = folder / "outside"
        outside.write_bytes(b"mine")
        before, memory_kb = _tree(folder), _peak_kb()
        for number in range(trials):
            make = KINDS[number % len(KINDS)]
            file.write_bytes(make(chance, games, outside))
            code, said = _restore(file, config)
            file.unlink()
            trouble = _wrong(code, said)
            if _tree(folder) != before:
                trouble = f"something was changed, with exit {code}: {said[-200:]!r}"
            if trouble:
                lost.append(f"trial {number}, {make.__name__}: {trouble}")
                before = _tree(folder)
            refused += 1
            advance()
        if (grown := _peak_kb() - memory_kb) > MOST_MEMORY_KB:
            lost.append(f"{grown:,} kB of memory more than before")
    return Tried(lost, refused)


def _wrong(code: int, said: str) -> str:
    if code not in REFUSED:
        return f"exit {code}"
    if said.count("\n") != 1 or not said.startswith("hansa-companion: "):
        return f"not one line: {said[-300:]!r}"
    return "" if said[:-1].isprintable() else f"what a terminal obeys: {said!r}"


def _restore(file: Path, config: Path) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(["restore", str(file), "--force", "--config", str(config)])
    except BaseException as error:
        return -1, f"{type(error).__name__}: {error}"
    finally:
        sys.stdin = stdin
    return code, err.getvalue() if out.getvalue().isprintable() or "\x1b" not in out.getvalue() else out.getvalue()


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("b.tar.gz", "in-use")
    }


def _peak_kb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _games() -> bytes:
    journal = SqliteJournal(Path("games"), image=b"")
    journal.open()
    journal.create("one", "hansa", "", "20:15")
    image = journal.image()
    journal.close()
    return image


def _packed(members: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    text = io.BytesIO()
    with gzip.GzipFile(fileobj=text, mode="wb", compresslevel=1) as packed:
        for member, data in members:
            packed.write(member.tobuf(tarfile.GNU_FORMAT))
            packed.write(data + bytes(-len(data) % 512))
        packed.write(bytes(1024))
    return text.getvalue()


def _member(name: str, data: bytes = b"", kind: bytes = tarfile.REGTYPE) -> tuple[tarfile.TarInfo, bytes]:
    member = tarfile.TarInfo(name)
    member.size, member.type = len(data), kind
    return member, data


def _honest(contents: dict[str, bytes], **said: object) -> list[tuple[tarfile.TarInfo, bytes]]:
    sums = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in contents.items()}
    told = {"format": 1, "companion": "0.2.0", "made": "2026-11-17", "files": sums, **said}
    return [_member("manifest.json", json.dumps(told).encode()), *(_member(*each) for each in contents.items())]


Make = Callable[[random.Random, bytes, Path], bytes]


def noise(chance: random.Random, games: bytes, outside: Path) -> bytes:
    return chance.randbytes(chance.randrange(2000))


def flipped(chance: random.Random, games: bytes, outside: Path) -> bytes:
    text = bytearray(_packed(_honest({"games.sqlite": games, "pieces.toml": PIECES})))
    for _ in range(chance.randint(1, 20)):
        text[chance.randrange(12, len(text))] ^= chance.randint(1, 255)
    return bytes(text)


def cut(chance: random.Random, games: bytes, outside: Path) -> bytes:
    text = _packed(_honest({"games.sqlite": games}))
    return text[: chance.randrange(len(text) - 8)]


def elsewhere(chance: random.Random, games: bytes, outside: Path) -> bytes:
    name = chance.choice(
        ["../outside", str(outside), "state/../../outside", "./games.sqlite/../../x", "\x1b[2Jx", "a\nb"]
    )
    return _packed([*_honest({}), _member(name, b"theirs")])


def linked(chance: random.Random, games: bytes, outside: Path) -> bytes:
    member, _ = _member("pieces.toml", kind=chance.choice([tarfile.SYMTYPE, tarfile.LNKTYPE]))
    member.linkname = str(outside)
    return _packed([*_honest({}), (member, b""), _member("pieces.toml", PIECES)])


def odd(chance: random.Random, games: bytes, outside: Path) -> bytes:
    kind = chance.choice([tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE, b"x", b"g", b"L", b"K"])
    return _packed([_member("manifest.json", chance.randbytes(chance.randrange(5000)), kind)])


def bomb(chance: random.Random, games: bytes, outside: Path) -> bytes:
    size = chance.choice([20 << 20, 300 << 20, 1 << 40, (8 << 30) + 5])
    member, _ = _member(chance.choice(["games.sqlite", "pieces.toml", "manifest.json"]))
    member.size = size
    text = io.BytesIO()
    with gzip.GzipFile(fileobj=text, mode="wb", compresslevel=1) as packed:
        packed.write(member.tobuf(tarfile.GNU_FORMAT))
        packed.write(bytes(min(size, 4 << 20)))
    return text.getvalue()


def doubled(chance: random.Random, games: bytes, outside: Path) -> bytes:
    return _packed([*_honest({"pieces.toml": PIECES}), _member("pieces.toml", b"other")])


def lying(chance: random.Random, games: bytes, outside: Path) -> bytes:
    said: dict[str, object] = chance.choice(
        [
            {"format": 2},
            {"format": "\x1b[31m" * 50},
            {"files": []},
            {"files": {"pieces.toml": {"bytes": 1, "sha256": ""}}},
            {"companion": "\x1b]0;owned\x07"},
            {"made": "x" * 5000},
            {"companion": None},
        ]
    )
    return _packed(_honest({"pieces.toml": PIECES}, **said))


def deep(chance: random.Random, games: bytes, outside: Path) -> bytes:
    return _packed([_member("manifest.json", b"[" * chance.randrange(1000, 200_000))])


def unparsed(chance: random.Random, games: bytes, outside: Path) -> bytes:
    text = chance.choice(
        [
            b"\xff\xfe",
            b"format = 1\n[pieces",
            b"x = " + b"[" * 50_000,
            b"format = " + b"9" * 10_000,
            b'"\\u001b[2J" = 1\n',
            b"format = 1\nx = 1\n",
            b"format = 1\n" + chance.randbytes(200),
        ]
    )
    name = chance.choice(["pieces.toml", "board.toml", "kit.toml", "config.toml", "language"])
    return _packed(
        _honest({"games.sqlite": games, name: text, **({} if name == "config.toml" else {"config.toml": CONFIG})})
    )


def damaged(chance: random.Random, games: bytes, outside: Path) -> bytes:
    """Damage the games; with --force they would be taken as they are, so the configuration must stop it."""
    hurt = bytearray(games)
    for _ in range(chance.randint(1, 400)):
        hurt[chance.randrange(len(hurt))] = chance.randrange(256)
    return _packed(_honest({"games.sqlite": bytes(hurt), "config.toml": b'format = 1\nshut_down = "rm -rf /"\n'}))


def reaching(chance: random.Random, games: bytes, outside: Path) -> bytes:
    config = chance.choice(
        [
            b'format = 1\nshut_down = "any command"\n',
            b'format = 1\njournal = "redis://stranger/0"\n',
            b'format = 1\n[hub]\nserver = "redis://stranger/0"\n',
            b'format = 1\n[web]\nbind = "0.0.0.0"\n',
            b'format = 1\n[backup]\nfolder = "/media/stranger"\n',
        ]
    )
    return _packed(_honest({"config.toml": config, "pieces.toml": PIECES}))


KINDS: tuple[Make, ...] = (
    noise,
    flipped,
    cut,
    elsewhere,
    linked,
    odd,
    bomb,
    doubled,
    lying,
    deep,
    unparsed,
    damaged,
    reaching,
)
