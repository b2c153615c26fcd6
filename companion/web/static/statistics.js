// Statistics over games that have ended: people by their names, robots apart from them.

/**
 * @import { LoadedGame, Named } from "./contract.js"
 * @import { Counted, Sums } from "./document.js"
 * @typedef {{title: string, counted: Counted, isApart: boolean}} Row
 */

import { get } from "./api.js";
import { h, show } from "./dom.js";
import { kindsIn } from "./games.js";
import { barPlot } from "./plot.js";
import { robotName } from "./robots.js";
import { bring } from "./shelf.js";
import { store } from "./store.js";
import { say, t } from "./words.js";

const LENGTHS = 50; // moves that are counted together

// People by name, then those without one by colour, then whatever plays by itself.
/** @type {(sums: Sums, named: Named) => Row[]} */
const rowsOf = ({ people, nameless, robots }, named) => [
  ...people.map((counted) => ({ title: counted.name, counted, isApart: false })),
  ...nameless.map((counted) => ({ title: named(`seat.${counted.colour}`), counted, isApart: false })),
  ...robots.map((counted) => ({
    title: t("Robot: {skill}", { skill: robotName(counted.skill, named) }),
    counted,
    isApart: true,
  })),
];

/** @type {(rows: Row[]) => Element} */
function drawTable(rows) {
  /** @type {(row: Row) => Element} */
  const line = ({ title, counted: { games, wins, mean, best } }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, title),
      [games, wins, mean, best].map((number) => h("td", {}, number)),
    );
  const apart = rows.filter((row) => row.isApart);
  return h(
    "section",
    { class: "card people" },
    h("h3", {}, t("By name")),
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
            h("td", {}),
            [t("games"), t("wins"), t("points a game"), t("most points")].map((title) =>
              h("th", { scope: "col" }, title),
            ),
          ),
        ),
        h("tbody", {}, rows.filter((row) => !row.isApart).map(line)),
        apart.length > 0 && h("tbody", { class: "robots" }, apart.map(line)),
      ),
    ),
  );
}

/** @type {(value: number) => {value: number, name: string, class: string}[]} */
const one = (value) => [{ value, name: "", class: "seat-any" }];

/** @type {(counted: {games: number, wins: number}) => {parts: ReturnType<typeof one>, text: string}} */
const won = ({ games, wins }) => ({ parts: one(wins), text: t("{part} of {whole}", { part: wins, whole: games }) });

/** @type {(...drawn: Element[]) => Element} */
const card = (...drawn) => h("section", { class: "card" }, drawn);

/** @type {(sums: Sums, rows: Row[], named: Named) => Element} */
function drawPlots({ seats, lengths }, rows, named) {
  const sources = Object.keys(rows[0].counted.sources);
  return h(
    "div",
    { class: "grid" },
    card(
      barPlot({
        label: t("Wins by name"),
        rows: rows.map(({ title, counted, isApart }) => ({ name: title, isApart, ...won(counted) })),
      }),
    ),
    card(
      barPlot({
        label: t("Points by source, on average"),
        rows: rows.map(({ title, counted, isApart }) => ({
          name: title,
          isApart,
          parts: sources.map((source) => ({
            value: counted.sources[source],
            name: named(`score.${source}`),
            class: `source-${source}`,
          })),
        })),
      }),
      h(
        "p",
        { class: "legend" },
        sources.map((source) => h("span", { class: `key source-${source}` }, named(`score.${source}`))),
      ),
    ),
    seats.length > 0 &&
      card(
        barPlot({
          label: t("Wins by seat, counted from the start player"),
          rows: seats.map((each) => ({ name: t("seat {number}", { number: each.seat }), ...won(each) })),
        }),
      ),
    card(
      barPlot({
        label: t("Moves a game"),
        rows: binned(lengths).map(([name, many]) => ({ name, parts: one(many), text: String(many) })),
      }),
    ),
  );
}

/** @type {(all: number[]) => [string, number][]} */
function binned(all) {
  const counts = new Map();
  for (const length of all) {
    const from = Math.floor(length / LENGTHS) * LENGTHS;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => a[0] - b[0]).map(([from, many]) => [`${from}–${from + LENGTHS - 1}`, many]);
}

/** @type {(main: Element, kind?: string) => Promise<void>} */
export async function openStatistics(main, kind = store.here.id) {
  const isAlone = Object.keys(store.shelf.games).length === 1;
  const games = isAlone ? [] : (await get("/api/games")).games;
  const kinds = kindsIn(games, store.shelf).filter((each) => store.shelf.games[each].drawn);
  /** @type {[Sums, LoadedGame]} */
  const [sums, { page }] = await Promise.all([get(`/api/statistics?game=${encodeURIComponent(kind)}`), bring(kind)]);
  /** @type {(each: string) => Element} */
  const link = (each) =>
    h(
      "a",
      { class: "chip", href: `#statistics/${each}`, "aria-current": each === kind ? "page" : null },
      store.shelf.games[each].title,
    );
  const rows = rowsOf(sums, page.named);
  show(
    main,
    h(
      "section",
      { class: "wide" },
      h("h2", {}, t(say("Statistics over one game", "Statistics over {count} games"), { count: sums.games })),
      kinds.length > 1 && h("p", { class: "kinds" }, kinds.map(link)),
      sums.games
        ? h("div", { "data-game": kind }, drawTable(rows), drawPlots(sums, rows, page.named))
        : h("p", { class: "empty" }, t("No game has been played to its end yet.")),
    ),
  );
}
