"""One tray as a whole: makes plan, cables, strip and cuts from a tray file, for drawings, lists and the guide."""

from __future__ import annotations

from typing import NamedTuple

from companion.shelf.board_plan import BoardPlan
from hardware.kit.kit import Pico
from wiring.catalogue import Sizes
from wiring.channels import Channels, lead_cables
from wiring.cuts import Cut, Fit, tray_cuts
from wiring.strip_plan import Led, lay_strip
from wiring.tray_plan import TrayPlan, load_tray


class WholeTray(NamedTuple):
    """One tray."""

    plan: TrayPlan
    channels: Channels
    leds: tuple[Led, ...]
    cuts: tuple[Cut, ...]


def read_whole_tray(pico: Pico, sizes: Sizes, board: BoardPlan, text: str, file: str, fit: Fit) -> WholeTray:
    """Read the tray for a kit's Pico from its text; `file` is for the messages."""
    plan = load_tray(pico, sizes, board, text, file)
    channels = lead_cables(plan)
    leds = lay_strip(plan, sizes.strip_pitch, lambda lamp: board.meaning(lamp).group)
    return WholeTray(plan, channels, leds, tray_cuts(plan, channels, leds, sizes, fit, file))


def cable_table(tray: WholeTray) -> str:
    """Write how long every cable is cut, as a table for the guide."""
    rows = [
        f"| `{cable.reader}` | {cable.run_mm / 10:.0f} cm | {cable.cut_mm / 10:.0f} cm | ☐ |"
        for cable in tray.channels.cables
    ]
    total = sum(cable.cut_mm for cable in tray.channels.cables) / 1000
    head = ["| reader | from its pins to the tray's edge | cut it to | done |", "|---|---:|---:|---|"]
    return "\n".join([*head, *rows, f"| all together | | {total:.1f} m | |"]) + "\n"


def cable_csv(tray: WholeTray) -> str:
    """Write the same for a spreadsheet."""
    rows = [f"{cable.reader},{cable.run_mm:.0f},{cable.cut_mm}" for cable in tray.channels.cables]
    return "\n".join(["reader,to the edge mm,cut to mm", *rows]) + "\n"


def strip_lines(tray: WholeTray, pico: Pico) -> str:
    """Write what a kit file says of a strip that is not cut: which LED each lamp is, and the current of all."""
    numbers = [led.number for led in tray.leds if led.lamp]
    rows = ["[pico.strip]", "leds = ["]
    rows += [f"  {', '.join(map(str, numbers[at : at + 12]))}," for at in range(0, len(numbers), 12)]
    # A kit file that has the numbers has the current as well.
    dark_ma = 0.0 if pico.strip.leds else (len(tray.leds) - len(numbers)) * pico.strip.idle_ma
    return "\n".join([*rows, "]", f"cap_ma = {pico.strip.cap_ma + round(dark_ma)}"]) + "\n"
