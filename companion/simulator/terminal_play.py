"""The companion on a simulated table, played with keys in a terminal, or with lines from a pipe.

With keys the table runs in real time, with threads, as on a Pi. With lines time is virtual: each line is carried out
and answered at once, so the same lines always lead to the same screens.
"""

from __future__ import annotations

import io
import json
import os
import select
import shutil
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from companion.assembly.loading import Sitting
from companion.assembly.service import Service
from companion.config.settings import Config
from companion.running.daemon import Daemon
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.logs import Log, start_log
from companion.running.supervision import stopping_at_signals
from companion.simulator.hand import HELP, Fumble, Hand
from companion.simulator.terminal import LEGEND, fit, render_lamps, render_pieces, render_screen
from companion.words.outside import bare, shown
from hardware.kit.connections import Kit
from hardware.kit.layout import in_use
from hardware.ports import Pattern
from hardware.simulated.soft_table import SoftTable

KEYS = "arrows, Enter: ok, Backspace: back, b: take back, e: end, E: end the turn, colon: a command, q: quit"


# --- by lines ---


def play_lines(config: Config, lines: Iterable[str], out: TextIO, first: Sitting, *, as_json: bool) -> None:
    """Carry out lines until there are no more, and print the table after each."""
    left = iter(lines)
    sitting: Sitting | None = first
    while sitting is not None:
        sitting = _play_sitting(config, sitting, left, out, as_json=as_json)


def _play_sitting(
    config: Config, sitting: Sitting, lines: Iterator[str], out: TextIO, *, as_json: bool
) -> Sitting | None:
    """Carry out lines until they end or the table must be set up again; return for what."""
    kit = configured_kit(config, sitting.laid_out_for)
    table = simulated_table(kit)
    now = [0.0]

    def pass_time(seconds: float) -> None:
        # In small steps, so that the daemon answers while time passes, as in real time.
        for _ in range(max(1, round(seconds / 0.05))):
            table.pass_time(0.05)
            now[0] += 0.05
            service_daemon().work()

    def service_daemon() -> Daemon:
        assert service.composed
        return service.composed.daemon

    service = Service(
        config,
        simulated_devices(table),
        sitting=sitting,
        invents_pieces=True,
        asks=False,
        witnesses=(Log(),),
        clock=lambda: now[0],
        farewell_s=0.0,
    )
    hand = Hand(table, pass_time)
    view = _View(kit, table, hand)
    try:
        composed = service.start()
        if composed is None:
            return service.following
        hand.take(composed.pieces)
        pass_time(0.2)
        _tell(view, service_daemon(), out, "", as_json=as_json)
        for line in lines:
            said = line.partition("#")[0].strip()
            if said in _LEAVING or service.is_shutting_down:
                break
            if not said:
                continue
            service_daemon().table.refused = None
            answer = _done(hand, said)
            if service.following:
                return service.following
            _tell(view, service_daemon(), out, answer, as_json=as_json)
    finally:
        service.close()
    return None


_LEAVING = ("quit", "exit")


def _done(hand: Hand, line: str) -> str:
    """Carry out a line; return the answer."""
    if line in ("help", "?"):
        return HELP
    try:
        hand.do(line)
    except Fumble as fumble:
        return str(fumble)
    return ""


def _tell(view: _View, daemon: Daemon, out: TextIO, said: str, *, as_json: bool) -> None:
    if as_json:
        told = {"said": said, "refused": _refused(daemon), **scene_json(daemon)}
        print(json.dumps(told), file=out, flush=True)
    else:
        print(said or view.text(), file=out, flush=True)


def _refused(daemon: Daemon) -> dict[str, str] | None:
    """Return why the rules, the table or the disk refused the last line, or None if they did not."""
    refusal = daemon.table.refused
    if refusal is None:
        return None
    reason, remedy = refusal.message(daemon.showing.translate), refusal.advice(daemon.showing.translate)
    return {"code": refusal.code, "reason": reason, "remedy": remedy}


def scene_json(daemon: Daemon) -> dict[str, object]:
    """Return the scene for a program: the texts of the screen, and the lamps that are lit."""
    from companion.table.screen import Row

    assert daemon.showing.scene is not None
    screen, lit = daemon.showing.scene.screen, daemon.showing.scene.lamps
    rows = [row for row in (screen.title, *screen.rows, screen.hint) if isinstance(row, Row)]
    texts = [[text for part in (row.left, row.right) if (text := daemon.showing.spoken(part))] for row in rows]
    lamps = {name: str(light.pattern) for name, light in lit.items() if light.pattern is not Pattern.OFF}
    return {"game": daemon.game_id, "revision": daemon.revision, "screen": texts, "lamps": lamps}


class _View:
    """The whole table as text."""

    def __init__(self, kit: Kit, table: SoftTable, hand: Hand) -> None:
        self._kit, self._table, self._hand = kit, table, hand

    def text(self) -> str:
        """Return screen, lamps and pieces."""
        size = shutil.get_terminal_size((140, 60))
        return f"{render_screen(self._table.frame(), size.columns, size.lines)}\n{self._words(coloured=False)}"

    def fitted(self, notes: str) -> str:
        """Return the same, filling the whole terminal, with notes below."""
        size = shutil.get_terminal_size((140, 60))
        screen = render_screen(self._table.frame(), size.columns, size.lines)
        words = self._words(coloured=not os.environ.get("NO_COLOR"))
        return fit(screen, f"{words}\n\n{LEGEND}", notes, size.columns, size.lines)

    def _words(self, *, coloured: bool) -> str:
        lamps = render_lamps(in_use(self._kit.lamp_names), self._table.lights, coloured=coloured)
        return f"{lamps}\n{shown(render_pieces(self._hand.lying))}"


# --- by keys ---


def play_keys(config: Config, first: Sitting) -> None:
    """Play in the terminal until `q`; the log is printed afterwards."""
    log = io.StringIO()
    start_log(config.log.level, log)
    sitting: Sitting | None = first
    try:
        while sitting is not None:
            sitting = _key_sitting(config, sitting)
    finally:
        print(log.getvalue(), end="", file=sys.stderr)


def _key_sitting(config: Config, sitting: Sitting) -> Sitting | None:
    """Play until `q`, or until the table must be set up again; return for what."""
    kit = configured_kit(config, sitting.laid_out_for)
    table = simulated_table(kit, clock=time.monotonic)
    service = Service(
        config, simulated_devices(table), sitting=sitting, invents_pieces=True, asks=False, witnesses=(Log(),)
    )
    hand = Hand(table)
    keyboard = _Keyboard(_View(kit, table, hand), hand)
    failed: list[BaseException] = []

    def serve() -> None:
        try:
            composed = service.start()
            if composed:
                hand.take(composed.pieces)
                composed.daemon.watch(lambda _: keyboard.draw())
                keyboard.draw()
                composed.daemon.run()
        except BaseException as error:
            failed.append(error)
        finally:
            keyboard.end()

    thread = threading.Thread(target=serve, name="table")
    with stopping_at_signals(service.stop), keyboard.shown():
        thread.start()
        try:
            keyboard.listen()
        finally:
            following = service.following  # stopping is for good
            service.stop()
            thread.join()
            service.close()
    if failed:
        raise failed[0]
    return following


class _Keyboard:
    """Turns keys into presses, and draws the table over the whole terminal."""

    def __init__(self, view: _View, hand: Hand) -> None:
        self._view, self._hand = view, hand
        self._woken, self._wake = os.pipe()
        self._drawing = threading.Lock()
        self._typed = ""  # and not carried out yet
        self._said = ""
        self._is_asking = False

    def end(self) -> None:
        """Stop listening; from any thread."""
        os.write(self._wake, b"x")

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Take over the terminal, and restore it afterwards."""
        import termios
        import tty

        before = termios.tcgetattr(0)
        bare(sys.stdout).write("\x1b[?1049h\x1b[?25l")
        tty.setcbreak(0)
        try:
            yield
        finally:
            termios.tcsetattr(0, termios.TCSADRAIN, before)
            bare(sys.stdout).write("\x1b[?25h\x1b[?1049l")
            sys.stdout.flush()
            os.close(self._woken)
            os.close(self._wake)

    def draw(self) -> None:
        """Draw everything again, in one write, so that nothing flickers."""
        with self._drawing:
            if self._is_asking:
                return
            text = self._view.fitted(f"{KEYS}\n{shown(self._said)}")
            # Clear each line before writing it: after a line as wide as the terminal, clearing would remove its end.
            bare(sys.stdout).write("\x1b[H\x1b[K" + text.replace("\n", "\n\x1b[K") + "\x1b[J")
            sys.stdout.flush()

    def listen(self) -> None:
        """Carry out keys until `q`, or `quit` in words, or the end."""
        while (key := self._key()) not in ("q", ""):
            self._said = ""
            if key == ":":
                line = self._ask()
                if line.strip() in _LEAVING:
                    return
                self._said = _done(self._hand, line)
            elif key in _BY_KEY:
                self._said = _done(self._hand, _BY_KEY[key])
            self.draw()

    def _key(self) -> str:
        """Return the next key; an arrow is three characters, and the end of input is empty."""
        if not self._typed:
            ready, _, _ = select.select([0, self._woken], [], [])
            self._typed = "" if self._woken in ready else os.read(0, 1024).decode(errors="ignore")
        length = 3 if self._typed.startswith("\x1b[") else 1
        key, self._typed = self._typed[:length], self._typed[length:]
        return key

    def _ask(self) -> str:
        """Read a line below the picture."""
        with self._drawing:
            self._is_asking = True
        bare(sys.stdout).write("\x1b[?25h\r: \x1b[K")
        sys.stdout.flush()
        line = ""
        while (key := self._key()) not in ("\n", "\r", ""):
            if key == "\x1b":
                line = ""
                break
            if key in ("\x7f", "\b"):
                line = line[:-1]
            elif key.isprintable():
                line += key
            bare(sys.stdout).write(f"\r: {line}\x1b[K")
            sys.stdout.flush()
        bare(sys.stdout).write("\x1b[?25l\x1b[2J")
        self._is_asking = False
        return line


_BY_KEY = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "k": "up",
    "j": "down",
    "\n": "ok",
    "\r": "ok",
    " ": "ok",
    "\x7f": "back",
    "\b": "back",
    "\x1b": "back",
    "\x1b[D": "back",
    "b": "hold back",
    "e": "end",
    "E": "hold end",
    "?": "help",
}
