// What happened: steps as sentences, and where the last turn was played.

/**
 * @import { Side, TeutonicaPage, TeutonicaRow } from "./teutonica.js"
 * @typedef {{routes?: Set<string>, cities?: Set<string>}} Trail the routes and cities of the turn last played
 */

import { cityName, pieceWords, routeName } from "./naming.js";
import { t } from "./words.js";

const SILENT = ["decline", "done", "clear", "end", "stay"]; // told by what follows, or by nothing having happened

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

/** @type {TeutonicaPage["tellStep"]} */
export function tellStep(row, { board, names }) {
  if (row.correction) return t("tell.correction", { step: row.say });
  const told = [tellEntry(row, board, names), ...row.events.map((event) => tellEvent(event, board, names))];
  return told.filter(Boolean).join(" ");
}

/** @type {(row: TeutonicaRow, board: Side, names: Record<string, string>) => string} */
function tellEntry({ entry, detail, who }, board, names) {
  const player = names[who] ?? who;
  const { type } = entry;
  if (detail?.stock) return t(`tell.stock.${detail.stock}`, { player });
  if (SILENT.includes(type)) return "";
  const route = entry.route && routeName(board, entry.route);
  const city = entry.city && cityName(board, entry.city);
  switch (type) {
    case "insert":
    case "put":
    case "add":
    case "lift":
    case "pay":
      return t(`tell.${type}.${entry.piece}`, { player, route });
    case "displace":
    case "remove":
      return t(`tell.${type}`, { player, route, victim: pieceWords(entry.victim, names).words });
    case "income":
      return t("tell.income", { player, count: (detail?.traders ?? 0) + entry.merchants });
    case "use":
      if (entry.ability) return t("tell.improve", { player, ability: t(`ability.${entry.ability}`) });
      if (city) return t("tell.swap", { player, city });
      return t("tell.use", { player, marker: t(`marker.${entry.marker}`) });
    case "improve":
      return t("tell.improve", { player, ability: t(`ability.${entry.ability}`) });
    case "coellen":
      return t("tell.coellen", { player, count: entry.space });
    case "reveal":
      return t("tell.reveal", { marker: t(`marker.${entry.marker}`) });
    case "replace":
      return t("tell.replace", { player, route, marker: t(`marker.${detail?.marker}`) });
    case "pawn":
    case "walk":
    case "ride":
      return t("tell.pawn", { player, province: t(`province.${entry.to}`) });
    default:
      return t(`tell.${type}`, { player, route, city });
  }
}

/** @type {(event: TeutonicaRow["events"][number], board: Side, names: Record<string, string>) => string} */
function tellEvent(event, board, names) {
  const player = names[event.player] ?? event.player;
  const city = event.city && cityName(board, event.city);
  switch (event.type) {
    case "prestige":
      return t(`tell.prestige.${event.for}`, { player, city, count: event.points });
    case "take":
      return t("tell.take", { player, marker: t(`marker.${event.marker}`) });
    case "completed":
      return t("tell.completed", { city, count: event.cities });
    case "actions":
      return t("tell.actions", { player, count: event.gained });
    case "no_room":
      return t("tell.no_room", { player });
    case "over":
      return t("game.over");
    default:
      return "";
  }
}
