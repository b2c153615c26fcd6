"""Screens, drawn: pixel by pixel for a few, by their properties for all."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.display.canvas import EMPTY, HEIGHT
from companion.display.draw import code_of, draw, lay_out, overflow
from companion.display.font import Font, large, large_and_tight, small
from companion.display.picture import render_text_art
from companion.table.screen import Bars, Code, Look, Mark, Row, Screen
from companion.words.say import Say, say
from hardware.ports import Frame
from tests.lab.screens.samples import SAMPLES

GOLDEN = Path(__file__).parent / "golden"
LONG = "Marktkramen tellen alleen mee in de stad waar het schip ligt, en daar alleen in deze beurt"


def row(left: str, right: str = "", look: Look = Look.PLAIN, mark: Mark = Mark.NONE) -> Row:
    return Row(Say(left), Say(right), look, mark)


TITLE = row("Gray", "actions")


def art(screen: Screen) -> list[str]:
    return render_text_art(draw(screen)).splitlines()


def holds(frame: Frame, text: str, face: Font) -> bool:
    """Return whether the text stands anywhere in the frame, lit on dark, with nothing else in its box."""
    strip = face.set(text)
    mask = (1 << face.height) - 1
    wanted = [strip.bits >> HEIGHT * x & mask for x in range(strip.width)]
    columns = [sum(frame.pixel(x, y) << y for y in range(frame.height)) for x in range(frame.width)]
    return any(
        all(columns[x + n] >> y & mask == column for n, column in enumerate(wanted))
        for y in range(frame.height - face.height + 1)
        for x in range(frame.width - strip.width + 1)
    )


texts = st.one_of(st.text(max_size=60), st.text("abc de", max_size=60), st.just(LONG), st.just("1\t22\t3"))
rows = st.builds(
    lambda left, right, look, mark: Row(say("{t}", t=left), say("{t}", t=right), look, mark),
    *(texts, texts, st.sampled_from(Look), st.sampled_from(Mark)),
)
bars = st.builds(
    Bars,
    st.lists(st.integers(-3, 1000), max_size=200).map(tuple),
    st.integers(-1, 20),
    st.none() | st.integers(),
    st.none(),
)
screens = st.builds(Screen, rows, st.lists(st.one_of(rows, rows, rows, bars), max_size=10).map(tuple), st.none() | rows)


@pytest.mark.parametrize("name", [path.stem for path in sorted(GOLDEN.glob("*.txt"))])
def test_sample_is_drawn_pixel_by_pixel_as_kept(name: str) -> None:
    # After a change that is meant: python -m companion.display NAME --art > golden/NAME.txt, and look at it.
    assert render_text_art(draw(SAMPLES[name])) + "\n" == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_pictures_are_kept_of_several_samples() -> None:
    assert len(list(GOLDEN.glob("*.txt"))) >= 6


@pytest.mark.parametrize("name", SAMPLES)
def test_sample_shows_every_text_whole(name: str) -> None:
    assert overflow(SAMPLES[name]) == []


@given(screens)
@settings(deadline=None)
def test_any_screen_is_drawn_at_the_panels_size_and_always_alike(screen: Screen) -> None:
    frame = draw(screen)
    assert (frame.width, frame.height, len(frame.pages)) == (128, 64, 1024)
    assert draw(screen) == frame
    overflow(screen)


words = st.text("abcdefgABCDEFG0123 ", max_size=30).map(str.strip)
plain_rows = st.builds(row, words, words)


@given(st.lists(plain_rows, max_size=8))
@settings(deadline=None)
def test_rows_of_which_none_is_cut_show_every_pixel_of_every_letter(body: list[Row]) -> None:
    screen = Screen(row(""), tuple(body))
    if overflow(screen):
        return
    lines = art(screen)
    bar = max(y for y, line in enumerate(lines) if "#" * 100 in line)  # an empty title is nothing but a bar
    letters = "".join(one.left.template + one.right.template for one in body)
    wanted = sum(small().glyph(letter).bits.bit_count() for letter in letters)
    assert "".join(lines[bar + 1 :]).count("#") == wanted


def test_title_is_inverted_over_the_whole_width() -> None:
    lines = art(Screen(TITLE))
    bar = [line for line in lines if line.startswith("##") and line.endswith("##")]
    assert len(bar) == 10
    assert lines[: len(bar)] == bar
    assert all("." not in line for line in (bar[0], bar[-1]))
    assert "#" not in "".join(lines[len(bar) :])


def test_title_on_a_full_screen_keeps_its_letters_whole() -> None:
    screen = Screen(TITLE, (row("y", look=Look.CHOSEN), *(row("x") for _ in range(6))))
    assert holds(draw(screen), "Gray", small())
    assert holds(draw(screen), "actions", small())


def test_chosen_row_is_the_inverse_of_the_plain_one_and_moves_nothing() -> None:
    def menu(chosen: int | None) -> list[str]:
        looks = [Look.CHOSEN if number == chosen else Look.PLAIN for number in range(4)]
        return art(Screen(TITLE, tuple(row(f"entry {number}", look=look) for number, look in enumerate(looks))))

    plain, inverse = menu(None), str.maketrans(".#", "#.")
    for chosen in range(4):
        changed = [y for y, line in enumerate(menu(chosen)) if line != plain[y]]
        assert len(changed) >= 9
        assert changed == list(range(changed[0], changed[0] + len(changed)))
        assert [menu(chosen)[y] for y in changed] == [plain[y].translate(inverse) for y in changed]


def test_chosen_first_row_does_not_grow_together_with_the_title() -> None:
    for entries in range(1, 8):
        body = (row("first", look=Look.CHOSEN), *(row("more") for _ in range(entries - 1)))
        middle = [line[64] for line in art(Screen(TITLE, body))]
        assert re.search(r"#\.+#", "".join(middle)[:16]), entries


def test_large_row_is_set_in_the_large_face() -> None:
    assert holds(draw(Screen(TITLE, (row("Lübeck", "4", Look.LARGE),))), "Lübeck", large())


def test_large_row_that_is_too_long_is_small_and_whole_rather_than_cut() -> None:
    text = "Replenish the warehouses"
    screen = Screen(TITLE, (row(text, look=Look.LARGE), *(row("x") for _ in range(5))))
    assert overflow(screen) == []
    assert holds(draw(screen), text, small())
    item, _ = lay_out(screen).body[0]
    assert item.height == 16


def test_large_row_that_is_a_little_too_long_is_set_tighter() -> None:
    text = next("m" + "n" * count for count in range(9, 99) if large().width("m" + "n" * count) > 124)
    screen = Screen(TITLE, (row(text, look=Look.LARGE),))
    assert overflow(screen) == []
    assert holds(draw(screen), text, large_and_tight())


def test_large_row_flows_onto_two_large_lines_where_there_is_room() -> None:
    frame = draw(Screen(TITLE, (row("Replenish the warehouses", look=Look.LARGE),)))
    assert holds(frame, "Replenish the", large())
    assert holds(frame, "warehouses", large())


def test_warning_is_framed_on_four_sides_around_all_its_lines() -> None:
    lines = art(Screen(row(""), (row("One", look=Look.WARNING), row("Two", look=Look.WARNING))))
    full = [y for y, line in enumerate(lines) if line == "#" * 128]
    top, end = full[-2:]
    assert end - top >= 2 * 8 + 1
    assert all(line.startswith("##..") and line.endswith("..##") for line in lines[top + 1 : end])


def test_warning_on_a_full_screen_has_bars_at_its_sides_and_whole_letters() -> None:
    body = (row("Warned", look=Look.WARNING), *(row("x") for _ in range(6)))
    frame = draw(Screen(TITLE, body))
    assert holds(frame, "Warned", small())
    assert all(line.startswith("##..") and line.endswith("..##") for line in render_text_art(frame).splitlines()[8:16])


def test_hint_stands_on_the_last_line_below_a_dotted_rule() -> None:
    lines = art(Screen(TITLE, (row("x"),), row("ok: menu", look=Look.FAINT)))
    assert lines[54] == "#..." * 32
    assert lines[55] == "." * 128
    assert "#" in "".join(lines[56:])


def test_right_parts_end_at_the_same_column() -> None:
    lines = art(Screen(row(""), (row("a", "1"), row("b", "144"), row("c", "4"))))
    ends = {len(line.rstrip(".")) for line in lines[12:] if "#" in line[64:]}
    assert max(ends) == 126


def test_cells_between_tabs_line_up_in_columns() -> None:
    lines = art(Screen(row(""), (row("", "4\t44"), row("", "44\t4"))))
    first, second = (lines[y : y + 8] for y in (11, 22))
    ends = [[x for x in range(128) if any(line[x] == "#" for line in part)] for part in (first, second)]
    gap = small().width("44") + 5
    assert ends[0][-1] == ends[1][-1] == 125
    assert 125 - gap in ends[0]
    assert 125 - gap in ends[1]


def test_ticks_stand_before_their_rows() -> None:
    frame = draw(Screen(TITLE, (row("blue", mark=Mark.TICKED), row("pink", mark=Mark.UNTICKED))))
    assert holds(frame, "☑", small())
    assert holds(frame, "☐", small())


def test_arrows_stand_at_the_right_edge_beyond_what_stands_right() -> None:
    above, below = row("a", "1", mark=Mark.MORE_ABOVE), row("b", "2", mark=Mark.MORE_BELOW)
    frame = draw(Screen(TITLE, (above, row("c", "3", Look.CHOSEN), below)))
    assert holds(frame, "↑", small())
    assert holds(frame, "↓", small())
    assert holds(frame, "1", small())


def test_bars_are_as_high_as_their_values_and_say_them() -> None:
    frame = draw(Screen(row(""), (Bars((0, 5, 10), 10, chosen=1, warning=2),)))
    lines = render_text_art(frame).splitlines()[12:32]
    heights = [sum(line[x] == "#" for line in lines) for x in (21, 63, 104)]
    assert heights[0] <= 1 < heights[1]
    assert holds(frame, "0", small())
    assert holds(frame, "⚠10", small())


def test_bars_that_are_not_empty_show_at_least_one_row() -> None:
    one, none = (draw(Screen(TITLE, (Bars((value, 100), 100, chosen=0),))) for value in (1, 0))
    inside = [(x, y) for x in range(24, 40) for y in range(12, 36)]
    assert sum(one.pixel(*at) for at in inside) > sum(none.pixel(*at) for at in inside)


def test_text_too_long_for_a_full_screen_is_reported_and_ends_with_an_ellipsis() -> None:
    screen = Screen(TITLE, (row(LONG), *(row("x") for _ in range(6))))
    assert overflow(screen) == [LONG]
    assert holds(draw(screen), "…", small())


def test_text_too_long_for_its_line_flows_onto_free_lines() -> None:
    screen = Screen(TITLE, (row(LONG), row("next")))
    assert overflow(screen) == []
    frame = draw(screen)
    for line in small().broken(LONG, 124):
        assert holds(frame, line, small())


def test_right_part_without_room_beside_the_left_one_stands_below_it() -> None:
    left, right = "Nog mogelijk te doen", "kopen · bouwen"
    screen = Screen(TITLE, (row(left, right), row("next")))
    assert overflow(screen) == []
    assert holds(draw(screen), left, small())
    assert holds(draw(screen), right, small())


def test_flowing_text_leaves_every_later_row_its_line() -> None:
    other = f"{LONG} – {LONG}"
    last = tuple(row(f"row {number}") for number in range(2))
    screen = Screen(TITLE, (row(LONG), row(other), *last))
    assert overflow(screen) == [other]
    for one in last:
        assert holds(draw(screen), one.left.template, small())


@pytest.mark.parametrize(
    ("look", "mark"), [(Look.WARNING, Mark.NONE), (Look.PLAIN, Mark.TICKED), (Look.PLAIN, Mark.MORE_BELOW)]
)
def test_frames_ticks_and_arrows_take_their_part_of_the_width(look: Look, mark: Mark) -> None:
    text = "n" * 24 + "ii"
    assert 120 < small().width(text) <= 124
    others = (row("x"),) * 6
    assert overflow(Screen(TITLE, (row(text), *others))) == []
    assert overflow(Screen(TITLE, (row(text, look=look, mark=mark), *others))) == [text]


def test_marks_of_title_and_hint_are_passed_over() -> None:
    marked = row("Gray", "actions", mark=Mark.MORE_BELOW)
    assert draw(Screen(marked, (), marked)) == draw(Screen(TITLE, (), TITLE))


def test_hint_with_columns_is_drawn() -> None:
    assert holds(draw(Screen(TITLE, (), row("", "1\t2"))), "1", small())


@pytest.mark.parametrize("place", ["title", "hint"])
def test_title_and_hint_have_one_line_and_are_reported_when_longer(place: str) -> None:
    long = row(LONG)
    assert overflow(Screen(long) if place == "title" else Screen(TITLE, (), long)) == [LONG]


def test_rows_beyond_the_last_line_are_reported() -> None:
    assert overflow(Screen(TITLE, tuple(row(f"row {number}") for number in range(9)))) == ["row 7", "row 8"]
    assert overflow(Screen(TITLE, (Bars((1, 2), 3), Bars((4, 5), 6)))) == ["4 5"]
    assert overflow(Screen(TITLE, ((row("x"),) * 7 + (row("", "right"),)))) == ["right"]


def test_figures_wider_than_their_bars_are_reported() -> None:
    assert overflow(Screen(TITLE, (Bars((123456789, *range(7)), 9),))) == ["123456789"]


def test_right_part_longer_than_the_row_is_reported() -> None:
    assert overflow(Screen(TITLE, (row("", LONG),))) == [LONG]


def test_overflow_depends_on_the_language() -> None:
    screen = Screen(Row(say("{count} talers", count=3)))
    assert overflow(screen) == []
    assert overflow(screen, lambda text, *_: f"{LONG} {text}") == [f"{LONG} 3 talers"]


def test_screen_is_drawn_in_the_language_given() -> None:
    italian = {"take {count}": "prendi {count}"}
    frame = draw(Screen(TITLE, (Row(say("take {count}", count=3)),)), lambda text, *_: italian.get(str(text), ""))
    assert holds(frame, "prendi 3", small())


def test_name_typed_with_separate_marks_looks_like_the_same_name() -> None:
    assert draw(Screen(row("Lu\u0308beck"))) == draw(Screen(row("Lübeck")))


def test_code_stands_at_the_right_and_the_rows_beside_it() -> None:
    lines = art(Screen(row(""), (Code("http://hansa.local"), row("Scan with a phone"))))
    assert {line[63] for line in lines} == {"."}
    assert all(line[64:66] == "##" and line[-1] == "#" for line in lines)
    assert overflow(Screen(TITLE, (Code("http://hansa.local"), row("Scan with a phone")))) == []


def test_code_that_cannot_be_drawn_is_reported_and_leaves_the_width_to_the_rows() -> None:
    text = "x" * 4000
    screen = Screen(TITLE, (Code(text), row("Replenish the warehouses")))
    assert overflow(screen) == [text]
    assert holds(draw(screen), "Replenish the warehouses", small())


@pytest.mark.process
def test_drawing_imports_neither_codes_nor_an_imaging_library() -> None:
    program = (
        "import sys; from companion.display.draw import draw; from tests.lab.screens.samples import SAMPLES;"
        "draw(SAMPLES['turn']); print(*(name for name in ('segno', 'PIL', 'tempfile', 'zlib') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_heading_is_followed_by_a_line_up_to_the_edge() -> None:
    plain, heading = (art(Screen(TITLE, (row("Reef", look=look), row("x")))) for look in (Look.PLAIN, Look.HEADING))
    changed = [(old, new) for old, new in zip(plain, heading, strict=True) if old != new]
    assert len(changed) == 1
    old, new = changed[0]
    written = small().width("Reef") + 4
    assert old[:written] == new[:written]
    assert set(new[written:-2]) == {"#"}


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    code_of.cache_clear()
    yield
    code_of.cache_clear()


def pixels(text: str) -> list[list[bool]]:
    """Return rows of what is lit."""
    strip = code_of(text)
    return [[bool(strip.bits >> HEIGHT * x + y & 1) for x in range(strip.width)] for y in range(strip.height)]


@pytest.mark.parametrize(
    ("text", "modules", "scale"),
    [("HANSA", 21, 2), ("http://hansa.local", 25, 2), ("x" * 53, 29, 2), ("x" * 54, 33, 1)],
)
def test_code_holds_the_librarys_modules_as_large_as_fits(text: str, modules: int, scale: int) -> None:
    rows = pixels(text)
    matrix = segno.make(text, error="l", micro=False).matrix
    assert len(matrix) == modules
    border = (HEIGHT - modules * scale) // 2
    seen = [[not rows[border + y * scale][border + x * scale] for x in range(modules)] for y in range(modules)]
    assert seen == [[bool(module) for module in line] for line in matrix]


@pytest.mark.parametrize("text", ["http://hansa.local", "x" * 53, "x" * 200])
def test_code_fills_a_square_of_the_screens_height_with_a_lit_border(text: str) -> None:
    rows = pixels(text)
    assert (len(rows), len(rows[0])) == (HEIGHT, HEIGHT)
    assert all(rows[0] + rows[-1])
    assert all(row[0] and row[-1] for row in rows)


def test_text_too_long_for_the_screen_has_no_code() -> None:
    assert code_of("x" * 1000) == EMPTY
    assert code_of("x" * 5000) == EMPTY


def test_machine_without_the_library_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert code_of("http://hansa.local") == EMPTY
