// How the evening stands.

/** @import { Ranking, View } from "./tables.js" */

import { h, renew } from "/static/dom.js";
import { say, t } from "/static/words.js";
import { hall } from "./hall.js";

// Points of two games cannot be added up: each has its own table, and its name where there are several.
/** @type {(ranking: Ranking) => string} */
export const headingOf = ({ title }) =>
  hall.evening.rankings.length > 1 ? `${t("Standings")}: ${title}` : t("Standings");

/** @type {(ranking: Ranking, lines?: number) => Element} */
export function drawStandings(ranking, lines = ranking.rows.length) {
  const most = Math.max(1, ...ranking.rows.map((row) => row.points));
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        Object.entries({
          rank: "#",
          name: t("Player"),
          games: t("Games"),
          wins: t("Wins"),
          points: t("Points"),
          best: t("Best"),
        }).map(([name, title]) => h("th", { scope: "col", class: `col-${name}` }, title)),
        h("th", { class: "col-bar", "aria-hidden": "true" }),
      ),
    ),
    h(
      "tbody",
      {},
      ranking.rows.slice(0, lines).map((row, index) => {
        const fill = h("span", { class: "bar-fill" });
        fill.style.width = `${Math.round((row.points / most) * 100)}%`;
        return h(
          "tr",
          { class: index < 3 ? `place-${index + 1}` : null },
          h("td", { class: "col-rank" }, index + 1),
          h("th", { scope: "row", class: "col-name" }, row.name, row.table && h("small", {}, ` ${row.table}`)),
          h("td", { class: "col-games" }, row.games),
          h("td", { class: "col-wins" }, row.wins),
          h("td", { class: "col-points" }, row.points),
          h("td", { class: "col-best" }, row.best),
          h("td", { class: "col-bar", "aria-hidden": "true" }, h("span", { class: "bar-track" }, fill)),
        );
      }),
    ),
  );
}

/** @type {(main: Element) => View} */
export function openStandings(main) {
  /** @type {(changes: {evening: boolean}) => void} */
  function update(changes) {
    if (!changes.evening) return;
    const { rankings } = hall.evening;
    renew(
      main,
      rankings.length
        ? rankings.map(drawRanking)
        : card(
            "",
            t(say("Standings after one game", "Standings after {count} games"), { count: 0 }),
            t("No game has ended yet."),
          ),
    );
  }
  update({ evening: true });
  return { update };
}

/** @type {(ranking: Ranking) => Element} */
function drawRanking(ranking) {
  const { game, title, games, people, rows } = ranking;
  const heading = t(say("Standings after one game", "Standings after {count} games"), { count: games });
  return card(
    game,
    hall.evening.rankings.length > 1 ? `${title}: ${heading}` : heading,
    h("div", { class: "scroll", tabindex: "0" }, drawStandings(ranking)),
    people > rows.length && h("p", { class: "empty" }, t("and {count} more", { count: people - rows.length })),
  );
}

/** @type {(game: string, heading: string, ...body: any[]) => Element} */
const card = (game, heading, ...body) =>
  h(
    "section",
    { class: "card evening", "data-key": game },
    h("h2", {}, heading),
    body.map((each) => (typeof each === "string" ? h("p", { class: "empty" }, each) : each)),
  );
