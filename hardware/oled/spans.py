"""Finds what of a frame must go to a panel: the columns that differ, by page, and those of several pages in one go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hardware.ports import Frame

ADDRESSING = 10  # the bytes of a window's six commands, and of the two transfers' heads


class Span(NamedTuple):
    """The same columns of one page, or of several in a row."""

    page: int
    column: int
    data: bytes
    pages: int = 1

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.data) // self.pages


def changes(old: Frame | None, new: Frame) -> Iterator[Span]:
    """Return what must be sent so that a panel showing `old`, or nobody knows what, shows `new`."""
    width = new.width
    for page in range(new.height // 8):
        start = page * width
        after = new.pages[start : start + width]
        if old is None:
            yield Span(page, 0, after)
            continue
        before = old.pages[start : start + width]
        if after != before:
            # Whole rows at once instead of a loop over columns: this runs on a Pi Zero, too.
            differing = int.from_bytes(after, "little") ^ int.from_bytes(before, "little")
            first = (differing & -differing).bit_length() - 1 >> 3
            last = differing.bit_length() - 1 >> 3
            yield Span(page, first, after[first : last + 1])


def stacked(spans: Iterable[Span], frame: Frame) -> Iterator[Span]:
    """Join spans that lie below one another, for a panel with windows: as often as that saves bytes on the bus.

    A window is as wide as its widest page, so that joining sends some columns of the frame that did not change.
    """
    whole: Span | None = None
    for span in spans:
        if whole is not None and span.page == whole.page + whole.pages:
            first = min(whole.column, span.column)
            width = max(whole.column + whole.width, span.column + span.width) - first
            if width * (whole.pages + 1) < len(whole.data) + len(span.data) + ADDRESSING:
                whole = _window(frame, whole.page, whole.pages + 1, first, width)
                continue
        if whole is not None:
            yield whole
        whole = span
    if whole is not None:
        yield whole


def _window(frame: Frame, page: int, pages: int, column: int, width: int) -> Span:
    starts = range(page * frame.width + column, (page + pages) * frame.width, frame.width)
    return Span(page, column, b"".join(frame.pages[start : start + width] for start in starts), pages)


def fitted(frame: Frame, width: int, height: int) -> Frame:
    """Return a frame of this size: cut, or filled up with dark pixels."""
    if frame.width == width and frame.height == height:
        return frame
    rows = []
    for page in range(height // 8):
        start = page * frame.width
        row = frame.pages[start : start + frame.width] if page < frame.height // 8 else b""
        rows.append(row[:width].ljust(width, b"\0"))
    return Frame(width, height, b"".join(rows))


def moved(frame: Frame, columns: int) -> Frame:
    """Return a frame moved to the right, or to the left: what leaves it is cut, what enters is dark."""
    if not columns:
        return frame
    dark, width = bytes(abs(columns)), frame.width
    rows = (frame.pages[start : start + width] for start in range(0, len(frame.pages), width))
    pages = (dark + row[:-columns] if columns > 0 else row[-columns:] + dark for row in rows)
    return frame._replace(pages=b"".join(pages))
