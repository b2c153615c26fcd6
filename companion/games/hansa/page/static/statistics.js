// Statistics over games that have ended.

/** @import { Sums } from "./hansa.js" */

import { h } from "/static/dom.js";
import { barPlot } from "/static/plot.js";
import { t } from "./words.js";

/** @type {(sums: Sums) => Element} */
export function drawStatistics(sums) {
  /** @type {(player: string) => string} */
  const name = (player) => t(`seat.${player}`);
  /** @type {(value: number, key: string) => {value: number, name: string, class: string}[]} */
  const one = (value, key) => [{ value, name: "", class: `seat-${key}` }];
  return h(
    "div",
    { class: "grid" },
    h(
      "section",
      { class: "card" },
      barPlot({
        label: t("wins.by.player"),
        rows: sums.players.map((row) => ({
          name: name(row.player),
          parts: one(row.wins, row.player),
          text: t("of", { part: row.wins, whole: row.games }),
        })),
      }),
    ),
    h(
      "section",
      { class: "card" },
      barPlot({
        label: t("wins.by.seat"),
        rows: sums.seats.map((row) => ({
          name: t("seat.number", { number: row.seat }),
          parts: one(row.wins, "any"),
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
          name: name(row.player),
          parts: ["unsold", "sold", "cities"].map((source) => ({
            value: row.sources[source],
            name: t(`score.${source}`),
            class: `source-${source}`,
          })),
        })),
      }),
      h(
        "p",
        { class: "legend" },
        ["unsold", "sold", "cities"].map((source) =>
          h("span", { class: `key source-${source}` }, t(`score.${source}`)),
        ),
      ),
    ),
    h(
      "section",
      { class: "card" },
      barPlot({
        label: t("lengths"),
        rows: lengths(sums.lengths).map(([name_, many]) => ({
          name: name_,
          parts: one(many, "any"),
          text: String(many),
        })),
      }),
    ),
  );
}

/** @type {(all: number[]) => [string, number][]} */
function lengths(all) {
  const counts = new Map();
  for (const length of all) {
    const from = Math.floor(length / 50) * 50;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => a[0] - b[0]).map(([from, many]) => [`${from}–${from + 49}`, many]);
}
