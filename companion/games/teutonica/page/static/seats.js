// Seats with their desks, what else there is to know, the log, the final score and sums over games.

/**
 * @import { Pieces, Sums, TeutonicaPage, TeutonicaRow, TeutonicaState } from "./teutonica.js"
 * @typedef {{who: string, words: TeutonicaRow[]}} Turn
 */

import { h, unseen } from "/static/dom.js";
import { barPlot } from "/static/plot.js";
import { t } from "./words.js";

const SOURCES = ["prestige", "abilities", "markers", "coellen", "cities", "network"];

/** @type {(label: string, value: string | number) => Element} */
const count = (label, value) => h("div", { class: "count" }, h("dt", {}, label), h("dd", {}, value));

/** @type {(pieces: Pieces) => string} */
const both = ({ traders, merchants }) => `${traders}+${merchants}`;

/** @type {TeutonicaPage["drawSeats"]} */
export const drawSeats = ({ board, game, showScores, bench }) =>
  board.players.map((player) => drawSeat(player, game, showScores, bench?.robots.skills[player] ?? null));

/** @type {(player: string, game: TeutonicaState, showScores: boolean, robot: string | null) => Element} */
function drawSeat(player, game, showScores, robot) {
  const its = game.players[player];
  const isMover = game.mover === player;
  const isActive = game.active === player && !isMover;
  return h(
    "article",
    {
      class: `seat seat-${player}${isMover ? " mover" : ""}${game.left.includes(player) ? " left" : ""}`,
      "data-key": `seat-${player}`,
      "aria-current": isMover ? "true" : null,
    },
    h(
      "header",
      {},
      h("span", { class: "sign", "aria-hidden": "true" }, t(`seat.${player}.short`)),
      h(
        "div",
        { class: "who" },
        h("h3", {}, game.names[player]),
        isMover && h("span", { class: "turn" }, t("decides")),
        isActive && h("span", { class: "turn" }, t("has.turn")),
        game.left.includes(player) && h("span", { class: "turn" }, t("has.left")),
        robot && h("small", {}, t(`skill.${robot}`)),
      ),
      h(
        "span",
        { class: "points" },
        showScores ? game.scores[player].total : "–",
        h("span", { class: "unit" }, t("points")),
      ),
    ),
    h(
      "dl",
      { class: "counts" },
      count(t("prestige"), its.prestige),
      count(t("supply"), both(its.supply)),
      count(t("stock"), both(its.stock)),
      Object.entries(game.ability_values[player]).map(([ability, value]) => count(game.ability_names[ability], value)),
      its.plate > 0 && count(t("plate"), its.plate),
    ),
    h(
      "p",
      { class: "holdings" },
      its.markers.map((marker) => h("span", { class: "chip" }, game.marker_names[marker])),
      its.used.map((marker) => h("span", { class: "chip used" }, game.marker_names[marker])),
    ),
  );
}

/** @type {TeutonicaPage["drawMore"]} */
export const drawMore = ({ game }) => [
  h(
    "section",
    { class: "card ends" },
    h("h2", {}, t("ends")),
    h(
      "dl",
      {},
      count(t("ends.cities"), t("of", { part: game.completed, whole: 10 })),
      count(
        t("ends.prestige"),
        t("of", { part: Math.max(...Object.values(game.players).map((its) => its.prestige)), whole: 20 }),
      ),
      count(t("ends.pile"), game.pile),
      game.active && count(t("actions.left"), game.actions_left),
      game.pawn_name && count(t("pawn"), game.pawn_name),
    ),
  ),
];

// The log in the notation, one line for each run of moves by one player.
/** @type {TeutonicaPage["drawLog"]} */
export function drawLog({ log, game }) {
  /** @type {Turn[]} */
  const lines = [];
  for (const row of log) {
    const before = lines.at(-1);
    if (before && !row.turn && before.who === row.who) before.words.push(row);
    else lines.push({ who: row.who, words: [row] });
  }
  return h(
    "ol",
    { class: "log", reversed: true, tabindex: "0", "aria-label": t("log") },
    lines
      .map((line, index) =>
        h(
          "li",
          { "data-key": `turn-${index}` },
          h(
            "span",
            { class: `sign seat-${line.who}`, title: game.names[line.who] ?? line.who },
            t(`seat.${line.who}.short`),
          ),
          h(
            "span",
            {},
            line.words.map((row, word) =>
              h("span", { class: row.correction ? "corrected" : null }, word ? "; " : "", row.say),
            ),
          ),
        ),
      )
      .reverse(),
  );
}

/** @type {TeutonicaPage["drawFinal"]} */
export function drawFinal({ game }) {
  const winners = game.winners ?? [];
  const order = Object.keys(game.scores).sort((a, b) => game.scores[b].total - game.scores[a].total);
  const names = winners.map((player) => game.names[player]).join(" & ");
  const points = winners.length ? game.scores[winners[0]].total : 0;
  const sources = [...SOURCES, "total"];
  return h(
    "section",
    { class: "card final", id: "final" },
    h("h2", {}, t("final")),
    h("p", { class: "verdict" }, winners.length > 1 ? t("shared", { names, points }) : t("wins", { names, points })),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, unseen(t("games.players"))),
            sources.map((source) => h("th", { scope: "col" }, t(`score.${source}`))),
          ),
        ),
        h(
          "tbody",
          {},
          order.map((player) =>
            h(
              "tr",
              { class: winners.includes(player) ? "won" : null },
              h(
                "th",
                { scope: "row" },
                h("span", { class: `sign seat-${player}` }, t(`seat.${player}.short`)),
                ` ${game.names[player]}${winners.includes(player) ? " ★" : ""}`,
              ),
              sources.map((source) => h("td", { class: `score-${source}` }, game.scores[player][source])),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @type {(sums: Sums) => Element} */
export const drawStatistics = (sums) =>
  h(
    "div",
    { class: "grid" },
    h(
      "section",
      { class: "card" },
      barPlot({
        label: t("wins.by.player"),
        rows: sums.players.map((row) => ({
          name: t(`seat.${row.player}`),
          parts: [{ value: row.wins, name: "", class: `seat-${row.player}` }],
          text: t("of", { part: row.wins, whole: row.games }),
        })),
      }),
    ),
    h(
      "section",
      { class: "card" },
      barPlot({
        label: t("sources"),
        rows: sums.players.map((row) => ({
          name: t(`seat.${row.player}`),
          parts: SOURCES.map((source) => ({
            value: row.sources[source],
            name: t(`score.${source}`),
            class: `source-${source}`,
          })),
        })),
      }),
      h(
        "p",
        { class: "legend" },
        SOURCES.map((source) => h("span", { class: `key source-${source}` }, t(`score.${source}`))),
      ),
    ),
  );
