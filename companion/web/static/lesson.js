// A lesson: one position after the other, each with an aim. Whoever learns makes the move on the map or in the list, and
// is told what it brought, or why it is another one. No table knows of it; how far somebody has come is kept here.

/**
 * @import { Board, Entry, Offer, Scene, State } from "./contract.js"
 * @typedef {{id: string, title: string}} More a paragraph of the rules
 * @typedef {{steps: number, title: string, colours: string[], aim: string, end: string, end_rules: More[], short: string, board: Board,
 *   game: State}} Step
 * @typedef {{kind: "done" | "other" | "refused", said: string, told?: string, remedy?: string, paragraph?: string,
 *   game?: State | null, rules?: More[]}} Answer
 */

import { get, ruleLink } from "./api.js";
import { h, renew } from "./dom.js";
import { offer, withdraw } from "./offer.js";
import { place } from "./order.js";
import { bring } from "./shelf.js";
import { isTall, keep, store } from "./store.js";
import { language, t } from "./words.js";

/** @type {(game: string) => number} */
const keptStep = (game) => Number(localStorage.getItem(`lesson.${game}`) ?? 0) || 0;

/** @type {(main: Element, game: string) => Promise<{redraw: () => void, close: () => void}>} */
export async function openLesson(main, game) {
  if (!document.querySelector("link[href$='lesson.css']"))
    document.head.append(h("link", { rel: "stylesheet", href: "/static/lesson.css" }));
  const { page } = await bring(game);
  const scoped = { "data-game": game };
  const map = h("div", { class: "area-map", onclick: miss, ...scoped });
  const seats = h("div", {
    class: "area-seats seats",
    role: "group",
    "aria-label": t("Players"),
    onclick: miss,
    ...scoped,
  });
  const card = h("section", { class: "card lesson-card", "aria-labelledby": "lesson-title" });
  const said = h("div", { class: "lesson-said", role: "status", "aria-live": "polite" });
  main.append(h("div", { class: "lesson" }, map, card, seats));

  let number = keptStep(game);
  let moment = 0; // a press is meant for what was shown
  /** @type {Step | null} */
  let step = null;
  /** @type {Answer | null} */
  let answer = null;

  /** @type {(at: number) => Promise<void>} */
  async function go(at) {
    number = Math.max(0, at);
    keep(`lesson.${game}`, String(number));
    const asked = ++moment;
    const last = step ? step.steps : number;
    let found;
    try {
      found = await get(`/api/learn/${game}/${Math.min(number, last)}?lang=${language}`);
    } catch {
      found = await get(`/api/learn/${game}/0?lang=${language}`); // the lesson has become shorter
      number = 0;
    }
    if (asked !== moment) return;
    step = found;
    answer = null;
    draw();
    card.querySelector("h2")?.focus();
  }

  /** @type {(entry: Entry) => Promise<void>} */
  async function attempt(entry) {
    const asked = moment;
    const query = new URLSearchParams({ entry: JSON.stringify(entry), lang: language });
    const told = await get(`/api/learn/${game}/${number}/try?${query}`);
    if (asked !== moment) return;
    answer = told;
    if (told.kind === "done") moment += 1;
    const isHere = card.contains(document.activeElement);
    draw();
    // The pressed line is gone: whoever goes by the keyboard goes on from the words.
    const next = /** @type {HTMLElement | null} */ (card.querySelector("[data-key=lesson-next]"));
    if (isHere && next) next.focus();
  }

  // A press where nothing can be done: the rules say why.
  /** @type {(event: Event) => Promise<void>} */
  async function miss({ target }) {
    const pressed = /** @type {Element} */ (target);
    const at = pressed.closest("[data-why], [data-place]");
    if (!at || !step || isOver() || answer?.kind === "done" || pressed.closest(".acts")) return;
    const id = at.getAttribute("data-why") ?? at.getAttribute("data-place") ?? "";
    const query = new URLSearchParams({ place: id, lang: language });
    const { reasons } = await get(`/api/learn/${game}/${number}/why-not?${query}`);
    if (!reasons.length) return;
    answer = { kind: "refused", ...reasons[0] };
    draw();
  }

  const isOver = () => Boolean(step && number >= step.steps);

  /** @type {(shown: Step) => Scene} */
  function sceneOf(shown) {
    const isDone = answer?.kind === "done" || isOver();
    const state = /** @type {State} */ (answer?.game ?? shown.game);
    return {
      board: shown.board,
      game: isDone ? { ...state, offers: [] } : state,
      log: [],
      unseen: {},
      bench: null,
      hands: isDone
        ? null
        : {
            means: `lesson ${game} ${number} ${moment}`,
            picked: null,
            move: attempt,
            choose: null,
            menu: "",
            asks: true,
            offer,
            pick: null,
            put() {},
            touch: null,
          },
      mine: shown.game.mover,
      showScores: true,
      isTall: isTall(),
    };
  }

  function draw() {
    if (!step) return;
    const scene = sceneOf(step);
    renew(map, page.drawMap(scene));
    renew(seats, page.drawSeats(scene));
    drawCard(step);
  }

  /** @type {(shown: Step) => void} */
  function drawCard(shown) {
    const { steps, title, aim, end, game: state } = shown;
    const isDone = answer?.kind === "done";
    renew(said, sayAnswer());
    renew(
      card,
      h("h2", { id: "lesson-title", tabindex: -1 }, t("Learn {game}", { game: title })),
      h("progress", { max: steps, value: Math.min(number, steps), "aria-label": t("How far you have come") }),
      isOver()
        ? [h("p", { class: "aim" }, end), drawMore(shown.end_rules), drawEnd(shown)]
        : [
            h("p", { class: "hint" }, t("{step} of {steps}", { step: number + 1, steps })),
            h("p", { class: "aim" }, aim),
            said,
            isDone &&
              h("button", { class: "primary", "data-key": "lesson-next", onclick: () => go(number + 1) }, t("Go on")),
            !isDone && drawMoves(state.offers),
          ],
      h(
        "p",
        { class: "links" },
        !isOver() &&
          h("button", { class: "quiet", "data-key": "lesson-skip", onclick: () => go(number + 1) }, t("Skip this")),
        number > 0 && [
          h("button", { class: "quiet", "data-key": "lesson-back", onclick: () => go(number - 1) }, t("One step back")),
          h("button", { class: "quiet", "data-key": "lesson-again", onclick: () => go(0) }, t("From the beginning")),
        ],
        h(
          "a",
          { class: "quiet", href: store.document?.game ? "#table" : "#new", "data-key": "lesson-leave" },
          t("Leave the lesson"),
        ),
      ),
    );
  }

  function sayAnswer() {
    if (!answer) return [];
    const { kind, said: words, told, remedy, paragraph, rules } = answer;
    const first = kind === "done" ? t("Well done.") : kind === "refused" && t("Not allowed.");
    return [
      first && h("p", { class: kind }, h("b", {}, first), told && ` ${told}`),
      h("p", { class: kind }, words, remedy && ` ${remedy}`, paragraph && [" ", ruleLink(paragraph)]),
      rules && drawMore(rules),
    ];
  }

  // Where the rules say more about it.
  /** @type {(rules: More[]) => Element | false} */
  const drawMore = (rules) =>
    rules.length > 0 &&
    h(
      "p",
      { class: "hint" },
      t("In the rules:"),
      rules.map(({ id, title }, at) => [
        at ? ", " : " ",
        h("a", { class: "rule-link", href: `#rules/${id}`, "data-key": `rule-${id}` }, title),
      ]),
    );

  // Every move in words, for whoever does not use the map.
  /** @type {(offers: Offer[]) => Element} */
  const drawMoves = (offers) => {
    const texts = offers.map(({ text }) => text);
    const isTwice = (/** @type {string} */ text) => texts.indexOf(text) !== texts.lastIndexOf(text);
    return h(
      "details",
      { class: "moves", "data-key": `moves-${number}`, open: offers.length < 10 && !isTall() },
      h("summary", {}, t("All moves: {count}", { count: offers.length })),
      h(
        "div",
        { class: "lines" },
        offers.map(({ text, right, places, entry }, index) =>
          h(
            "button",
            {
              class: "line",
              "data-key": `move-${index}`,
              "data-means": `${number} ${moment}`,
              onclick: () => entry && attempt(entry),
            },
            h("span", {}, text, step && isTwice(text) && `: ${page.placeName(places[0], step.board)}`),
            right && h("span", { class: "right" }, right),
          ),
        ),
      ),
    );
  };

  /** @type {(shown: Step) => Element[] | false} */
  function drawEnd({ title, short }) {
    if (!store.document?.bench || !store.me.may_control) return false;
    const begin = { lesson: true };
    const play = () => {
      const { game: on } = store.document ?? {};
      const isLost = game === store.here.id && on && !on.winners;
      if (isLost && !confirm(t("This game is not over. Give it up and begin another one?"))) return;
      localStorage.removeItem("tour"); // the companion says at every step what can be done
      localStorage.removeItem("whatif"); // and what it would change
      keep(`lesson.${game}`, "0");
      place({ game, title, cover: true, begin });
    };
    return [
      h("p", {}, short),
      h("button", { class: "primary", "data-key": "lesson-play", onclick: play }, t("Play a short game")),
    ];
  }

  await go(number);
  if (isOver()) await go(0);
  return { redraw: draw, close: withdraw };
}
