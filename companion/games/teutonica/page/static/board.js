// The board: cities with their offices, routes with their houses, markers, the table beside Coellen.

/** @import { City, Side, TeutonicaState } from "./teutonica.js" */

import { s } from "/static/dom.js";
import { t } from "./words.js";

const WIDTH = 1200;
const HEIGHT = 780;
const OFFICE = 20;

/** @type {(city: City) => [number, number]} */
const at = ({ map: [x, y] }) => [60 + (x / 100) * (WIDTH - 150), 50 + (y / 100) * (HEIGHT - 130)];

// A piece is written `red merchant`; a trader is a square, a merchant a disc.
/** @type {(piece: string, x: number, y: number, size: number) => Element} */
function piece(name, x, y, size) {
  const [player, kind] = name.split(" ");
  const shape =
    kind === "merchant"
      ? s("circle", { cx: x, cy: y, r: size / 2 })
      : s("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size });
  return s("g", { class: `piece seat-${player}` }, s("title", {}, name), shape);
}

/** @type {(board: Side, game: TeutonicaState | null) => Element} */
export function drawBoard(board, game) {
  const places = new Map(board.cities.map((city) => [city.id, at(city)]));
  return s(
    "svg",
    { class: "map", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("map") },
    board.routes.map((route) => drawRoute(route, places, game)),
    board.cities.map((city) => drawCity(city, game)),
    game && drawTable(game),
  );
}

/** @type {(route: Side["routes"][number], places: Map<string, [number, number]>, game: TeutonicaState | null) => Element} */
function drawRoute(route, places, game) {
  const [x1, y1] = places.get(route.ends[0]) ?? [0, 0];
  const [x2, y2] = places.get(route.ends[1]) ?? [0, 0];
  const houses = game?.routes[route.id] ?? Array(route.houses).fill(null);
  const marker = game?.markers[route.id];
  // Houses keep clear of the offices at both ends.
  /** @type {(share: number) => [number, number]} */
  const along = (share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  const spots = houses.map((_, index) => along(0.26 + (0.48 * (index + 0.5)) / houses.length));
  const [mx, my] = along(0.5);
  return s(
    "g",
    { class: "route", "data-place": `route.${route.id}` },
    s("line", { x1, y1, x2, y2 }),
    houses.map((there, index) =>
      there
        ? piece(there, ...spots[index], 17)
        : s("rect", { class: "house", x: spots[index][0] - 7, y: spots[index][1] - 7, width: 14, height: 14 }),
    ),
    route.tavern && !marker && s("circle", { class: "tavern", cx: mx, cy: my - 20, r: 6 }),
    marker && s("text", { class: "marker", x: mx, y: my - 16 }, game.marker_names[marker]),
  );
}

/** @type {(city: City, game: TeutonicaState | null) => Element} */
function drawCity(city, game) {
  const [x, y] = at(city);
  const there = game?.offices[city.id];
  const extra = there?.extra ?? [];
  const count = extra.length + city.offices.length;
  const left = x - ((count - 1) * (OFFICE + 3)) / 2;
  const owner = game?.control[city.id];
  return s(
    "g",
    { class: `city${owner ? ` owned seat-${owner}` : ""}`, "data-place": `city.${city.id}` },
    s("rect", {
      class: "wall",
      x: left - OFFICE / 2 - 5,
      y: y - OFFICE / 2 - 5,
      width: count * (OFFICE + 3) + 7,
      height: OFFICE + 10,
      rx: 5,
    }),
    extra.map((name, index) => piece(name, left + index * (OFFICE + 3), y, OFFICE - 5)),
    city.offices.map((office, index) => {
      const ox = left + (extra.length + index) * (OFFICE + 3);
      const taken = there?.spaces[index];
      const shape =
        office.kind === "merchant"
          ? s("circle", { class: `office ${office.privilege}`, cx: ox, cy: y, r: OFFICE / 2 })
          : s("rect", {
              class: `office ${office.privilege}`,
              x: ox - OFFICE / 2,
              y: y - OFFICE / 2,
              width: OFFICE,
              height: OFFICE,
            });
      return s(
        "g",
        {},
        shape,
        taken ? piece(taken, ox, y, OFFICE - 6) : office.coin && s("text", { class: "coin", x: ox, y: y + 4 }, "1"),
      );
    }),
    s("text", { class: "name", x, y: y + 30 }, city.name),
    city.ability && s("text", { class: "ability", x, y: y - 20 }, t(`ability.${city.ability}`)),
  );
}

// The table beside Coellen: what each space is worth, and whose merchant is there.
/** @type {(game: TeutonicaState) => Element} */
function drawTable(game) {
  return s(
    "g",
    { class: "table" },
    Object.entries(game.coellen).map(([points, player], index) => {
      const x = 40 + index * 30;
      return s(
        "g",
        {},
        s("circle", { class: "office", cx: x, cy: HEIGHT - 24, r: 12 }),
        player ? piece(`${player} merchant`, x, HEIGHT - 24, 16) : s("text", { x, y: HEIGHT - 20 }, points),
      );
    }),
  );
}
