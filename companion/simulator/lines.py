"""The companion on a simulated table, played with lines from a pipe.

Time is virtual: each line is carried out and answered at once, so the same lines always lead to the same screens.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TextIO

from companion.assembly.loading import Sitting
from companion.assembly.service import Service
from companion.config.settings import Config
from companion.display.picture import render_blocks
from companion.running.daemon import Daemon
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.logs import Log
from companion.simulator.hand import HELP, Fumble, Hand
from companion.words.outside import shown
from hardware.kit.connections import Kit
from hardware.kit.layout import in_use
from hardware.ports import Light, Pattern
from hardware.simulated.soft_table import SoftTable

SIGNS: Final = {
    Pattern.OFF: "·",
    Pattern.ON: "●",
    Pattern.BLINK: "◐",
    Pattern.BREATHE: "◉",
    Pattern.ALARM: "✖",
    Pattern.FLICKER: "✦",
}


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
        lamps = render_lamps(in_use(self._kit.lamp_names), self._table.lights)
        return f"{render_blocks(self._table.frame())}\n{lamps}\n{shown(render_pieces(self._hand.lying))}"


def render_lamps(names: tuple[str, ...], lights: Mapping[str, Light]) -> str:
    """Return the lamps, one line for each kind; dark ones only for small kinds."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, rest = name.partition(".")
        kinds.setdefault(kind, []).append(f"{_sign(lights.get(name))} {rest or kind}")
    return "\n".join(f"{kind:<10} {'  '.join(lamps)}" for kind, lamps in kinds.items())


def _sign(light: Light | None) -> str:
    return SIGNS[Pattern.OFF if light is None else light.pattern]


def render_pieces(lying: Mapping[str, str]) -> str:
    """Return which pieces are where."""
    places: dict[str, list[str]] = {}
    for piece, place in lying.items():
        places.setdefault(place, []).append(piece)
    return "  ".join(f"{place}: {', '.join(pieces)}" for place, pieces in places.items()) or "no pieces on the table"
