// What cities, routes, pieces and places are called.

/** @import { Side } from "./teutonica.js" */

import { named, t } from "./words.js";

/** @type {(board: Side, id: string) => string} */
export const cityName = (board, id) => board.cities.find((city) => city.id === id)?.name ?? id;

/** @type {(board: Side, id: string) => string} */
export function routeName(board, id) {
  const route = board.routes.find((each) => each.id === id);
  return route ? route.ends.map((end) => cityName(board, end)).join("–") : id;
}

/** @type {(piece: string, names: Record<string, string>) => {player: string, kind: string, words: string}} */
export function pieceWords(piece, names) {
  const [player, kind] = piece.split(" ");
  return { player, kind, words: named(`piece.${kind}`, { player: names[player] ?? named(`seat.${player}`) }) };
}

// A place of the map or of a desk, or one with a reader or a lamp.
/** @type {(place: string, board: Side) => string} */
export function placeName(place, board) {
  const [kind, what] = place.split(".");
  switch (kind) {
    case "seat":
      return named(`seat.${what}`);
    case "city":
      return cityName(board, what);
    case "route":
      return routeName(board, what);
    case "province":
      return named(`province.${what}`);
    case "ability":
      return named(`ability.${what}`);
    case "marker":
      return named(what ? `marker.${what}` : "lamp.marker");
    case "table":
      return t("Prestige table");
    case "stock":
    case "supply":
      return named(kind);
    default:
      return what ?? named(`lamp.${kind}`);
  }
}
