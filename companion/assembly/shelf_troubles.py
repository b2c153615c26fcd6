"""Lists conflicts between the games on the shelf, or between them and the kit, from a configuration.

A tag must not be on pieces of two games, or a tap would be ambiguous; and each game needs a layout that fits the kit.
With one game on the shelf there is nothing to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from companion.config.settings import Config
from companion.running.devices import configured_kit
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, boxes
from hardware.formats.piece_set import load_pieces
from hardware.formats.strict_toml import DataError
from hardware.kit.layout import LayoutError

Tags = Mapping[str, str]  # tag -> piece


class ShelfTrouble(NamedTuple):
    """A problem that a person can fix."""

    subject: str
    what: str
    remedy: str = ""

    @property
    def line(self) -> str:
        """The problem and its remedy in one line."""
        return f"{self.what}; {self.remedy}" if self.remedy else self.what


def shelf_troubles(config: Config) -> tuple[ShelfTrouble, ...]:
    """Return the problems in piece sets and layouts of all games on the shelf."""
    if len(SHELF) < 2:
        return ()
    games = tuple(boxes())
    sets, unread = read_sets(config, games)
    return (*unread, *_shared_by_any_two(games, sets), *_unfit_layouts(config, games))


def read_sets(config: Config, games: Sequence[GameBox]) -> tuple[dict[str, Tags], list[ShelfTrouble]]:
    """Return the piece sets of these games by id, and the files that cannot be read as problems."""
    sets: dict[str, Tags] = {}
    troubles = []
    for box in games:
        try:
            file = config.pieces_of(box.id)
            sets[box.id] = load_pieces(file).pieces if file and file.exists() else {}
        except DataError as error:
            troubles.append(ShelfTrouble(f"pieces of {box.title}", str(error)))
    return sets, troubles


def shared_tags(one: GameBox, mine: Tags, other: GameBox, theirs: Tags) -> ShelfTrouble | None:
    """Return the problem that tags are on pieces of both games: one line, however many there are."""
    both = [tag for tag in theirs if tag in mine]
    if not both:
        return None
    tag = both[0]
    more = {1: "", 2: ", as is another tag"}.get(len(both), f", as are {len(both) - 1} other tags")
    return ShelfTrouble(
        f"tags of {one.title} and {other.title}",
        f"tag {tag} is on {mine[tag]} of {one.title} and on {theirs[tag]} of {other.title}{more}",
        f"give one of the two another tag: hansa-companion enrol --game {other.id} --again {theirs[tag]}",
    )


def _shared_by_any_two(games: Sequence[GameBox], sets: Mapping[str, Tags]) -> Iterator[ShelfTrouble]:
    for one, other in combinations((box for box in games if box.id in sets), 2):
        if trouble := shared_tags(one, sets[one.id], other, sets[other.id]):
            yield trouble


def _unfit_layouts(config: Config, games: Sequence[GameBox]) -> Iterator[ShelfTrouble]:
    for box in games:
        try:
            configured_kit(config, box.id)
        except LayoutError as error:
            yield ShelfTrouble(f"layout of {box.title}", f"{box.title}: {error}")
