// Dragging: pieces of the virtual table go onto its readers, and what a game lets be carried to where it is played.

/** @import { Scene } from "./contract.js" */

import { post, toast } from "./api.js";
import { h } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

const DRAG_PX = 6;

/** @type {(piece: string, place: string) => Promise<any>} */
export const put = (piece, place) => post("/api/virtual/put", { piece, place });
// With the wand, for a moment.
/** @type {(spot: string) => Promise<any>} */
export const touch = (piece) => post("/api/virtual/touch", { piece });

// One listener for everything that has `data-piece` or `data-carry`, wherever it is drawn. What is carried means a move
// of the moment at which it was taken: the scene of then goes along with it.
/** @type {(root: HTMLElement, redraw: () => void, sceneNow: () => Scene | null) => void} */
export function makeDraggable(root, redraw, sceneNow) {
  /**
   * @type {{pointer: number, piece: string, scene: Scene | null, meant: string, x: number, y: number,
   *   ghost: HTMLElement | null} | null}
   */
  let drag = null;
  // A finger on a piece does not scroll the page.
  /** @type {(event: Event) => void} */
  const stay = (event) => {
    if (drag) event.preventDefault();
  };
  root.addEventListener("pointerdown", (event) => {
    const source = /** @type {Element} */ (event.target).closest?.("[data-piece], [data-carry]");
    if (drag || !source || !store.me.may_control || event.button) return;
    const carried = source.getAttribute("data-carry");
    if (!carried && !(store.document?.bench && store.me.open)) return;
    const piece = carried ?? source.getAttribute("data-piece") ?? "";
    const scene = carried ? sceneNow() : null;
    source.addEventListener("touchmove", stay, { passive: false }); // also when news replace it under the finger
    drag = {
      pointer: event.pointerId,
      piece,
      scene,
      meant: meaning(piece, scene),
      x: event.clientX,
      y: event.clientY,
      ghost: null,
    };
  });
  root.ownerDocument.addEventListener("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_PX) {
      drag.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, pieceName(drag.piece));
      document.body.append(drag.ghost);
      document.body.classList.add("dragging");
    }
    if (drag.ghost) {
      drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      mark(placeAt(event));
    }
  });
  /** @type {(event: PointerEvent) => Promise<void>} */
  const end = async (event) => {
    if (drag?.pointer !== event.pointerId) return;
    const { piece, scene, meant, ghost } = drag;
    drag = null;
    if (!ghost) return;
    ghost.remove();
    document.body.classList.remove("dragging");
    // A drag that the browser breaks off, for a gesture of its own, puts nothing down.
    const place = event.type === "pointercancel" ? null : placeAt(event);
    mark(null);
    redraw();
    if (!place) return;
    const isPut = place.hasAttribute("data-place");
    if (scene && !isPut) return;
    if (meaning(piece, scene && sceneNow()) !== meant) toast(t("The table has gone on meanwhile. Look again."), "bad");
    else if (scene) store.here.page.carry?.(scene, piece, place, event);
    else if (isPut) await put(piece, place.getAttribute("data-place") ?? "");
    else if (piece in (store.document?.bench?.lying ?? {})) await post("/api/virtual/lift", { piece });
  };
  // Here too, for browsers heed `touch-action` in drawings by halves.
  root.addEventListener("touchmove", stay, { passive: false });
  root.ownerDocument.addEventListener("pointerup", end);
  root.ownerDocument.addEventListener("pointercancel", end);
  // Without dragging: take a piece in hand, then name the place.
  /** @type {(event: any) => boolean} */
  const pick = (event) => {
    if (!store.document?.bench || !store.me.open) return false;
    const place = event.target.closest?.("[data-place]");
    if (store.picked && place) {
      const piece = store.picked;
      store.picked = null;
      event.preventDefault();
      event.stopPropagation();
      put(piece, place.getAttribute("data-place"));
      redraw();
      return true;
    }
    const source = event.target.closest?.("[data-piece]");
    if (!source || source.classList.contains("acts")) return false;
    store.picked = store.picked === source.getAttribute("data-piece") ? null : source.getAttribute("data-piece");
    redraw();
    return true;
  };
  root.addEventListener("click", pick, true);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && store.picked) {
      store.picked = null;
      redraw();
    } else if (
      (event.key === "Enter" || event.key === " ") &&
      /** @type {Element} */ (event.target).getAttribute?.("role") === "button" &&
      pick(event)
    ) {
      event.preventDefault();
    }
  });
}

// What it would mean to put down what is taken: where that is another when it is put down, somebody was quicker. What is
// carried means a move; a piece of the virtual table means whatever its player does with it, from where it lies.
/** @type {(piece: string, scene: Scene | null) => string} */
function meaning(piece, scene) {
  if (scene) return scene.hands?.means ?? "";
  const { revision, game, bench } = store.document ?? {};
  return [revision?.game, game?.mover, bench?.lying[piece]].join(" ");
}

/** @type {(event: PointerEvent) => Element | null} */
const placeAt = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place], [data-off]") ?? null;

// Where a piece would go, if it were put down now. Only what is another than before is touched: a hand moves once a
// frame, and a map has hundreds of parts whose looks hang on each other.
/** @type {(place: Element | null) => void} */
function mark(place) {
  if (place?.classList.contains("target")) return;
  for (const each of document.querySelectorAll(".target")) each.classList.remove("target");
  place?.classList.add("target");
}

/** @type {(piece: string) => string} */
export const pieceName = (piece) => store.here.page.pieceName(piece);

// What is in hand, wherever the page is scrolled to: a click on a place means something else meanwhile.
/** @type {(root: Element, redraw: () => void) => (Element | false)[]} */
export function drawHand(root, redraw) {
  for (const each of root.querySelectorAll("[data-piece]")) {
    const isPicked = each.getAttribute("data-piece") === store.picked;
    each.classList.toggle("picked", isPicked);
    if (isPicked && each.getAttribute("role")) each.setAttribute("aria-pressed", "true");
    else each.removeAttribute("aria-pressed");
  }
  const drop = () => {
    /** @type {HTMLElement | null} */
    const taken = root.querySelector(".picked[tabindex]");
    store.picked = null;
    redraw();
    taken?.focus({ preventScroll: true });
  };
  if (!store.picked) return [];
  const piece = store.picked;
  const lift = () => {
    store.picked = null;
    post("/api/virtual/lift", { piece });
    redraw();
  };
  return [
    h("span", {}, t("In hand: {piece}. Choose where it goes.", { piece: pieceName(store.picked) })),
    piece in (store.document?.bench?.lying ?? {}) &&
      h("button", { class: "quiet", "data-key": "off", onclick: lift }, t("Off the table")),
    h("button", { class: "quiet", "data-key": "drop", onclick: drop }, t("Cancel")),
  ];
}
