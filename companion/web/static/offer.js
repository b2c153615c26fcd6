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

// Above the thing if there is room, or else below or next to it: there where the least of `clear` is covered.
/** @type {(box: DOMRect, at: DOMRect, clear: DOMRect[]) => {left: number, top: number}} */
function placed({ width, height }, at, clear) {
  /** @type {(from: number, size: number, room: number) => number} */
  const within = (from, size, room) => Math.max(8, Math.min(from, room - size - 8));
  const all = [at, ...clear];
  const [left, right] = [Math.min(...all.map((it) => it.left)), Math.max(...all.map((it) => it.right))];
  const [top, bottom] = [Math.min(...all.map((it) => it.top)), Math.max(...all.map((it) => it.bottom))];
  const places = [at, { left, right, top, bottom }]
    .flatMap((it) => {
      const across = [(it.left + it.right - width) / 2, it.right + 8, it.left - width - 8];
      const down = [it.top - height - 8, it.bottom + 8, (it.top + it.bottom - height) / 2];
      return across.flatMap((left) => down.map((top) => ({ left, top })));
    })
    .map(({ left, top }) => ({ left: within(left, width, innerWidth), top: within(top, height, innerHeight) }));
  /** @type {(place: {left: number, top: number}) => number} */
  const covered = ({ left, top }) =>
    all.reduce((sum, it) => {
      const weight = it === at ? 1 : 10; // rather the thing itself than what must stay in sight
      const wide = Math.min(left + width, it.right) - Math.max(left, it.left);
      const high = Math.min(top + height, it.bottom) - Math.max(top, it.top);
      return sum + weight * Math.max(0, wide) * Math.max(0, high);
    }, 0);
  return places.reduce((best, each) => (covered(each) < covered(best) ? each : best));
}

/** @type {(at: Element, title: string, choices: Offered[], clear?: Element[]) => void} */
export function offer(at, title, choices, clear = []) {
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
  const [here, from, ...names] = [box, at, ...clear].map((each) => each.getBoundingClientRect());
  const { left, top } = placed(here, from, names);
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
