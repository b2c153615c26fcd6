// The map: our own Baltic with nine cities, one-way routes, the ship, booths and warehouses.
//
// Everything stands where the board file's `map` says. A tall screen gets a tall map: places are stretched, what stands
// there keeps its size.

/**
 * @import { City, HansaScene, HansaState, Map as Chart } from "./hansa.js"
 * @import { Voyage } from "./table.js"
 * @import { Action, Actions } from "./table.js"
 * @typedef {[number, number]} Point
 * @typedef {{x: number, y: number, width: number, height: number, r: number, space: number, sign: number, isTall: boolean}} Layout
 *   how far apart places are; of a city's disc; of a warehouse's space; of what is written on a stack
 * @typedef {HansaScene["unseen"] | null} Unseen
 * @typedef {{isTall?: boolean, table?: Actions | null, unseen?: Unseen, isChecked?: boolean, voyage?: Voyage | null}} Options
 */

import { drawArms, round, woodOf } from "/static/art.js";
import { h, s } from "/static/dom.js";
import { naming, say } from "/static/words.js";
import { cityName, named, t } from "./words.js";
import { drawChart, drawRoute, drawShip, wayOf } from "./chart.js";
import { nameOf, tile } from "./goods.js";
import { pieceName } from "./pieces.js";

const told = naming(t, {
  declared: say("no reader sees it: it stands where the moves have put it"),
  assumed: say("not seen since the start: it should stand where it was"),
});

// What is written on the map is at least 12 pixels high on the smallest screen that each of them is made for.
const WIDE = { x: 10.4, y: 7.2, width: 1040, height: 700, r: 22, space: 43, sign: 19, isTall: false };
const TALL = { x: 4.8, y: 5.1, width: 480, height: 500, r: 18, space: 34, sign: 17.6, isTall: true };

/** @type {(isTall: boolean) => Layout} */
export const layoutOf = (isTall) => (isTall ? TALL : WIDE);

/** @type {(layout: Layout) => (place: Point) => Point} */
function placer(layout) {
  const top = layout.isTall ? 36 : 52;
  return ([x, y]) => [(layout.isTall ? 8 : 18) + x * layout.x * 0.96, top + y * layout.y * 0.9];
}

// What no reader sees is drawn with dashes; what has not been seen since the start has a question mark too.
/** @type {(unseen: Unseen, place: string, piece: string) => string} */
const knownAs = (unseen, place, piece) => unseen?.[place]?.[piece] ?? "seen";
/** @type {(known: string) => string} */
const saidOf = (known) => (known === "seen" ? "" : `, ${told(known)}`);

/** @type {(x: number, y: number, words: string) => Element} */
function badge(x, y, words) {
  return s(
    "g",
    { class: "badge", transform: `translate(${round(x)} ${round(y)})` },
    s("circle", { r: 10 }),
    s("text", { y: 5.5, "text-anchor": "middle" }, "?"),
    s("title", {}, words),
  );
}

/** @type {(city: City, game: HansaState, x: number, y: number, sign: number, unseen: Unseen) => Element[]} */
function drawStacks(city, game, x, y, sign, unseen) {
  const stacks = Object.keys(game.players)
    .filter((player) => game.players[player].booths[city.id])
    .map((player) => {
      const count = game.players[player].booths[city.id];
      const label = `${named(`seat.${player}.short`)}${count}`;
      return { player, count, label, width: sign * (label.length > 2 ? 2.45 : 1.95) };
    });
  let left = x - (stacks.reduce((sum, { width }) => sum + width + 3, 0) - 3) / 2;
  return stacks.map(({ player, count, label, width }) => {
    const place = left + width / 2;
    left += width + 3;
    const leads = game.majority[city.id] === player;
    const known = knownAs(unseen, `city.${city.id}`, `booth.${player}`);
    const wood = woodOf(width, sign * 1.36, 6);
    return s(
      "g",
      {
        class: `stack seat-${player} known-${known}${leads ? " leads" : ""}`,
        transform: `translate(${round(place)} ${y})`,
      },
      wood.side,
      s("rect", { class: "face", x: -width / 2, y: -sign * 0.68, width, height: sign * 1.36, rx: 6 }),
      wood.light,
      s("text", { y: sign * 0.36, "text-anchor": "middle" }, label),
      leads && s("path", { class: "crown", d: `M-9 ${1 - sign * 0.72}l-2 -10l6 5l5 -8l5 8l6 -5l-2 10z` }),
      s(
        "title",
        {},
        `${t(say("{player}: 1 booth", "{player}: {count} booths"), { player: game.names[player], count })}${leads ? `, ${t("majority")}` : ""}${saidOf(known)}`,
      ),
      known === "assumed" &&
        badge(width / 2 - 2, -sign * 0.7, t("not seen since the start: it should stand where it was")),
    );
  });
}

/** @type {(element: SVGElement, action: Action, key: string) => SVGElement} */
function acting(element, { label, action, means, entry }, key) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.setAttribute("data-key", key);
  element.setAttribute("data-means", means);
  if (entry) element.setAttribute("data-what-if", JSON.stringify(entry));
  element.classList.add("acts");
  element.onclick = action;
  element.onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      action();
    }
  };
  return element;
}

/** @type {(city: City, game: HansaState | null, x: number, y: number, layout: Layout, table: Actions | null) => Element[]} */
function drawSpaces(city, game, x, y, { space, isTall }, table) {
  const stock = game?.warehouses?.[city.id] ?? Array.from({ length: city.spaces }, () => null);
  return stock.map((good, index) => {
    const place = x + (index - (stock.length - 1) / 2) * (space + 4);
    const isNext = game?.fill && game.fill.city === city.id && game.fill.space === index + 1;
    const box = s("rect", {
      x: place - space / 2,
      y: y - space / 2,
      width: space,
      height: space,
      rx: 7,
      class: `space${isNext ? " next" : ""}`,
    });
    if (!good) return s("g", { "data-why": `warehouse.${city.id}.empty` }, box, s("title", {}, t("empty")));
    const buy = table?.buys?.(city.id, good);
    // Where it can be pressed it is large enough for a finger, though it is drawn smaller.
    const reach =
      buy &&
      isTall &&
      s("rect", { x: place - space / 2 - 6, y: y - 30, width: space + 12, height: 60, class: "reach" });
    const group = s(
      "g",
      { class: "stocked", "data-piece": `marker.${good}`, "data-why": `warehouse.${city.id}.${good}` },
      reach,
      box,
      tile(good, place, y, space - 4),
    );
    return buy ? acting(group, buy, `buy-${city.id}-${index}-${good}`) : group;
  });
}

// On which side of a city its goods lie: at the right, unless there is too little room for them, or what lies next to
// them on a tall map.
/** @type {(city: City, layout: Layout) => 1 | -1} */
const sideOf = ({ map: [along] }, { isTall }) => (isTall && (along > 75 || (along > 52 && along < 60)) ? -1 : 1);

// Names stand above their city; where a tall map is narrow they give way to what stands next to them.
/** @type {(city: City, x: number, y: number, layout: Layout) => Record<string, any>} */
function namePlace(city, x, y, { r, sign, isTall }) {
  const [along] = city.map;
  const above = y - r - 9;
  if (!isTall) return { x: x + r + 8, y: above, "text-anchor": "start" };
  if (along > 75) return { x: x + r, y: above, "text-anchor": "end" };
  if (along > 20)
    return along < 40
      ? { x: x - r, y: y + r + sign * 3.1, "text-anchor": "start" }
      : { x: x + 4, y: above - 6, "text-anchor": "middle" };
  return { x: x - r, y: above - 6, "text-anchor": "start" };
}

/** @type {(city: City, x: number, y: number, end: number, layout: Layout) => any[]} */
function drawGuesses(city, x, y, end, { r, space }) {
  /** @type {(key: string, x: number, y: number) => Element | false | undefined} */
  const guess = (key, ...place) =>
    city.guesses?.includes(key) &&
    badge(...place, `${cityName(city)}, ${named(`board.${key}`)}: ${t("a guess: please check")}`);
  return [guess("number", x - r * 0.8, y - r * 0.8), guess("spaces", end, y - space / 2)];
}

// What lies in a city, for the page to draw it on its way when it moves.
/** @type {(city: City, game: HansaState) => string} */
const holds = (city, { players, warehouses }) =>
  [
    ...Object.keys(players).flatMap((player) => Array(players[player].booths[city.id] ?? 0).fill(`seat-${player}`)),
    ...(warehouses[city.id] ?? []).flatMap((good) => good ?? []).map((good) => `good-${good.slice(0, -1)}`),
  ].join(" ");

/** @type {(city: City, game: HansaState | null, layout: Layout, options: Required<Options>) => Element} */
function drawCity(city, game, layout, { table, unseen, isChecked, voyage }) {
  const { r, space, sign } = layout;
  const [x, y] = placer(layout)(city.map);
  const isLit = game?.lit?.includes(city.id);
  const disc = s(
    "g",
    { class: `city${isLit ? " lit" : ""}${game?.ship === city.id ? " harbour" : ""}` },
    s("circle", { cx: x, cy: y, r: r + 22, class: "reach" }),
    isLit && s("circle", { cx: x, cy: y, r: r + 7, class: "halo" }),
    s("g", { transform: `translate(${round(x)} ${round(y)})` }, drawArms(city.id, r * 2.1)),
    s("circle", { cx: x, cy: y, r: r * 0.66, class: "disc" }),
    s("text", { x, y: y + r * 0.33, "text-anchor": "middle", class: "number" }, city.number),
  );
  const go = table?.goes?.(city.id);
  // With the number that is seen there: whoever speaks to the machine says what they see.
  if (go) acting(disc, { ...go, label: `${go.label}, ${city.number}` }, `city-${city.id}`);
  const side = sideOf(city, layout);
  const width = city.spaces * (space + 4);
  return s(
    "g",
    {
      "data-key": `at-${city.id}`,
      "data-place": `city.${city.id}`,
      "data-holds": game && holds(city, game),
      "data-owner": game?.majority[city.id],
      class: `place${isLit ? " lit" : ""}${voyage?.acted === city.id ? " acted" : ""}`,
    },
    voyage?.acted === city.id && s("circle", { cx: x, cy: y, r: r + 15, class: "trace" }),
    disc,
    drawSpaces(city, game, x + side * (r + (layout.isTall ? 4 : 10) + width / 2), y, layout, table),
    s("text", { ...namePlace(city, x, y, layout), class: "name" }, cityName(city)),
    game && drawStacks(city, game, x + side * (r + 10), y + r + sign * 1.4, sign, unseen),
    isChecked && drawGuesses(city, x, y, x + side * (r + 10 + width), layout),
  );
}

// Pieces that lie where the game has none: each is there to be taken.
/** @type {(strays: Record<string, string>, cities: Record<string, City>, layout: Layout) => Element[]} */
function drawStrays(strays, cities, layout) {
  /** @type {Record<string, number>} */
  const many = {};
  const { r, sign } = layout;
  return Object.entries(strays).map(([piece, id]) => {
    const [x, y] = placer(layout)(cities[id].map);
    const side = sideOf(cities[id], layout);
    const along = (many[id] = (many[id] ?? -1) + 1);
    const label = t("{piece}, lies in {city} and does not belong there", {
      piece: pieceName(piece),
      city: cityName(cities[id]),
    });
    const [kind, what] = piece.split(".");
    return s(
      "g",
      {
        class: `stray seat-${kind === "booth" ? what : "any"}`,
        transform: `translate(${round(x + side * (r + 8 + along * 36))} ${round(y + r + sign * 3.2)})`,
        "data-piece": piece,
        "data-key": `stray-${piece}`,
        role: "button",
        tabindex: "0",
        "aria-label": label,
      },
      s("circle", { r: 24, class: "reach" }),
      s("circle", { r: 18, class: "ring" }),
      kind === "marker"
        ? tile(what, 0, 0, 24)
        : s("g", { transform: "translate(-11 -12) scale(0.92)" }, s("path", { d: "M3 10L12 3l9 7v11H3z" })),
      s("title", {}, label),
    );
  });
}

// What the map says, as sentences for those who do not see it.
/** @type {(board: Chart, game: HansaState | null, unseen: Unseen, isChecked: boolean) => Element} */
function describe(board, game, unseen, isChecked) {
  const told = board.cities.map((city) => {
    const routes = city.routes.flatMap((id) => board.cities.filter((one) => one.id === id).map(cityName)).join(", ");
    const parts = [`${city.number} ${cityName(city)}`, t("arrows to {cities}", { cities: routes })];
    /** @type {(piece: string) => string} */
    const known = (piece) => saidOf(knownAs(unseen, `city.${city.id}`, piece));
    if (isChecked)
      parts.push(...(city.guesses ?? []).map((key) => `${named(`board.${key}`)}: ${t("a guess: please check")}`));
    if (game) {
      if (game.ship === city.id) parts.push(`${t("the ship is here")}${known("ship")}`);
      const stock = game.warehouses[city.id].map((good) => (good ? nameOf(good) : t("empty"))).join(", ");
      parts.push(`${t("warehouse")}: ${stock}`);
      for (const [player, its] of Object.entries(game.players)) {
        const count = its.booths[city.id];
        if (count)
          parts.push(
            `${t(say("{player}: 1 booth", "{player}: {count} booths"), { player: game.names[player], count })}${game.majority[city.id] === player ? ` (${t("majority")})` : ""}${known(`booth.${player}`)}`,
          );
      }
      if (game.lit.includes(city.id)) parts.push(t("may be chosen now"));
    }
    return h("li", {}, parts.join("; "));
  });
  return h("ul", { class: "unseen" }, told);
}

// Draws the map; `table` says what may be done by clicking, and where the ship really stands; `unseen` which pieces no
// reader sees. While the board itself is checked, what is only guessed of it is marked.
/** @type {(board: Chart, game: HansaState | null, options?: Options) => Element} */
export function drawBoard(
  board,
  game,
  { isTall = false, table = null, unseen = null, isChecked = false, voyage = null } = {},
) {
  const layout = layoutOf(isTall);
  const at = placer(layout);
  const byId = Object.fromEntries(board.cities.map((city) => [city.id, city]));
  const routes = board.cities.flatMap((city) =>
    city.routes.map((to) => {
      const open = game && game.ship === city.id && game.lit.includes(to) && game.phase === "actions";
      const guessed = isChecked && city.guesses?.includes("routes");
      const way = wayOf(city, byId[to], at, layout.r);
      return drawRoute(
        way,
        {
          class: `route${open ? " open" : ""}${voyage?.sailed.has(`${city.id} ${to}`) ? " sailed" : ""}`,
          "data-way": `${city.id} ${to}`,
        },
        guessed && badge(...way[Math.round(way.length / 4)], `${cityName(city)}: ${t("a guess: please check")}`),
      );
    }),
  );
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      class: `map${isTall ? " tall" : ""}`,
      role: "group",
      "aria-label": t("Map of the Baltic"),
    },
    drawChart(layout.isTall, at),
    routes,
    board.cities.map((city) => drawCity(city, game, layout, { table, isTall, unseen, isChecked, voyage })),
    unseen &&
      !isTall &&
      Object.keys(unseen).length > 0 &&
      s(
        "text",
        { x: layout.width - 14, y: layout.height - 12, "text-anchor": "end", class: "caption" },
        t("Dashed: not seen by a reader"),
      ),
  );
  if (game && table?.strays) svg.append(...drawStrays(table.strays, byId, layout));
  if (game?.ship) {
    /** @type {(city: City) => Point} */
    const berth = (city) => {
      const [x, y] = at(city.map);
      const side = -sideOf(city, layout);
      return [round(x + side * (layout.r + 20)), round(y + layout.r * 0.5)];
    };
    const stands = byId[table?.ship ?? game.ship] ?? byId[game.ship];
    const place = berth(stands);
    if (stands.id !== game.ship) {
      svg.append(
        s(
          "g",
          { class: "ship astray", transform: `translate(${berth(byId[game.ship])})` },
          drawShip(),
          s("title", {}, t("the ship belongs here")),
        ),
      );
    }
    const known = knownAs(unseen, `city.${stands.id}`, "ship");
    const ship = s(
      "g",
      { class: `ship known-${known}`, "data-piece": "ship", "data-at": stands.id, "data-key": `ship-${isTall}` },
      drawShip(),
      known === "assumed" && badge(18, -30, t("not seen since the start: it should stand where it was")),
      s("title", {}, `${t("the ship")}${saidOf(known)}`),
    );
    // Not as an attribute: the page lets the ship travel to where it is put.
    ship.style.transform = `translate(${place[0]}px, ${place[1]}px)`;
    svg.append(ship);
  }
  return h("div", { class: "map-box" }, svg, describe(board, game, unseen, isChecked));
}
