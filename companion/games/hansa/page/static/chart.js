// The chart below the pieces: the Baltic as on an old sea chart, the ways that ships take on it, and the ship.

/** @import { City } from "./hansa.js" */

import {
  chartOf,
  drawHills,
  drawLands,
  drawRose,
  drawWaves,
  drawWinds,
  drawWoods,
  drawWord,
  inked,
  round,
} from "/static/art.js";
import { s } from "/static/dom.js";
import { coast, ways } from "./coast.js";

/**
 * @typedef {[number, number]} Point
 * @typedef {(place: Point) => Point} Placer from the units of the board file to those of a layout
 */

const STEPS = 12; // of a way, from one of its points to the next
const WHALE = "M-22 8C-20-8 4-12 18 2C22 0 25-5 25-9C28-6 30-6 34-9C34-2 28 4 24 8C10 12-10 12-22 8Z";

/** @type {(isTall: boolean, at: Placer) => SVGElement} */
export function drawChart(isTall, at) {
  const id = isTall ? "chart-baltic-tall" : "chart-baltic";
  return chartOf(id, () => {
    const [x, y] = at(isTall ? [90, 93] : [91, 88]);
    const lands = coast.map((land) => land.map(at));
    /** @type {(places: Point[]) => Point[]} */
    const all = (places) => places.map(at);
    return [
      drawWinds(round(x), round(y)),
      drawLands(`${id}-lands`, lands, isTall ? 0.7 : 1),
      drawWaves(
        all([
          [66, 8],
          [4, 34],
          [56, 62],
          [40, 78],
          [70, 35],
          [24, 36],
          [34, 72],
          [60, 20],
          [67, 66],
          [13, 84],
        ]),
      ),
      drawRose(round(x), round(y), isTall ? 32 : 62),
      isTall ? null : drawInland(at),
    ];
  });
}

// What a wide chart has room for.
/** @type {(at: Placer) => any[]} */
function drawInland(at) {
  /** @type {(places: [number, number, number][]) => [number, number, number][]} */
  const tall = (places) => places.map(([x, y, high]) => [...at([x, y]), high]);
  const [whale_x, whale_y] = at([64, 3]).map(round);
  return [
    drawHills(
      tall([
        [33, 23, 22],
        [36, 20, 26],
        [41, 25, 18],
        [38, 36, 20],
        [42, 34, 24],
        [46, 10, 16],
        [3, 1, 22],
        [-1, 3, 18],
        [72, 97, 20],
        [77, 99, 15],
      ]),
    ),
    drawWoods(
      [
        [29, 27],
        [31, 28.5],
        [30, 31],
        [33, 41],
        [35, 43],
        [3, 96],
        [6, 98],
        [9, 96.5],
        [5, 66],
        [7, 68],
        [4, 70],
        [98, 38],
        [100, 40],
        [97, 41],
        [97, 66],
        [99, 68],
        [53, 97],
        [56, 98.5],
        [29, 97],
        [31, 99],
      ].map(([x, y]) => at([x, y])),
    ),
    s(
      "g",
      { transform: `translate(${whale_x} ${whale_y})` },
      inked(WHALE, "blue", 1.2),
      s("path", {
        d: "M-8-8C-9-15-14-16-17-14M-8-8C-7-15-2-17 1-14M-28 10q5-5 10 0t10 0t10 0t10 0t10 0t10 0",
        fill: "none",
        stroke: "var(--cover-ink)",
      }),
    ),
    drawWord(...at([38, 13]), 32, 12, "SVECIA"),
    drawWord(...at([42, 98]), 28, 10, "PRVSSIA"),
    drawWord(...at([94, 62]), 22, 2, "LIVONIA"),
    drawWord(...at([5.5, 62]), 20, 1, "DANIA"),
    drawWord(...at([65, 27.8]), 20, 5, "MARE"),
    drawWord(...at([65, 31.3]), 18, 2, "BALTICVM"),
  ];
}

// The way from one city to another, as points close to each other: through the waters that it is given, or else bent a
// little to the right, so that two that run against each other stay apart. It begins and ends next to the cities.
/** @type {(from: City, to: City, at: Placer, r: number) => Point[]} */
export function wayOf(from, to, at, r) {
  const [start, end] = [at(from.map), at(to.map)];
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const through = ways[`${from.id} ${to.id}`];
  /** @type {Point} */
  const aside = [(start[0] + end[0]) / 2 - dy * 0.07, (start[1] + end[1]) / 2 + dx * 0.07];
  const points = [start, ...(through ? through.map(at) : [aside]), end];
  /** @type {Point[]} */
  const way = [];
  for (let leg = 0; leg + 1 < points.length; leg++) {
    const [before, a, b, after] = [
      points[leg - 1] ?? points[leg],
      points[leg],
      points[leg + 1],
      points[leg + 2] ?? points[leg + 1],
    ];
    for (let step = 0; step < STEPS; step++) way.push(between(before, a, b, after, step / STEPS));
  }
  way.push(end);
  const far = (/** @type {Point} */ [x, y], /** @type {Point} */ [ox, oy]) => Math.hypot(x - ox, y - oy);
  const first = way.findIndex((point) => far(point, start) >= r + 8);
  const last = way.findLastIndex((point) => far(point, end) >= r + 14);
  return way.slice(first, Math.max(last, first + 1) + 1);
}

// A point of a line that is smooth and leads through all that it is given (Catmull and Rom).
/** @type {(p0: Point, p1: Point, p2: Point, p3: Point, t: number) => Point} */
function between(p0, p1, p2, p3, t) {
  /** @type {(axis: 0 | 1) => number} */
  const on = (axis) => {
    const [a, b, c, d] = [p0[axis], p1[axis], p2[axis], p3[axis]];
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
  };
  return [on(0), on(1)];
}

/** @type {(way: Point[], attributes: Record<string, string>, badge?: Element | false | null) => Element} */
export function drawRoute(way, attributes, badge = null) {
  const half = Math.round(way.length * 0.55);
  return s(
    "g",
    attributes,
    s("path", { d: `M${way.map((point) => point.map(round)).join("L")}`, class: "way" }),
    drawHead(way, half),
    drawHead(way, way.length - 1),
    badge,
  );
}

/** @type {(way: Point[], at: number) => Element} */
function drawHead(way, at) {
  const [x, y] = way[at];
  const [from_x, from_y] = way[Math.max(at - 2, 0)];
  const turn = round((Math.atan2(y - from_y, x - from_x) * 180) / Math.PI);
  return s("path", { d: "M-9-8L7 0L-9 8L-5 0z", transform: `translate(${round(x)} ${round(y)}) rotate(${turn})` });
}

// A cog under sail, light from the left.
export const drawShip = () => [
  s("ellipse", { cx: 1, cy: 16, rx: 29, ry: 5, class: "ship-shadow" }),
  s("path", { d: "M0-37C6-40 10-35 17-38C14-35 15-33 17-31C11-30 6-35 0-32z", class: "flag" }),
  s("path", { d: "M-1 9V-38H1.5V9Z", class: "mast" }),
  s("path", { d: "M-16-29C-12-26 13-26 17-30C22-19 22-9 18 1C9 6-9 6-15 3C-11-7-12-19-16-29z", class: "sail" }),
  s("path", {
    d: "M-9-27C-5-17-5-6-8 4L-1 5C1-6 1-17-1-27zM6-27C9-18 9-7 6 5L13 3C16-7 15-17 12-28z",
    class: "sail red",
  }),
  s("path", { d: "M-26 2C-24 12-19 17-12 17.5H14C21 17 25 11 27.5 0C20 5.5-18 7-26 2z", class: "hull" }),
  s("path", { d: "M-29-6H-15V4C-20 5-24 4-26 2zM20-6H31V-1L27.5 0C25 3 22 4 20 4.5z", class: "castle" }),
  s("path", { d: "M-25 6C-16 10 18 10 26 4M-22 11C-14 14 16 14 23 9", class: "plank" }),
];
