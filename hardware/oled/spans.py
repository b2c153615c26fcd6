"""What goes over the bus to a panel: the columns of a frame that differ from what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hardware.ports import Frame

ADDRESSING = 10  # bytes of a window's six commands and of the two transfer headers


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
    """Return what to send so that a panel showing `old`, or an unknown picture, shows `new`."""
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
    """Join spans below one another, for a panel with windows, if that saves bytes on the bus.

    A window is as wide as its widest page, so joining sends some unchanged columns.
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
    """Return a frame of this size, cut or padded with dark pixels."""
    if frame.width == width and frame.height == height:
        return frame
    rows = []
    for page in range(height // 8):
        start = page * frame.width
        row = frame.pages[start : start + frame.width] if page < frame.height // 8 else b""
        rows.append(row[:width].ljust(width, b"\0"))
    return Frame(width, height, b"".join(rows))


def moved(frame: Frame, columns: int) -> Frame:
    """Return a frame shifted to the right or left, cut on one side and dark on the other."""
    if not columns:
        return frame
    dark, width = bytes(abs(columns)), frame.width
    rows = (frame.pages[start : start + width] for start in range(0, len(frame.pages), width))
    pages = (dark + row[:-columns] if columns > 0 else row[-columns:] + dark for row in rows)
    return frame._replace(pages=b"".join(pages))
