"""Harness diagrams: makes WireViz descriptions and drawings from things with pins and bundles of wires.

A description is what the drawing says; how Graphviz lays it out differs from version to version. So a drawing
carries the hash of its description, and is made again only when that has changed.

    Exception
    └── DrawingError          WireViz or Graphviz is missing: which, and where to get it
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

Description = dict[str, dict[str, object] | list[object]]

# Wire colours as WireViz spells them: the same signal has the same colour in every drawing.
WIRE_COLOURS: Final = {
    "3.3V": "RD",
    "5V": "OG",
    "GND": "BK",
    "sck": "YE",
    "mosi": "GN",
    "miso": "BU",
    "select": "WH",
    "reset": "VT",
    "sda": "TQ",
    "scl": "PK",
    "dc": "BN",
    "button": "GN",
    "lamp": "YE",
    "data": "YE",
    "tone": "BN",
}
# Title colours: what kind of thing it is.
KIND_COLOURS: Final = {
    "board": "#F2C4C4",
    "reader": "#C9DDF2",
    "screen": "#C8ECEA",
    "lamp": "#FBEBB0",
    "button": "#E3D3EE",
    "chip": "#D4EBC9",
    "power": "#FAD9B8",
    "small": "#EDEDED",
}
_OPTIONS: Final[dict[str, object]] = {
    "fontname": "sans-serif",
    "bgcolor": "WH",
    "color_mode": "SHORT",
    "template_separator": "#",  # names of lamps and readers have dots in them
}
_MARK: Final = "<!-- made from "


class DrawingError(Exception):
    """A drawing cannot be made on this machine."""


class Wire(NamedTuple):
    """One wire of a bundle: from a pin to a pin."""

    start: int | str
    end: int | str
    signal: str


class Harness:
    """A WireViz description in the making."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._connectors: dict[str, object] = {}
        self._cables: dict[str, object] = {}
        self._connections: list[object] = []

    def thing(
        self, name: str, what: str, pins: Mapping[int | str, str] | Sequence[str], kind: str, notes: str = ""
    ) -> None:
        """Add something that has pins: numbers with labels, or labels alone."""
        connector: dict[str, object] = {
            "type": what,
            "show_pincount": False,
            "bgcolor_title": KIND_COLOURS[kind],
        }
        if isinstance(pins, Mapping):
            connector |= {"pins": list(pins), "pinlabels": list(pins.values())}
        else:
            connector["pinlabels"] = list(pins)
        if notes:
            connector["notes"] = notes
        self._connectors[name] = connector

    def bundle(self, start: str, end: str, wires: Sequence[Wire]) -> None:
        """Lead wires from one thing to another."""
        name = f"W{len(self._cables) + 1}"
        self._cables[name] = {
            "category": "bundle",
            "colors": [WIRE_COLOURS[wire.signal] for wire in wires],
            "wirelabels": [wire.signal for wire in wires],
            "show_wirecount": False,
            "show_name": False,
        }
        numbers = list(range(1, len(wires) + 1))
        self._connections.append(
            [{start: [wire.start for wire in wires]}, {name: numbers}, {end: [wire.end for wire in wires]}]
        )

    def description(self) -> Description:
        """Return what WireViz takes."""
        return {
            "metadata": {"title": self._title},
            "options": _OPTIONS,
            "connectors": self._connectors,
            "cables": self._cables,
            "connections": self._connections,
        }


def as_text(description: Description) -> str:
    """Write a description as a file that WireViz reads: JSON, which is YAML too, one thing a line."""
    sections = [f"{_json(key)}: {_lines(value)}" for key, value in description.items()]
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _lines(section: dict[str, object] | list[object]) -> str:
    if isinstance(section, list):
        return "[\n" + ",\n".join(f" {_json(one)}" for one in section) + "\n]"
    return "{\n" + ",\n".join(f" {_json(key)}: {_json(one)}" for key, one in section.items()) + "\n}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def draw(text: str) -> str:
    """Draw a description as SVG; needs WireViz and Graphviz."""
    try:
        from graphviz import ExecutableNotFound
        from wireviz.wireviz import parse
    except ImportError as missing:
        raise DrawingError(f"{missing}; `make environment` installs it into .venv") from missing
    try:
        svg: str = parse(json.loads(text), return_types="svg")
    except ExecutableNotFound as missing:
        raise DrawingError("no program `dot`; install it: sudo apt-get install graphviz") from missing
    head, _, rest = svg.partition("<svg ")
    return f"{head}{_MARK}{fingerprint(text)} -->\n<svg {rest}"


def fingerprint(text: str) -> str:
    """Return the hash by which a drawing names its description."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_drawn_from(svg: str, text: str) -> bool:
    """Return whether a drawing was made from this description."""
    return f"{_MARK}{fingerprint(text)} -->" in svg
