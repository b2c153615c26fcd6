// What pieces and places are called, what a click on the map does, and what a newcomer is told.

/**
 * @import { Entry } from "/static/contract.js"
 * @import { HansaPage, HansaScene, Map } from "./hansa.js"
 * @typedef {{label: string, action: () => void, means: string}} Action what a press does
 * @typedef {object} Actions what can be done on the map
 * @property {string | null} ship where it really stands, if that is known
 * @property {(city: string) => Action | undefined} [goes]
 * @property {(city: string, good: string) => Action | undefined} [buys]
 */

import { marker, nameOf } from "./goods.js";
import { t } from "./words.js";

/** @type {HansaPage["pieceName"]} */
export function pieceName(piece) {
  const [kind, what] = piece.split(".");
  if (kind === "booth") return t("piece.booth", { player: t(`seat.${what}`) });
  if (kind === "marker") return t("piece.marker", { good: nameOf(what) });
  return t("ship");
}

/** @type {HansaPage["drawPiece"]} */
export const drawPiece = (piece) => (piece.startsWith("marker.") ? marker(piece.split(".")[1]) : pieceName(piece));

// Cities, their warehouses, piles and seats.
/** @type {HansaPage["placeName"]} */
export function placeName(place, board) {
  const [kind, what, number] = place.split(".");
  if (kind === "seat") return t(`seat.${what}`);
  if (kind === "pile") return what;
  const name = /** @type {Map} */ (board).cities.find((city) => city.id === what)?.name ?? what;
  return number ? `${name} ${number}` : name;
}

/** @type {HansaPage["spareFor"]} */
export const spareFor = (piece) =>
  piece.startsWith("booth.") ? piece.split(".").slice(0, 2).join(".") : "booth.white";

// The city where the ship really stands at a virtual table, if it stands in one.
/** @type {(bench: HansaScene["bench"]) => string | null} */
export const shipAt = (bench) => (bench?.lying.ship?.startsWith("city.") ? bench.lying.ship.slice(5) : null);

// What clicking the map does: sail or place by choosing a lit city, buy by choosing a marker.
/** @type {(scene: HansaScene) => Actions} */
export function tableActions({ board, game, bench, hands }) {
  const ship = shipAt(bench);
  if (!hands) return { ship };
  /** @type {(type: string, key: string, value: string) => {text: string, right: string, entry: Entry} | undefined} */
  const find = (type, key, value) => {
    const lines = game.menu.flatMap(({ text, right, entry }) => (entry ? [{ text, right, entry }] : []));
    return lines.find(({ entry }) => entry.type === type && entry[key] === value);
  };
  // The same city or marker is another move once somebody has moved.
  const { means, picked } = hands;
  return {
    ship,
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
      const buy = () => (bench ? hands.put(`marker.${good}`, "pad") : hands.move(line.entry));
      return { label: `${line.text}, ${line.right}`, action: buy, means };
    },
  };
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
