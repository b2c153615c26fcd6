// How fast the robots play and what one of them waits for, next to what happened last.

/** @import { Told } from "./document.js" */

import { post } from "./api.js";
import { h } from "./dom.js";
import { store } from "./store.js";
import { naming, say, t } from "./words.js";

const paceName = naming(t, { slow: say("slow"), normal: say("normal"), fast: say("fast"), step: say("step by step") });

const waitsFor = naming(t, {
  next: say("{who} waits for “Next move”."),
  read: say("{who} waits until the message has been read."),
  answer: say("{who} waits until the open question is answered."),
  pieces: say("{who} waits until the pieces are in their places."),
  table: say("{who} waits for the table to answer."),
  thinks: say("{who} is thinking."),
});

const decidedAtOnce = naming(t, {
  ended: say("{who} decided at once: the thinking broke off."),
  silent: say("{who} decided at once: the thinking got stuck."),
  late: say("{who} decided at once: the thinking took too long."),
  memory: say("{who} decided at once: there was no memory to think."),
  failed: say("{who} decided at once: the thinking failed."),
  rubbish: say("{who} decided at once: the thinking made no sense."),
  illegal: say("{who} decided at once: the thinking broke a rule."),
  small: say("{who} decided at once: nobody can think here."),
});

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
      h("button", { "data-key": "next", onclick: () => post("/api/virtual/next") }, t("Next move")),
    h(
      "label",
      {},
      h("span", {}, t("Pace of the others")),
      h(
        "select",
        { "data-key": "pace", onchange: (event) => set(event.target.value) },
        paces.map((each) => h("option", { value: each, selected: each === pace }, paceName(each))),
      ),
    ),
  );
}

/** @type {(people: Told["people"], player: string) => string} */
const called = (people, player) =>
  player ? (people.names[player] ?? store.here.page.named(`seat.${player}`)) : t("The game");

// What the robot whose move is due waits for, once it has waited for a while; how far it is, if it thinks.
/** @type {(document_: Told) => Element | null} */
export function drawWait({ bench, people }) {
  const waits = bench?.robots.waits;
  if (!waits) return null;
  const { player, reason, nodes, of } = waits;
  return h(
    "output",
    { class: "hint", "data-key": "waits" },
    waitsFor(reason, { who: called(people, player) }),
    of > 0 && h("progress", { max: of, value: nodes, "aria-hidden": "true" }),
  );
}

// Who has just decided at once although it thinks as a rule, and why.
/** @type {(document_: Told) => Element | null} */
export function drawDecided({ bench, people }) {
  const told = bench?.robots.at_once;
  if (!told) return null;
  const line = decidedAtOnce(told.fault, { who: called(people, told.player) });
  return h("output", { class: "hint", "data-key": "at-once" }, line);
}
