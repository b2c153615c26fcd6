// How the evening stands.

/** @import { Standing, View } from "./tables.js" */

import { h, renew } from "/static/dom.js";
import { t } from "/static/words.js";
import { hall } from "./hall.js";

/** @type {(rows: Standing[], options?: {first?: number}) => Element} */
export function drawStandings(rows, { first = 0 } = {}) {
  const most = Math.max(1, ...hall.evening.standings.map((row) => row.points));
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["rank", "name", "games", "wins", "points", "best"].map((name) =>
          h("th", { scope: "col", class: `col-${name}` }, t(`standings.${name}`)),
        ),
        h("th", { class: "col-bar", "aria-hidden": "true" }),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row, index) => {
        const fill = h("span", { class: "bar-fill" });
        fill.style.width = `${Math.round((row.points / most) * 100)}%`;
        return h(
          "tr",
          { class: first + index < 3 ? `place-${first + index + 1}` : null },
          h("td", { class: "col-rank" }, first + index + 1),
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
    const { games, people, standings } = hall.evening;
    renew(
      main,
      h(
        "section",
        { class: "card evening" },
        h("h2", {}, t("standings.title", { count: games })),
        standings.length
          ? h("div", { class: "scroll", tabindex: "0" }, drawStandings(standings))
          : h("p", { class: "empty" }, t("no.standings")),
        people > standings.length &&
          h("p", { class: "empty" }, t("standings.more", { count: people - standings.length })),
      ),
    );
  }
  update({ evening: true });
  return { update };
}
