// What else there is to know of a game: its ends, points by source, and the log.

/**
 * @import { TeutonicaPage, TeutonicaRow, TeutonicaState } from "./teutonica.js"
 * @typedef {{who: string, words: {row: TeutonicaRow, number: number}[]}} Turn
 */

import { h } from "/static/dom.js";
import { barPlot } from "/static/plot.js";
import { seatSign } from "./signs.js";
import { named, t } from "./words.js";

export const SOURCES = ["prestige", "abilities", "markers", "coellen", "cities", "network"];

/** @type {(label: string, value: string | number) => Element} */
const count = (label, value) => h("div", { class: "count" }, h("dt", {}, label), h("dd", {}, value));

/** @type {TeutonicaPage["drawMore"]} */
export const drawMore = ({ board, game, showScores }) => {
  const most = Math.max(...board.players.map((player) => game.players[player].prestige));
  return [
    h(
      "section",
      { class: "card ends" },
      h("h2", {}, t("The ends of the game")),
      h(
        "dl",
        {},
        count(t("completed cities"), t("{part} of {whole}", { part: game.completed, whole: board.ends.cities })),
        count(t("most prestige"), t("{part} of {whole}", { part: most, whole: board.ends.prestige })),
        count(t("markers in the pile"), game.pile),
        game.pawn && count(t("pawn"), named(`province.${game.pawn}`)),
      ),
    ),
    ...(showScores && !game.winners
      ? [
          h(
            "section",
            { class: "card" },
            bySource(t("Points by source, if the game ended now"), board.players, game),
            legend(),
          ),
        ]
      : []),
  ];
};

/** @type {(label: string, players: string[], game: TeutonicaState) => Element} */
export const bySource = (label, players, game) =>
  barPlot({
    label,
    rows: players.map((player) => ({
      name: game.names[player],
      parts: SOURCES.map((source) => part(source, game.scores[player][source])),
    })),
  });

/** @type {(source: string, value: number) => {value: number, name: string, class: string}} */
const part = (source, value) => ({ value, name: named(`score.${source}`), class: `source-${source}` });

const legend = () =>
  h(
    "p",
    { class: "legend" },
    SOURCES.map((source) => h("span", { class: `key source-${source}` }, named(`score.${source}`))),
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
export function drawLog({ log, isNotation = false, stepLink, step }) {
  const drawn = turnsOf(log).map((line, index) => {
    const said = line.words.flatMap(({ row, number }) => {
      const text = isNotation ? row.say : row.text;
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
    { class: `log${isNotation ? " notation" : ""}`, tabindex: "0", "aria-label": t("Log"), "data-follow": true },
    drawn.filter((each) => each !== null),
  );
}
