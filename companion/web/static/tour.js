// The first turn: a visitor at the virtual table is led through it, one sentence at a time, by what the table shows.

/**
 * @import { GamePage, Scene } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { h } from "./dom.js";
import { keep, store } from "./store.js";
import { t } from "./words.js";

// The key of the sentence that helps now; what the game itself is about, its own page knows.
/** @type {(document_: Told, scene: Scene | null, page: GamePage) => string | null} */
export function tourStep({ asks_board, table, bench }, scene, page) {
  if (!bench) return null;
  if (asks_board) return "tour.board";
  if (!scene) return "tour.begin";
  if (table.dialog.kind === "notice") return table.dialog.tone === "refusal" ? "tour.refused" : "tour.notice";
  const { mover, winners } = scene.game;
  const isMine = mover !== null && !(mover in bench.robots.skills);
  return page.tourStep(scene, isMine) ?? (isMine ? null : winners ? "tour.over" : "tour.wait");
}

/** @type {(document_: Told, scene: Scene | null, close: () => void) => Element | null} */
export function drawTour(document_, scene, close) {
  if (localStorage.getItem("tour") === "done" || !store.me.may_control) return null;
  const step = tourStep(document_, scene, store.here.page);
  if (!step) return null;
  const done = () => {
    keep("tour", "done");
    close();
  };
  return h(
    "aside",
    { class: "tour", "aria-label": t("tour") },
    h("p", {}, store.here.say(step)),
    h("button", { class: "quiet", "data-key": "tour-close", onclick: done }, t("tour.close")),
  );
}
