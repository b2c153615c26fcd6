// Small builders for HTML and SVG, and two ways to put what they build on the page. Text is always text: nothing here
// ever parses markup.

/**
 * @typedef {string | number | Node | null | undefined | false | readonly any[]} Child what is not there is left out
 * @typedef {{[name: string]: any, onclick?: (event: any) => any, onkeydown?: (event: any) => any,
 *   onchange?: (event: any) => any, oninput?: (event: any) => any}} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";
const LASTING = ["open", "data-sent"]; // whether it is folded out is the reader's affair; whether it was pressed, a press's
const ACTIONS = ["onclick", "onkeydown", "onchange", "oninput"];
/** @type {(child: any) => boolean} */
const isThere = (child) => child !== null && child !== undefined && child !== false;

/** @type {<E extends Element>(element: E, attributes: Attributes | null | undefined, children: Child[]) => E} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (!isThere(value)) continue;
    // As properties, so that `renew` can hand them on.
    if (ACTIONS.includes(name) || name === "value") {
      /** @type {any} */ (element)[name] = value;
      lively.add(element);
    } else element.setAttribute(name, value === true ? "" : value);
  }
  const there = all(children);
  if (there.some(isLively)) lively.add(element);
  element.append(...there);
  return element;
}

// Whatever is there of nested lists.
/** @type {(children: Child[]) => any[]} */
const all = (children) => /** @type {any[]} */ (children).flat(Infinity).filter(isThere);

// What is more than it looks like, here or within: it acts, somebody types or ticks something there, or holds on to it.
/** @type {WeakSet<Node>} */
const lively = new WeakSet();
/** @type {(node: any) => boolean} */
const isLively = (node) => lively.has(node) || owned.has(node) || Boolean(node.onclick);

/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]) => HTMLElementTagNameMap[K]} */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
/** @type {(tag: string, attributes?: Attributes, ...children: Child[]) => SVGElement} */
export const s = (tag, attributes, ...children) =>
  fill(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);

// Puts these very elements into another, in place of all that it holds: for what somebody holds on to.
/** @type {(element: Element, ...children: Child[]) => void} */
export function show(element, ...children) {
  element.replaceChildren(...all(children));
}

// Makes an element hold what looks and acts like these. What is there already is changed rather than replaced: a button
// that a finger is on, a list that is open, the focus and a scrolled log outlive all news from the table. `data-key`
// says which of several is the same as before. What a press answers is in `data-means`, here or around it: where that
// is another, the old one goes, and a press that was meant for it is lost; the focus goes to the new one.
/** @type {(element: Element, ...children: Child[]) => void} */
export function renew(element, ...children) {
  const focused = element.contains(document.activeElement) ? keysUpTo(element, document.activeElement) : [];
  renewChildren(
    element,
    all(children).map((child) => (child instanceof Node ? child : new Text(child))),
  );
  if (focused.length && !element.contains(document.activeElement)) refocus(element, focused);
}

/** @type {(element: Element, node: any) => string[]} */
function keysUpTo(element, node) {
  const keys = [];
  for (let each = node; each !== element; each = each.parentElement) keys.push(each.getAttribute("data-key"));
  return keys.filter(Boolean);
}

// Finds what had the focus; if it is gone, the first in sight that can have it: in what was around it, or anywhere.
/** @type {(element: Element, keys: string[]) => void} */
function refocus(element, [key, ...around]) {
  /** @type {(each: string) => HTMLElement | null} */
  const named = (each) => element.querySelector(`[data-key="${CSS.escape(each)}"]`);
  const able = "button:enabled, select:enabled, [tabindex='0']";
  /** @type {(within: Element | null) => HTMLElement | undefined} */
  const first = (within) =>
    [.../** @type {NodeListOf<HTMLElement> | []} */ (within?.querySelectorAll(able) ?? [])].find(
      (each) => each.getClientRects().length,
    );
  const found = named(key) ?? first(around.map(named).find(isThere) ?? null) ?? first(element);
  found?.focus({ preventScroll: true });
}

// An element that somebody holds on to, amid others that are renewed: it goes in as it is.
/** @type {<E extends Element>(element: E) => E} */
export function own(element) {
  owned.add(element);
  return element;
}

/** @type {WeakSet<Node>} */
const owned = new WeakSet();
/** @type {(node: any) => string | null} */
const keyOf = (node) => node.getAttribute?.("data-key") ?? node.id ?? null;
/** @type {(node: any) => string | null} */
const meaningOf = (node) => node.getAttribute?.("data-means") ?? null;

/** @type {(old: Node, next: Node) => boolean} */
function isLike(old, next) {
  if (old === next) return true;
  return (
    old.nodeName === next.nodeName &&
    keyOf(old) === keyOf(next) &&
    meaningOf(old) === meaningOf(next) &&
    !owned.has(old) &&
    !owned.has(next)
  );
}

/** @type {(element: Element, children: Node[]) => void} */
function renewChildren(element, children) {
  const left = [...element.childNodes];
  const kept = children.map((child) => {
    const at = left.findIndex((old) => isLike(old, child));
    return at < 0 ? child : left.splice(at, 1)[0];
  });
  for (const old of left) old.remove();
  let place = element.firstChild;
  for (const [index, node] of kept.entries()) {
    if (node !== children[index]) become(node, children[index]);
    // What stands in its place already is not put there again: it would lose the focus and the finger on it.
    if (node === place) place = place.nextSibling;
    else element.insertBefore(node, place);
  }
}

// Makes a node look and act like another.
/** @type {(old: any, next: any) => void} */
export function become(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  if (isLively(next)) lively.add(old);
  // Most of what is drawn again is a picture like the one before, which the browser can tell in one go.
  if (!isLively(old) && old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !LASTING.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    // The page's policy forbids styles written as attributes, and allows them as properties.
    if (name === "style") old.style.cssText = value;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const action of ACTIONS) if (old[action] !== next[action]) old[action] = next[action];
  renewChildren(old, [...next.childNodes]);
  for (const state of ["checked", "value"]) if (state in old && old[state] !== next[state]) old[state] = next[state];
}

/** @type {(...children: Child[]) => Element} */
export const unseen = (...children) => h("span", { class: "unseen" }, ...children);
