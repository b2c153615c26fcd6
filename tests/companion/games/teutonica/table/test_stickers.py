"""Which spots can get another sticker at the table."""

from __future__ import annotations

from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.table.teutonicatable import TeutonicaTable
from companion.games.teutonica.tagged import card_names, spot_names
from companion.table.dialog import Menu
from companion.table.intents import NewTag


def menu(*enrolled: str) -> Menu | None:
    return TeutonicaTable(Teutonica()).stickers(enrolled)


def test_every_spot_is_offered_once_region_by_region_and_then_the_card() -> None:
    offered = menu(*spot_names(), *card_names())
    assert offered is not None
    pieces = [choice.action.piece for choice in offered.choices if isinstance(choice.action, NewTag)]
    assert sorted(pieces) == sorted((*spot_names(), *card_names()))
    sections = [choice.section.template for choice in offered.choices]
    order = ["North-west", "North", "North-east", "South-west", "South", "South-east", "Command card"]
    assert list(dict.fromkeys(sections)) == order
    assert sections == sorted(sections, key=order.index)


def test_only_what_has_a_sticker_is_offered() -> None:
    offered = menu("spot.city.bremen", "marker.swap_offices.1")
    assert offered is not None
    assert [choice.action for choice in offered.choices] == [NewTag("spot.city.bremen", offered.choices[0].label)]
    assert offered.choices[0].label.in_language() == "Bremen"
    assert menu("marker.swap_offices.1") is None
