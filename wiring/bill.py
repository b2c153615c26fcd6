"""The parts list of a kit, made from the kit, the catalogue and the game's tags."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Final, NamedTuple

from hardware.formats.strict_toml import Table
from hardware.kit.kit import Kit, Pico, SpiBus
from wiring.catalogue import PART_KEYS, Catalogue, Part, PlanError, Price, as_round_sum, as_words, take_part, total
from wiring.cuts import USUAL_FIT, Fit, lower_layers
from wiring.diagrams import SLOWED
from wiring.spot_sheet import SpotSheet

WIRES_IN_A_PACK: Final = 40
_OPTIONAL: Final = " (optional)"
_CSV_HEAD: Final = ("quantity", "id", "part", "what to look for", "type into the shop's search")


class Line(NamedTuple):
    """One line of the parts list."""

    quantity: int
    part: Part

    @property
    def eur(self) -> Price:
        """What they cost together, estimated."""
        return self.part.eur.times(self.quantity)


def load_tags(text: str, file: str) -> tuple[Line, ...]:
    """Read which tags the pieces of a game need, and how many; `file` is for the messages."""
    top = Table.parse(text, file, error=PlanError)
    top.choice("format", (1,), int)
    lines = []
    for table in top.tables("tag"):
        part = take_part(table)
        lines.append(Line(table.integer("quantity", 1, 1000), part))
        table.done("quantity", *PART_KEYS)
    top.done("format", "tag")
    return tuple(lines)


def spot_tags(sheets: Iterable[SpotSheet], catalogue: Catalogue) -> tuple[Line, ...]:
    """List what the sheets that players point at need: a sticker for each spot, and board to glue them on."""
    sheets = tuple(sheets)
    pages = sum(sheet.pages for sheet in sheets)
    return tuple(
        Line(quantity, catalogue.parts[part])
        for part, quantity in (("spot-tag", sum(len(sheet.spots) for sheet in sheets)), ("sheet-board", pages))
    )


def bill(
    kit: Kit, catalogue: Catalogue, tags: tuple[Line, ...] = (), *, strip_leds: int = 0, fit: Fit = USUAL_FIT
) -> tuple[Line, ...]:
    """List what a kit is built from, in the catalogue's order, and then the tags; what is optional is not in it.

    `strip_leds` is how many LEDs the strip around the board has where it is not cut, `fit` how the tray is cut.
    """
    counts = _counts(kit.built, catalogue, strip_leds)
    if "tray" in counts:
        counts["tray"] += lower_layers(catalogue.sizes, fit)
    return (*_lines(counts, catalogue), *tags)


def extras(pico: Pico, catalogue: Catalogue) -> tuple[Line, ...]:
    """List what an optional Pico with lamps or a buzzer takes besides."""
    return _lines(_counts_without_readers(pico), catalogue)


def _lines(counts: Mapping[str, int], catalogue: Catalogue) -> tuple[Line, ...]:
    for wanted in counts:
        if wanted not in catalogue.parts:
            raise PlanError("parts.toml", "part", f"no part {wanted!r}", "a part for all that a kit needs")
    return tuple(Line(counts[part.id], part) for part in catalogue.parts.values() if counts.get(part.id))


def _counts(kit: Kit, catalogue: Catalogue, strip_leds: int) -> Counter[str]:
    if kit.is_page_only:
        return Counter({"usb-reader": 1})  # on whatever machine is there
    # A screen has four wires, or seven on SPI, a pad seven; a button or an LED one, and a row of either one for ground.
    pads = 1 if kit.pad else 0
    on_spi = isinstance(kit.bus, SpiBus)
    wires = (7 if on_spi else 4) + 7 * pads + len(kit.buttons) + 1 + (len(kit.lamps) + 1 if kit.lamps else 0)
    counts = Counter(
        {
            "pi": 1,
            "pi-supply": 1,
            "sd-card": 1,
            "reader": pads,
            "reader-capacitor": pads,
            f"screen-{kit.panel.driver}{'-spi' if on_spi else ''}": 1,
            "button": len(kit.buttons),
            "led": len(kit.lamps),
            "led-resistor": len(kit.lamps),
            "jumper-wires": ceil(wires / WIRES_IN_A_PACK),
            "wire": 1,
            "small-things": 1,
            "plate" if kit.lamps else "console-plate" if pads else "plate-without-pad": 1,
            "box": 1,
        }
    )
    for pico in kit.picos:
        if not pico.selects:
            counts += _counts_without_readers(pico)
        elif pico.is_handheld:
            counts += _counts_of_wand(pico)
        else:
            counts += _counts_under_board(pico, catalogue, strip_leds) + _counts_of_buzzer(pico)
    return counts


def _counts_of_wand(pico: Pico) -> Counter[str]:
    wand = Counter(("wand-board", "wand-reader", "wand-cable", "wand-handle", "reader-capacitor"))
    return (
        wand
        + Counter(dict.fromkeys(("wand-light", "wand-diode"), 1 if pico.strip.lamps else 0))
        + _counts_of_buzzer(pico)
    )


def _counts_without_readers(pico: Pico) -> Counter[str]:
    board = Counter({"pico": 1, "usb-cable": 1, "perfboard": 1, "socket-strip": 2, "jumper": 1})
    return board + _counts_of_buzzer(pico) + (_counts_of_string(pico) if pico.strip.lamps else Counter())


def _counts_of_buzzer(pico: Pico) -> Counter[str]:
    return Counter() if pico.buzzer is None else Counter({"wand-buzzer": 1, "buzzer-resistor": 1})


def _counts_of_string(pico: Pico) -> Counter[str]:
    return Counter(
        {
            "lamp-string": len(pico.strip.lamps),
            "shifter": 1,
            "socket": 1,
            "bypass": 1,
            "data-resistor": 1,
            "strip-capacitor": 1,
            "supply": 1,
            "fuse": 1,
        }
    )


def _counts_under_board(pico: Pico, catalogue: Catalogue, strip_leds: int) -> Counter[str]:
    readers = len(pico.selects)
    buffers = ceil(readers / catalogue.electric.buffer_gates)
    metres = ceil(max(strip_leds, len(pico.strip.pixels)) * catalogue.sizes.strip_pitch / 1000)
    return Counter(
        {
            "reader": readers,
            "pico": 1,
            "usb-cable": 1,
            "buffer": buffers,
            "shifter": 1,
            "socket": buffers + 1,
            "bypass": buffers + 1,
            # On each select and on the reset, so that the readers stay silent until the Pico speaks; and on each gate's
            # input, for a reader that is not spoken to lets its MISO go.
            "pull-resistor": 2 * readers + 1,
            "bus-resistor": len(SLOWED),
            "reader-plug": readers,
            "reader-capacitor": readers,
            "regulator": 1,
            "supply": 1,
            "fuse": 1,
            "strip": metres,
            "data-resistor": 1,
            "strip-capacitor": 1,
            "perfboard": 1,
            "socket-strip": 2,
            "electronics-box": 1,
            "jumper": 1,
            "ribbon": readers,
            "tray": 1,  # and the lower layers, by how it is cut
            "cover": 1,
            "bottom": 1,
            "mains-strip": 1,
        }
    )


def cost(lines: Iterable[Line]) -> Price:
    """Add up what a list costs, without what is optional."""
    return total(line.eur for line in lines if not line.part.is_optional)


def as_markdown(lines: tuple[Line, ...]) -> str:
    """Write the list as a table for the guide."""
    rows = [
        f"| {line.quantity} | {line.part.name}{_OPTIONAL * line.part.is_optional} | {line.part.look_for} "
        f"| {line.part.search} | {as_words(line.eur)} |"
        for line in lines
    ]
    head = ["| how many | part | what to look for | type into the shop's search | EUR, estimated |"]
    return "\n".join([*head, "|---:|---|---|---|---:|", *rows]) + "\n"


def cost_in_words(lines: tuple[Line, ...], tags: tuple[Line, ...], catalogue: Catalogue) -> str:
    """Write what a list costs for the guide, with the date of the estimate; `tags` are those of its lines."""
    words = f"**All together about EUR {as_round_sum(cost(lines))}**, without postage"
    stickers = cost(tags)
    if stickers.high:
        words += f"; EUR {as_round_sum(stickers)} of it are for tags and what they are glued to"
    extra = total(line.eur for line in lines if line.part.is_optional)
    if extra.high:
        words += f". What is optional is not counted, EUR {as_round_sum(extra)}"
    when = f"Estimated in {catalogue.prices}, with every part at its cheapest and at its dearest"
    return f"{words}. {when}; nobody has bought a kit yet.\n"


def as_csv(lines: tuple[Line, ...]) -> str:
    """Write the list for a spreadsheet."""
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow([*_CSV_HEAD, "EUR from, estimated", "EUR to, estimated", "optional"])
    for line in lines:
        part, (low, high) = line.part, line.eur
        optional = "optional" if part.is_optional else ""
        words = (part.id, part.name, part.look_for, part.search)
        writer.writerow([line.quantity, *words, f"{low:.2f}", f"{high:.2f}", optional])
    return sheet.getvalue()
