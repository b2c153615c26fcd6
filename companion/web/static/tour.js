// The first turn: a visitor at the virtual table is led through it, one sentence at a time, by what the table shows.

/**
 * @import { GamePage, Scene, Sentence } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { h } from "./dom.js";
import { isAmong, keep, store } from "./store.js";
import { say, t } from "./words.js";

// What the page itself says; the rest the game does.
/** @type {Record<string, Sentence>} */
const STEPS = {
  "tour.notice": say("The small screen tells something. Read it, then press ok – on the box or here."),
  "tour.told": say("Something is told here. Read it, then press OK."),
  "tour.wait": say("The others play. Watch the map."),
  "tour.over": say("That was a whole game! You find it under Games, to go through once more."),
};

// The key of the sentence that helps now; what the game itself is about, its own page knows.
/** @type {(document_: Told, scene: Scene | null, page: GamePage) => string | null} */
export function tourStep({ table, bench, decides }, scene, page) {
  if (!bench || !scene) return null;
  if (table.dialog.kind === "notice") return table.cardboard ? "tour.notice" : "tour.told";
  const { mover, winners } = scene.game;
  const isMine = mover !== null && isAmong(decides.may);
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
    { class: "tour", "aria-label": t("First steps") },
    h("p", {}, step in STEPS ? t(STEPS[step]) : store.here.page.named(step)),
    h("button", { class: "quiet", "data-key": "tour-close", onclick: done }, t("I know my way")),
  );
}
