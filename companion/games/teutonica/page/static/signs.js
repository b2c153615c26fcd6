// Small pictures: pieces, markers, abilities, privileges. None tells anything by its colour alone.

/** @import { Point } from "./layout.js" */

import { round, woodOf } from "/static/art.js";
import { h, s } from "/static/dom.js";
import { named } from "./words.js";

/** @type {(piece: string) => {player: string, kind: string}} */
export function parsePiece(piece) {
  const [player, kind] = piece.split(" ");
  return { player, kind };
}

// A stroke for each colour, where a piece is too small for a letter; from -1 to 1.
/** @type {Record<string, string>} */
const STROKES = {
  blue: "M-.6 0H.6",
  green: "M0-.6V.6",
  purple: "M-.5 .5L.5-.5",
  red: "M-.5-.5L.5 .5M-.5 .5L.5-.5",
  yellow: "M-.05 0H.05",
};

/** @type {(kind: string, size: number, attributes?: Record<string, any>) => SVGElement} */
export const shapeOf = (kind, size, attributes = {}) =>
  kind === "merchant"
    ? s("circle", { r: size / 2, ...attributes })
    : s("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size / 7, ...attributes });

// A trader is a square and a merchant a disc, with the letter of its player, or the stroke where there is no room.
/** @type {(player: string, kind: string, at: Point, size: number) => SVGElement} */
export function drawPieceAt(player, kind, [x, y], size) {
  const letter = named(`seat.${player}.short`);
  const wood = size < 14 ? null : woodOf(size, size, kind === "merchant" ? size / 2 : size / 7, 2);
  return s(
    "g",
    { class: `piece seat-${player}`, transform: `translate(${round(x)} ${round(y)})` },
    wood?.side,
    shapeOf(kind, size),
    wood?.light,
    size < 14
      ? s("path", { class: "stroke", d: STROKES[player], transform: `scale(${round(size / 2)})` })
      : s(
          "text",
          { y: 4.6, ...(letter.length > 1 ? { textLength: size - 3, lengthAdjust: "spacingAndGlyphs" } : {}) },
          letter,
        ),
  );
}

// The six markers, each in a circle of radius 10.
/** @type {Record<string, () => any[]>} */
const MARKERS = {
  extra_office: () => [s("path", { d: "M1-3.5h6v7h-6z" }), s("path", { class: "line", d: "M-7.5 0h6M-4.5-3v6" })],
  swap_offices: () => [s("path", { class: "line", d: "M-6-2.6H5M2-5.4L5.4-2.6L2 .2M6 3.2H-5M-2 .4L-5.4 3.2L-2 6" })],
  plus_3_actions: () => [s("text", { y: 4.6 }, "+3")],
  plus_4_actions: () => [s("text", { y: 4.6 }, "+4")],
  improve_ability: () => [s("path", { d: "M0-7L6 0H2.4V6.5H-2.4V0H-6z" })],
  remove_three: () => [s("text", { y: 4.6 }, "−3")],
};

/** @type {(marker: string) => any[]} */
export const markerSign = (marker) => MARKERS[marker]();

// A marker as a token, before a player or in a list; one that has been used lies face down.
/** @type {(marker: string, isUsed?: boolean) => SVGElement} */
export const markerToken = (marker, isUsed = false) =>
  s(
    "svg",
    { viewBox: "-11.5 -11.5 23 23", class: `token${isUsed ? " used" : ""}`, "aria-hidden": "true" },
    s("circle", { r: 10.5 }),
    isUsed ? s("path", { class: "line", d: "M-5-5L5 5M-5 5L5-5" }) : markerSign(marker),
  );

// The five abilities, from 0 to 16.
/** @type {Record<string, string>} */
const ABILITIES = {
  keys: "M1.5 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0M7.5 8H15V11.5M11.5 8V11",
  actions: "M4 2h8M4 14h8M5 2c0 4 6 4.4 6 6s-6 2-6 6M11 2c0 4-6 4.4-6 6s6 2 6 6",
  privilege: "M2.5 12.5L2 4.5l3.4 3L8 2.5l2.6 5L14 4.5l-.5 8z",
  book: "M8 4C6.5 2.6 4 2.4 2 3v9.6c2-.6 4.5-.4 6 1c1.5-1.4 4-1.6 6-1V3c-2-.6-4.5-.4-6 1zV13.6",
  bags: "M6 2h4l-1.2 2.6c3 1.2 4.4 4.4 4.4 6.2c0 2-1.6 3.2-5.2 3.2S2.8 12.8 2.8 10.8c0-1.8 1.4-5 4.4-6.2z",
};

/** @type {(ability: string, attributes?: Record<string, any>) => SVGElement} */
export const abilityPath = (ability, attributes = {}) =>
  s("path", { class: "ability", d: ABILITIES[ability], ...attributes });

/** @type {(ability: string) => SVGElement} */
export const abilityIcon = (ability) =>
  s("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, abilityPath(ability));

export const PRIVILEGES = ["white", "orange", "pink", "black"];

// One dot more for each privilege, for those who do not see the colours of offices.
/** @type {(privilege: string, size: number) => SVGElement[]} */
export function privilegeDots(privilege, size) {
  const count = PRIVILEGES.indexOf(privilege);
  const r = size / 12;
  return Array.from({ length: count }, (_, index) =>
    s("circle", { class: "dot", cx: round((index - (count - 1) / 2) * r * 3), cy: 0, r: round(r) }),
  );
}

/** @type {(player: string, kind: string) => Element} */
export const pieceIcon = (player, kind) =>
  s("svg", { viewBox: "-8 -8 16 16", class: `icon piece seat-${player}`, "aria-hidden": "true" }, shapeOf(kind, 13));

// Prestige, as on the offices that bring it.
export const coinIcon = () =>
  s(
    "svg",
    { viewBox: "-8 -8 16 16", class: "icon", "aria-hidden": "true" },
    s("circle", { class: "coin", r: 6.5 }),
    s("circle", { class: "coin", r: 3.6 }),
  );

/** @type {(player: string) => Element} */
export const seatSign = (player) => h("span", { class: `sign seat-${player}` }, named(`seat.${player}.short`));
