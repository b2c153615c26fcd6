// Pieces that change their place are drawn on their way. Whatever has `data-holds` names what lies there, by the class of
// each piece: `seat-<colour>` comes from that seat and returns to it, any other piece goes to the seat of who has moved.

import { h } from "./dom.js";

const TAKES_MS = 700;
const MOST = 8; // more change their place only where somebody leafs through a game
const SEAT = "seat-";
/** @type {Map<string, string[]>} */
let known = new Map();
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
  const ways = which === game && known.size ? waysOf(known, now) : [];
  [known, game] = [now, which];
  if (ways.length > MOST || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { what, from, to } of ways) {
    const owner = what.startsWith(SEAT) ? what.slice(SEAT.length) : from && who;
    const seat = owner ? seats.querySelector(`[data-key="seat-${CSS.escape(owner)}"]`) : null;
    const [begin, end] = [from, to].map((place) => (place === null ? seat : places.get(place)));
    if (begin && end) send(what, begin, end, map);
  }
}

/** @type {(what: string, from: Element, to: Element, map: Element) => void} */
function send(what, from, to, map) {
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
    .animate([{ translate: first }, { translate: last }], { duration: TAKES_MS, easing: "ease-in-out" })
    .finished.finally(() => around.remove())
    .catch(() => {}); // the page has gone meanwhile
}
