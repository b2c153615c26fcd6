// The map of trade roads below the pieces: coast, rivers, hills and woods, drawn for the wide map and stretched for the
// small one.

import { chartOf, drawHills, drawLands, drawRose, drawWaves, drawWinds, drawWoods, drawWord } from "/static/art.js";
import { s } from "/static/dom.js";
import { WIDE } from "./layout.js";

/** @import { Layout, Point } from "./layout.js" */

/** @type {Point[]} */
// prettier-ignore
const LAND = [
  [-900, 60], [-60, 62], [0, 58], [16, 44], [24, 8], [60, 2], [110, 6], [140, 18], [152, 30], [166, 20], [190, 6],
  [240, 0], [285, 4], [302, 30], [318, 62], [342, 74], [366, 60], [378, 28], [392, 8], [440, 0], [465, 6], [484, 36],
  [508, 62], [530, 42], [548, 12], [580, 0], [650, 4], [720, 8], [800, 2], [840, 10], [858, 40], [900, 48], [1770, 40],
  [1770, 3000], [-900, 3000],
];
const RIVERS = [
  "M342 70C352 96 366 150 318 196S296 300 286 334S330 424 308 474S300 1500 330 3000",
  "M508 58C540 70 574 96 604 96S700 130 724 146S760 196 752 232S736 330 756 356S776 440 770 474S800 1500 780 3000",
  "M152 24C150 60 176 96 168 138S110 206 128 250S148 330 140 352",
  "M-900 330C-300 300-60 430 0 420S110 424 124 440S150 462 148 474S140 1500 160 3000",
];

/** @type {(layout: Layout) => SVGElement} */
export function drawLand({ name, size: [width, height] }) {
  const id = `chart-roads-${name}`;
  const [wide, high] = WIDE.size;
  const isWide = width === wide;
  return chartOf(id, () => {
    /** @type {(points: Point[]) => Point[]} */
    const at = (points) => points.map(([x, y]) => [(x * width) / wide, (y * height) / high]);
    const rivers = (/** @type {number} */ line, /** @type {string} */ tint) =>
      s("path", { d: RIVERS.join(""), fill: "none", stroke: `var(--cover-${tint})`, "stroke-width": line });
    return [
      isWide && drawWinds(735, 205),
      drawLands(`${id}-lands`, [at(LAND)], isWide ? 0.6 : 0.4),
      s("g", { transform: `scale(${width / wide} ${height / high})` }, rivers(5, "ink"), rivers(3.4, "sea")),
      isWide && drawCountry(),
    ];
  });
}

// What a wide map has room for; some of it is seen only where the window is higher than the map.
const drawCountry = () => [
  drawWaves([
    [320, 20],
    [355, 34],
    [500, 16],
    [60, -30],
    [240, -24],
    [620, -28],
    [760, -18],
  ]),
  drawHills([
    [470, 404, 12],
    [488, 408, 15],
    [240, 500, 16],
    [262, 504, 12],
    [500, 506, 14],
    [690, 500, 17],
    [716, 504, 13],
  ]),
  drawWoods([
    [112, 66],
    [122, 70],
    [118, 170],
    [128, 176],
    [122, 182],
    [95, 300],
    [105, 306],
    [440, 130],
    [450, 136],
    [330, 415],
    [340, 420],
    [700, 275],
    [710, 281],
    [470, 345],
    [60, 500],
    [72, 506],
    [400, 504],
    [412, 510],
    [830, 500],
    [842, 505],
  ]),
  drawRose(735, 205, 27),
  drawWord(205, 318, 17, 5, "WESTPHALIA"),
  drawWord(592, 217, 15, 4, "SAXONIA"),
  drawWord(742, 300, 14, 3, "MARCHIA"),
  drawWord(150, 92, 13, 3, "FRISIA"),
  drawWord(435, -28, 15, 7, "MARE GERMANICVM"),
];
