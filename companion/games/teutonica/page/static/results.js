// What else there is to know of a game: its ends, points by source, the log and the final score.

/**
 * @import { TeutonicaPage, TeutonicaRow, TeutonicaState } from "./teutonica.js"
 * @typedef {{who: string, words: {row: TeutonicaRow, number: number}[]}} Turn
 */

import { h, unseen } from "/static/dom.js";
import { barPlot } from "/static/plot.js";
import { seatSign } from "./signs.js";
import { tellStep } from "./story.js";
import { t } from "./words.js";

const SOURCES = ["prestige", "abilities", "markers", "coellen", "cities", "network"];
const CITIES_END = 10;
const PRESTIGE_END = 20;

/** @type {(label: string, value: string | number) => Element} */
const count = (label, value) => h("div", { class: "count" }, h("dt", {}, label), h("dd", {}, value));

/** @type {TeutonicaPage["drawMore"]} */
export const drawMore = ({ board, game, showScores }) => {
  const most = Math.max(...board.players.map((player) => game.players[player].prestige));
  return [
    h(
      "section",
      { class: "card ends" },
      h("h2", {}, t("ends")),
      h(
        "dl",
        {},
        count(t("ends.cities"), t("of", { part: game.completed, whole: CITIES_END })),
        count(t("ends.prestige"), t("of", { part: most, whole: PRESTIGE_END })),
        count(t("ends.pile"), game.pile),
        game.pawn && count(t("pawn"), t(`province.${game.pawn}`)),
      ),
    ),
    ...(showScores && !game.winners
      ? [h("section", { class: "card" }, bySource(t("sources.now"), board.players, game), legend())]
      : []),
  ];
};

/** @type {(label: string, players: string[], game: TeutonicaState) => Element} */
const bySource = (label, players, game) =>
  barPlot({
    label,
    rows: players.map((player) => ({
      name: game.names[player],
      parts: SOURCES.map((source) => part(source, game.scores[player][source])),
    })),
  });

/** @type {(source: string, value: number) => {value: number, name: string, class: string}} */
const part = (source, value) => ({ value, name: t(`score.${source}`), class: `source-${source}` });

const legend = () =>
  h(
    "p",
    { class: "legend" },
    SOURCES.map((source) => h("span", { class: `key source-${source}` }, t(`score.${source}`))),
  );

// The lines of the log: one for each run of steps by one player.
/** @type {(log: TeutonicaRow[]) => Turn[]} */
export function turnsOf(log) {
  /** @type {Turn[]} */
  const lines = [];
  log.forEach((row, index) => {
    const before = lines.at(-1);
    const word = { row, number: index + 1 };
    if (before && !row.turn && before.who === row.who) before.words.push(word);
    else lines.push({ who: row.who, words: [word] });
  });
  return lines;
}

/** @type {TeutonicaPage["drawLog"]} */
export function drawLog({ log, game, board, isNotation = false, stepLink, step }) {
  const drawn = turnsOf(log).map((line, index) => {
    const said = line.words.flatMap(({ row, number }) => {
      const text = isNotation ? row.say : tellStep(row, { board, names: game.names });
      const seen = { class: `${row.correction ? "corrected" : ""}${number === step ? " at" : ""}`.trim() || null };
      if (!text) return [];
      return [stepLink ? h("a", { ...seen, href: stepLink(number) }, text) : h("span", seen, text)];
    });
    if (!said.length) return null;
    return h(
      "li",
      { "data-key": `turn-${index}` },
      seatSign(line.who),
      h(
        "span",
        {},
        said.map((each, word) => [word ? (isNotation ? "; " : " ") : "", each]),
      ),
    );
  });
  return h(
    "ol",
    { class: `log${isNotation ? " notation" : ""}`, reversed: true, tabindex: "0", "aria-label": t("log") },
    drawn.filter((each) => each !== null).reverse(),
  );
}

/** @type {TeutonicaPage["drawFinal"]} */
export function drawFinal({ game }) {
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
        h("th", { scope: "col" }, unseen(t("games.players"))),
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
            h("span", { class: source === "total" ? null : `key source-${source}` }, t(`score.${source}`)),
          ),
          order.map((player) =>
            h("td", { class: `score-${source}${winners.includes(player) ? " won" : ""}` }, game.scores[player][source]),
          ),
        ),
      ),
    ),
  );
  return h(
    "section",
    { class: "card final", id: "final" },
    h("h2", {}, t("final")),
    h("p", { class: "verdict" }, winners.length > 1 ? t("shared", { names, points }) : t("wins", { names, points })),
    h("div", { class: "scroll" }, table),
    bySource(t("sources.all"), order, game),
  );
}
