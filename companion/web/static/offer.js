// A small menu next to a thing that was pressed: what can be done with it.

/** @import { Offered } from "./contract.js" */

import { h } from "./dom.js";

/** @type {HTMLElement | null} */
let open = null;

// Closes what is offered; whoever presses elsewhere, or Escape, wants none of it.
export function withdraw() {
  open?.remove();
  open = null;
}

/** @type {(at: Element, title: string, choices: Offered[]) => void} */
export function offer(at, title, choices) {
  withdraw();
  const back = /** @type {HTMLElement} */ (at);
  const box = h(
    "div",
    { class: "card offer", role: "dialog", "aria-label": title },
    h("p", {}, title),
    choices.map(({ text, right, entry, action }, index) =>
      h(
        "button",
        {
          class: "line",
          "data-key": `offer-${index}`,
          "data-what-if": entry && JSON.stringify(entry),
          onclick: () => {
            withdraw();
            action();
          },
        },
        h("span", {}, text),
        right && h("span", { class: "right" }, right),
      ),
    ),
  );
  document.body.append(box);
  open = box;
  const from = at.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, from.left + from.width / 2 - width / 2), innerWidth - width - 8);
  const top = from.top > height + 16 ? from.top - height - 8 : Math.min(from.bottom + 8, innerHeight - height - 8);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    withdraw();
    back.focus?.({ preventScroll: true });
  });
  box.querySelector("button")?.focus({ preventScroll: true });
}

document.addEventListener(
  "pointerdown",
  (event) => {
    if (open && !open.contains(/** @type {Node} */ (event.target))) withdraw();
  },
  true,
);
