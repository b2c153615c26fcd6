// What happened, in sentences: the last step, and all that others have done since one's own last turn.

/**
 * @import { LogRow } from "./contract.js"
 * @import { Told } from "./document.js"
 * @typedef {{who: string, text: string, step: number, begins: boolean}} Said a sentence about a step, counted from 1;
 *   whether a turn begins with it
 */

import { h } from "./dom.js";
import { seatSign } from "./shelf.js";
import { store } from "./store.js";
import { t } from "./words.js";

const MOST = 40; // sentences that are kept in sight

// The seat of whoever looks: of those that are theirs the one that moves, else the first; where none is, the one that
// moves.
/** @type {(document_: Told) => string | null} */
export function mineOf({ board, game, seats }) {
  if (!game) return null;
  const mine = board.players.filter((player) => seats[player] === store.me.asks);
  const people = mine.length ? mine : board.players.filter((player) => seats[player] !== "robot");
  if (game.mover && people.includes(game.mover)) return game.mover;
  return (people.length < board.players.length ? people[0] : game.mover) ?? game.mover;
}

// The steps since somebody's last one, and how many of them there are.
/** @type {(log: LogRow[], mine: string | null) => number} */
export function firstSince(log, mine) {
  let first = log.length;
  while (first > 0 && log[first - 1].who !== mine) first -= 1;
  return first;
}

/** @type {(document_: Told, from: number) => Said[]} */
export function sentences({ log }, from) {
  const told = [];
  let begins = false;
  for (let step = Math.max(from, 0); step < log.length; step++) {
    const { who, text, turn } = log[step];
    begins ||= Boolean(turn);
    if (!text) continue;
    told.push({ who, text, step: step + 1, begins });
    begins = false;
  }
  return told;
}

/** @type {(document_: Told) => Said | undefined} */
export function lastSaid(document_) {
  for (let from = document_.log.length - 1; from >= 0 && from > document_.log.length - MOST; from--) {
    const [said] = sentences({ ...document_, log: document_.log.slice(0, from + 1) }, from);
    if (said) return said;
  }
  return undefined;
}

/** @type {(said: Said) => Element} */
export const line = ({ who, text, step }) =>
  h("li", { "data-key": `said-${step}` }, seatSign(store.here, who), h("span", {}, text));

// The sentences of each turn, in the order in which they happened.
/** @type {(told: Said[]) => Said[][]} */
export function turnsOf(told) {
  /** @type {Said[][]} */
  const turns = [];
  for (const said of told) {
    const before = turns.at(-1);
    if (before && !said.begins && before[0].who === said.who) before.push(said);
    else turns.push([said]);
  }
  return turns;
}

/** @type {(turn: Said[]) => Element} */
export const drawTurn = ([first, ...more]) =>
  h(
    "li",
    { "data-key": `turn-${first.step}` },
    seatSign(store.here, first.who),
    h(
      "div",
      {},
      [first, ...more].map(({ text, step }) => h("p", { "data-key": `said-${step}` }, text)),
    ),
  );

// What the others did, when it is one's turn again; else the last few steps, whose end is in sight.
/** @type {(document_: Told) => Element[]} */
export function drawChronicle(document_) {
  const { game, log, news: besides } = document_;
  if (!game) return [];
  const mine = mineOf(document_);
  const isMine = Boolean(mine) && game.mover === mine;
  const since = isMine ? firstSince(log, mine) : log.length;
  const news = sentences(document_, since);
  const told = news.length ? news : sentences(document_, log.length - MOST);
  if (!told.length && !besides.length) return [];
  return [
    h(
      "section",
      { class: "card happened", "data-game": store.here.id },
      h("h2", {}, news.length ? t("Since your last turn") : t("What happened")),
      h(
        "ol",
        {
          tabindex: "0",
          "aria-label": t("What happened"),
          "data-key": news.length ? `since-${since}` : "happened",
          "data-follow": !news.length,
        },
        turnsOf(told.slice(-MOST)).map(drawTurn),
        besides.map((text) => h("li", { class: "news" }, h("span", {}, text))),
      ),
    ),
  ];
}

/** @type {WeakMap<Element, number>} how far down each list was when its end was shown */
const ends = new WeakMap();
/** @type {ResizeObserver | null} */
let sizes = null;

// Shows the end of every list that grows there, also where its room changes, unless somebody has gone back in it to read.
/** @type {(root: Element) => void} */
export function showNewest(root) {
  sizes ??= new ResizeObserver((changed) => changed.forEach(({ target }) => showEnd(target)));
  for (const list of root.querySelectorAll("[data-follow]")) {
    showEnd(list);
    sizes.observe(list);
  }
}

/** @type {(list: Element) => void} */
function showEnd(list) {
  if (list.scrollTop >= (ends.get(list) ?? 0) - 4) list.scrollTop = list.scrollHeight;
  ends.set(list, list.scrollTop);
}

// One line below the map: the last thing that happened.
/** @type {(document_: Told) => Element | null} */
export function drawTicker(document_) {
  if (document_.game && document_.news.length) return h("p", { class: "ticker" }, document_.news.join(" "));
  const said = document_.game && lastSaid(document_);
  if (!said) return null;
  return h("p", { class: "ticker" }, seatSign(store.here, said.who), h("span", {}, said.text));
}
