// How fast the robots play and what one of them waits for, next to what happened last.

/** @import { Told } from "./document.js" */

import { post } from "./api.js";
import { h } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** @type {(document_: Told) => Element | null} */
export function drawPace({ bench, game }) {
  if (!bench || !game || !store.me.may_control) return null;
  const { pace, paces } = bench.robots;
  /** @type {(chosen: string) => Promise<any>} */
  const set = (chosen) => post("/api/virtual/robots", { skills: {}, pace: chosen });
  return h(
    "div",
    { class: "pace", "data-key": "pacing" },
    pace === "step" &&
      !game.winners &&
      h("button", { "data-key": "next", onclick: () => post("/api/virtual/next") }, t("pace.next")),
    h(
      "label",
      {},
      h("span", { class: "unseen" }, t("pace")),
      h(
        "select",
        { "data-key": "pace", onchange: (event) => set(event.target.value) },
        paces.map((each) => h("option", { value: each, selected: each === pace }, t(`pace.${each}`))),
      ),
    ),
  );
}

// What the robot whose move is due waits for, once it has waited for a while.
/** @type {(document_: Told) => Element | null} */
export function drawWait({ bench, people }) {
  const waits = bench?.robots.waits;
  if (!waits) return null;
  const { player, reason } = waits;
  const who = player ? (people.names[player] ?? store.here.say(`seat.${player}`)) : t("wait.chance");
  return h("output", { class: "hint", "data-key": "waits" }, t(`wait.${reason}`, { who }));
}
