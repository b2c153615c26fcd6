// Numbers that change float for a moment: whatever has `data-float` says by how much it has grown or shrunk.

import { h } from "./dom.js";

const SHOWN_MS = 1800;
/** @type {Map<string, number>} */
let known = new Map();
let game = "";

// Compares what is shown with what was, and lets the differences float; a game that has just come into view has none.
/** @type {(root: Element, which: string) => void} */
export function floatChanges(root, which) {
  const isOther = which !== game;
  game = which;
  /** @type {Map<string, number>} */
  const now = new Map();
  for (const each of root.querySelectorAll("[data-float]")) {
    const key = each.getAttribute("data-float") ?? "";
    const value = Number(each.textContent);
    if (Number.isNaN(value)) continue;
    now.set(key, value);
    const before = known.get(key);
    if (!isOther && before !== undefined && before !== value) float(each, value - before);
  }
  known = now;
}

/** @type {(at: Element, by: number) => void} */
function float(at, by) {
  const { left, top, width, bottom } = at.getBoundingClientRect();
  if (!width || bottom < 0 || top > innerHeight) return;
  const note = h(
    "span",
    { class: `float ${by > 0 ? "more" : "less"}`, "aria-hidden": "true" },
    by > 0 ? `+${by}` : `−${-by}`,
  );
  note.style.left = `${left + width / 2}px`;
  note.style.top = `${top}px`;
  document.body.append(note);
  setTimeout(() => note.remove(), SHOWN_MS);
}
