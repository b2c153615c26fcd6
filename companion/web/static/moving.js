// Pieces that change their place are drawn on their way. Whatever has `data-holds` names what lies there, by the class of
// each piece: `seat-<colour>` comes from that seat and returns to it, any other piece goes to the seat of who has moved.
// What has `data-at` is a piece that stays, and travels from place to place, along a line with `data-way` where the map has
// one. A place with `data-owner` changes hands: a flag of the new owner comes to it.

import { h } from "./dom.js";

const TAKES_MS = 700;
const TRAVELS_MS = 1500;
const FLAGS_MS = 1200;
const STEPS = 24; // of a way that bends
const MOST = 8; // more change their place only where somebody leafs through a game
const SEAT = "seat-";
/** @type {Map<string, string[]>} */
let known = new Map();
/** @type {Map<string, string>} */
let marks = new Map(); // where what travels was, and whose each place was
let game = "";

/** @typedef {{what: string, from: string | null, to: string | null}} Way */

// Says which piece went from where to where; null where that is none of the places.
/** @type {(before: Map<string, string[]>, now: Map<string, string[]>) => Way[]} */
export function waysOf(before, now) {
  /** @type {[string, string][]} */
  const left = [];
  /** @type {Way[]} */
  const ways = [];
  for (const [place, pieces] of before) for (const what of without(pieces, now.get(place))) left.push([what, place]);
  for (const [to, pieces] of now) {
    for (const what of without(pieces, before.get(to))) {
      const index = left.findIndex(([other]) => other === what);
      ways.push({ what, from: index < 0 ? null : left.splice(index, 1)[0][1], to });
    }
  }
  return [...ways, ...left.map(([what, from]) => ({ what, from, to: null }))];
}

/** @type {(pieces: string[], others?: string[]) => string[]} */
function without(pieces, others = []) {
  const rest = [...others];
  return pieces.filter((piece) => !rest.includes(piece) || !rest.splice(rest.indexOf(piece), 1));
}

// Compares what lies where with what lay there, and draws what has moved; a game that has just come into view has nothing.
/** @type {(map: Element, seats: Element, which: string, who: string | undefined) => void} */
export function drawMoves(map, seats, which, who) {
  /** @type {Map<string, string[]>} */
  const now = new Map();
  /** @type {Map<string, Element>} */
  const places = new Map();
  for (const each of map.querySelectorAll("[data-holds]")) {
    const place = each.getAttribute("data-place") ?? "";
    places.set(place, each);
    now.set(place, (each.getAttribute("data-holds") ?? "").split(" ").filter(Boolean));
  }
  const isSame = which === game && known.size > 0;
  const ways = isSame ? waysOf(known, now) : [];
  const before = marks;
  marks = marksOf(map);
  [known, game] = [now, which];
  if (!isSame || ways.length > MOST || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const each of map.querySelectorAll("[data-at]")) {
    const from = before.get(markOf(each));
    if (from && from !== each.getAttribute("data-at")) travel(/** @type {SVGElement} */ (each), from, map);
  }
  for (const [key, place] of places) {
    const owner = marks.get(key);
    if (owner && before.has(key) && before.get(key) !== owner) {
      const seat = seats.querySelector(`[data-key="seat-${CSS.escape(owner)}"]`);
      if (seat) send(`${SEAT}${owner} flag`, seat, place, map, FLAGS_MS);
    }
  }
  for (const { what, from, to } of ways) {
    const owner = what.startsWith(SEAT) ? what.slice(SEAT.length) : from && who;
    const seat = owner ? seats.querySelector(`[data-key="seat-${CSS.escape(owner)}"]`) : null;
    const [begin, end] = [from, to].map((place) => (place === null ? seat : places.get(place)));
    if (begin && end) send(what, begin, end, map);
  }
}

/** @type {(each: Element) => string} */
const markOf = (each) => each.getAttribute(each.hasAttribute("data-at") ? "data-piece" : "data-place") ?? "";

/** @type {(map: Element) => Map<string, string>} */
const marksOf = (map) =>
  new Map(
    [...map.querySelectorAll("[data-at], [data-owner]")].map((each) => [
      markOf(each),
      each.getAttribute("data-at") ?? each.getAttribute("data-owner") ?? "",
    ]),
  );

// Lets a piece travel to where it is drawn already, from where it was drawn before.
/** @type {(piece: SVGElement, from: string, map: Element) => void} */
function travel(piece, from, map) {
  const to = piece.getAttribute("data-at");
  const way = /** @type {SVGPathElement | null} */ (
    map.querySelector(`[data-way="${CSS.escape(`${from} ${to}`)}"] path`)
  );
  const last = piece.style.transform;
  if (!way || !last) return;
  const length = way.getTotalLength();
  const through = Array.from({ length: STEPS }, (_, step) => {
    const { x, y } = way.getPointAtLength((length * step) / (STEPS - 1));
    return { transform: `translate(${x}px, ${y}px)` };
  });
  for (const each of piece.getAnimations()) each.cancel();
  piece.animate([...through, { transform: last }], { duration: TRAVELS_MS, easing: "ease-in-out" });
}

/** @type {(what: string, from: Element, to: Element, map: Element, takes_ms?: number) => void} */
function send(what, from, to, map, takes_ms = TAKES_MS) {
  const [begin, end] = [from, to].map((each) => each.getBoundingClientRect());
  if (!begin.width || !end.width) return;
  const piece = h("span", { class: `moving ${what}` });
  const game = map.closest("[data-game]")?.getAttribute("data-game") ?? null;
  const around = h("div", { "data-game": game, "aria-hidden": "true" }, piece); // its colour is the game's
  document.body.append(around);
  const [first, last] = [begin, end].map(
    ({ left, top, width, height }) => `${left + width / 2}px ${top + height / 2}px`,
  );
  piece
    .animate([{ translate: first }, { translate: last }], { duration: takes_ms, easing: "ease-in-out" })
    .finished.finally(() => around.remove())
    .catch(() => {}); // the page has gone meanwhile
}
