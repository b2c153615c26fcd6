"""A layout: what each lamp and reader of a kit stands for in one game.

In: a kit, which only has positions (`led.1`, `reader.1`), and layout files (format 1) of a game.
Out: the same kit with the game's names, which adapters, self-test and drawings use.

A layout file names its kit and, for the drawings, the game's board, map, tray and tags, or an overlay for another
game's map. A position may be a range, and then stands for a range of names: `"led.2..3" = "shelf.1..2"`.

    DataError (hardware.formats.strict_toml)
    └── LayoutError           unknown key, wrong name, or a lamp or reader that the kit does not have
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hardware.formats.strict_toml import NAME, NAMES, DataError, Table, expand, unreadable
from hardware.kit.connections import Kit, Pico

FORMAT: Final = 1
POSITION: Final = re.compile(r"(led|reader)\.\d{1,3}")  # a name in a kit file that has no meaning yet


class LayoutError(DataError):
    """A layout file that cannot be used, or does not fit the kit."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What the positions of a kit stand for in a game."""

    file: str  # for messages
    kit: str  # the name of the kit it is made for
    lamps: Mapping[str, str]  # position -> name
    readers: Mapping[str, str]
    board: Path | None  # the game's board file
    map: Path | None  # the map on the faceplate
    tray: Path | None  # the places of readers and lamps on the tray
    tags: Path | None  # the tags to buy
    overlay: Path | None = None  # the labels around the lamps of a faceplate with another game's map


FILES: Final = ("board", "map", "tray", "tags", "overlay")


def load_layout(path: Path) -> Layout:
    """Read a layout file; the files that it names are next to it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as mistake:
        raise LayoutError(str(path), "", unreadable(mistake), "a layout file") from mistake
    return parse_layout(text, path)


def parse_layout(text: str, path: Path) -> Layout:
    """Read a layout from its text; `path` is for the messages, and for the files that it names."""
    file = f"{path.parent.name}/{path.name}"  # a kit may have the same name
    top = Table.parse(text, file, error=LayoutError)
    top.choice("format", (FORMAT,), int)
    files = {key: path.parent / top.text(key) if top.has(key) else None for key in FILES}
    layout = Layout(
        file=file,
        kit=top.text("kit"),
        lamps=_names(top.table("lamps")),
        readers=_names(top.table("readers")),
        **files,
    )
    top.done("format", "kit", *FILES, "lamps", "readers")
    return layout


def _names(table: Table) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for key in table.names():
        given = table.text(key)
        positions, names = expand(key), expand(given)
        if not positions or not all(POSITION.fullmatch(position) for position in positions):
            raise table.complain(key, "unknown key", 'positions such as "led.1", "reader.1" or "led.2..3"')
        if len(names) != len(positions) or not all(NAME.fullmatch(name) for name in names):
            raise table.refuse(key, given, f"{len(positions)} of these: {NAMES}")
        for position, name in zip(positions, names, strict=True):
            if position in found:
                raise table.complain(key, f"{position} given twice", "each position once")
            if name in found.values():
                raise table.complain(key, f"{name!r} given twice", "each name once")
            found[position] = name
    return MappingProxyType(found)


def has_positions(kit: Kit) -> bool:
    """Return whether a kit uses positions; a kit that uses the game's own names needs no layout."""
    return any(POSITION.fullmatch(name) for name in (*kit.lamp_names, *kit.readers))


def in_use(names: Iterable[str]) -> tuple[str, ...]:
    """Return the lamps or readers of a kit that have a meaning in its game.

    >>> in_use(("seat.red", "led.7", "pad"))
    ('seat.red', 'pad')
    """
    return tuple(name for name in names if not POSITION.fullmatch(name))


def choose_layout(kit: Kit, layouts: Iterable[Path]) -> Layout | None:
    """Return the layout made for this kit, otherwise the fullest that fits; None if none is needed.

    Raise LayoutError if one is needed and none fits.
    """
    if not has_positions(kit):
        return None
    found = sorted(map(load_layout, layouts), key=lambda one: len(one.lamps) + len(one.readers), reverse=True)
    for layout in found:
        if layout.kit == kit.name:
            return layout
    have = {*kit.lamp_names, *kit.readers}
    mistakes: list[tuple[int, LayoutError]] = []
    for layout in found:
        try:
            lay_out(kit, layout)
        except LayoutError as mistake:
            mistakes.append((len(have.intersection((*layout.lamps, *layout.readers))), mistake))
        else:
            return layout
    if mistakes:
        # For the layout that comes closest; of two equal ones the smaller.
        raise max(reversed(mistakes), key=lambda each: each[0])[1]
    return None


def lay_out(kit: Kit, layout: Layout | None) -> Kit:
    """Return a kit whose lamps and readers have a game's names; raise LayoutError if it has too few."""
    if layout is None:
        return kit
    _refuse_missing(layout, "lamps", layout.lamps, kit, kit.lamp_names)
    _refuse_missing(layout, "readers", layout.readers, kit, kit.readers)
    for position, name in layout.readers.items():
        if any(pad is not None and position != pad.name == name for pad in (kit.pad, kit.usb_pad)):
            what = f"{name!r} given, which the kit {kit.name!r} has on the Pi"
            raise LayoutError(layout.file, f'readers."{position}"', what, "a kit without that reader")
    return replace(
        kit,
        lamps=_renamed(kit.lamps, layout.lamps),
        pad=kit.pad and replace(kit.pad, name=layout.readers.get(kit.pad.name, kit.pad.name)),
        usb_pad=kit.usb_pad and replace(kit.usb_pad, name=layout.readers.get(kit.usb_pad.name, kit.usb_pad.name)),
        picos=tuple(_laid_out_pico(pico, layout) for pico in kit.picos),
        positions=MappingProxyType({name: position for position, name in layout.readers.items()}),
    )


def _laid_out_pico(pico: Pico, layout: Layout) -> Pico:
    return replace(
        pico,
        selects=_renamed(pico.selects, layout.readers),
        gains_db=_renamed(pico.gains_db, layout.readers),
        strip=replace(pico.strip, lamps=tuple(layout.lamps.get(lamp, lamp) for lamp in pico.strip.lamps)),
        handle=pico.handle and replace(pico.handle, light=_renamed_light(pico.handle.light, layout)),
    )


def _renamed_light(light: str | None, layout: Layout) -> str | None:
    return None if light is None else layout.lamps.get(light, light)


def _renamed(numbers: Mapping[str, int], names: Mapping[str, str]) -> Mapping[str, int]:
    return MappingProxyType({names.get(name, name): number for name, number in numbers.items()})


def _refuse_missing(layout: Layout, key: str, named: Iterable[str], kit: Kit, have: tuple[str, ...]) -> None:
    numbered = [name for name in have if POSITION.fullmatch(name)]
    for position in named:
        if position not in have:
            what = f"the kit {kit.name!r} has no such {key.removesuffix('s')}"
            allowed = f"{numbered[0]} to {numbered[-1]}" if numbered else f"none, that kit numbers no {key}"
            raise LayoutError(layout.file, f'{key}."{position}"', what, allowed)
