// What the maps of all games are drawn with, as on an old chart in ink on paper: coasts, a compass rose, hills, woods,
// arms, and light on wooden pieces. Pure shapes, always the same; `docs/developing/art.md` says what they have in common.

import { s } from "./dom.js";

/** @typedef {[number, number]} Point */

/** @type {(value: number) => number} */
export const round = (value) => Math.round(value * 10) / 10;

// What never changes stands once in the document, however often a map is drawn: a map only points at it.
/** @type {(id: string, draw: () => any[]) => SVGElement} */
export function chartOf(id, draw) {
  if (!document.getElementById(id)) {
    const drawn = s("defs", {}, s("g", { id, "stroke-linecap": "round" }, draw()));
    document.body.append(s("svg", { class: "unseen", "aria-hidden": "true", focusable: "false" }, drawn));
  }
  return s("use", { href: `#${id}`, class: "chart", "aria-hidden": "true" });
}

/** @type {(tint: string) => string} */
const paint = (tint) => `var(--cover-${tint})`;
/** @type {(width: number, opacity?: number, tint?: string) => Record<string, any>} */
const stroke = (width, opacity = 1, tint = "ink") => ({
  fill: "none",
  stroke: paint(tint),
  "stroke-width": width,
  "stroke-opacity": opacity,
});
/** @type {(d: string, tint: string, width?: number) => SVGElement} */
export const inked = (d, tint, width = 1) =>
  s("path", { d, fill: paint(tint), stroke: paint("ink"), "stroke-width": width, "stroke-linejoin": "round" });

// A closed line that bends at every point.
/** @type {(points: Point[]) => string} */
function smooth(points) {
  /** @type {(a: Point, b: Point) => Point} */
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const bends = points.map((point, at) => {
    const next = middle(point, points[(at + 1) % points.length]);
    return `Q${point.map(round)} ${next.map(round)}`;
  });
  return `M${middle(points[points.length - 1], points[0]).map(round)}${bends.join("")}Z`;
}

// Short strokes on the land along its coast, of uneven length, as a pen makes them.
/** @type {(points: Point[], apart: number) => string} */
function hachures(points, apart) {
  const area = points.reduce((sum, [x, y], at) => {
    const [nx, ny] = points[(at + 1) % points.length];
    return sum + x * ny - nx * y;
  }, 0);
  const parts = [];
  let left = 0;
  for (const [at, a] of points.entries()) {
    const b = points[(at + 1) % points.length];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    if (length > 400) continue; // the edge of the sheet
    const [ix, iy] = [(-dy / length) * Math.sign(area), (dx / length) * Math.sign(area)];
    for (; left < length; left += apart) {
      /** @type {number} */
      const long = apart * (0.5 + (((parts.length * 37) % 11) / 11) * 0.8);
      const [x, y] = [a[0] + (dx * left) / length, a[1] + (dy * left) / length];
      parts.push(`M${round(x + ix)} ${round(y + iy)}l${round(ix * long)} ${round(iy * long)}`);
    }
    left -= length;
  }
  return parts.join("");
}

// Lands with what the sea does at their coasts. The lines of water are strokes below strokes, so that none is computed.
/** @type {(id: string, lands: Point[][], scale?: number) => any[]} */
export function drawLands(id, lands, scale = 1) {
  /** @type {(attributes: Record<string, any>) => SVGElement} */
  const coast = (attributes) => s("use", { href: `#${id}`, "stroke-linejoin": "round", ...attributes });
  return [
    s("defs", {}, s("path", { id, d: lands.map(smooth).join("") })),
    [
      [26, 0.28],
      [16, 0.42],
      [8, 0.6],
    ].map(([width, opacity]) => [
      coast(stroke(width * scale, opacity)),
      coast(stroke((width - 1.6) * scale, 1, "sea")),
    ]),
    coast({ fill: paint("land"), stroke: paint("ink"), "stroke-width": 2 * scale }),
    s("path", { d: lands.map((land) => hachures(land, 9 * scale)).join(""), ...stroke(1.1 * scale, 0.7) }),
  ];
}

// Lines of the wind, from a rose over the whole sheet.
/** @type {(x: number, y: number) => SVGElement} */
export function drawWinds(x, y) {
  const rays = Array.from({ length: 32 }, (_, at) => {
    const angle = (at * Math.PI) / 16;
    return `M${x} ${y}L${Math.round(x + 2400 * Math.cos(angle))} ${Math.round(y + 2400 * Math.sin(angle))}`;
  });
  return s("path", { d: rays.join(""), ...stroke(0.9, 0.3) });
}

const LILY =
  "M0 .4C-1-.6-.9-1.6 0-3C.9-1.6 1-.6 0 .4ZM-.3 .2C-.9-.5-2.3-.6-2.2-2C-1.6-1.7-.9-1.2-.3 .2ZM.3 .2C.9-.5 2.3-.6 2.2-2" +
  "C1.6-1.7 .9-1.2 .3 .2ZM-1.3 .2H1.3V.8H-1.3Z";

// A compass rose; half of each point is in the light.
/** @type {(x: number, y: number, r: number) => SVGElement} */
export function drawRose(x, y, r) {
  /** @type {(count: number, first: number, long: number, side: number) => string} */
  const points = (count, first, long, side) =>
    Array.from({ length: count }, (_, at) => {
      const angle = ((first + (360 / count) * at) * Math.PI) / 180;
      const beside = angle + (side * Math.PI) / Math.max(count, 8);
      const [tx, ty] = [Math.sin(angle) * long, -Math.cos(angle) * long].map(round);
      return `M0 0L${tx} ${ty}L${round(Math.sin(beside) * long * 0.3)} ${round(-Math.cos(beside) * long * 0.3)}Z`;
    }).join("");
  /** @type {(count: number, first: number, long: number, tint: string) => SVGElement[]} */
  const star = (count, first, long, tint) => [
    inked(points(count, first, long, -1), "paper", 0.7),
    inked(points(count, first, long, 1), tint, 0.7),
  ];
  return s(
    "g",
    { transform: `translate(${x} ${y})`, class: "rose" },
    s("circle", { r, fill: paint("paper"), stroke: paint("ink"), "stroke-width": 1.2 }),
    s("circle", { r: r * 0.91, ...stroke(0.8) }),
    s("circle", {
      r: r * 0.955,
      ...stroke(r * 0.07, 0.7),
      "stroke-dasharray": `${round(r * 0.0937)} ${round(r * 0.0937)}`,
    }),
    star(16, 11.25, r * 0.62, "green"),
    star(4, 45, r * 0.8, "blue"),
    star(4, 0, r * 1.1, "red"),
    s("circle", { r: r * 0.1, fill: paint("gold"), stroke: paint("ink") }),
    s("path", { d: LILY, fill: paint("red"), transform: `translate(0 ${round(-r * 1.1)}) scale(${round(r * 0.11)})` }),
  );
}

// Hills in rows, with their shade at the right: the light comes from the left.
/** @type {(hills: [number, number, number][]) => SVGElement[]} */
export const drawHills = (hills) => [
  inked(
    hills
      .map(
        ([x, y, h]) =>
          `M${x - h} ${y}C${x - h * 0.6} ${y - h * 0.3} ${x - h * 0.4} ${y - h} ${x} ${y - h}S${x + h * 0.6} ${y - h * 0.3} ${x + h} ${y}`,
      )
      .join(""),
    "land",
    1.3,
  ),
  s("path", {
    d: hills
      .map(([x, y, h]) =>
        [0.1, 0.25, 0.4, 0.55]
          .map(
            (at) =>
              `M${round(x + h * at)} ${round(y - h * (0.92 - at * at))}l${round(h * 0.1)} ${round(h * (0.62 - at))}`,
          )
          .join(""),
      )
      .join(""),
    ...stroke(0.9, 0.8),
  }),
];

/** @type {(trees: Point[]) => SVGElement} */
export const drawWoods = (trees) =>
  s("path", {
    d: trees
      .map(
        ([x, y]) =>
          `M${x} ${y}v-4M${x - 4} ${y - 4}C${x - 5} ${y - 9} ${x - 2} ${y - 13} ${x} ${y - 15}C${x + 2} ${y - 13} ${x + 5} ${y - 9} ${x + 4} ${y - 4}Z`,
      )
      .join(""),
    fill: paint("green"),
    "fill-opacity": 0.5,
    stroke: paint("ink"),
    "stroke-width": 1,
  });

/** @type {(waves: Point[]) => SVGElement} */
export const drawWaves = (waves) =>
  s("path", { d: waves.map(([x, y]) => `M${x} ${y}q4-5 8 0t8 0t8 0`).join(""), ...stroke(1.3, 0.6) });

// Names of seas and lands: in no living language, like those of the covers.
/** @type {(x: number, y: number, size: number, apart: number, word: string) => SVGElement} */
export const drawWord = (x, y, size, apart, word) =>
  s("text", { x, y, "font-size": size, "letter-spacing": apart, class: "chart-word", "aria-hidden": "true" }, word);

// --- arms ---

const SHIELD = "M-.5-.55H.5V.05C.5 .4 .2 .6 0 .7C-.2 .6-.5 .4-.5 .05Z";
const CROWN = "M-.44-.6V-.9H-.26V-.78H-.09V-.9H.09V-.78H.26V-.9H.44V-.6Z"; // a wall, as the arms of towns wear
const PARTED = [
  "M0-.55H.5V.05C.5 .4 .2 .6 0 .7Z",
  "M-.5-.2H.5V.2H-.5Z",
  "M-.5-.55H.5V-.18H-.5Z",
  "M-.5 .05H.5C.5 .4 .2 .6 0 .7C-.2 .6-.5 .4-.5 .05Z",
  "M0-.55H.5V.05H0ZM0 .05V.7C-.2 .6-.5 .4-.5 .05Z",
  "M-.5-.55H-.15L.48 .2C.45 .33 .38 .43 .3 .5L-.5-.25Z",
  "M-.48 .2L0-.25L.48 .2C.45 .36 .38 .45 .3 .5L0 .2L-.3 .5C-.38 .45-.45 .36-.48 .2Z",
  "M-.13-.55H.13V-.16H.5V.1H.13V.64L0 .7L-.13 .64V.1H-.5V-.16H-.13Z",
  "M-.5-.55H.5L0 .7Z",
  "M-.5-.55H-.25V.5C-.4 .38-.5 .25-.5 .05ZM0-.55H.25V.56L0 .7Z",
  "M-.5-.55H.5V-.3H-.5ZM-.5-.05H.5V.05L.47 .2H-.47L-.5 .05Z",
];
const METALS = ["cloth", "gold"];
const COLOURS = ["red", "blue", "green", "purple", "wood"];

// The arms of a place, of our own making: a metal and a colour, parted in one of the ways of heralds; the same for the
// same name.
/** @type {(name: string, size: number) => SVGElement} */
export function drawArms(name, size) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 100_003;
  const metal = METALS[sum % METALS.length];
  const colour = COLOURS[Math.floor(sum / 2) % COLOURS.length];
  const parted = PARTED[Math.floor(sum / 10) % PARTED.length];
  const [field, charge] = Math.floor(sum / 110) % 2 ? [metal, colour] : [colour, metal];
  const line = round(10 / size) / 10 || 0.05;
  return s(
    "g",
    { class: "arms", transform: `scale(${size})` },
    s("path", { d: SHIELD, fill: paint(field) }),
    s("path", { d: parted, fill: paint(charge) }),
    s("path", { d: SHIELD + CROWN, fill: "none", stroke: paint("ink"), "stroke-width": line }),
    s("path", { d: CROWN, fill: paint("gold"), stroke: paint("ink"), "stroke-width": line }),
  );
}

// --- wood ---

// What makes a flat shape a piece of wood: its side in the shade, to be drawn before it, and the light on its edge.
/** @type {(width: number, height: number, r: number, deep?: number) => {side: SVGElement, light: SVGElement}} */
export function woodOf(width, height, r, deep = 2.4) {
  const [x, y] = [-width / 2, -height / 2];
  return {
    side: s("rect", {
      class: "wood-side",
      x: round(x),
      y: round(y + deep),
      width: round(width),
      height: round(height),
      rx: r,
    }),
    light: s("path", {
      class: "wood-light",
      d: `M${round(x + 1.6)} ${round(-y - r)}V${round(y + r)}Q${round(x + 1.6)} ${round(y + 1.6)} ${round(x + r)} ${round(y + 1.6)}H${round(-x - r)}`,
    }),
  };
}
