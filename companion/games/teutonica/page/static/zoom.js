// A phone's map: all of it to look over, or a part of it large; and which places a finger may have meant.

import { become, h } from "/static/dom.js";
import { t } from "./words.js";

const FINGER_PX = 22; // from its middle to its edge
const SURE_PX = 11; // what is this much nearer than the next was meant

// How whoever looks has it; every map that is drawn on this phone is drawn so.
let near = false;

export const isNear = () => near;

// The map in a room that can be panned, with a button that changes between the whole and a part.
/** @type {(svg: Element, again: () => Element) => any[]} */
export const panned = (svg, again) => [
  h(
    "div",
    { class: near ? "pan near" : "pan", "data-key": near ? "pan-near" : "pan-far", tabindex: near ? "0" : null },
    svg,
  ),
  h(
    "button",
    {
      class: "zoom",
      "data-key": "zoom",
      "aria-pressed": String(near),
      "aria-label": near ? t("Show the whole map") : t("Show a part of the map large"),
      onclick: (/** @type {Event} */ event) => flip(/** @type {Element} */ (event.currentTarget), again),
    },
    near ? "−" : "+",
  ),
];

/** @type {(button: Element, again: () => Element) => void} */
function flip(button, again) {
  near = !near;
  const box = /** @type {Element} */ (button.parentElement);
  become(box, again());
  if (near) showFirst(box);
}

// The part where something can be done comes into sight first; else the middle.
/** @type {(box: Element) => void} */
function showFirst(box) {
  const pan = /** @type {HTMLElement} */ (box.querySelector(".pan"));
  const lit = box.querySelector(".route.ready, .lit, .route.acted, .city.acted") ?? box.querySelector("svg.map");
  const from = pan.getBoundingClientRect();
  const to = /** @type {Element} */ (lit).getBoundingClientRect();
  pan.scrollLeft += to.left + to.width / 2 - (from.left + from.width / 2);
  pan.scrollTop += to.top + to.height / 2 - (from.top + from.height / 2);
}

// The places that a press may have meant: the one that was hit, and whatever can be pressed hardly farther away.
/** @type {(event: MouseEvent, place: string) => string[]} */
export function meantBy(event, place) {
  const map = /** @type {Element} */ (event.currentTarget).closest("svg.map");
  if (!map) return place ? [place] : [];
  const found = [...map.querySelectorAll(".acts")].map((each) => ({
    place: each.getAttribute("data-place") ?? "",
    far: distanceTo(each, event.clientX, event.clientY),
  }));
  const nearest = Math.min(...found.map(({ far }) => far));
  return found
    .filter(({ far }) => far <= FINGER_PX && far <= nearest + SURE_PX)
    .sort((a, b) => a.far - b.far)
    .map((each) => each.place);
}

// The house of a route that is under a finger, counted from 0; -1 for none.
/** @type {(route: Element, event: MouseEvent) => number} */
export const houseAt = (route, { clientX, clientY }) =>
  [...route.querySelectorAll("[data-house]")].findIndex((each) => !distanceTo(each, clientX, clientY));

/** @type {(element: Element, x: number, y: number) => number} */
function distanceTo(element, x, y) {
  const parts = element.querySelectorAll("[data-house]");
  return Math.min(
    ...[...(parts.length ? parts : [element])].map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    }),
  );
}
