"""A drawing becomes a picture of all of it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.browser.drawings import ROOT, picture_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


def test_picture_shows_the_whole_sheet_in_its_proportions(browser: Browser) -> None:
    picture = Image.open(io.BytesIO(picture_of(browser, ROOT / "wiring" / "drawings" / "chart-map.svg")))
    assert picture.width > 3000
    assert picture.width / picture.height == pytest.approx(420 / 297, rel=0.01)
    ground = picture.convert("RGB")
    far = [ground.getpixel((x, y)) for x in (5, picture.width - 5) for y in (5, picture.height - 5)]
    assert (255, 255, 255) not in far, "coloured up to its corners"
