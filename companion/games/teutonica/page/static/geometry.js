// From a layout and a side of the board to where each plate, office, house and marker stands; pure, for tests to measure.

/**
 * @import { Side } from "./teutonica.js"
 * @import { Layout, Point } from "./layout.js"
 * @typedef {{x: number, y: number, width: number, height: number}} Box from its top left
 * @typedef {{at: Point, plate: Box, name: Point, offices: Point[]}} CityPlace
 * @typedef {{road: [Point, Point, Point], houses: Point[], middle: Point, marker: Point, toRoute: number}} RoutePlace
 */

const THIN = /[ijl -]/;
const NARROW = /[frt]/;
const BROAD = /[mwMW]/;
const CLOSEST = 0.76; // of the width of an office: at least this much of each is seen
const SIGN = 17; // of an ability next to the name, and of who controls the city next to its offices

// About as wide as a name is in bold type; the browser tests compare.
/** @type {(name: string, font: number) => number} */
export const widthOf = (name, font) =>
  [...name].reduce(
    (sum, letter) => sum + (THIN.test(letter) ? 0.37 : NARROW.test(letter) ? 0.5 : BROAD.test(letter) ? 1.05 : 0.71),
    0,
  ) * font;

// The plate of a city: its name above its offices, extra ones at the left. It is as wide as the printed ones need; where
// extra ones come they all stand closer, and only then it grows.
/** @type {(layout: Layout, city: Side["cities"][number], extra?: number) => CityPlace} */
export function placeCity(layout, city, extra = 0) {
  const [x, y] = layout.cities[city.id];
  const { font, office } = layout;
  const isWide = layout.letters > 9;
  const [sign, margin] = isWide ? [SIGN, 4] : [0, 1];
  const printed = city.offices.length * (office + 1) - 1;
  const named = widthOf(city.name.slice(0, layout.letters), font) + (city.ability ? sign : 0);
  const count = city.offices.length + extra;
  const close = (count - 1) * office * CLOSEST + office;
  const width = Math.max(named, printed + sign, close + sign) + 2 * margin;
  const height = font + office + (isWide ? 9 : 2);
  const top = y - height / 2;
  const room = width - 2 * margin - sign;
  const pitch = Math.min(office + 1, (room - office) / Math.max(count - 1, 1));
  const row = (count - 1) * pitch + office;
  // In the middle, unless the sign of who controls the city needs the room at the right.
  const begins = Math.min(x - row / 2, x + width / 2 - sign - row - margin + 1);
  return {
    at: [x, y],
    plate: { x: x - width / 2, y: top, width, height },
    name: [x + (city.ability ? sign / 2 : 0), top + font * (isWide ? 1.06 : 0.92)],
    offices: Array.from({ length: count }, (_, index) => [
      begins + office / 2 + index * pitch,
      top + height - office / 2 - (isWide ? 3 : 1),
    ]),
  };
}

// How far from the middle of a box its edge is in a direction.
/** @type {(box: Box, dx: number, dy: number) => number} */
const reach = (box, dx, dy) =>
  Math.min(box.width / 2 / Math.max(Math.abs(dx), 1e-9), box.height / 2 / Math.max(Math.abs(dy), 1e-9));

/** @type {(layout: Layout, route: Side["routes"][number], from: CityPlace, to: CityPlace) => RoutePlace} */
export function placeRoute(layout, route, from, to) {
  const hint = layout.routes[route.id] ?? {};
  const [dx, dy] = [to.at[0] - from.at[0], to.at[1] - from.at[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const begins = reach(from.plate, ux, uy);
  const ends = length - reach(to.plate, ux, uy);
  const along = (begins + ends) / 2;
  /** @type {Point} */
  const middle = hint.at ?? [from.at[0] + ux * along, from.at[1] + uy * along];
  const angle = hint.lies === undefined ? Math.atan2(uy, ux) : (hint.lies * Math.PI) / 180;
  const [hx, hy] = [Math.cos(angle), Math.sin(angle)];
  // Houses stand upright: on a slanting road they are farther apart, so as not to touch.
  const slant = 1 / Math.max(Math.abs(hx), Math.abs(hy));
  const houses = Array.from({ length: route.houses }, (_, index) => {
    const by = (index - (route.houses - 1) / 2) * layout.pitch * slant;
    return /** @type {Point} */ ([middle[0] + hx * by, middle[1] + hy * by]);
  });
  const side = typeof hint.marker === "number" ? hint.marker : -1;
  /** @type {Point} */
  const off = Array.isArray(hint.marker)
    ? hint.marker
    : [-hy * side * layout.clear * slant, hx * side * layout.clear * slant];
  return {
    road: [from.at, middle, to.at],
    houses,
    middle,
    marker: [middle[0] + off[0], middle[1] + off[1]],
    toRoute: Math.atan2(-off[1], -off[0]),
  };
}

/** @type {(layout: Layout, side: Side, extras?: Record<string, number>) => {cities: Record<string, CityPlace>, routes: Record<string, RoutePlace>}} */
export function placeAll(layout, side, extras = {}) {
  const printed = Object.fromEntries(side.cities.map((city) => [city.id, placeCity(layout, city)]));
  // A route stays where it is when a city grows.
  const routes = Object.fromEntries(
    side.routes.map((route) => [route.id, placeRoute(layout, route, printed[route.ends[0]], printed[route.ends[1]])]),
  );
  const cities = Object.fromEntries(side.cities.map((city) => [city.id, placeCity(layout, city, extras[city.id])]));
  return { cities, routes };
}

/** @type {(at: Point, size: number) => Box} */
export const boxAround = ([x, y], size) => ({ x: x - size / 2, y: y - size / 2, width: size, height: size });

// How far two boxes lie on one another; zero and less: they do not.
/** @type {(one: Box, other: Box) => number} */
export const overlap = (one, other) =>
  Math.min(
    Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
    Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
  );

// Everything on a map that a word may not cover; of markers, those of the routes that have one.
/** @type {(layout: Layout, places: ReturnType<typeof placeAll>, marked: string[]) => Box[]} */
export const obstacles = (layout, { cities, routes }, marked) => [
  ...Object.values(cities).map(({ plate }) => plate),
  ...Object.values(routes).flatMap(({ houses }) => houses.map((at) => boxAround(at, layout.house))),
  ...marked.map((id) => boxAround(routes[id].marker, 2 * layout.token)),
  tableBox(layout),
  linkBox(layout),
];

const LINK_SIZE = [90, 24];

/** @type {(layout: Layout) => Box} */
export const linkBox = ({ link: [x, y] }) => ({
  x: x - LINK_SIZE[0] / 2,
  y: y - LINK_SIZE[1] / 2,
  width: LINK_SIZE[0],
  height: LINK_SIZE[1],
});

/** @type {(layout: Layout) => Box} */
export function tableBox(layout) {
  const size = layout.letters > 9 ? 20 : layout.office;
  const [x, y] = layout.table;
  const width = 4 * (size + 2) + 6;
  return { x: x - width / 2, y: y - size / 2 - 3, width, height: size + 6 };
}

// Where a word goes that belongs to a spot: below, above, or to the side that is free; else nowhere.
/** @type {(layout: Layout, spot: Point, word: string, taken: Box[]) => Point | null} */
export function besideSpot({ font, token, size: [width, height] }, [x, y], word, taken) {
  const half = widthOf(word, font) / 2;
  const far = token + 3;
  /** @type {Point[]} */
  const middles = [
    [x, y + far + font / 2],
    [x, y - far - font / 2],
    [x + far + half, y],
    [x - far - half, y],
    [x + half / 2, y + far + font / 2],
    [x - half / 2, y + far + font / 2],
    [x + half / 2, y - far - font / 2],
    [x - half / 2, y - far - font / 2],
  ];
  /** @type {(middle: Point) => Box} */
  const box = ([mx, my]) => ({ x: mx - half, y: my - font / 2, width: 2 * half, height: font });
  const isIn = (/** @type {Box} */ b) => b.x >= 0 && b.y >= 0 && b.x + b.width <= width && b.y + b.height <= height;
  return middles.find((middle) => isIn(box(middle)) && !taken.some((each) => overlap(each, box(middle)) > 0)) ?? null;
}
