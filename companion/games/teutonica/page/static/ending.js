// The ending: who has won, points by source, and points city by city.

/** @import { City, TeutonicaBoard, TeutonicaPage, TeutonicaState } from "./teutonica.js" */

import { h, unseen } from "/static/dom.js";
import { bySource, SOURCES } from "./results.js";
import { seatSign } from "./signs.js";
import { named, t } from "./words.js";

/** @type {TeutonicaPage["drawFinal"]} */
export function drawFinal({ board, game }) {
  const winners = game.winners ?? [];
  const order = Object.keys(game.scores).sort((a, b) => game.scores[b].total - game.scores[a].total);
  const names = winners.map((player) => game.names[player]).join(" & ");
  const points = winners.length ? game.scores[winners[0]].total : 0;
  const sources = [...SOURCES, "total"];
  const table = h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, unseen(t("Players"))),
        order.map((player) =>
          h(
            "th",
            { scope: "col", class: winners.includes(player) ? "won" : null },
            seatSign(player),
            h("span", { class: "name" }, game.names[player], winners.includes(player) ? " ★" : ""),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      sources.map((source) =>
        h(
          "tr",
          { class: `of-${source}` },
          h(
            "th",
            { scope: "row" },
            h("span", { class: source === "total" ? null : `key source-${source}` }, named(`score.${source}`)),
          ),
          order.map((player) =>
            h("td", { class: `score-${source}${winners.includes(player) ? " won" : ""}` }, game.scores[player][source]),
          ),
        ),
      ),
    ),
  );
  const whole = h(
    "section",
    { class: "card final", id: "final" },
    h("h2", {}, t("Final score")),
    h(
      "p",
      { class: "verdict" },
      winners.length > 1
        ? t("{names} share the win with {points} points each: nothing breaks a tie.", { names, points })
        : t("{names} wins with {points} points.", { names, points }),
    ),
    h("div", { class: "scroll" }, table),
    bySource(t("Points by source"), order, game),
  );
  return [whole, drawByCity(board, game, order)];
}

// What each city gives to whom: for its control, and for the offices there that belong to a player's largest network.
/** @type {(board: TeutonicaBoard, game: TeutonicaState, order: string[]) => Element} */
function drawByCity(board, game, order) {
  const networks = game.networks ?? {};
  /** @type {(player: string, city: string) => number} */
  const linked = (player, city) => (networks[player]?.offices[city] ?? 0) * (networks[player]?.worth ?? 0);
  /** @type {(player: string, city: string) => number} */
  const controlled = (player, city) => (game.control[city] === player ? board.controlled : 0);
  /** @type {(player: string, city: City) => Element} */
  const cell = (player, { id }) => {
    const points = controlled(player, id) + linked(player, id);
    if (!controlled(player, id)) return h("td", {}, points || "–");
    const told = t("{player} controls this city", { player: game.names[player] });
    return h(
      "td",
      { class: "controlled", title: told },
      h("span", { class: "mark", "aria-hidden": "true" }, "●"),
      points,
      unseen(told),
    );
  };
  /** @type {(key: string, of: (player: string) => string | number) => Element} */
  const sum = (key, of) =>
    h(
      "tr",
      { class: `of-${key}` },
      h("th", { scope: "row" }, named(`by.city.${key}`)),
      order.map((player) => h("td", {}, of(player))),
    );
  const cities = board.cities.filter(({ id }) => game.control[id]);
  const half = Math.ceil(cities.length / 2);
  /** @type {(some: City[], foot: Element | null) => Element} */
  const table = (some, foot) =>
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, unseen(t("cities"))),
          order.map((player) => h("th", { scope: "col" }, seatSign(player), unseen(game.names[player]))),
        ),
      ),
      h(
        "tbody",
        {},
        some.map((city) =>
          h(
            "tr",
            { "data-city": city.id },
            h("th", { scope: "row" }, city.name),
            order.map((player) => cell(player, city)),
          ),
        ),
      ),
      foot,
    );
  const sums = h(
    "tfoot",
    {},
    sum("sum", (player) => game.scores[player].cities + game.scores[player].network),
    sum("worth", (player) => networks[player]?.worth ?? "–"),
  );
  return h(
    "section",
    { class: "card final by-place" },
    h("h2", {}, t("Points by city")),
    h("div", { class: "halves" }, table(cities.slice(0, half), null), table(cities.slice(half), sums)),
    h(
      "p",
      {},
      t(
        "● controls the city: {points} points. Each office of a player’s largest network counts as many points as the keys allow.",
        { points: board.controlled },
      ),
    ),
  );
}
