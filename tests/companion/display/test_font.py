"""The faces: every character there, each distinct from every other, all on one baseline; private signs stay inside."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.canvas import HEIGHT, Strip, strip_of
from companion.display.font import (
    ALL_SIGNS,
    ELLIPSIS,
    OPEN_SEATS,
    SEATS,
    UNKNOWN,
    Font,
    FontError,
    large,
    large_and_tight,
    parse_font,
    small,
    spelled,
)

ASCII = "".join(map(chr, range(32, 127)))
LETTERS = "àáâäçèéêëìíîïñòóôöøùúûüßÀÁÈÉÌÍÒÓÙÚÄËÏÖÜØ"
OTHERS = "…–—·→←↑↓▸✓×½€°’‘“”"
NEEDED = ASCII + LETTERS + OTHERS + "".join(ALL_SIGNS)
TINY = "height 3\nbaseline 2\ngap 1\n\nfrom row 0: a U+0020 … U+FFFD\n#. . # #\n.. . . #\n## . # #\n"

faces = pytest.mark.parametrize("face", [small(), large()], ids=["small", "large"])


def lit_rows(strip: Strip) -> list[int]:
    rows = range(strip.height)
    return [y for y in rows if any(strip.bits >> HEIGHT * x + y & 1 for x in range(strip.width))]


def bottom(strip: Strip) -> int:
    return lit_rows(strip)[-1]


@faces
def test_face_draws_every_character_that_the_languages_and_the_table_need(face: Font) -> None:
    box = face.glyph(UNKNOWN)
    assert [c for c in NEEDED if c != UNKNOWN and face.glyph(c) == box] == []


@faces
def test_face_draws_no_two_characters_alike(face: Font) -> None:
    seen: dict[Strip, str] = {}
    for character in sorted(set(NEEDED)):
        assert seen.setdefault(face.glyph(character), character) == character


@faces
def test_glyphs_stay_inside_their_line_and_have_no_empty_columns_at_their_sides(face: Font) -> None:
    padded = "0123456789☑☐ "  # figures are of one width, so that they stand below each other
    for character in set(NEEDED) - set(padded):
        glyph = face.glyph(character)
        assert glyph.bits >> HEIGHT * glyph.width == 0, character
        assert lit_rows(glyph), character
        columns = [glyph.bits >> HEIGHT * x & (1 << HEIGHT) - 1 for x in range(glyph.width)]
        assert columns[0], character
        assert columns[-1], character
        assert max(columns) < 1 << face.height, character


@faces
def test_letters_and_figures_without_descender_end_on_the_baseline(face: Font) -> None:
    for character in "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefhiklmnorstuvwxz0123456789.!?ÀÈÉÜàéìïöü":
        assert bottom(face.glyph(character)) == face.baseline, character


@faces
def test_letters_with_descender_end_below_the_baseline(face: Font) -> None:
    for character in "gjpqy,;":
        assert bottom(face.glyph(character)) > face.baseline, character


@faces
def test_capitals_and_figures_begin_on_the_same_row(face: Font) -> None:
    tops = {lit_rows(face.glyph(character))[0] for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
    assert len(tops) == 1


@faces
def test_figures_are_all_of_one_width(face: Font) -> None:
    assert len({face.glyph(figure).width for figure in "0123456789"}) == 1


@faces
@pytest.mark.parametrize("character", "àáâäèéêëòóôöùúûüñ")
def test_marked_letter_keeps_the_whole_letter_below_its_mark(face: Font, character: str) -> None:
    letter = unicodedata.normalize("NFD", character)[0]
    marked, plain = face.glyph(character), face.glyph(letter)
    shift = HEIGHT * ((marked.width - plain.width) // 2)
    assert marked.bits & plain.bits << shift == plain.bits << shift
    assert lit_rows(marked)[0] < lit_rows(plain)[0]


@faces
def test_letter_with_an_unknown_mark_is_drawn_without_it(face: Font) -> None:
    assert face.glyph("Ž") == face.glyph("Z")
    assert face.glyph("ș") == face.glyph("s")
    assert face.glyph("Â") == face.glyph("A")  # no row is free above a capital


@faces
def test_mark_takes_the_place_of_the_dot(face: Font) -> None:
    lit = {character: face.glyph(character).bits.bit_count() for character in "ïîı\u0308\u0302"}
    assert lit["ï"] == lit["ı"] + lit["\u0308"]
    assert lit["î"] == lit["ı"] + lit["\u0302"]


@faces
def test_character_of_another_script_is_drawn_as_a_box(face: Font) -> None:
    assert face.glyph("漢") == face.glyph(UNKNOWN)
    assert face.glyph("\x07") == face.glyph(UNKNOWN)


@faces
def test_any_white_space_is_a_space(face: Font) -> None:
    assert face.glyph("\n") == face.glyph("\t") == face.glyph(" ")


@given(st.text())
def test_width_is_that_of_what_is_set(text: str) -> None:
    for face in (small(), large()):
        strip = face.set(text)
        assert strip.width == face.width(text)
        assert strip.bits >> HEIGHT * strip.width == 0


@given(st.text(max_size=40), st.integers(0, 140))
def test_shortened_text_fits_and_is_a_beginning(text: str, width: int) -> None:
    shorter = small().shorten(text, width)
    assert small().width(shorter) <= width
    assert shorter == text or shorter == "" or text.startswith(shorter.removesuffix(ELLIPSIS))


def test_shortened_text_keeps_as_much_as_fits() -> None:
    face = small()
    width = face.width("Copen…")
    assert face.shorten("Copenhagen", width) == "Copen…"
    assert face.shorten("Copenhagen", width - 1) == "Cope…"
    assert face.shorten("Copenhagen", face.width("Copenhagen")) == "Copenhagen"


def test_shortened_text_has_no_space_before_the_ellipsis() -> None:
    assert small().shorten("Sail to Riga", small().width("Sail…") + 3) == "Sail…"


@given(st.lists(st.text("abcdefgh ij", min_size=1), max_size=8).map(" ".join), st.integers(60, 124))
def test_broken_text_has_the_same_words_in_the_same_order(text: str, width: int) -> None:
    lines = small().broken(text, width)
    assert " ".join(lines).split() == text.split()
    assert all(small().width(line) <= width or " " not in line for line in lines)


def test_long_address_is_broken_inside() -> None:
    assert small().broken("see http://hansa.local:8080/table", 63) == ["see", "http://hansa.", "local:8080/", "table"]


def test_words_are_not_broken_inside_while_a_line_holds_them() -> None:
    assert small().broken("half-way there", small().width("half-way") + 3) == ["half-way", "there"]


def test_sign_stays_with_the_word_after_it() -> None:
    assert small().broken("Sail ▲ Purple", small().width("Sail ▲") + 1) == ["Sail", "▲ Purple"]


def test_words_tied_by_a_space_without_break_stay_together() -> None:
    assert small().broken("take 3\u00a0T", small().width("take 3") + 1) == ["take", "3\u00a0T"]


def test_tight_face_has_the_same_letters_closer_together() -> None:
    assert large_and_tight().glyph("g") == large().glyph("g")
    assert large_and_tight().width("Lübeck") == large().width("Lübeck") - 5


def test_drawing_in_a_file_becomes_pixels() -> None:
    face = Font(parse_font(TINY))
    assert face.set("a…") == Strip(4, 3, strip_of(["#..#", "....", "##.#"]).bits)
    assert (face.height, face.baseline, face.gap) == (3, 2, 1)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (TINY.replace("gap 1", "gap wide"), "'gap wide'"),
        (TINY.replace("gap 1\n", ""), "gap"),
        (TINY.replace("from row 0", "from row 1"), "3 rows do not fit"),
        (TINY.replace("#. . # #", "#. . #"), "row 1"),
        (TINY.replace(".. . . #", ".. . . x"), "row 2"),
        (TINY.replace(".. . . #", ".. .. . #"), "row 2"),
    ],
)
def test_font_file_that_is_wrong_is_refused_by_name_of_what_is_wrong(wrong: str, words: str) -> None:
    with pytest.raises(FontError, match=words):
        parse_font(wrong)


@given(st.text(st.sampled_from([*ALL_SIGNS, *"abc "])))
def test_spelled_text_has_no_private_characters_and_keeps_its_length(text: str) -> None:
    assert not any("\ue000" <= character <= "\uf8ff" for character in spelled(text))
    assert len(spelled(text)) == len(text)


def test_signs_differ_and_stay_different_when_spelled() -> None:
    assert len(set(ALL_SIGNS)) == len(ALL_SIGNS) == len(set(map(spelled, ALL_SIGNS)))


def test_there_is_a_sign_for_each_of_four_seats() -> None:
    assert len(set(SEATS)) == len(set(OPEN_SEATS)) == 5
