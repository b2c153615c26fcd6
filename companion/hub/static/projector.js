// For the wall: large, without anything to press, its pages turning by themselves.

/** @import { Ranking, Table, View } from "./tables.js" */

import { h, renew, show } from "/static/dom.js";
import { language, t } from "/static/words.js";
import { drawCard } from "./card.js";
import { growOlder, hall, helpTexts, inOrder, numbers } from "./hall.js";
import { drawStandings, headingOf } from "./standings.js";

const PAGE_S = 12;
const ROW_REM = 2.6,
  HEAD_REM = 5.5; // of the standings
const CARD_REM = { width: 19, height: 12.6 };

// How many fit, by the size of the wall.
function room() {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const columns = Math.max(1, Math.floor((innerWidth - 2 * rem) / (CARD_REM.width * rem)));
  const rows = Math.max(1, Math.floor((innerHeight - 7 * rem) / (CARD_REM.height * rem)));
  return {
    columns,
    rows,
    cards: columns * rows,
    lines: Math.max(3, Math.floor((innerHeight - (HEAD_REM + 5) * rem) / (ROW_REM * rem))),
  };
}

/** @type {(main: Element) => View} */
export function openProjector(main) {
  let page = 0,
    turned = performance.now();
  const head = h("div", { class: "wall-head" });
  const body = h("div", { class: "wall-body" });
  const foot = h("div", { class: "wall-foot" });
  show(main, h("div", { class: "wall" }, head, body, foot));

  /** @type {() => {name: string, tables?: Table[], ranking?: Ranking, lines?: number}[]} */
  function pages() {
    const { cards, lines } = room();
    const tables = inOrder(hall.tables.values());
    const found = [];
    for (let start = 0; start < tables.length; start += cards)
      found.push({ name: "tables", tables: tables.slice(start, start + cards) });
    for (const ranking of hall.evening.rankings) found.push({ name: "standings", ranking, lines });
    return found.length ? found : [{ name: "tables", tables: [] }];
  }

  function draw() {
    const all = pages();
    page %= all.length;
    const { columns, rows } = room();
    const { tables = [], ranking, lines } = all[page];
    const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
      new Date(),
    );
    renew(
      head,
      h("h1", { class: "unseen" }, t("Hansa hub")),
      h("h2", {}, ranking ? headingOf(ranking) : t("Tables")),
      h("p", { class: "numbers" }, numbers().join(" · ")),
      h("p", { class: "clock" }, clock),
    );
    body.dataset.page = all[page].name;
    body.style.setProperty("--columns", String(columns));
    body.style.setProperty("--rows", String(rows));
    // What is the same as before stays: a score that grew shines once, and not again whenever another table moves.
    if (ranking) renew(body, drawStandings(ranking, lines));
    else
      renew(
        body,
        tables.length
          ? tables.map((table) => drawCard(table, { isLinked: false }))
          : h("p", { class: "welcome card" }, t("No table has announced itself yet.")),
      );
    const help = inOrder(hall.tables.values()).filter((table) => table.help.length && !table.stale);
    renew(
      foot,
      h(
        "p",
        { class: `wall-help${help.length ? " on" : ""}` },
        help.length ? h("strong", {}, t("Needs help: {count}", { count: help.length }), " ") : null,
        help.map((table) => h("span", {}, `${table.table}: ${helpTexts(table)[0]}`)),
      ),
      h(
        "p",
        {
          class: "pages",
          role: "img",
          "aria-label": t("page {page} of {pages}", { page: page + 1, pages: all.length }),
        },
        all.map((_, index) => h("span", { class: index === page ? "here" : null })),
      ),
    );
  }

  function tick() {
    if (performance.now() - turned >= PAGE_S * 1000) {
      turned = performance.now();
      page += 1;
      draw();
    }
    growOlder(main);
  }

  let isDue = false;
  function update() {
    if (isDue) return;
    isDue = true;
    // A wall need not follow every move at once.
    setTimeout(() => {
      isDue = false;
      draw();
    }, 250);
  }

  draw();
  window.addEventListener("resize", update);
  return { update, tick };
}
