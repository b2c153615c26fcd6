// Goods markers: a coloured tile with as many barrels as it has, and the letters of its colour, so that none is told by
// its colour alone.

import { h, s } from "/static/dom.js";
import { named } from "./words.js";

/** @type {(good: string) => {colour: string, barrels: number}} */
export const parse = (good) => ({ colour: good.slice(0, -1), barrels: Number(good.slice(-1)) });
/** @type {(good: string) => string} */
export const nameOf = (good) => `${named(`good.${parse(good).colour}`)} ${parse(good).barrels}`;

/** @type {(x: number, y: number, size: number) => Element} */
function barrel(x, y, size) {
  const w = size * 0.72;
  return s(
    "g",
    { class: "barrel" },
    s("path", {
      d: `M${x - w / 2} ${y - size / 2}h${w}q${size * 0.22} ${size / 2} 0 ${size}h${-w}q${-size * 0.22} ${-size / 2} 0 ${-size}z`,
    }),
    s("path", {
      class: "hoop",
      d: `M${x - w * 0.62} ${y - size * 0.2}h${w * 1.24}M${x - w * 0.62} ${y + size * 0.2}h${w * 1.24}`,
    }),
  );
}

const WIDE = /[MW]/; // what would stand out over the tile

// What stands on the tile.
/** @type {(good: string) => string} */
export function signOf(good) {
  const { colour, barrels } = parse(good);
  return `${named(`good.${colour}.short`)}${barrels}`;
}

// The tile as part of a larger drawing, its middle at x, y.
/** @type {(good: string, x: number, y: number, size?: number) => Element} */
export function tile(good, x, y, size = 38) {
  const { colour, barrels } = parse(good);
  const step = size * 0.24;
  const places = Array.from({ length: barrels }, (_, i) => x + (i - (barrels - 1) / 2) * step);
  return s(
    "g",
    { class: `tile good-${colour}` },
    s("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.16 }),
    places.map((place) => barrel(place, y - size * 0.22, size * 0.28)),
    s(
      "text",
      {
        x,
        y: y + size * 0.38,
        "text-anchor": "middle",
        "font-size": Math.max(size * 0.49, size < 34 ? 19 : 0),
        ...(WIDE.test(signOf(good)) ? { textLength: Math.max(size * 0.94, 36), lengthAdjust: "spacingAndGlyphs" } : {}),
      },
      signOf(good),
    ),
    s("title", {}, nameOf(good)),
  );
}

// The tile on its own.
/** @type {(good: string, attributes?: Record<string, string>) => HTMLElement} */
export function marker(good, attributes = {}) {
  return h(
    "span",
    { class: "marker", title: nameOf(good), ...attributes },
    s("svg", { viewBox: "-20 -20 40 40", role: "img", "aria-label": nameOf(good) }, tile(good, 0, 0)),
  );
}
