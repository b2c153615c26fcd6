"""Hostile files at every parser: whatever they say, they are taken, or refused in one line with the right exit code."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random

from companion.assembly.game_parts import load_game, load_rules
from companion.commands.command import told
from companion.config.documents import default_text
from companion.config.parsing import load_config
from companion.engine import Engine
from companion.errors import BAD_CONFIGURATION, BAD_DATA, UserError
from companion.games.game import GameError, Unreadable
from companion.running.devices import configured_kit
from companion.scenario.grammar import ScenarioError, parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.shelf.box import AnyGame
from companion.shelf.shelf import SHELF, all_rules, boxes, open_box, parse_record
from companion.trace.player import TraceError, retrace
from hardware.formats.piece_set import PieceSet, format_pieces
from hardware.formats.strict_toml import DataError
from hardware.kit.layout import parse_layout
from tests.kit import hansa
from tests.lab.faults.hostile_text import hostile, try_each
from tests.lab.faults.tried import Advance

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "companion/games"
SLOWEST_S, SLOWEST_S_A_MEGABYTE = 2.0, 3.0  # of the processor, that any of them may take
COMMANDS_EVERY = 100  # this many are tried by the command itself, in a process, as systemd would see it
MOST_LOSSES = 20
LONGEST_MESSAGE = 2000
# The families that commands turn into one line and 65 or 78.
FAMILIES = (DataError, GameError, ScenarioError, Unreadable, TraceError)


class _Trials:
    """Counts, and writes down what went wrong."""

    def __init__(self, advance: Advance) -> None:
        self.lost: list[str] = []
        self.number = 0
        self._advance = advance

    def attempt(self, what: str, given: bytes, parse: Callable[[], object]) -> None:
        """Let something be read."""
        self.number += 1
        self._advance()
        if len(self.lost) >= MOST_LOSSES:
            return
        began = time.process_time()
        try:
            parse()
        except UserError as error:
            if error.code not in (BAD_DATA, BAD_CONFIGURATION):
                self._lose(what, given, f"exit code {error.code}: {error}")
            self._expect_line(what, given, str(error))
        except FAMILIES as error:
            self._expect_line(what, given, str(error))
        except Exception as error:  # that is what is looked for
            self._lose(what, given, f"{type(error).__name__}: {error}"[:200])
        allowed_s = SLOWEST_S + SLOWEST_S_A_MEGABYTE * len(given) / 1e6
        if (took_s := time.process_time() - began) > allowed_s:
            self._lose(what, given, f"took {took_s:.1f} s of the processor")

    def _expect_line(self, what: str, given: bytes, message: str) -> None:
        if not message.isprintable() or len(message) > LONGEST_MESSAGE:
            self._lose(what, given, f"not one line: {message!r:.200}")

    def _lose(self, what: str, given: bytes, why: str) -> None:
        self.lost.append(f"{what}: {why}; the file began {given[:120]!r}")


def tomls() -> Mapping[str, list[bytes]]:
    """Return sound files of each kind."""
    pieces = PieceSet({f"04{number:012x}": name for number, name in enumerate(("ship", "booth.gray.01", "orange1.1"))})
    return {
        "configuration": [default_text().encode(), default_text().replace("\n#", "\n").encode()],
        "kit": [(ROOT / "wiring" / f"{kit}.toml").read_bytes() for kit in ("tap", "board")],
        "pieces": [format_pieces(pieces).encode()],
        "layout": [path.read_bytes() for path in sorted((GAMES / "hansa/layouts").glob("board*.toml"))],
        **{f"board of {box.id}": [path.read_bytes() for path in _boards(box.id)] for box in boxes()},
    }


def _boards(game: str) -> list[Path]:
    folder = GAMES / game
    return sorted([*folder.glob("board_files/*.toml"), *folder.glob("board*.toml")])


def read_tomls(trials: int, seed: int, advance: Advance) -> list[str]:
    """Have this many hostile TOML files read as `run` reads them when it starts."""
    tried, sound = _Trials(advance), tomls()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shares = [trials // len(sound) + (index < trials % len(sound)) for index in range(len(sound))]
        for (kind, texts), count in zip(sound.items(), shares, strict=True):

            def attempt(made: bytes, kind: str = kind) -> None:
                (place / "hostile.toml").write_bytes(made)
                if kind == "configuration" and tried.number % COMMANDS_EVERY == 0:
                    tried.attempt(f"{kind}, by command", made, lambda: _by_command(place))
                else:
                    tried.attempt(kind, made, lambda: _read(place, kind))

            if count:
                try_each(hostile(texts), attempt, count=count, by_seed=seed)
    return tried.lost


def _configured(place: Path, kind: str) -> str:
    """Write a configuration that leads to the hostile file, and name it."""
    keys = {
        "kit": 'kit = "hostile.toml"',
        "pieces": 'pieces = "hostile.toml"',
        "board of hansa": 'board = "hostile.toml"',
    }
    if kind == "configuration":
        return str(place / "hostile.toml")
    (place / "hansa.toml").write_text(f'format = 1\nstate = "state"\n{keys.get(kind, "")}\n')
    return str(place / "hansa.toml")


def _read(place: Path, kind: str) -> None:
    """Read what `run` reads before it touches a device."""
    if kind == "layout":
        try:
            text = (place / "hostile.toml").read_text(encoding="utf-8")
        except ValueError:
            return
        parse_layout(text, place / "hostile.toml")
        return
    environment = {"HOME": str(place)}
    with told():
        if kind.startswith("board of ") and kind != "board of hansa":
            _load_board(kind.removeprefix("board of "), place / "hostile.toml")
            return
        config = load_config(_configured(place, kind), {"state": str(place / "state")}, environment=environment)
        configured_kit(config)
        load_game(config)
        for box in boxes():
            load_rules(config, box)


def _load_board(game: str, path: Path) -> None:
    import_module(f"companion.games.{game}.boards").load_board(path)


def _by_command(place: Path) -> None:
    """Let the command itself say what is wrong, as systemd would see it."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "config", "--config", str(place / "hostile.toml")],
        capture_output=True,
        env={"HOME": str(place), "PYTHONPATH": str(ROOT)},
        cwd=place,
        timeout=120,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.decode(errors="replace").splitlines()
        if len(lines) != 1:
            raise RuntimeError(f"exit code {done.returncode}, {len(lines)} lines, the last {lines[-1:]}")
        raise UserError(lines[0], done.returncode)


def _record_of(game: AnyGame) -> bytes:
    """Write down a game of a few moves."""
    box, random = open_box(game.id) if game.id in SHELF else None, Random(1)
    if box is None:
        return b"[game teutonica]\n"
    position = game.new(box.table(game).complete(box.random_setup(2, random), random))
    first, entries = position, []
    for _ in range(30):
        move = random.choice(list(game.legal_moves(position)))
        position = game.play(position, move).position
        entries.append(move)
    return game.format_record(first, entries).encode()


def _traces() -> list[Path]:
    return sorted((ROOT / "tests/version_0_2/files/traces").glob("*.trace"))


def read_texts(trials: int, seed: int, advance: Advance) -> list[str]:
    """Have this many hostile records, scenarios, traces and engine requests read."""
    tried = _Trials(advance)
    rules = list(all_rules().values())
    records = [path.read_bytes() for path in sorted((ROOT / "tests/golden").rglob("*.hansa"))[:6]]
    records += [_record_of(game) for game in rules]
    scenarios = [path.read_bytes() for path in sorted((ROOT / "tests/scenarios").rglob("*.scenario"))[:20]]
    traces = [b"\n".join(line.partition(b" ")[2] for line in path.read_bytes().splitlines()) for path in _traces()]
    engine = Engine()
    requests = [
        b'{"do": "new", "players": ["gray", "yellow"]}',
        b'{"do": "move", "move": {"type": "sail", "to": "riga"}}',
    ]
    table = hansa.game_table()

    def trace(made: bytes) -> None:
        lines = []
        for line in made.splitlines()[:400]:
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue  # the files of traces pass over what is no JSON
            if isinstance(value, dict):
                lines.append(value)
        retrace(table, lines)

    kinds: list[tuple[str, list[bytes], Callable[[bytes], object]]] = [
        ("record", records, lambda made: parse_record(made.decode("utf-8", "replace"), rules)),
        ("scenario", scenarios, lambda made: parse_scenario(made.decode("utf-8", "replace"), "hostile", vocabulary_of)),
        ("trace", traces, trace),
        ("engine request", requests, lambda made: [json.loads(engine.answer(line)) for line in made.splitlines()[:40]]),
    ]
    shares = [trials // len(kinds) + (index < trials % len(kinds)) for index in range(len(kinds))]
    for (kind, texts, parse), count in zip(kinds, shares, strict=True):

        def attempt(made: bytes, kind: str = kind, parse: Callable[[bytes], object] = parse) -> None:
            tried.attempt(kind, made, lambda: parse(made))

        if count:
            try_each(hostile(texts), attempt, count=count, by_seed=seed)
    return tried.lost
