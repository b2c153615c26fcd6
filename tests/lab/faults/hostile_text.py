"""Files that nobody meant well with: sound texts enter, spoilt ones leave, as Hypothesis thinks them up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

# What stands in the place of a value: each has once ended a program somewhere.
VALUES = (
    b"9" * 5000,
    b"-" + b"9" * 400,
    b"0x" + b"f" * 4000,
    b"1e400",
    b"nan",
    b"-inf",
    b"1979-05-27T07:32:00Z",
    b"[" * 2000,
    b"[" * 300 + b"]" * 300,
    b"{a=" * 500,
    b"{}",
    b"[]",
    b"[[]]",
    b"true",
    b'""',
    b"''",
    b"-1",
    b"0",
    b"65536",
    b"1.5",
    b'"\\u0000"',
    b'"a\\u0000b"',
    b'"' + b"x" * 9000 + b'"',
    b'"' + b"x" * 200_000 + b'"',
    b'"../../etc/passwd"',
    b'"/dev/zero"',
    b'"/proc/self/mem"',
    b'"/"',
    b'"."',
    b'"~"',
    b'"\\u202e\\u001b[2J"',
    b'"\\ud800"',
    b'"' + b"a/" * 3000 + b'"',
    b'["a", 1, [2]]',
    b"{x = {y = {z = 1}}}",
    b"'''",
    b'"""',
    b"\xff\xfe",
    b"\0",
    b"\x1b]0;x\x07",
)
LINES = (
    b"a" * 20_000,
    b".".join([b"a"] * 3000) + b" = 1",
    b"[" + b".".join([b"a"] * 3000) + b"]",
    b"[[a]]\n" * 500,
    b"format = 2",
    b'"" = 1',
    b'"\\u0000" = 1',
    b"[games.hansa]",
    b"[web]\n[web]",
    b"= 1",
    b"x",
    b"\xef\xbb\xbf",
    b"\r",
    b"#" + b"x" * 9000,
    b"[names]",
    b"[a]\nb = 1\n[a.b]",
    b"x = 1\nx = 1",
    b"\xc3\x28",
    b"\xf0\x9f\x98\x80 = 1",
)

Edit = Callable[[bytes], bytes]


def _at(fraction: float, text: bytes) -> int:
    return int(fraction * len(text))


def _line_at(fraction: float, lines: list[bytes]) -> int:
    return min(int(fraction * len(lines)), len(lines) - 1)


def _lines_edit(change: Callable[[list[bytes], int], None]) -> Callable[[float], Edit]:
    def make(fraction: float) -> Edit:
        def edit(text: bytes) -> bytes:
            lines = text.split(b"\n")
            change(lines, _line_at(fraction, lines))
            return b"\n".join(lines)

        return edit

    return make


def _value(fraction: float, value: bytes) -> Edit:
    """Put something else in the place of a value."""

    def edit(text: bytes) -> bytes:
        lines = text.split(b"\n")
        given = [index for index, line in enumerate(lines) if b"=" in line] or [0]
        index = given[_line_at(fraction, [lines[each] for each in given])]
        key = lines[index].partition(b"=")[0].removeprefix(b"#")  # what is commented out has a say now
        lines[index] = key + b"= " + value
        return b"\n".join(lines)

    return edit


def _double(lines: list[bytes], index: int) -> None:
    lines.insert(index, lines[index])


def _remove(lines: list[bytes], index: int) -> None:
    del lines[index]


FRACTIONS = st.floats(0, 1, exclude_max=True)


def _insert_line(fraction: float, line: bytes) -> Edit:
    return _lines_edit(lambda lines, index: lines.insert(index, line))(fraction)


def _insert(fraction: float, noise: bytes) -> Edit:
    return lambda text: text[: _at(fraction, text)] + noise + text[_at(fraction, text) :]


def _overwrite(fraction: float, noise: bytes) -> Edit:
    return lambda text: text[: _at(fraction, text)] + noise + text[_at(fraction, text) + len(noise) :]


def _cut(fraction: float) -> Edit:
    return lambda text: text[: _at(fraction, text)]


def _repeat(times: int) -> Edit:
    return lambda text: text * times


EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(_value, FRACTIONS, st.sampled_from(VALUES)),
    st.builds(_value, FRACTIONS, st.binary(max_size=40)),
    st.builds(_insert_line, FRACTIONS, st.sampled_from(LINES)),
    st.builds(_lines_edit(_double), FRACTIONS),
    st.builds(_lines_edit(_remove), FRACTIONS),
    st.builds(_insert, FRACTIONS, st.binary(max_size=30)),
    st.builds(_cut, FRACTIONS),
    st.builds(_overwrite, FRACTIONS, st.binary(max_size=4)),
    st.builds(_repeat, st.sampled_from((0, 2, 40))),
)


def hostile(texts: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Spoil one of these texts in one to four ways, or make up another one."""

    def spoil(text: bytes, edits: list[Edit]) -> bytes:
        for edit in edits:
            text = edit(text)[: 1 << 21]
        return text

    spoilt = st.builds(spoil, st.sampled_from(list(texts)), st.lists(EDITS, min_size=1, max_size=4))
    return st.one_of(spoilt, spoilt, spoilt, st.binary(max_size=400), st.text(max_size=200).map(str.encode))


def try_each(strategy: st.SearchStrategy[Any], attempt: Callable[[Any], None], *, count: int, by_seed: int) -> None:
    """Try this many of them, the same for the same seed."""

    @seed(by_seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def tried(made: Any) -> None:
        attempt(made)

    tried()
