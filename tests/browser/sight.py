"""What a window shows of what must be in sight: where it is, what covers it, how large its text is painted."""

from __future__ import annotations

from collections.abc import Iterable

from tests.kit.browser import SIZES, Visitor
from tests.kit.page import PageRig

SMALLEST_TEXT_PX = 12
FINGER_PX = 44
FIRST_VIEW_BYTES = 270_000  # a tenth of it are the letters of titles
READABLE, SEEN = 4.5, 3.0  # least contrast of text, and of other things that must be told apart

# Each is inside the window, neither its height nor its width is cut off, and at its corners and its middle it or a part
# of it is the topmost thing. Its text is as high as it must be, as it is painted.
OUT_OF_SIGHT = """
([needed, least]) => {
  const wrong = [];
  const isHit = (each, x, y) => {
    const top = document.elementFromPoint(x, y);
    return each.contains(top);
  };
  for (const selector of needed) {
    const each = document.querySelector(selector);
    if (!each) { wrong.push(`${selector}: not there`); continue; }
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      wrong.push(`${selector}: ${[left, top, right, bottom].map(Math.round)}`);
    for (const [x, y] of [[(left + right) / 2, (top + bottom) / 2], [left + 9, top + 9], [right - 9, bottom - 9]])
      if (!isHit(each, x, y)) wrong.push(`${selector}: covered at ${Math.round(x)} ${Math.round(y)}`);
    if (each.matches("svg")) continue;
    for (const part of [each, ...each.querySelectorAll("*")]) {
      const style = getComputedStyle(part);
      if (style.clipPath !== "none" || part.closest(".unseen, svg")) continue;
      const clips = (overflow) => ["hidden", "auto", "scroll", "clip"].includes(overflow);
      if (clips(style.overflowY) && part.scrollHeight > part.clientHeight + 1)
        wrong.push(`${selector}: cut off below: ${part.textContent.slice(0, 40)}`);
      if (clips(style.overflowX) && part.scrollWidth > part.clientWidth + 1)
        wrong.push(`${selector}: cut off at the side: ${part.textContent.slice(0, 40)}`);
    }
  }
  const walk = document.createTreeWalker(document.querySelector(".front"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".unseen, title, [hidden]") || !parent.getClientRects().length) continue;
    const matrix = parent.getScreenCTM?.();
    const scale = matrix && parent.closest("svg") ? Math.hypot(matrix.a, matrix.b) : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < least - 0.05) wrong.push(`${size.toFixed(1)} px: ${node.data.slice(0, 30)}`);
  }
  return [...new Set(wrong)];
}
"""

TOO_SMALL = """least => [...document.querySelectorAll(
    "header button, .front button, .front select, .front .marker.acts, .front .city.acts .reach"
  )].filter((each) => each.getClientRects().length)
    .map((each) => [each.dataset.key ?? each.outerHTML.slice(0, 40), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
    .map(([key, { width, height }]) => `${key} ${Math.round(width)} x ${Math.round(height)}`)
"""

# The contrast of two colours as they are painted, by WCAG 2: each of an element's style, on whatever is behind it.
CONTRAST = """([[one, its], [other, other_its]]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  const luminance = (selector, property) => {
    paint.fillStyle = getComputedStyle(document.querySelector(selector))[property];
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = luminance(other, other_its);
  const before = luminance(one, its);
  return (Math.max(behind, before) + 0.05) / (Math.min(behind, before) + 0.05);
}"""


def contrast(guest: Visitor, *parts: tuple[str, str]) -> float:
    """Return the contrast of two parts, each a selector and the property that colours it."""
    found: float = guest.page.evaluate(CONTRAST, list(parts))
    return found


def sent(guest: Visitor, rig: PageRig) -> dict[str, int]:
    """Return how many bytes a first view was sent, file by file, with the first state of the stream."""
    told = guest.page.evaluate(
        """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
            .map((each) => [new URL(each.name).pathname, each.transferSize])"""
    )
    return {**dict(told), "/api/events": len(rig.client.get("/api/state?lang=en").content)}


def out_of_sight(guest: Visitor, needed: Iterable[str], size: str) -> list[str]:
    """Return what of the things that are needed is not in sight, and which text is too small."""
    wrong: list[str] = guest.page.evaluate(OUT_OF_SIGHT, [list(needed), SMALLEST_TEXT_PX])
    width = guest.page.evaluate("document.documentElement.scrollWidth")
    return [*wrong, *([f"{width} px wide"] if width > SIZES[size][0] else [])]


def too_small(guest: Visitor) -> list[str]:
    """Return what can be pressed and is too small for a finger."""
    found: list[str] = guest.page.evaluate(TOO_SMALL, FINGER_PX)
    return found


def read_in(guest: Visitor, language: str) -> None:
    """Choose a language, wherever the choice is folded away, and wait until the game is told in it."""
    guest.page.evaluate(
        """code => {
          const choice = document.querySelector("#language");
          choice.value = code;
          choice.dispatchEvent(new Event("change"));
        }""",
        language,
    )
    names = guest.page.evaluate(
        "async code => Object.values((await (await fetch(`/api/state?lang=${code}`)).json()).game.names)", language
    )
    guest.wait(
        """([code, names]) => {
          const told = document.querySelector(".front").textContent;
          return document.documentElement.lang === code && names.every((name) => told.includes(name));
        }""",
        [language, names],
    )
