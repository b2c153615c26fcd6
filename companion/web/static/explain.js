// What is explained before anything is done: what a move would change, to whoever points at it, comes to it with the
// keyboard, or leaves a finger on it.
//
// A press where nothing can be done is answered with the reason: `data-why` has the place or the piece as the game's table
// calls it, else `data-place`.
//
// `data-what-if` has the move that a press would make, as JSON; a line of the shown dialog is asked for by its number.
// The table answers from the rules, and nothing is done by asking.

import { toast } from "./api.js";
import { h, show } from "./dom.js";
import { keep, store } from "./store.js";
import { language, t } from "./words.js";

/**
 * @typedef {{id: string, what: string, before: string, after: string, by: number}} Counted
 * @typedef {{id: string, what: string, before: string, after: string}} Held
 * @typedef {{code: string, reason: string, remedy: string, paragraph: string}} Refused
 * @typedef {{told: string, chance: boolean, over: boolean, holds: Held[], refused?: Refused,
 *   players: {player: string, name: string, changes: Counted[]}[]}} WhatIf
 */

const POINTED_MS = 350; // how long somebody looks before it is shown
const HELD_MS = 500; // how long a finger rests
const SLIP_PX = 10; // how far it may slip meanwhile
const MOST_KEPT = 200;
const POINTS = "points"; // that everybody may hide
const ASKED = "[data-what-if], #dialog button.line, [data-sign]";

/** @type {Map<string, Promise<any>>} */
const answers = new Map();
const box = h("div", { class: "explained card", id: "explained", role: "status", hidden: true });
/** @type {Element | null} */
let about = null;
let timer = 0;

/** @type {() => boolean} */
const isOn = () => localStorage.getItem("whatif") !== "off";

// Shows what moves would change from now on, or not; a finger that rests always asks.
export function flipWhatIf() {
  keep("whatif", isOn() ? "off" : "on");
  look(lookedAt(), 0);
}

let isListening = false;
export function listenToLooks() {
  if (isListening) return;
  isListening = true;
  document.head.append(h("link", { rel: "stylesheet", href: "/static/explain.css" }));
  document.body.append(box);
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const asked = askedAt(target);
    if (pointerType === "mouse" && asked !== about) look(asked, POINTED_MS);
  });
  document.addEventListener("focusin", ({ target }) => {
    const asked = askedAt(target);
    if (asked && /** @type {Element} */ (target).matches(":focus-visible")) look(asked, POINTED_MS);
    else if (!asked) hide();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("click", hide);
  // What it is about has moved away; the log scrolls by itself, which moves nothing else, and what is not told yet will
  // be told where it is then.
  document.addEventListener(
    "scroll",
    ({ target }) => !box.hidden && /** @type {Node} */ (target).contains(about) && hide(),
    { capture: true, passive: true },
  );
  window.addEventListener("game", () => {
    answers.clear();
    hide();
  });
  listenToFingers();
  // What was looked at while this was on its way.
  look(lookedAt(), POINTED_MS);
}

// A finger that rests asks, and does not press too.
function listenToFingers() {
  let from = { x: 0, y: 0 };
  let isHeld = false;
  let resting = 0;
  document.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
    isHeld = false;
    const asked = askedAt(target);
    if (pointerType === "mouse" || !asked) return;
    from = { x: clientX, y: clientY };
    resting = window.setTimeout(() => {
      isHeld = true;
      look(asked, 0, true);
    }, HELD_MS);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SLIP_PX) clearTimeout(resting);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(resting));
  document.addEventListener("contextmenu", (event) => isHeld && event.preventDefault());
  document.addEventListener(
    "click",
    (event) => {
      if (!isHeld) return;
      isHeld = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

// What is at the table; a lesson has positions of its own.
/** @type {(target: EventTarget | null) => Element | null} */
function askedAt(target) {
  const asked = /** @type {Element} */ (target)?.closest?.(ASKED) ?? null;
  return asked?.closest(".lesson") ? null : asked;
}

/** @type {() => Element | null} */
const lookedAt = () => [...document.querySelectorAll(":focus-visible, :hover")].map(askedAt).find(Boolean) ?? null;

function hide() {
  clearTimeout(timer);
  about = null;
  box.hidden = true;
}

/** @type {(element: Element | null, wait_ms: number, isHeld?: boolean) => void} */
function look(element, wait_ms, isHeld = false) {
  hide();
  if (!element || !(isOn() || isHeld)) return;
  about = element;
  timer = window.setTimeout(() => tell(element), wait_ms);
}

// Every sign of the game that is played here, in words.
/** @type {() => Promise<Element[]>} */
export async function drawSigns() {
  const signs = (await store.here.page.glossary?.()) ?? [];
  return signs.map(({ draw, name, says }) =>
    h("div", {}, h("dt", {}, h("span", { class: "drawn" }, draw()), name), h("dd", {}, says)),
  );
}

/** @type {(element: Element) => Promise<Element[] | null>} */
async function signOf(element) {
  const id = element.getAttribute("data-sign");
  const sign = (await store.here.page.glossary?.())?.find((each) => each.id === id);
  return sign ? [h("p", { class: "told" }, sign.name), h("p", {}, sign.says)] : null;
}

/** @type {(element: Element) => Promise<void>} */
async function tell(element) {
  if (!element.matches("[data-what-if], #dialog button.line")) {
    const words = await signOf(element);
    if (about !== element || !words) return;
    show(box, words);
    box.hidden = false;
    stand(element);
    return;
  }
  const address = addressOf(element);
  if (!address || document.body.classList.contains("dragging")) return;
  const answer = await ask(address).catch(() => null);
  if (about !== element || !element.isConnected || !answer) return;
  const drawn = drawWhatIf(answer);
  if (!drawn) return;
  show(box, drawn);
  box.hidden = false;
  stand(element);
}

/** @type {(element: Element) => string} */
function addressOf(element) {
  const { revision, table } = store.document ?? {};
  if (!revision || !table || !store.document?.game) return "";
  const entry = element.getAttribute("data-what-if");
  const line = (element.getAttribute("data-key") ?? "").replace("line-", "");
  const query = new URLSearchParams(
    entry ? { revision: String(revision.number), entry } : { dialog: table.dialog.id, line },
  );
  return `/api/what-if?${query}&lang=${language}`;
}

// Asked once for the same; what is not known now may be a moment later. The table may have left it meanwhile (204).
/** @type {(address: string) => Promise<any>} */
function ask(address) {
  const asked =
    answers.get(address) ??
    fetch(address).then((answer) => (answer.status === 200 ? answer.json() : Promise.reject(new Error(address))));
  asked.catch(() => answers.delete(address));
  if (answers.size > MOST_KEPT) answers.clear();
  answers.set(address, asked);
  return asked;
}

// Says why nothing is done at a place or with a piece, and what can be done there.
/** @type {(place: Element) => Promise<void>} */
export async function sayWhyNot(place) {
  const id = place.getAttribute("data-why") ?? place.getAttribute("data-place") ?? "";
  /** @type {{reasons: Refused[], possible: any[]} | null} */
  const why = await ask(`/api/why-not?place=${encodeURIComponent(id)}&lang=${language}`).catch(() => null);
  const [first] = why?.reasons ?? [];
  const offers = store.document?.game?.offers ?? [];
  const can = (why?.possible ?? []).flatMap(
    (entry) => offers.find((offer) => JSON.stringify(offer.entry) === JSON.stringify(entry))?.text ?? [],
  );
  const parts = [
    first && `${first.reason} ${first.remedy}`,
    can.length && t("What can be done: {what}.", { what: can.join(", ") }),
  ].filter(Boolean);
  toast(parts.join(" ") || t("Nothing can be done there now."), first ? "bad" : "good", first?.paragraph);
}

// --- how it looks ---

/** @type {(answer: WhatIf) => Element[] | null} */
function drawWhatIf({ told, chance, over, players, holds, refused }) {
  if (refused) return [h("p", { class: "why" }, refused.reason), h("p", {}, refused.remedy)];
  if (!players) return null;
  const isHidden = (/** @type {Counted} */ { id }) => id === POINTS && !store.showScores;
  const rows = players
    .map(({ player, name, changes }) => ({ player, name, changes: changes.filter((each) => !isHidden(each)) }))
    .filter(({ changes }) => changes.length);
  return [
    h("p", { class: "told" }, told || t("What this would change")),
    rows.length + holds.length
      ? h(
          "dl",
          {},
          rows.map(({ player, name, changes }) =>
            h("div", { class: `seat-${player}` }, h("dt", {}, name), h("dd", {}, changes.map(drawCounted))),
          ),
          holds.map(({ what, before, after }) => h("div", {}, h("dt", {}, what), h("dd", {}, turned(before, after)))),
        )
      : h("p", {}, t("No number changes.")),
    ...(chance ? [h("p", { class: "hint" }, t("After that, chance decides."))] : []),
    ...(over ? [h("p", { class: "hint" }, t("The game ends with it."))] : []),
  ];
}

/** @type {(changed: Counted) => Element} */
const drawCounted = ({ id, what, before, after, by }) =>
  h(
    "span",
    { class: ["changed", id === POINTS && "points", by > 0 && "more", by < 0 && "less"].filter(Boolean).join(" ") },
    `${what} `,
    turned(before, after),
  );

/** @type {(before: string, after: string) => Element} */
const turned = (before, after) =>
  h("span", { class: "turned" }, before, h("span", { "aria-hidden": "true" }, " → "), unseenTo(), h("b", {}, after));
const unseenTo = () => h("span", { class: "unseen" }, t("becomes"));

// Next to what it is about, and never under the finger or the pointer.
/** @type {(element: Element) => void} */
function stand(element) {
  const from = element.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, from.left + from.width / 2 - width / 2), innerWidth - width - 8);
  const isAbove = from.top > height + 16;
  const below = Math.min(from.bottom + 10, innerHeight - height - 8);
  const isBeside = !isAbove && below < from.bottom;
  box.style.left = `${isBeside && from.left > width + 16 ? from.left - width - 10 : left}px`;
  box.style.top = `${isAbove ? from.top - height - 10 : below}px`;
}
