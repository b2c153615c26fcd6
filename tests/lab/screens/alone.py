"""Takes the pictures of docs/playing-alone.md: python -m tests.lab.screens.alone.

Each shows the small screen, pixel by pixel, and the lamps of places and seats that are lit, from a game that is really
played at a simulated table.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from companion.display.draw import draw
from companion.display.picture import render_png
from companion.scenario.stage import Stage
from companion.shelf.shelf import open_box
from hardware.ports import Light, Pattern
from tests.kit.carrier import Carrier
from tests.kit.carriers import PieceCarrier
from wiring.kits import load_kit

FOLDER = Path(__file__).parents[3] / "docs" / "screenshots"
SCALE, EDGE, LAMP = 3, 12, 20
KINDS = ("city", "route", "seat", "warehouse")
MOST = 4  # lamps next to a screen
TEXT, GROUND = (30, 30, 30), (245, 243, 238)


def picture_of(stage: Stage) -> Image.Image:
    """Draw the screen, and next to it the lamps."""
    scene = stage.scene
    panel = Image.open(BytesIO(render_png(draw(scene.screen, stage.daemon.showing.translate), SCALE))).convert("RGB")
    lit = sorted(
        ((place, light) for place, light in scene.lamps.items() if place.split(".")[0] in KINDS),
        key=lambda lamp: (lamp[1].pattern is not Pattern.BLINK, KINDS.index(lamp[0].split(".")[0]), lamp[0]),
    )[:MOST]
    image = Image.new("RGB", (panel.width + 2 * EDGE + 270, panel.height + 2 * EDGE), GROUND)
    image.paste(panel, (EDGE, EDGE))
    pen = ImageDraw.Draw(image)
    for number, (place, light) in enumerate(lit):
        _lamp(pen, panel.width + 2 * EDGE, EDGE + 8 + number * 2 * LAMP, place, light)
    return image


def _lamp(pen: Any, x: int, y: int, place: str, light: Light) -> None:
    red, green, blue = light.colour
    pen.ellipse((x, y, x + LAMP, y + LAMP), fill=(red, green, blue), outline=TEXT)
    if light.pattern is Pattern.BLINK:
        pen.ellipse((x - 4, y - 4, x + LAMP + 4, y + LAMP + 4), outline=(red, green, blue), width=2)
    words = {Pattern.BLINK: " blinks", Pattern.BREATHE: " breathes"}.get(light.pattern, "")
    pen.text((x + LAMP + 10, y + 4), f"{place}{words}", fill=TEXT, font_size=14)


def one_below_the_other(images: list[Image.Image]) -> Image.Image:
    """Join pictures."""
    whole = Image.new("RGB", (max(each.width for each in images), sum(each.height for each in images)), GROUND)
    y = 0
    for each in images:
        whole.paste(each, (0, y))
        y += each.height
    return whole


def come_to(hands: Carrier, begins: str) -> None:
    """Play until this step is asked for."""
    while not ((step := hands.read()) and step.what.startswith(begins)):
        hands.act()
        hands.think()


def _elsewhere(hands: Carrier) -> str:
    """Name a city where the ship could sail instead, if there is one."""
    step, position = hands.read(), hands.stage.history.position
    if not step or not step.what.startswith("Sail"):
        return ""
    exits = (f"city.{city}" for city in position.setup.board.routes[position.ship])
    return next((city for city in exits if city != step.place), "")


def main() -> None:
    """Write the pictures."""
    with Stage(load_kit("board"), open_box("hansa")) as stage:
        stage.boot()
        hands: Carrier = PieceCarrier(stage)
        hands.begin(2, 1)
        images = []
        for begins in ("Buy", "Sail", "Build", "End the turn"):
            come_to(hands, begins)
            images.append(picture_of(stage))
        one_below_the_other(images).save(FOLDER / "alone.png", optimize=True)
        while not (wrong := _elsewhere(hands)):
            hands.act()
            come_to(hands, "Sail")
        stage.put("ship", wrong)
        picture_of(stage).save(FOLDER / "alone-refused.png", optimize=True)
    with Stage(load_kit("chart"), open_box("teutonica")) as stage:
        stage.boot()
        hands = Carrier(stage)
        hands.begin(3, 2)
        images = []
        for begins in ("Insert", "Put"):
            come_to(hands, begins)
            images.append(picture_of(stage))
        one_below_the_other(images).save(FOLDER / "alone-teutonica.png", optimize=True)


if __name__ == "__main__":
    main()
