// What the map says, as sentences for those who do not see it.

/** @import { Side, TeutonicaState } from "./teutonica.js" */

import { h } from "/static/dom.js";
import { cityName, pieceWords, routeName } from "./naming.js";
import { meant } from "/static/words.js";
import { named, t } from "./words.js";

/** @type {(board: Side, game: TeutonicaState | null) => Element} */
export function describeMap(board, game) {
  const names = game?.names ?? {};
  /** @type {(piece: string | null) => string} */
  const told = (piece) => (piece ? pieceWords(piece, names).words : t(meant("a space", "free")));
  const cities = board.cities.map((city) => {
    const there = game?.offices[city.id];
    const parts = [city.name];
    if (city.ability) parts.push(named(`ability.${city.ability}`));
    for (const piece of there?.extra ?? []) parts.push(`${t("extra office")}: ${told(piece)}`);
    city.offices.forEach((office, index) => {
      const kind = t("office for a {kind}, {privilege}", {
        kind: named(`kind.${office.kind}`),
        privilege: named(`privilege.${office.privilege}`),
      });
      parts.push(`${kind}: ${told(there?.spaces[index] ?? null)}${office.coin ? `, ${t("one prestige point")}` : ""}`);
    });
    const owner = game?.control[city.id];
    if (owner) parts.push(t("{player} controls this city", { player: names[owner] }));
    return h("li", {}, parts.join("; "));
  });
  const routes = board.routes.map((route) => {
    const houses = game?.routes[route.id] ?? Array(route.houses).fill(null);
    const parts = [routeName(board, route.id), houses.map(told).join(", ")];
    const marker = game?.markers[route.id];
    if (marker) parts.push(t("marker {kind}", { kind: named(`marker.${marker}`) }));
    else if (route.tavern) parts.push(t("tavern"));
    return h("li", {}, parts.join("; "));
  });
  const more = [];
  if (game) {
    const spaces = Object.entries(game.coellen).map(
      ([space, owner]) => `${space}: ${owner ? names[owner] : t(meant("a space", "free"))}`,
    );
    more.push(h("li", {}, `${t("Prestige table")}: ${spaces.join(", ")}`));
    const ends = board.link.map((id) => cityName(board, id)).join("–");
    more.push(
      h(
        "li",
        {},
        `${t("Link {cities}: {points} prestige for the first three.", { cities: ends, points: board.link_points.join(", ") })} ${game.links.map((player) => names[player]).join(", ") || t("nobody")}`,
      ),
    );
    if (game.pawn) more.push(h("li", {}, `${t("pawn")}: ${named(`province.${game.pawn}`)}`));
  }
  return h("ul", { class: "unseen" }, cities, routes, more);
}
