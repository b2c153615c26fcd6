// What a click on the map or on a marker does, which pieces lie astray, and what a newcomer is told.

/**
 * @import { Entry, Offered } from "/static/contract.js"
 * @import { HansaPage, HansaScene } from "./hansa.js"
 * @typedef {{label: string, action: () => void, means: string}} Action what a press does
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
  /** @type {(type: string, key: string, value: string) => {text: string, right: string, entry: Entry} | undefined} */
  const find = (type, key, value) => {
    const lines = game.menu.flatMap(({ text, right, entry }) => (entry ? [{ text, right, entry }] : []));
    return lines.find(({ entry }) => entry.type === type && entry[key] === value);
  };
  // The same city or marker is another move once somebody has moved.
  const { means, picked } = hands;
  return {
    ship,
    strays,
    goes(city) {
      if (picked) {
        const label = t("put.here", { piece: pieceName(picked), place: placeName(`city.${city}`, board) });
        return { label, action: () => {}, means: picked };
      }
      const line = find("sail", "to", city) ?? find("place", "city", city);
      return line && { label: line.text, action: () => hands.move(line.entry), means };
    },
    buys(city, good) {
      const line = game.ship === city && game.phase === "actions" ? find("buy", "good", good) : undefined;
      if (!line) return undefined;
      return { label: `${line.text}, ${line.right}`, action: () => hands.move(line.entry), means };
    },
  };
}

// What can be done with a marker of one's own: pay booths with it, sell it, lose it or give it up.
/** @type {(good: string, scene: HansaScene) => Offered[]} */
export function markerUses(good, { game, hands }) {
  if (!hands) return [];
  const colour = good.slice(0, -1);
  /** @type {Offered[]} */
  const uses = [];
  game.menu.forEach(({ text, right, entry, opens }, line) => {
    const { choose } = hands;
    if (entry?.good === good && ["build", "lose", "discard"].includes(entry.type))
      uses.push({ text, right, action: () => hands.move(entry) });
    if (choose && opens === "fewer" && !good.endsWith("1")) uses.push({ text, right, action: () => choose(line) });
    if (choose && opens === "sale" && game.sellable.includes(colour))
      uses.push({ text, right, action: () => choose(line) });
  });
  return uses;
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
