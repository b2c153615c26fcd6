// What a press does: the moves that are offered, by the place where each is made.

/**
 * @import { Entry, Offered } from "/static/contract.js"
 * @import { TeutonicaScene } from "./teutonica.js"
 * @typedef {{entry: Entry, text: string, right: string}} Deed a legal move, in words
 * @typedef {{means: string, at: (place: string) => Deed[], press: (at: Element, place: string, deeds?: Deed[]) => void,
 *   offerPlaces: (at: Element, places: string[]) => void}} Deeds
 */

import { placeName } from "./naming.js";
import { houseAt } from "./zoom.js";
import { t } from "./words.js";

/** @type {Record<string, string>} */
const INSERTING = { "insert trader": "trader", "insert merchant": "merchant" }; // menus of the table

// What whoever looks may do; null for those who only watch, and while a player that plays by itself decides.
/** @type {(scene: TeutonicaScene) => Deeds | null} */
export function deedsOf(scene) {
  const { game, hands, bench } = scene;
  if (!hands || (game.mover && game.mover in (bench?.robots.skills ?? {}))) return null;
  /** @type {Map<string, Deed[]>} */
  const byPlace = new Map();
  for (const { text, right, places, entry } of game.offers) {
    if (!entry) continue;
    for (const place of places) byPlace.set(place, [...(byPlace.get(place) ?? []), { text, right, entry }]);
  }
  // Where the menu of one kind of piece is open, that piece is meant.
  const kind = INSERTING[hands.menu];
  /** @type {(place: string) => Deed[]} */
  const at = (place) => {
    const all = byPlace.get(place) ?? [];
    const meant = kind ? all.filter(({ entry }) => entry.type === "insert" && entry.piece === kind) : [];
    return meant.length ? meant : all;
  };
  /** @type {(element: Element, place: string, deeds?: Deed[]) => void} */
  const press = (element, place, deeds = at(place)) => {
    const trader = hands.asks ? undefined : traderOf(deeds);
    if (deeds.length === 1 || trader) hands.move((trader ?? deeds[0]).entry);
    else if (deeds.length)
      hands.offer(element, placeName(place, scene.board), deeds.map(offered), ends(element, place));
  };
  // The names of the cities that the title names stay in sight.
  /** @type {(element: Element, place: string) => Element[]} */
  const ends = (element, place) =>
    (scene.board.routes.find(({ id }) => place === `route.${id}`)?.ends ?? []).flatMap((city) => [
      ...(element.closest("svg")?.querySelectorAll(`[data-place="city.${city}"] .name`) ?? []),
    ]);
  /** @type {(deed: Deed) => Offered} */
  const offered = ({ entry, text, right }) => ({ text, right, entry, action: () => hands.move(entry) });
  return {
    means: hands.means,
    at,
    press,
    offerPlaces: (element, places) =>
      hands.offer(
        element,
        t("Which one?"),
        places.map((place) => ({
          text: placeName(place, scene.board),
          right: at(place).length === 1 ? at(place)[0].text : "",
          action: () => press(element, place),
        })),
      ),
  };
}

// The move that a press makes at once, as what tells before what it would change; null where more is asked.
/** @type {(deeds: Deed[]) => string | null} */
export function whatIf(deeds) {
  const deed = deeds.length === 1 ? deeds[0] : traderOf(deeds);
  return deed ? JSON.stringify(deed.entry) : null;
}

// The trader, where nothing else is asked than which piece to insert: a merchant is dragged, or chosen in the menu.
/** @type {(deeds: Deed[]) => Deed | undefined} */
const traderOf = (deeds) =>
  deeds.every(({ entry }) => entry.type === "insert") ? deeds.find(({ entry }) => entry.piece === "trader") : undefined;

// Those of a route's moves that mean one house: what may come into an empty one, or what may be done with the piece
// there; all of them where none does.
/** @type {(deeds: Deeds, place: string, there: string | null) => Deed[]} */
export function deedsOfHouse(deeds, place, there) {
  const meant = deeds.at(`${place}.${there ?? "empty"}`);
  return meant.length ? meant : deeds.at(place);
}

// Plays what a piece does that was dragged from its desk onto a place of the map: whatever is done there with such a
// piece, on the house that it was dropped on. Where nothing is, the table says why not.
/** @type {(scene: TeutonicaScene, kind: string, onto: Element, event: MouseEvent) => void} */
export function carry(scene, kind, onto, event) {
  const deeds = deedsOf(scene);
  if (!deeds) return;
  const place = onto.getAttribute("data-place") ?? "";
  const route = place.startsWith("route.") && place.replace("route.", "");
  const house = houseAt(onto, event);
  const there = route && house >= 0 ? deedsOfHouse(deeds, place, scene.game.routes[route][house]) : deeds.at(place);
  /** @type {(some: Deed[]) => Deed[]} */
  const fitting = (some) => some.filter(({ entry }) => entry.piece === kind);
  const meant = fitting(there).length ? fitting(there) : fitting(deeds.at(place));
  if (meant.length) deeds.press(onto, place, meant);
  else if (route) scene.hands?.move({ type: "insert", route, piece: kind });
}
