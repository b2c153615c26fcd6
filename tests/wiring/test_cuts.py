"""The cut files of the tray, read by another library than the one that wrote them, and measured against the plan."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from pathlib import Path

import ezdxf
import pytest
from ezdxf.entities.polyline import Polyline
from ezdxf.math import BoundingBox2d, Vec2, bulge_radius
from hypothesis import given, settings
from hypothesis import strategies as st

import wiring
import wiring.channels
from tests.kit.kits import hansa_kit, hansa_plans
from wiring.catalogue import PlanError, Size, load_catalogue
from wiring.cut_files import as_dxf, draw_cut
from wiring.cuts import CORNER_MM, DOWEL_MM, MARGIN_MM, USUAL_FIT, Cut, Fit, lower_layers, outlines
from wiring.svg import Point
from wiring.tray import WholeTray, read_whole_tray
from wiring.tray_plan import SIDES, Box

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_catalogue().sizes
PLANS = hansa_plans("0.2")
LOOSE = Fit(kerf_mm=0.4, clearance_mm=0.75, sheet_mm=4.0)
FITS = pytest.mark.parametrize("fit", [USUAL_FIT, Fit(0, 0, 3), LOOSE], ids=["usual", "nothing", "loose"])


def read_tray(fit: Fit = USUAL_FIT) -> WholeTray:
    kit = hansa_kit("board", "0.2")
    assert kit.pico is not None
    text = PLANS.tray.read_text(encoding="utf-8")
    return read_whole_tray(kit.pico, SIZES, PLANS.board, text, "tray.toml", fit)


whole_tray = cache(read_tray)


def cut_of(tray: WholeTray, name: str) -> Cut:
    return next(cut for cut in tray.cuts if cut.name == name)


class Machine:
    """What a machine finds in a DXF file: lines to cut, holes, and words."""

    def __init__(self, text: str) -> None:
        self.drawing = ezdxf.read(io.StringIO(text))  # type: ignore[attr-defined]
        space = self.drawing.modelspace()
        self.lines: list[Polyline] = list(space.query('POLYLINE[layer=="CUT"]'))
        self.circles = list(space.query('CIRCLE[layer=="CUT"]'))
        self.words = [text.dxf.text for text in space.query("TEXT")]

    def boxes(self) -> list[BoundingBox2d]:
        """The rectangle around each line, the largest first."""
        found = [BoundingBox2d(Vec2(vertex.dxf.location) for vertex in line.vertices) for line in self.lines]
        return sorted(found, key=lambda box: box.size.x * box.size.y, reverse=True)


def spot_of(box: BoundingBox2d, cut: Cut, rail: float) -> tuple[float, float]:
    """The middle of a rectangle, as the plan measures: from the board's corner, downwards."""
    return box.center.x - MARGIN_MM - rail, cut.size.height - box.center.y - MARGIN_MM - rail


@FITS
def test_tray_has_its_true_size_once_the_tool_has_taken_its_width(fit: Fit) -> None:
    tray = whole_tray(fit)
    for cut in tray.cuts:
        machine = Machine(as_dxf(cut))
        rail = 0 if cut.name == "cover" else tray.plan.rail
        outer = machine.boxes()[0]
        assert outer.size.x - fit.kerf_mm == pytest.approx(tray.plan.board.width + 2 * rail, abs=1e-3)
        assert outer.size.y - fit.kerf_mm == pytest.approx(tray.plan.board.height + 2 * rail, abs=1e-3)
        assert all(line.is_closed for line in machine.lines)
        for circle in machine.circles:
            assert 2 * circle.dxf.radius + fit.kerf_mm == pytest.approx(DOWEL_MM, abs=1e-3)


@FITS
def test_every_reader_of_the_plan_has_a_pocket_with_the_play_that_was_asked_for(fit: Fit) -> None:
    tray = whole_tray(fit)
    cut = cut_of(tray, "upper")
    pockets = Machine(as_dxf(cut)).boxes()[1:]
    assert len(pockets) == len(tray.plan.readers) == 9
    for reader in tray.plan.readers:
        corner, size = reader.module
        middle = Point(corner.x + size.width / 2, corner.y + size.height / 2)
        box = next(one for one in pockets if spot_of(one, cut, tray.plan.rail) == pytest.approx(middle, abs=1e-3))
        assert box.size.x + fit.kerf_mm == pytest.approx(size.width + 2 * fit.clearance_mm, abs=1e-3)
        assert box.size.y + fit.kerf_mm == pytest.approx(size.height + 2 * fit.clearance_mm, abs=1e-3)


def test_file_is_sound_in_millimetres_and_says_what_it_is() -> None:
    for cut in whole_tray().cuts:
        machine = Machine(as_dxf(cut))
        assert machine.drawing.units == ezdxf.units.MM
        audit = machine.drawing.audit()
        assert (audit.errors, audit.fixes) == ([], [])
        assert any(cut.what in words and "kerf 0.15 mm" in words for words in machine.words)


def test_corners_of_the_tray_are_round_and_bulge_outwards() -> None:
    fit = USUAL_FIT
    line = max(Machine(as_dxf(cut_of(whole_tray(fit), "bottom"))).lines, key=len)
    corners = [
        (a, b) for a, b in zip(line.vertices, [*line.vertices[1:], line.vertices[0]], strict=True) if a.dxf.bulge
    ]
    assert len(corners) == 4
    for start, end in corners:
        radius = bulge_radius(Vec2(start.dxf.location), Vec2(end.dxf.location), start.dxf.bulge)
        assert radius == pytest.approx(CORNER_MM + fit.kerf_mm / 2, abs=1e-3)
        assert start.dxf.bulge > 0  # the line goes around the wood against the clock


def test_lower_layer_is_one_piece_that_opens_at_the_edge_where_the_cables_leave() -> None:
    tray = whole_tray()
    machine = Machine(as_dxf(cut_of(tray, "lower")))
    assert len(machine.lines) == 1, "pockets and channels are one opening, and nothing falls off"
    assert tray.channels.edge == "top"
    height = cut_of(tray, "lower").size.height
    upper_edge = height - MARGIN_MM + USUAL_FIT.kerf_mm / 2
    at_edge = [v.dxf.location.x for v in machine.lines[0].vertices if abs(v.dxf.location.y - upper_edge) < 1e-3]
    corner, size = tray.channels.main
    opening = [corner.x + MARGIN_MM + tray.plan.rail, corner.x + size.width + MARGIN_MM + tray.plan.rail]
    assert sorted(at_edge)[1:3] == pytest.approx([opening[0] + 0.075, opening[1] - 0.075], abs=1e-3)


def test_leds_are_marked_on_the_rail_with_their_numbers() -> None:
    tray = whole_tray()
    cut = cut_of(tray, "upper")
    machine = Machine(as_dxf(cut))
    marks = machine.drawing.modelspace().query('POLYLINE[layer=="MARK"]')
    boxes = [BoundingBox2d(Vec2(at) for at in mark.points()) for mark in marks if isinstance(mark, Polyline)]
    places = [spot_of(box, cut, tray.plan.rail) for box in boxes]
    wanted = [led for led in tray.leds if led.lamp]
    assert places == [pytest.approx(led.at, abs=1e-3) for led in wanted]
    assert {str(led.number) for led in wanted} <= set(machine.words)


@FITS
def test_svg_and_dxf_of_a_sheet_say_the_same(fit: Fit) -> None:
    for cut in whole_tray(fit).cuts:
        root = ElementTree.fromstring(draw_cut(cut, "Board kit"))
        groups = {group.attrib["id"]: group for group in root.iter(f"{SVG}g")}
        assert root.attrib["width"] == f"{cut.size.width:g}mm"
        machine = Machine(as_dxf(cut))
        drawn = sorted(len(re.findall("[MLA]", path.attrib["d"])) for path in groups["CUT"].iter(f"{SVG}path"))
        # A path comes back to where it began; a polyline is closed by its flag.
        assert drawn == sorted(len(line.vertices) + 1 for line in machine.lines)
        assert len(list(groups["CUT"].iter(f"{SVG}circle"))) == len(machine.circles)
        first = [float(value) for value in re.findall(r"[-\d.]+", groups["CUT"][0].attrib["d"])[:2]]
        vertex = machine.lines[0].vertices[0].dxf.location
        assert first == pytest.approx([vertex.x, cut.size.height - vertex.y], abs=1e-3)


def test_layers_are_as_deep_as_readers_need() -> None:
    for sheet_mm in (3.0, 4.0, 6.0, 9.0):
        fit = Fit(sheet_mm=sheet_mm)
        depth = sheet_mm * (1 + lower_layers(SIZES, fit))
        assert depth >= SIZES.reader_depth
        assert depth - sheet_mm < SIZES.reader_depth or lower_layers(SIZES, fit) == 1
    assert cut_of(whole_tray(), "lower").copies == 2


def test_kept_files_are_read_as_well() -> None:
    folder = Path(wiring.__file__).parent / "cuts"
    files = sorted(folder.glob("*.dxf"))
    assert len(files) == 4
    for file in files:
        assert Machine(file.read_text(encoding="utf-8")).lines


def test_tray_whose_channels_would_cut_a_piece_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tray = whole_tray()
    around = replace_channels(tray)
    monkeypatch.setattr("wiring.tray.lead_cables", lambda plan: around)
    with pytest.raises(PlanError, match=r"tray\.toml: spots: the channels would cut a piece off"):
        read_tray()


def replace_channels(tray: WholeTray) -> wiring.channels.Channels:
    """Let a branch go right across, from the left edge to the right one."""
    corner, size = tray.channels.main
    across = tray.channels.main._replace(corner=Point(-30, 220), size=Size(600, 10))
    assert corner.y < across.corner.y < corner.y + size.height
    return tray.channels._replace(branches=(*tray.channels.branches, across))


PLACE = st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.sampled_from(SIDES))


@settings(max_examples=15, deadline=None)
@given(cells=st.lists(st.integers(0, 11), min_size=1, max_size=9, unique=True), places=st.lists(PLACE, min_size=9))
def test_wherever_readers_lie_the_lower_layer_stays_in_one_piece(
    cells: list[int], places: list[tuple[int, int, str]]
) -> None:
    kit = hansa_kit("board", "0.2")
    assert kit.pico is not None
    names = list(kit.pico.selects)[: len(cells)]
    pico = replace(kit.pico, selects={name: kit.pico.selects[name] for name in names})
    spots, pins = ["[spots]"], ["[pins]"]
    for name, cell, (right, down, side) in zip(names, cells, places, strict=False):
        key = name.partition(".")[2]
        spots.append(f"{key} = [{65 + 110 * (cell % 4) + right}, {55 + 110 * (cell // 4) + down}]")
        pins.append(f'{key} = "{side}"')
    head, _, rest = PLANS.tray.read_text(encoding="utf-8").partition("[spots]")
    text = "\n".join([head, *spots, *pins, rest[rest.index("[lamps]") :]])
    tray = read_whole_tray(pico, SIZES, PLANS.board, text, "tray.toml", USUAL_FIT)
    assert len(cut_of(tray, "lower").contours) == 1
    assert [cable.reader for cable in tray.channels.cables] == names


@pytest.mark.parametrize("tenths", range(100, 130))
def test_channel_to_the_edge_is_open_whatever_the_tray_measures(tenths: int) -> None:
    rail, height = tenths / 10, 280.0
    tray = Box(Point(-rail, -rail), Size(300, height + 2 * rail))
    channel = Box(Point(40, 100.3), Size(12, height + rail - 100.3))
    assert len(outlines(tray, [channel])) == 1
