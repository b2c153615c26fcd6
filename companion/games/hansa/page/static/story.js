// What happened: steps as sentences, and the last voyage for the map.

/**
 * @import { HansaPage, HansaRow } from "./hansa.js"
 * @typedef {{sailed: Set<string>, acted: string | null}} Voyage the routes sailed in the turn last played, `from to`,
 *   and the city where something was done last
 */

import { nameOf } from "./goods.js";
import { cityName, t } from "./words.js";

const ACTS = ["place", "buy", "build", "sell"];

// The voyage of whoever moved last, since their turn began.
/** @type {(log: HansaRow[]) => Voyage} */
export function voyageOf(log) {
  const sailed = new Set();
  /** @type {string | null} */
  let acted = null;
  const who = log.at(-1)?.who;
  for (let at = log.length - 1; at >= 0 && log[at].who === who; at--) {
    const { entry, city, turn } = log[at];
    if (entry.type === "sail") sailed.add(`${city} ${entry.to}`);
    if (ACTS.includes(entry.type)) acted ??= city;
    if (turn) break;
  }
  return { sailed, acted };
}

/** @type {HansaPage["tellStep"]} */
export function tellStep(row, { board, names }) {
  const { entry, events, who } = row;
  const player = names[who] ?? who;
  /** @type {(id: string) => string} */
  const called = (id) => {
    const there = board.cities.find((each) => each.id === id);
    return there ? cityName(there) : id;
  };
  const city = called(row.city);
  if (row.correction) return t("tell.correction", { step: row.say });
  const told = [];
  switch (entry.type) {
    case "reveal":
      break; // told by the map: eighteen sentences would drown the others
    case "place":
    case "build":
      told.push(t(`tell.${entry.type}`, { player, city, count: row.booths, good: entry.good && nameOf(entry.good) }));
      break;
    case "sail":
      told.push(t("tell.sail", { player, city: called(entry.to) }));
      break;
    case "buy": {
      const paid = events.find((each) => each.type === "pay");
      const how = !paid ? "own" : paid.to === "bank" ? "bank" : "to";
      told.push(t(`tell.buy.${how}`, { player, city, good: nameOf(entry.good), to: names[paid?.to] }));
      break;
    }
    case "sell":
      told.push(t("tell.sell", { player, city, goods: entry.goods.map(nameOf).join(", ") }));
      break;
    case "lose":
    case "discard":
      told.push(t(`tell.${entry.type}`, { player, good: nameOf(entry.good) }));
      break;
    case "replenish":
    case "skip":
    case "end":
      told.push(t(`tell.${entry.type}`, { player }));
  }
  for (const event of events) {
    if (event.type === "lose" || event.type === "discard")
      told.push(t(`tell.${event.type}`, { player: names[event.player], good: nameOf(event.good) }));
    if (event.type === "tax") told.push(t("tell.tax", { player: names[event.player], count: event.talers }));
    if (event.type === "last_round") told.push(t("last.round"));
    if (event.type === "over") told.push(t("game.over"));
  }
  return told.join(" ");
}
