// The rule book: paragraphs to fold, to search and to link to, next to the table where there is room, else over it.
//
// It is asked for once in each language, when it is first opened, and knows nothing of the table but which house rules
// are in force.

import { get } from "./api.js";
import { h, renew, show } from "./dom.js";
import { isTall, store } from "./store.js";
import { language, t } from "./words.js";

/**
 * @typedef {{id: string, title: string, text: string, rulings: number[], house_rules: string[]}} Paragraph
 * @typedef {{title: string, paragraphs: Paragraph[]}} Section
 * @typedef {{when: string, rule: string, open: boolean}} Ruling
 * @typedef {{sections: Section[], rulings: Ruling[], house_rules: Record<string, string>}} RuleBook
 */

/** @type {Map<string, Promise<RuleBook>>} */
const brought = new Map();
/** @type {{game: string, language: string, dialog: HTMLDialogElement, go: (id: string) => void, left?: () => void} | null} */
let open = null;
const RULING = "ruling-"; // what the id of a ruling begins with
const HEADING = "rulebook-title";

// Brings a book; another try is made where the last one failed.
/** @type {(game: string) => Promise<RuleBook>} */
function bring(game) {
  const address = `/rules/${game}/${language}.json`;
  const coming = brought.get(address) ?? get(address);
  coming.catch(() => brought.delete(address));
  brought.set(address, coming);
  return coming;
}

// Opens the book of a game at a paragraph, or where it begins; `left` is called when somebody closes it.
/** @type {(game: string, id: string, left?: () => void) => Promise<void>} */
export async function openRules(game, id, left) {
  const spoken = language;
  const [book] = await Promise.all([bring(game), dress()]);
  if (open?.game !== game || open.language !== spoken) {
    closeRules();
    open = { game, language: spoken, ...makeBook(game, book) };
  }
  open.left = left ?? open.left;
  open.go(id);
}

// Closes the book, if one is open, and returns whether one was.
/** @type {() => boolean} */
export function closeRules() {
  const was = open;
  open = null;
  was?.dialog.close();
  return Boolean(was);
}

/** @type {Promise<unknown> | null} */
let dressed = null;
/** @type {() => Promise<unknown>} */
function dress() {
  const link = h("link", { rel: "stylesheet", href: "/static/rulebook.css" });
  dressed ??= new Promise((resolve) => {
    link.onload = link.onerror = resolve; // plain rather than not at all
    document.head.append(link);
  });
  return dressed;
}

/** @type {(game: string, book: RuleBook) => {dialog: HTMLDialogElement, go: (id: string) => void}} */
function makeBook(game, book) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = h("input", {
    type: "search",
    "aria-label": t("Search the rules"),
    placeholder: t("Search the rules"),
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => search(field.value),
  });
  const found = h("p", { class: "found", role: "status" });
  const heading = h("h2", { id: HEADING, tabindex: -1 }, t("Rules of {game}", { game: store.shelf.games[game].title }));
  const text = h("div", { class: "rulebook-text", tabindex: 0, role: "group", "aria-labelledby": HEADING });
  const dialog = h(
    "dialog",
    { class: "rulebook", "aria-labelledby": HEADING, id: "rulebook", "data-rules": game },
    h(
      "div",
      { class: "rulebook-head" },
      heading,
      h("button", { class: "tool", "aria-label": t("Close"), title: t("Close"), onclick: () => dialog.close() }, "✕"),
      field,
      found,
    ),
    text,
    h("div", { role: "alert" }),
  );

  let here = ""; // the paragraph that somebody came for
  /** @type {() => HTMLElement | null} */
  function point() {
    for (const each of text.querySelectorAll(".here")) each.classList.remove("here");
    /** @type {HTMLElement | null} */
    const paragraph = here ? text.querySelector(`#${CSS.escape(`rule-${here}`)}`) : null;
    paragraph?.classList.add("here");
    return paragraph;
  }
  /** @type {(sought: string) => void} */
  function search(sought) {
    const { parts, count } = drawBook(book, words(sought));
    show(text, parts);
    text.scrollTop = 0;
    point();
    found.textContent = sought.trim() ? t("Found: {count}", { count }) : "";
  }
  // Other house rules may be in force since another game has begun.
  let drawn = inForce().join();
  function follow() {
    if (inForce().join() === drawn) return;
    drawn = inForce().join();
    renew(text, drawBook(book, words(field.value)).parts);
    point();
  }

  /** @type {(id: string) => void} */
  function go(id) {
    if (id && field.value) search((field.value = ""));
    here = id;
    const paragraph = point();
    if (!paragraph) {
      if (isTall())
        heading.focus(); // no keyboard over half of a phone
      else field.focus();
      return;
    }
    const section = paragraph.closest("details");
    if (section) section.open = true;
    paragraph.scrollIntoView({ block: "start" });
    paragraph.focus({ preventScroll: true });
  }

  dialog.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.target === field && field.value) search((field.value = ""));
    else dialog.close();
  };
  window.addEventListener("game", follow);
  dialog.onclose = () => {
    window.removeEventListener("game", follow);
    dialog.remove();
    if (open && open.dialog !== dialog) return; // another one has taken its place
    // What opened it may be gone, or folded away.
    (before?.getClientRects().length ? before : document.getElementById("main"))?.focus({ preventScroll: true });
    open?.left?.(); // else it was closed from elsewhere
    open = null;
  };
  search("");
  document.body.append(dialog);
  // Over a phone's whole screen it keeps the focus; elsewhere the table next to it can be played.
  if (isTall()) dialog.showModal();
  else dialog.show();
  return { dialog, go };
}

// --- what it says ---

/** @type {() => string[]} */
const inForce = () => store.document?.game?.house_rules ?? [];

/** @type {(book: RuleBook, sought: string[]) => {parts: Element[], count: number}} */
function drawBook(book, sought) {
  const hits = (/** @type {string[]} */ ...texts) => sought.every((word) => plain(texts.join(" ")).includes(word));
  const isSearch = sought.length > 0;
  let count = 0;
  const parts = book.sections.map(({ title, paragraphs }) => {
    const shown = paragraphs.filter((each) => hits(each.title, each.text));
    count += shown.length;
    return (
      shown.length > 0 &&
      drawSection(
        title,
        true,
        shown.map((each) => drawParagraph(book, each, sought)),
      )
    );
  });
  const rulings = book.rulings
    .map((ruling, index) => ({ ...ruling, number: index + 1 }))
    .filter(({ when, rule }) => hits(when, rule));
  count += rulings.length;
  if (rulings.length)
    parts.push(
      drawSection(t("Rulings: where the rule book leaves room"), isSearch, [
        h(
          "ol",
          { class: "rulings" },
          rulings.map((each) => drawRuling(each, sought)),
        ),
      ]),
    );
  return { parts: parts.filter((each) => each !== false), count };
}

/** @type {(title: string, isOpen: boolean, content: Element[]) => Element} */
const drawSection = (title, isOpen, content) =>
  h("details", { open: isOpen }, h("summary", {}, h("h3", {}, title)), content);

/** @type {(book: RuleBook, paragraph: Paragraph, sought: string[]) => Element} */
function drawParagraph(book, { id, title, text, rulings, house_rules }, sought) {
  const sources = [
    rulings.map((number) => h("a", { href: `#rules/${RULING}${number}` }, t("Ruling {number}", { number }))),
    house_rules.map((rule) => {
      const isOn = inForce().includes(rule);
      const name = t("House rule: {rule}", { rule: book.house_rules[rule] });
      return h("span", { class: isOn ? "house on" : "house" }, isOn ? `✓ ${name} (${t("in force")})` : name);
    }),
  ].flat();
  return h(
    "article",
    { id: `rule-${id}`, class: "rule", tabindex: -1, "aria-labelledby": `rule-title-${id}` },
    h("h4", {}, h("a", { href: `#rules/${id}`, id: `rule-title-${id}` }, marked(title, sought))),
    h("p", {}, marked(text, sought)),
    sources.length > 0 && h("p", { class: "sources" }, sources),
  );
}

/** @type {(ruling: Ruling & {number: number}, sought: string[]) => Element} */
const drawRuling = ({ number, when, rule, open: isOpen }, sought) =>
  h(
    "li",
    { id: `rule-${RULING}${number}`, class: "rule", value: number, tabindex: -1 },
    h("span", { class: "when" }, marked(when, sought)),
    h("span", {}, marked(rule, sought)),
    isOpen && h("span", { class: "hint" }, t("Another table could decide otherwise with good reason.")),
  );

// --- searching ---

// Letters without their marks, so that nobody has to type those: as many as before.
/** @type {(text: string) => string} */
const plain = (text) => [...text].map((each) => each.normalize("NFD")[0].toLowerCase()).join("");

/** @type {(sought: string) => string[]} */
const words = (sought) => plain(sought).split(/\s+/).filter(Boolean);

// A text with the words that were sought marked.
/** @type {(text: string, sought: string[]) => (string | Element)[]} */
export function marked(text, sought) {
  const letters = [...text];
  const there = plain(text);
  const isHit = new Array(letters.length).fill(false);
  for (const word of sought)
    for (let at = there.indexOf(word); at >= 0; at = there.indexOf(word, at + 1))
      isHit.fill(true, at, at + word.length);
  /** @type {(string | Element)[]} */
  const parts = [];
  for (let at = 0; at < letters.length;) {
    let end = at;
    while (end < letters.length && isHit[end] === isHit[at]) end += 1;
    const part = letters.slice(at, end).join("");
    parts.push(isHit[at] ? h("mark", {}, part) : part);
    at = end;
  }
  return parts;
}
