// The keyboard: arrows walk through the actions, digits choose one, `u` takes back, `e` ends the turn, `w` tells what
// a move would change, `?` lists them.

import { h } from "./dom.js";
import { say, t } from "./words.js";

/**
 * @typedef {object} Deeds what keys do
 * @property {(index: number) => void} choose
 * @property {(by: number) => void} walk
 * @property {() => void} takeBack
 * @property {() => void} end
 * @property {() => void} [play] or pause
 */

// Each key, and what it does.
const LIST = [
  [say("↑ ↓"), say("go through the actions")],
  [say("1 … 9, 0"), say("choose an action")],
  [say("Enter"), say("do what is chosen")],
  [say("u"), say("take back")],
  [say("e"), say("end the turn")],
  [say("w"), say("tell what a move would change, or not")],
  [say("Esc"), say("let go of what is in hand")],
  [say("?"), say("show this list")],
];

// Keys mean nothing here where somebody types, or a dialog of the browser's is open.
/** @type {(event: KeyboardEvent) => boolean} */
function isMeant(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog:modal, .offer")) return false;
  return !(/** @type {Element} */ (event.target).closest?.("dialog, input, select, textarea, [contenteditable]"));
}

/** @type {(flipWhatIf: () => void, deeds: () => Deeds | null) => void} */
export function listenToKeys(flipWhatIf, deeds) {
  document.addEventListener("keydown", (event) => {
    if (!isMeant(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      showKeys();
      return;
    }
    if (event.key === "w" && !event.repeat) {
      flipWhatIf();
      return;
    }
    const can = deeds();
    if (!can) return;
    if (/^[0-9]$/.test(event.key)) {
      if (!event.repeat) can.choose((Number(event.key) + 9) % 10); // held, it answers one dialog, not the next one too
    } else if (event.key === "ArrowDown" || event.key === "ArrowRight") can.walk(1);
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") can.walk(-1);
    else if (event.key === "u" && !event.repeat) can.takeBack();
    else if (event.key === "e" && !event.repeat) can.end();
    else if (event.key === " " && can.play && !(/** @type {Element} */ (event.target).closest?.("button, a")))
      can.play();
    else return;
    event.preventDefault();
  });
}

export function showKeys() {
  const dialog = h(
    "dialog",
    { class: "card", "aria-label": t("Keyboard") },
    h("h2", {}, t("Keyboard")),
    h(
      "dl",
      { class: "key-list" },
      LIST.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, t(key))), h("dd", {}, t(does)))),
    ),
    h("button", { class: "primary", onclick: () => dialog.close() }, t("OK")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
