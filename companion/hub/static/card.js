// One table as a card: who plays, how they stand, how far it is, what goes wrong.

/** @import { Player, Table } from "./tables.js" */

import { h, unseen } from "/static/dom.js";
import { t } from "/static/words.js";
import { address, ageOf, helpTexts, played, secondsSince, swatch } from "./hall.js";

const LATELY_S = 90; // for this long a refusal is news

/** @type {(player: Player, table: Table, most: number) => Element} */
function drawPlayer(player, table, most) {
  const isMover = table.mover === player.seat;
  const won = table.winners?.includes(player.seat);
  const isShown = player.points !== null;
  const points = player.points ?? 0;
  const before = table.before?.[player.seat];
  const grew = isShown && typeof before === "number" && before < points;
  const bar = h("span", { class: "bar-track", "aria-hidden": "true" });
  const fill = h("span", { class: `bar-fill seat-${player.seat}` });
  fill.style.width = `${Math.round((Math.max(0, points) / most) * 100)}%`;
  bar.append(fill);
  return h(
    "li",
    { class: `player${isMover ? " moves" : ""}${won ? " won" : ""}` },
    swatch(player.seat),
    h(
      "span",
      { class: "who" },
      player.name,
      isMover && unseen(` (${t("decides")})`),
      won && h("span", { class: "star" }, " ★", unseen(t("has won"))),
    ),
    bar,
    h(
      "span",
      { class: `score${grew ? " grew" : ""}`, "data-key": `score-${player.points}` },
      isShown ? player.points : "–",
    ),
  );
}

/** @type {(table: Table) => Element | null} */
function drawState(table) {
  if (table.stale) return h("span", { class: "chip-state silent" }, t("not heard"));
  if (table.help.includes("calls")) return h("span", { class: "chip-state bad" }, t("calls"));
  if (table.help.length) return h("span", { class: "chip-state bad" }, t("needs help"));
  if (table.winners) return h("span", { class: "chip-state done" }, t("ended"));
  if (table.is_last_round) return h("span", { class: "chip-state warn" }, t("last round"));
  return null;
}

/** @type {(table: Table, options?: {isLinked?: boolean}) => Element} */
export function drawCard(table, { isLinked = true } = {}) {
  const most = Math.max(10, ...table.players.map((player) => player.points ?? 0));
  const help = helpTexts(table).join(" · ");
  const refusal = table.refusals.find((one) => secondsSince(table, one.age_s) < LATELY_S);
  const name = h("span", { class: "table-name" }, table.table);
  return h(
    "article",
    {
      class: `table-card${table.stale ? " stale" : ""}${table.help.length ? " needs-help" : ""}${table.winners ? " over" : ""}`,
      "data-key": `table-${table.id}`,
      "data-table": table.id,
      "data-game": table.game,
      "data-revision": table.revision,
    },
    h(
      "header",
      {},
      h("h3", {}, isLinked ? h("a", { href: address(table), "data-key": `card-${table.id}` }, name) : name),
      drawState(table),
      h("p", { class: "how-far" }, h("span", {}, played(table)), ageOf(table, table.moved_s)),
    ),
    table.players.length
      ? h(
          "ol",
          { class: "players" },
          table.players.map((player) => drawPlayer(player, table, most)),
        )
      : h("p", { class: "empty" }, t("Nobody plays here yet.")),
    // On the wall there is room for whole sentences below.
    isLinked &&
      (help || refusal) &&
      h(
        "footer",
        {},
        help
          ? h("p", { class: "help-line", title: helpTexts(table, { withRemedy: true }).join("\n") }, help)
          : refusal && h("p", { class: "refusal-line", title: refusal.remedy }, refusal.reason),
      ),
  );
}
