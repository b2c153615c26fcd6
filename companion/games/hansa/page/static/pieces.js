// What pieces and places are called, and how a piece lies on the pad.

/** @import { HansaPage, Map } from "./hansa.js" */

import { marker, nameOf } from "./goods.js";
import { cityName, named, t } from "./words.js";

/** @type {HansaPage["pieceName"]} */
export function pieceName(piece) {
  const [kind, what] = piece.split(".");
  if (kind === "booth") return t("booth of {player}", { player: named(`seat.${what}`) });
  if (kind === "marker") return t("marker {good}", { good: nameOf(what) });
  return t("the ship");
}

/** @type {HansaPage["drawPiece"]} */
export const drawPiece = (piece) => (piece.startsWith("marker.") ? marker(piece.split(".")[1]) : pieceName(piece));

// Cities, their warehouses, piles and seats.
/** @type {HansaPage["placeName"]} */
export function placeName(place, board) {
  const [kind, what, number] = place.split(".");
  if (kind === "seat") return named(`seat.${what}`);
  if (kind === "pile") return what;
  const there = /** @type {Map} */ (board).cities.find((city) => city.id === what);
  const name = there ? cityName(there) : what;
  return number ? `${name} ${number}` : name;
}

/** @type {HansaPage["spareFor"]} */
export const spareFor = (piece) =>
  piece.startsWith("booth.") ? piece.split(".").slice(0, 2).join(".") : "booth.white";
