// The first turn: a visitor at the virtual table is led through it, one sentence at a time, by what the table shows.

import { h } from "./dom.js";
import { keep, store } from "./store.js";
import { t } from "./words.js";

export function tourStep(document_) {
  const { game, table, bench } = document_;
  if (!bench) return null;
  if (document_.asks_board) return "tour.board";
  if (!game) return "tour.begin";
  const isMine = game.mover && !(game.mover in bench.robots.skills);
  if (table.dialog.kind === "notice" && table.dialog.tone === "refusal") return "tour.refused";
  if (table.dialog.kind === "notice") return "tour.notice";
  if (game.phase === "fill") return bench.robots.deals ? "tour.deals" : "tour.fill";
  if (!isMine) return game.phase === "over" ? "tour.over" : "tour.wait";
  if (bench.lying.ship?.startsWith("city.") && bench.lying.ship !== `city.${game.ship}`) return "tour.astray";
  if (game.phase === "actions" && game.acted) return "tour.end";
  const isTap = bench.readers.every((name) => name === "pad");
  const steps = {
    place: isTap ? "tour.place.tap" : "tour.place",
    replenish: "tour.replenish",
    actions: isTap ? "tour.actions.tap" : "tour.actions",
    discard: "tour.discard",
    lose: "tour.lose",
  };
  return steps[game.phase] ?? null;
}

export function drawTour(document_, close) {
  if (localStorage.getItem("tour") === "done" || !store.me.may_control) return null;
  const step = tourStep(document_);
  if (!step) return null;
  return h(
    "aside",
    { class: "tour", "aria-label": t("tour") },
    h("p", {}, t(step)),
    h(
      "button",
      {
        class: "quiet",
        "data-key": "tour-close",
        onclick: () => {
          keep("tour", "done");
          close();
        },
      },
      t("tour.close"),
    ),
  );
}
