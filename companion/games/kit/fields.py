"""Moves and corrections of any game as JSON, and back.

A game describes every type of entry once, by its tag and its fields (`Spec`); JSON and the notation both read and write
it from that description. What cannot be understood raises `Unreadable` with what was given and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from companion.games.game import Json, Unreadable


class FieldKind(NamedTuple):
    """What a field may hold on a board, how it is read from JSON and from words of the notation, and written."""

    expected: str
    fits: Callable[[Any, Any], bool]  # the value, the board
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value
    from_words: Callable[[str], Any] = str
    words: int = 1  # of the notation
    each: Any = None  # of a list, which takes all words that are left: the kind of each of them


def one_of(names: Collection[str], what: str = "", read: Callable[[Any], Any] = str) -> FieldKind:
    """Return the kind of a field that holds one of these names."""
    expected = f"{what}: one of {', '.join(names)}" if what else f"one of {', '.join(names)}"
    return FieldKind(expected, lambda value, _: type(value) is str and value in names, read, str)


def number_of(numbers: Sequence[int], expected: str) -> FieldKind:
    """Return the kind of a field that holds one of these whole numbers."""
    return FieldKind(expected, lambda value, _: type(value) is int and value in numbers, from_words=_whole)


def _whole(words: str) -> Any:
    return int(words) if words.isascii() and words.isdigit() and len(words) < 3 else words


class Field(NamedTuple):
    """One field of a move or correction: its name in JSON, and its name in the type where that differs."""

    key: str
    kind: FieldKind
    attribute: str = ""
    is_optional: bool = False  # the last field, left out where it is 0

    def of(self, entry: Any) -> Any:
        """Take the field's value from a move or correction."""
        return getattr(entry, self.attribute or self.key)


class Spec(NamedTuple):
    """How one type of entry is written: its tag, its fields, and what tells it from others of the same tag."""

    tag: str
    kind: type[Any]
    fields: tuple[Field, ...] = ()
    variant: Any = None

    def written(self, entry: Any) -> Iterator[tuple[Field, Any]]:
        """Return the fields of an entry that are written, with their values."""
        for field in self.fields:
            value = field.of(entry)
            if value or not field.is_optional:
                yield field, value

    def make(self, values: Sequence[Any], board: Any = None) -> Any:
        """Make a move or correction from JSON values in the order of its fields; the last may be left out."""
        fields = self.fields
        if fields and fields[-1].is_optional:
            fields = fields[: max(len(values), len(fields) - 1)]
        given = list(zip(fields, values, strict=True))
        for field, value in given:
            if not field.kind.fits(value, board):
                raise Unreadable(f"{self.tag}: {field.key} {value!r:.60}: expected {field.kind.expected}")
        return self.kind(*(field.kind.read(value) for field, value in given))


Entry = TypeVar("Entry")


class Codec(Generic[Entry]):
    """All types of entries of one game; where some share a tag, a field that they all have tells which it is."""

    def __init__(self, specs: Sequence[Spec], variant: str = "") -> None:
        self.spec_of = {spec.kind: spec for spec in specs}
        self.tags = tuple(dict.fromkeys(spec.tag for spec in specs))
        self._by_tag = {spec.tag: spec for spec in specs if not spec.variant}
        self._variants = {(spec.tag, spec.variant): spec for spec in specs if spec.variant}
        self._variant = variant

    def spec(self, tag: str, variant: Any = None) -> Spec:
        """Return how entries of a tag are written."""
        spec = self._by_tag[tag]
        return self._variants.get((tag, variant), spec) if type(variant) is str else spec

    def named_in(self, entry: Entry) -> dict[str, Any]:
        """Return what an entry names, by the keys of its fields."""
        spec = self.spec_of[type(entry)]
        fixed = {self._variant: spec.variant} if spec.variant else {}
        return {**fixed, **{field.key: value for field, value in spec.written(entry)}}

    def parse(self, value: Any, board: Any = None) -> Entry:
        """Read a move or a correction from JSON; its names must be those of the board."""
        if type(value) is not dict or type(value.get("type")) is not str or value["type"] not in self._by_tag:
            expected = f"expected an object whose type is one of {', '.join(self.tags)}"
            raise Unreadable(f"move {value!r:.60}: {expected}")
        spec = self.spec(value["type"], value.get(self._variant))
        fixed = ("type", self._variant) if spec.variant else ("type",)
        keys = [field.key for field in spec.fields if not field.is_optional or field.key in value]
        if value.keys() != {*fixed, *keys}:
            wanted = ", ".join((*fixed, *keys))
            raise Unreadable(f"{spec.tag}: fields {sorted(map(str, value))!r:.60}: expected exactly {wanted}")
        entry: Entry = spec.make([value[key] for key in keys], board)
        return entry

    def format(self, entry: Entry) -> Json:
        """Return a move or a correction as JSON."""
        spec = self.spec_of[type(entry)]
        fixed = {"type": spec.tag, self._variant: str(spec.variant)} if spec.variant else {"type": spec.tag}
        return {**fixed, **{field.key: field.kind.write(value) for field, value in spec.written(entry)}}
