// Says what happens, for screen readers, and aloud where somebody wants that: moves, refusals, and what hands are asked
// to do for the companion, in the words of the small screen.

/** @import { Told } from "./document.js" */

import { lastSaid } from "./chronicle.js";
import { h } from "./dom.js";
import { keep, store } from "./store.js";
import { language, t } from "./words.js";

const canSpeak = "speechSynthesis" in window;
let lastSpoken = "";

/** @type {(isOn: boolean) => void} */
export function speakAloud(isOn) {
  store.speaks = isOn;
  keep("speaks", isOn ? "yes" : "no");
  lastSpoken = "";
  if (!isOn && canSpeak) speechSynthesis.cancel();
  window.dispatchEvent(new Event("aloud"));
}

// The step of the companion's that hands carry out; nothing while it thinks, which grows by itself.
/** @type {(document_: Told) => string} */
function stepSaid({ table: { dialog } }) {
  if (dialog.about !== "carrying" || dialog.name === "thinks") return "";
  const rows = dialog.rows.map((row) => [row.text, row.right].filter(Boolean).join(" "));
  return `${dialog.title[0]}: ${rows.join(". ")}.`;
}

/** @type {(document_: Told) => string} */
function turnSaid({ game }) {
  return game?.mover && !game.winners
    ? t("{player}: {phase}", { player: game.names[game.mover], phase: game.phase_name })
    : "";
}

/** @type {(document_: Told, spoken: HTMLElement) => void} */
export function announce(document_, spoken) {
  const { game, table } = document_;
  if (!game) return;
  const said = table.refusal
    ? `${table.refusal.reason} ${table.refusal.remedy}`
    : [lastSaid(document_)?.text, stepSaid(document_) || turnSaid(document_)].filter(Boolean).join(" ");
  if (!said || said === lastSpoken) return;
  lastSpoken = said;
  spoken.textContent = table.refusal ? "" : said; // the banner is an alert, and read as one
  if (!store.speaks || !canSpeak) return;
  const words = new SpeechSynthesisUtterance(said);
  words.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

// Asked once, where the companion has a seat whose moves hands carry out.
/** @type {(document_: Told, redraw: () => void) => Element | false} */
export function askToSpeak(document_, redraw) {
  const { game, people, table, bench } = document_;
  const isCarried = game && !game.winners && !bench && table.cardboard && Object.keys(people.robots).length > 0;
  if (!isCarried || !canSpeak || localStorage.getItem("speaks")) return false;
  /** @type {(isOn: boolean) => void} */
  const answer = (isOn) => {
    speakAloud(isOn);
    redraw();
    announce(document_, /** @type {HTMLElement} */ (document.getElementById("spoken")));
  };
  return h(
    "section",
    { class: "card calls", "data-key": "aloud" },
    h("p", {}, t("Shall this page say aloud what the companion asks your hands to do?")),
    h(
      "div",
      { class: "bar" },
      h("button", { "data-key": "aloud-no", onclick: () => answer(false) }, t("No")),
      h("button", { class: "primary", "data-key": "aloud-yes", onclick: () => answer(true) }, t("Yes")),
    ),
  );
}
