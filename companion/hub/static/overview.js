// All tables: those that need help first, then one card each, and what was refused lately.

/** @import { Table, View } from "./tables.js" */

import { become, h, renew, show } from "/static/dom.js";
import { t } from "/static/words.js";
import { drawCard } from "./card.js";
import { address, ageOf, growOlder, hall, helpTexts, inOrder, numbers, secondsSince } from "./hall.js";

const LATELY = 8; // refusals shown
const LATELY_S = 900;

let sought = "";

/** @type {(table: Table) => boolean} */
const fits = (table) => {
  const words = sought.toLowerCase();
  return (
    !words ||
    table.table.toLowerCase().includes(words) ||
    table.players.some((player) => player.name.toLowerCase().includes(words))
  );
};

/** @type {(main: Element) => View} */
export function openOverview(main) {
  /** @type {Map<string, Element>} */
  const cards = new Map(); // id: element
  const help = h("section", { class: "help-strip", "aria-live": "polite" });
  const counts = h("p", { class: "numbers" });
  const grid = h("div", { class: "tables" });
  const side = h("section", { class: "card lately" });
  const search = h("input", {
    type: "search",
    value: sought,
    placeholder: t("Find a table or a player"),
    "aria-label": t("Find a table or a player"),
    "data-key": "search",
    oninput: (event) => {
      sought = event.target.value;
      arrange();
    },
  });
  show(
    main,
    h(
      "div",
      { class: "hall" },
      help,
      h("div", { class: "hall-head" }, h("h2", {}, t("Tables")), counts, search),
      grid,
      side,
    ),
  );

  function arrange() {
    const tables = inOrder(hall.tables.values()).filter(fits);
    show(
      grid,
      tables.length
        ? tables.map((table) => cards.get(table.id))
        : h(
            "p",
            { class: "empty welcome card" },
            hall.tables.size ? t("No table and nobody of that name.") : t("No table has announced itself yet."),
          ),
    );
  }

  /** @type {(id: string) => boolean} */
  function redraw(id) {
    const table = hall.tables.get(id);
    const before = cards.get(id);
    if (!table) {
      cards.delete(id);
      return true;
    }
    if (!before) {
      cards.set(id, drawCard(table));
      return true;
    }
    become(before, drawCard(table));
    return !before.isConnected;
  }

  function drawHelp() {
    const tables = inOrder(hall.tables.values()).filter((table) => table.help.length && !table.stale);
    help.hidden = !tables.length;
    renew(
      help,
      h("h2", {}, t("Needs help: {count}", { count: tables.length })),
      h(
        "ul",
        {},
        tables.map((table) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: address(table), "data-key": `help-${table.id}` },
              h("strong", {}, table.table),
              " ",
              h("span", {}, helpTexts(table, { withRemedy: true }).join(" · ")),
            ),
          ),
        ),
      ),
    );
  }

  function drawLately() {
    const refusals = [...hall.tables.values()]
      .flatMap((table) =>
        table.refusals.map((refusal) => ({ table, refusal, since: secondsSince(table, refusal.age_s) })),
      )
      .filter((one) => one.since < LATELY_S)
      .sort((a, b) => a.since - b.since)
      .slice(0, LATELY);
    renew(
      side,
      h("h2", {}, t("Refused lately")),
      refusals.length
        ? h(
            "ul",
            {},
            refusals.map(({ table, refusal }) =>
              h(
                "li",
                {},
                h("a", { href: address(table), "data-key": `late-${table.id}` }, table.table),
                h("span", { class: "what" }, refusal.reason),
                ageOf(table, refusal.age_s),
              ),
            ),
          )
        : h("p", { class: "empty" }, t("Nothing was refused lately.")),
    );
  }

  /** @type {View["update"]} */
  function update(changes) {
    const ids = changes.tables ?? [...new Set([...cards.keys(), ...hall.tables.keys()])];
    const moved = ids.map(redraw).some(Boolean);
    if (moved || !ids.length) arrange();
    if (ids.length) {
      drawHelp();
      drawLately();
    }
    counts.textContent = numbers().join(" · ");
  }

  update({ tables: null, evening: true });
  return { update, tick: () => growOlder(main) };
}
