// What a press does: the legal moves by the place where each is done, and what they are called.

/**
 * @import { Entry, Offered } from "/static/contract.js"
 * @import { TeutonicaScene } from "./teutonica.js"
 * @typedef {{entry: Entry, text: string, right: string}} Deed a legal move, in words
 * @typedef {{means: string, at: (place: string) => Deed[], press: (at: Element, place: string, deeds?: Deed[]) => void,
 *   offerPlaces: (at: Element, places: string[]) => void}} Deeds
 */

import { cityName, pieceWords, placeName, routeName } from "./naming.js";
import { houseAt } from "./zoom.js";
import { t } from "./words.js";

// The order in which moves of one place are offered: the likeliest first.
const ORDER = ["establish", "office", "improve", "coellen", "put", "add", "insert", "replace", "displace", "lift"];
const PENALTY = { trader: 1, merchant: 2 };
/** @type {Record<string, string[]>} */
const ONTO = { empty: ["insert", "put", "add", "replace"], own: ["establish", "lift"], other: ["displace", "remove"] };

// Where a move is done; some are done in either of two places.
/** @type {(entry: Entry, scene: TeutonicaScene) => string[]} */
export function placesOf(entry, { board, game }) {
  switch (entry.type) {
    case "office":
    case "extra_office":
      return [`city.${entry.city}`];
    case "improve": {
      /** @type {string[]} */
      const ends = board.routes.find(({ id }) => id === game.step?.route)?.ends ?? [];
      const city = board.cities.find(({ id, ability }) => ability === entry.ability && ends.includes(id));
      return [`ability.${entry.ability}`, ...(city ? [`city.${city.id}`] : [])];
    }
    case "coellen":
      return [`table.${entry.space}`];
    case "pawn":
    case "walk":
    case "ride":
      return [`province.${entry.to}`];
    case "income":
      return ["stock"];
    case "pay":
      return ["supply"];
    case "use":
      return [
        `marker.${entry.marker}`,
        ...(entry.ability ? [`ability.${entry.ability}`] : []),
        ...(entry.city ? [`city.${entry.city}`] : []),
      ];
    default:
      return entry.route ? [`route.${entry.route}`] : [];
  }
}

/** @type {(entry: Entry, scene: TeutonicaScene) => {text: string, right: string}} */
export function tellDeed(entry, { board, game }) {
  const piece = entry.piece && t(`kind.${entry.piece}`);
  const mover = game.mover ?? "";
  switch (entry.type) {
    case "displace": {
      const { kind } = pieceWords(entry.victim, game.names);
      return {
        text: t(`do.displace.${entry.piece}`, { victim: pieceWords(entry.victim, game.names).words }),
        right: t("do.pay", { count: PENALTY[/** @type {"trader" | "merchant"} */ (kind)] }),
      };
    }
    case "remove":
      return { text: t("do.remove", { victim: pieceWords(entry.victim, game.names).words }), right: "" };
    case "income": {
      const { stock, levels } = game.players[mover];
      const all = stock.traders + stock.merchants;
      const number = Math.min(board.tracks.bags[levels.bags] ?? all, all) - (entry.fewer ?? 0);
      const traders = number - entry.merchants;
      return { text: t("do.income"), right: t("do.pieces", { traders, merchants: entry.merchants }) };
    }
    case "use":
      if (entry.ability)
        return {
          text: t("do.improve", { ability: t(`ability.${entry.ability}`) }),
          right: t(`marker.${entry.marker}`),
        };
      if (entry.city)
        return {
          text: t("do.swap", { city: cityName(board, entry.city), first: entry.pos, second: entry.pos + 1 }),
          right: t(`marker.${entry.marker}`),
        };
      return { text: t("do.use", { marker: t(`marker.${entry.marker}`) }), right: "" };
    case "improve":
      return { text: t("do.improve", { ability: t(`ability.${entry.ability}`) }), right: "" };
    case "office":
      return { text: t("do.office", { city: cityName(board, entry.city) }), right: "" };
    case "extra_office":
      return { text: t("do.extra_office", { city: cityName(board, entry.city) }), right: piece };
    case "coellen":
      return { text: t("do.coellen"), right: t("do.points", { count: entry.space }) };
    case "establish":
      return { text: t("do.establish"), right: routeName(board, entry.route) };
    case "replace":
      return { text: t("do.replace", { marker: t(`marker.${game.step?.marker}`) }), right: "" };
    case "pawn":
    case "walk":
    case "ride":
      return {
        text: t("do.pawn", { province: t(`province.${entry.to}`) }),
        right: entry.type === "ride" ? t("do.ride") : t("do.walk"),
      };
    default:
      return { text: t(`do.${entry.type}.${entry.piece}`), right: "" };
  }
}

// By type, then what costs less: traders before merchants, of one's own and of others.
/** @type {(entry: Entry) => number} */
const rank = ({ type, piece, victim }) =>
  ORDER.indexOf(type) * 4 + (piece === "merchant" ? 2 : 0) + (victim?.endsWith("merchant") ? 1 : 0);

// What whoever looks may do; null for those who only watch, and while a player that plays by itself decides.
/** @type {(scene: TeutonicaScene) => Deeds | null} */
export function deedsOf(scene) {
  const { game, hands, bench } = scene;
  if (!hands || (game.mover && game.mover in (bench?.robots.skills ?? {}))) return null;
  /** @type {Map<string, Deed[]>} */
  const byPlace = new Map();
  for (const entry of [...game.moves].sort((a, b) => rank(a) - rank(b))) {
    for (const place of placesOf(entry, scene)) {
      const there = byPlace.get(place) ?? [];
      there.push({ entry, ...tellDeed(entry, scene) });
      byPlace.set(place, there);
    }
  }
  /** @type {(place: string) => Deed[]} */
  const at = (place) => byPlace.get(place) ?? [];
  /** @type {(element: Element, place: string, deeds?: Deed[]) => void} */
  const press = (element, place, deeds = at(place)) => {
    if (deeds.length === 1) hands.move(deeds[0].entry);
    else if (deeds.length) hands.offer(element, placeName(place, scene.board), deeds.map(offered));
  };
  /** @type {(deed: Deed) => Offered} */
  const offered = ({ entry, text, right }) => ({ text, right, action: () => hands.move(entry) });
  return {
    means: hands.means,
    at,
    press,
    offerPlaces: (element, places) =>
      hands.offer(
        element,
        t("which"),
        places.map((place) => ({
          text: placeName(place, scene.board),
          right: at(place).length === 1 ? at(place)[0].text : "",
          action: () => press(element, place),
        })),
      ),
  };
}

// Those of a route's moves that mean one house: what may come into an empty one, or what may be done with the piece there.
/** @type {(deeds: Deed[], there: string | null, mover: string | null) => Deed[]} */
export function deedsOfHouse(deeds, there, mover) {
  const types = !there ? ONTO.empty : there.split(" ")[0] === mover ? ONTO.own : ONTO.other;
  const meant = deeds.filter(
    ({ entry }) =>
      types.includes(entry.type) &&
      (!there || !entry.victim || entry.victim === there) &&
      (entry.type !== "lift" || there?.endsWith(entry.piece)),
  );
  return meant.length ? meant : deeds;
}

// Plays what a piece does that was dragged from its desk onto a place of the map: whatever is done there with such a
// piece, on the house that it was dropped on. Where nothing is, the table says why not.
/** @type {(scene: TeutonicaScene, kind: string, onto: Element, event: MouseEvent) => void} */
export function carry(scene, kind, onto, event) {
  const deeds = deedsOf(scene);
  if (!deeds) return;
  const place = onto.getAttribute("data-place") ?? "";
  const route = place.startsWith("route.") && place.replace("route.", "");
  const fitting = deeds.at(place).filter(({ entry }) => entry.piece === kind);
  const house = houseAt(onto, event);
  if (fitting.length && route && house >= 0)
    deeds.press(onto, place, deedsOfHouse(fitting, scene.game.routes[route][house], scene.game.mover));
  else if (fitting.length) deeds.press(onto, place, fitting);
  else if (route) scene.hands?.move({ type: "insert", route, piece: kind });
}
