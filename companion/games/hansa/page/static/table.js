// What a click on the map or on a marker does, the last voyage, which pieces lie astray, and what a newcomer is told.

/**
 * @import { Entry, Offered } from "/static/contract.js"
 * @import { HansaPage, HansaRow, HansaScene, HansaState } from "./hansa.js"
 * @typedef {{sailed: Set<string>, acted: string | null}} Voyage the routes sailed in the turn last played, `from to`,
 *   and the city where something was done last
 * @typedef {{label: string, action: () => void, means: string, entry?: Entry}} Action what a press does
 * @typedef {object} Actions what can be done on the map
 * @property {string | null} ship where it really stands, if that is known
 * @property {Record<string, string>} [strays] the pieces that lie where the game has none: in which city
 * @property {(city: string) => Action | undefined} [goes]
 * @property {(city: string, good: string) => Action | undefined} [buys]
 */

import { pieceName, placeName } from "./pieces.js";
import { t } from "./words.js";

// The city where the ship really stands at a virtual table, if it stands in one.
/** @type {(bench: HansaScene["bench"]) => string | null} */
export const shipAt = (bench) => (bench?.lying.ship?.startsWith("city.") ? bench.lying.ship.slice(5) : null);

// The booths and markers in cities at a virtual table that are more than the game has there.
/** @type {(scene: HansaScene) => Record<string, string>} */
export function straysOf({ bench, game, board }) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  /** @type {Record<string, string>} */
  const strays = {};
  for (const [piece, place] of Object.entries(bench?.lying ?? {})) {
    const [at, city] = place.split(".");
    const [kind, owner] = piece.split(".");
    if (at !== "city" || kind === "ship" || !board.cities.some(({ id }) => id === city)) continue;
    const key = `${kind} ${owner} ${city}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
    const belong = kind === "booth" ? (game.players[owner]?.booths[city] ?? 0) : 0;
    if ((counted.get(key) ?? 0) > belong) strays[piece] = city;
  }
  return strays;
}

// What clicking the map does: sail or place by choosing a lit city, buy by choosing a marker.
/** @type {(scene: HansaScene) => Actions} */
export function tableActions(scene) {
  const { board, game, bench, hands } = scene;
  const ship = shipAt(bench);
  const strays = straysOf(scene);
  if (!hands) return { ship, strays };
  // The same city or marker is another move once somebody has moved.
  const { means, picked } = hands;
  return {
    ship,
    strays,
    goes(city) {
      if (picked) {
        const label = t("Put {piece} here: {place}", {
          piece: pieceName(picked),
          place: placeName(`city.${city}`, board),
        });
        return { label, action: () => {}, means: picked };
      }
      const [offer] = offersAt(game, `city.${city}`);
      return offer && { label: offer.text, action: () => hands.move(offer.entry), means, entry: offer.entry };
    },
    buys(city, good) {
      const [offer] = offersAt(game, `warehouse.${city}.${good}`);
      return (
        offer && {
          label: `${offer.text}, ${offer.right}`,
          action: () => hands.move(offer.entry),
          means,
          entry: offer.entry,
        }
      );
    },
  };
}

// The moves that a press on a place means.
/** @type {(game: HansaState, place: string) => {text: string, right: string, entry: Entry}[]} */
const offersAt = ({ offers }, place) =>
  offers.flatMap(({ text, right, places, entry }) => (entry && places.includes(place) ? [{ text, right, entry }] : []));

// What can be done with a marker of one's own: the moves that mean it, and the dialogs.
/** @type {(good: string, scene: HansaScene) => Offered[]} */
export function markerUses(good, { game, hands }) {
  if (!hands) return [];
  const { choose } = hands;
  return game.offers.flatMap(({ text, right, places, entry }, line) => {
    if (!places.includes(`hand.${good}`)) return [];
    if (entry) return [{ text, right, entry, action: () => hands.move(entry) }];
    return choose ? [{ text, right, action: () => choose(line) }] : [];
  });
}

// The voyage of whoever moved last, since their turn began.
/** @type {(log: HansaRow[]) => Voyage} */
export function voyageOf(log) {
  const sailed = new Set();
  /** @type {string | null} */
  let acted = null;
  const who = log.at(-1)?.who;
  for (let at = log.length - 1; at >= 0 && log[at].who === who; at--) {
    const { sailed: route, acted: city, turn } = log[at];
    if (route) sailed.add(route);
    acted ??= city;
    if (turn) break;
  }
  return { sailed, acted };
}

/** @type {HansaPage["tourStep"]} */
export function tourStep({ game, bench }, isMine) {
  if (!bench) return null;
  if (game.phase === "fill") return bench.robots.deals ? "tour.deals" : "tour.fill";
  if (!isMine) return null;
  const ship = shipAt(bench);
  if (ship && ship !== game.ship) return "tour.astray";
  if (game.phase === "actions" && game.acted) return "tour.end";
  const isTap = bench.readers.every((name) => name === "pad");
  /** @type {Record<string, string>} */
  const steps = {
    place: isTap ? "tour.place.tap" : "tour.place",
    replenish: "tour.replenish",
    actions: isTap ? "tour.actions.tap" : "tour.actions",
    discard: "tour.discard",
    lose: "tour.lose",
  };
  return steps[game.phase] ?? null;
}
