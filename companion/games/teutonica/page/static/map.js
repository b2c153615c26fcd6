// The map: cities with their offices, routes with their houses, markers and taverns, the prestige table, link and pawn.

/**
 * @import { City, Route, Side, TeutonicaRow, TeutonicaScene, TeutonicaState } from "./teutonica.js"
 * @import { Box, CityPlace, RoutePlace } from "./geometry.js"
 * @import { Layout, Point } from "./layout.js"
 * @import { Deeds } from "./deeds.js"
 * @typedef {{routes?: Set<string>, cities?: Set<string>}} Trail the routes and cities of the turn last played
 * @typedef {object} Drawing what the parts of one map share
 * @property {Side} board
 * @property {TeutonicaState | null} game
 * @property {Layout} layout
 * @property {Deeds | null} deeds
 * @property {Set<string>} open the places where something may be done, by whomever
 * @property {Trail} trail
 * @property {(event: MouseEvent, place: string) => void} press
 */

import { drawArms, round } from "/static/art.js";
import { h, s } from "/static/dom.js";
import { deedsOf, deedsOfHouse, whatIf } from "./deeds.js";
import { describeMap } from "./describe.js";
import { besideSpot, linkBox, obstacles, placeAll, tableBox } from "./geometry.js";
import { drawLand } from "./land.js";
import { SMALL, WIDE } from "./layout.js";
import { cityName, placeName, routeName } from "./naming.js";
import { abilityPath, drawPieceAt, markerSign, parsePiece, privilegeDots, shapeOf } from "./signs.js";
import { houseAt, isNear, meantBy, panned } from "./zoom.js";
import { named, t } from "./words.js";

const SPOTS = /^(route|city)[.]/; // of the chart, each with a tag behind it
const CHAIN = "M-9 0a5 5 0 0 1 10 0a5 5 0 0 1-10 0M-1 0a5 5 0 0 1 10 0a5 5 0 0 1-10 0";

/** @type {(scene: TeutonicaScene) => Element} */
export function drawMap(scene) {
  const { board, game, isTall } = scene;
  const layout = isTall && !isNear() ? SMALL : WIDE;
  const deeds = deedsOf(scene);
  const open = new Set(game.phase === "actions" ? [] : game.offers.flatMap(({ places }) => places));
  // On a phone a finger covers more than it means: what is near to it is asked for.
  /** @type {Drawing["press"]} */
  const press = (event, place) => {
    const at = /** @type {Element} */ (event.currentTarget);
    const touch = SPOTS.test(place) && scene.hands?.touch;
    if (touch) {
      touch(`spot.${place}`); // what it means is for the table to say, as with the wand in hand
      return;
    }
    const meant = isTall ? meantBy(event, place) : [place];
    if (meant.length > 1) deeds?.offerPlaces(at, meant);
    else if (meant.length)
      deeds?.press(at, meant[0], meant[0] === place ? narrowed(event, place, deeds, game) : undefined);
  };
  const drawn = drawSide({ board, game, layout, deeds, open, trail: trailOf(scene.log), press });
  return box(drawn, describeMap(board, game), isTall, () => drawMap(scene));
}

/** @type {(log: TeutonicaRow[]) => Trail} */
export function trailOf(log) {
  const routes = new Set();
  const cities = new Set();
  for (let at = log.length - 1; at >= 0; at--) {
    const { entry, turn } = log[at];
    if (entry.route) routes.add(entry.route);
    if (entry.city) cities.add(entry.city);
    if (turn) break;
  }
  return { routes, cities };
}

/** @type {(board: Side, isTall: boolean) => Element} */
export function drawEmptyMap(board, isTall) {
  const layout = isTall && !isNear() ? SMALL : WIDE;
  const drawn = drawSide({ board, game: null, layout, deeds: null, open: new Set(), trail: {}, press: () => {} });
  return box(drawn, describeMap(board, null), isTall, () => drawEmptyMap(board, isTall));
}

/** @type {(svg: Element, told: Element, isTall: boolean, again: () => Element) => Element} */
const box = (svg, told, isTall, again) => h("div", { class: "map-box" }, isTall ? panned(svg, again) : svg, told);

// The moves that a press on a certain house means.
/** @type {(event: MouseEvent, place: string, deeds: Deeds, game: TeutonicaState) => any} */
function narrowed(event, place, deeds, game) {
  const houses = game.routes[place.replace("route.", "")];
  const route = /** @type {Element} */ (event.currentTarget).parentElement;
  const house = route ? houseAt(route, event) : -1;
  return houses && house >= 0 ? deedsOfHouse(deeds, place, houses[house]) : undefined;
}

/** @type {(drawing: Drawing) => Element} */
function drawSide(drawing) {
  const { board, game, layout, deeds } = drawing;
  const [width, height] = layout.size;
  const extras = Object.fromEntries(board.cities.map(({ id }) => [id, game?.offices[id].extra.length ?? 0]));
  const { cities, routes } = placeAll(layout, board, extras);
  const marked = board.routes.filter(({ id, tavern }) => tavern || game?.markers[id]).map(({ id }) => id);
  return s(
    "svg",
    {
      class: `map chart-${layout.name}`,
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": t("Map of the Hansa"),
    },
    drawLand(layout),
    // A press next to everything: on a phone it means what is nearest.
    deeds &&
      s("rect", {
        class: "nowhere",
        width,
        height,
        "data-key": "nowhere",
        "data-means": deeds.means,
        onclick: (/** @type {MouseEvent} */ event) => drawing.press(event, ""),
      }),
    board.routes.map((route) => drawRoad(route, routes[route.id], drawing)),
    game?.pawn || game?.phase === "pawn" ? drawProvinces(drawing, obstacles(layout, { cities, routes }, marked)) : null,
    drawTable(drawing),
    drawLink(drawing, cities),
    board.routes.map((route) => drawRoute(route, routes[route.id], drawing)),
    board.cities.map((city) => drawCity(city, cities[city.id], drawing)),
  );
}

// What a thing of the map is to whoever presses it: which place, and whether a move is done there.
/** @type {(place: string, state: (string | false | null | undefined)[], drawing: Drawing) => Record<string, string>} */
const placed = (place, state, { deeds }) => ({
  class: [...state, deeds?.at(place).length && "acts"].filter(Boolean).join(" "),
  "data-place": place,
});

// What lies there, for the page to draw it on its way when it moves.
/** @type {(pieces: (string | null)[]) => string} */
const holds = (pieces) => pieces.flatMap((piece) => (piece ? `seat-${parsePiece(piece).player}` : [])).join(" ");

// What takes the press, where a move is done: it lies on top of the thing, without a word in it but its label, so that it
// is read as what it does and not as the letters on the pieces.
/** @type {(place: string, tag: string, shape: Record<string, any>, drawing: Drawing) => SVGElement | null} */
function drawHit(place, tag, shape, { board, deeds, press }) {
  const here = deeds?.at(place) ?? [];
  if (!deeds || !here.length) return null;
  const does = here.length === 1 ? here[0].text : t("{count} choices", { count: here.length });
  return s(tag, {
    ...shape,
    class: "hit",
    role: "button",
    tabindex: "0",
    "data-key": `at-${place}`,
    "data-means": deeds.means,
    "data-what-if": whatIf(here),
    "aria-label": `${placeName(place, board)}: ${does}`,
    onclick: (/** @type {MouseEvent} */ event) => press(event, place),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      deeds.press(/** @type {Element} */ (event.currentTarget), place);
    },
  });
}

/** @type {(route: Route, place: RoutePlace, drawing: Drawing) => Element} */
function drawRoad(route, { road: [from, middle, to] }, { board, game }) {
  const isOff = game?.pawn && !board.provinces[game.pawn]?.includes(route.id);
  return s("path", {
    class: `road${isOff ? " off" : ""}`,
    d: `M${from.map(round)}L${middle.map(round)}L${to.map(round)}`,
  });
}

/** @type {(route: Route, place: RoutePlace, drawing: Drawing) => Element} */
function drawRoute(route, { houses, middle, marker: beside, toRoute }, drawing) {
  const { board, game, layout, deeds, open, trail } = drawing;
  const there = game?.routes[route.id] ?? Array(route.houses).fill(null);
  const marker = game?.markers[route.id];
  const place = `route.${route.id}`;
  const isReady = deeds?.at(place).some(({ entry }) => entry.type === "establish");
  const isOff = game?.pawn && !board.provinces[game.pawn]?.includes(route.id);
  const state = [
    "route",
    open.has(place) && "lit",
    isReady && "ready",
    trail.routes?.has(route.id) && "acted",
    isOff && "off",
    game?.step?.route === route.id && "under-way",
  ];
  const along = `M${houses[0].map(round)}L${houses[houses.length - 1].map(round)}`;
  return s(
    "g",
    { ...placed(place, state, drawing), "data-holds": holds(there) },
    s("title", {}, routeName(board, route.id)),
    s("path", { class: "bed", d: along, "stroke-width": layout.house + 6 }),
    houses.map((at, index) =>
      s(
        "g",
        { class: "house", "data-house": index, "data-why": `${place}.${there[index] ?? "empty"}` },
        drawHouse(at, layout.house),
        there[index] && drawPieceAt(parsePiece(there[index]).player, parsePiece(there[index]).kind, at, layout.house),
      ),
    ),
    marker
      ? drawMarker(marker, beside, toRoute, drawing)
      : route.tavern && drawTavern(beside, layout, Math.hypot(beside[0] - middle[0], beside[1] - middle[1])),
    drawHit(place, "path", { d: along, "stroke-width": layout.house + 10 }, drawing),
  );
}

/** @type {(at: Point, size: number) => Element} */
function drawHouse([x, y], size) {
  const half = size / 2;
  return s("path", {
    class: "empty",
    d: `M${round(x - half)} ${round(y + half)}v${round(-size * 0.6)}L${round(x)} ${round(y - half)}L${round(x + half)} ${round(y - size * 0.1)}v${round(size * 0.6)}z`,
  });
}

// A marker with its arrow, which points at the route that it belongs to.
/** @type {(marker: string, at: Point, toRoute: number, drawing: Drawing) => Element} */
function drawMarker(marker, [x, y], toRoute, { layout }) {
  const { token } = layout;
  const turn = round((toRoute * 180) / Math.PI);
  return s(
    "g",
    { class: "marker", transform: `translate(${round(x)} ${round(y)})` },
    s("path", {
      class: "arrow",
      d: `M${round(token * 1.45)} 0L${round(token * 0.5)} ${round(-token * 0.75)}V${round(token * 0.75)}z`,
      transform: `rotate(${turn})`,
    }),
    s("circle", { r: token }),
    s("g", { transform: `scale(${token / 11})` }, layout === WIDE ? markerSign(marker) : null),
    s("title", {}, named(`marker.${marker}`)),
  );
}

/** @type {(at: Point, layout: Layout, far: number) => Element} */
function drawTavern([x, y], { token }) {
  const size = token * 0.8;
  return s(
    "g",
    { class: "tavern", transform: `translate(${round(x)} ${round(y)}) scale(${round(size)})` },
    s("title", {}, t("tavern")),
    s("path", { d: "M-.9 .9V-.1L0-1L.9-.1V.9z" }),
    s("path", { class: "mug", d: "M-.35 .1H.25V.75H-.35zM.25 .22h.28v.34h-.28" }),
  );
}

/** @type {(city: City, place: CityPlace, drawing: Drawing) => Element} */
function drawCity(city, { plate, name, offices }, drawing) {
  const { board, game, layout, open, trail } = drawing;
  const there = game?.offices[city.id];
  const extra = there?.extra ?? [];
  const owner = game?.control[city.id];
  const place = `city.${city.id}`;
  const isWide = layout === WIDE;
  const state = [
    "city",
    owner && `owned seat-${owner}`,
    open.has(place) && "lit",
    trail.cities?.has(city.id) && "acted",
  ];
  return s(
    "g",
    {
      ...placed(place, state, drawing),
      "data-holds": holds([...extra, ...(there?.spaces ?? [])]),
      "data-owner": owner,
    },
    s("rect", { class: "plate", ...rounded(plate), rx: isWide ? 6 : 3 }),
    isWide
      ? drawHead(city, name, plate, owner ?? null, board.link.includes(city.id))
      : s("text", { class: "name", x: round(name[0]), y: round(name[1]) }, city.name.slice(0, layout.letters)),
    // Where they stand close the left ones lie on top: those are taken first.
    [
      ...extra.map((piece, index) => drawOffice(null, piece, offices[index], drawing)),
      ...city.offices.map((office, index) =>
        drawOffice(office, there?.spaces[index] ?? null, offices[extra.length + index], drawing),
      ),
    ].reverse(),
    drawHit(place, "rect", rounded(plate), drawing),
  );
}

/** @type {(box: Box) => Record<string, number>} */
const rounded = ({ x, y, width, height }) => ({ x: round(x), y: round(y), width: round(width), height: round(height) });

// The name, with the ability that can be improved here before it; and who controls the city, next to its offices.
/** @type {(city: City, name: Point, plate: Box, owner: string | null, isLinkEnd: boolean) => any[]} */
function drawHead(city, [x, y], plate, owner, isLinkEnd) {
  return [
    s(
      "g",
      { transform: `translate(${round(plate.x + plate.width + 1)} ${round(plate.y - 1)})` },
      drawArms(city.id, 13),
    ),
    isLinkEnd &&
      s("path", {
        class: "chain",
        d: CHAIN,
        transform: `translate(${round(plate.x + 10)} ${round(y - 4.5)}) scale(0.56)`,
      }),
    city.ability &&
      s(
        "g",
        { class: "skill", transform: `translate(${round(plate.x + 3.5)} ${round(y - 11.5)}) scale(0.86)` },
        s("title", {}, named(`ability.${city.ability}`)),
        abilityPath(city.ability),
      ),
    s("text", { class: "name", x: round(x), y: round(y) }, city.name),
    owner &&
      s(
        "g",
        {
          class: `banner seat-${owner}`,
          transform: `translate(${round(plate.x + plate.width - 15)} ${round(plate.y + plate.height - 18)})`,
        },
        s("title", {}, t("{player} controls this city", { player: named(`seat.${owner}`) })),
        s("path", { d: "M0-1.5H14V18L7 14.5L0 18z" }),
        s("text", { x: 7, y: 11, ...squeezed(owner) }, named(`seat.${owner}.short`)),
      ),
  ];
}

/** @type {(player: string) => Record<string, any>} */
const squeezed = (player) =>
  named(`seat.${player}.short`).length > 1 ? { textLength: 11, lengthAdjust: "spacingAndGlyphs" } : {};

// A printed office has the shape of who may take it and the colour of the privilege; an extra one is a piece alone.
/** @type {(office: import("./teutonica.js").Office | null, piece: string | null, at: Point, drawing: Drawing) => Element} */
function drawOffice(office, piece, [x, y], { layout, game }) {
  const size = layout.office;
  const told = office
    ? t("office for a {kind}, {privilege}", {
        kind: named(`kind.${office.kind}`),
        privilege: named(`privilege.${office.privilege}`),
      })
    : t("extra office");
  return s(
    "g",
    { class: `office ${office?.privilege ?? "extra"}`, transform: `translate(${round(x)} ${round(y)})` },
    s("title", {}, piece ? `${told}: ${game?.names[parsePiece(piece).player] ?? piece}` : told),
    office && [
      shapeOf(office.kind, size, { class: "print" }),
      !piece && privilegeDots(office.privilege, size),
      office.coin &&
        !piece &&
        s("circle", { class: "coin", cx: round(size * 0.34), cy: round(-size * 0.34), r: round(size * 0.26) }),
    ],
    piece && drawPieceAt(parsePiece(piece).player, parsePiece(piece).kind, [0, 0], size - (office ? 1.5 : 0)),
  );
}

// The prestige table: each space with its points, or the merchant that took it.
/** @type {(drawing: Drawing) => Element} */
function drawTable(drawing) {
  const { board, game, layout } = drawing;
  const isWide = layout === WIDE;
  const size = isWide ? 20 : layout.office;
  const spaces = Object.keys(board.spaces);
  const [x, y] = layout.table;
  const width = spaces.length * (size + 2);
  return s(
    "g",
    { class: "prestige" },
    s("rect", { class: "plate", ...rounded(tableBox(layout)), rx: isWide ? 8 : 4 }),
    spaces.map((space, index) => {
      const owner = game?.coellen[space];
      const place = `table.${space}`;
      return s(
        "g",
        {
          ...placed(place, ["office", board.spaces[space], drawing.open.has(place) && "lit"], drawing),
          transform: `translate(${round(x - width / 2 + (size + 2) * (index + 0.5))} ${round(y)})`,
        },
        s("title", {}, `${t("Prestige table")}: ${space}${owner ? `, ${game?.names[owner]}` : ""}`),
        shapeOf("merchant", size, { class: "print" }),
        owner ? drawPieceAt(owner, "merchant", [0, 0], size - 3) : isWide && s("text", { y: 4.6 }, space),
        drawHit(place, "circle", { r: size / 2 + 1 }, drawing),
      );
    }),
  );
}

// What the first, second and third get who link both ends.
/** @type {(drawing: Drawing, cities: Record<string, CityPlace>) => Element | null} */
function drawLink({ board, game, layout }) {
  if (layout !== WIDE) return null;
  const [x, y] = layout.link;
  const ends = board.link.map((id) => cityName(board, id)).join("–");
  return s(
    "g",
    { class: "link", transform: `translate(${x} ${y})` },
    s(
      "title",
      {},
      t("Link {cities}: {points} prestige for the first three.", {
        cities: ends,
        points: board.link_points.join(", "),
      }),
    ),
    s("rect", { class: "plate", ...rounded({ ...linkBox(layout), x: -45, y: -12 }), rx: 8 }),
    s("path", { class: "chain", d: CHAIN, transform: "translate(-31 0)" }),
    board.link_points.map((points, index) => {
      const owner = game?.links[index];
      /** @type {Point} */
      const at = [-6 + index * 20, 0];
      return owner
        ? drawPieceAt(owner, "merchant", at, 17)
        : s(
            "g",
            { class: "gain", transform: `translate(${at[0]} 0)` },
            s("circle", { r: 8.5 }),
            s("text", { y: 4.4 }, points),
          );
    }),
  );
}

// The provinces of the game for two: where the pawn stands, and where it may go.
/** @type {(drawing: Drawing, taken: Box[]) => any[]} */
function drawProvinces(drawing, taken) {
  const { board, game, layout, deeds, open } = drawing;
  const isWide = layout === WIDE;
  return [
    board.soldiers.map((between) => {
      const [[ax, ay], [bx, by]] = between.map((id) => layout.cities[id]);
      const r = layout.token * 0.45;
      return s("path", {
        class: "soldier",
        d: `M0 ${-r * 1.6}L${r} ${r}H${-r}z`,
        transform: `translate(${round((ax + bx) / 2)} ${round((ay + by) / 2)})`,
      });
    }),
    Object.keys(board.provinces).map((id) => {
      const place = `province.${id}`;
      const isHere = game?.pawn === id;
      const isFree = open.has(place) || deeds?.at(place).some(({ entry }) => entry.type === "walk");
      const [x, y] = layout.provinces[id];
      const nameAt = isHere && isWide && besideSpot(layout, [x, y], named(`province.${id}`), taken);
      return s(
        "g",
        {
          ...placed(place, ["province", isHere && "here", isFree && "lit"], drawing),
          transform: `translate(${round(x)} ${round(y)})`,
        },
        s("title", {}, named(`province.${id}`)),
        s("circle", { r: layout.token }),
        isHere &&
          s("path", {
            class: "pawn",
            d: "M0-8a3.6 3.6 0 0 1 2.2 6.4L4.6 6.4H-4.6L-2.2-1.6A3.6 3.6 0 0 1 0-8z",
            transform: `scale(${layout.token / 11})`,
          }),
        nameAt &&
          s(
            "text",
            { class: "name", x: round(nameAt[0] - x), y: round(nameAt[1] - y + layout.font * 0.36) },
            named(`province.${id}`),
          ),
        drawHit(place, "circle", { r: layout.token + 3 }, drawing),
      );
    }),
  ];
}
