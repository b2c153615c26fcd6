// One game kept, step by step: it opens at its beginning, plays by itself, and every step has an address of its own.

/**
 * @import { Scene, State } from "./contract.js"
 * @import { Deeds } from "./keys.js"
 */

import { get, post } from "./api.js";
import { h, renew, show } from "./dom.js";
import { scorePlot } from "./plot.js";
import { bring } from "./shelf.js";
import { isTall, keep, store } from "./store.js";
import { language, meant, t } from "./words.js";

const PLAY_MS = 1200;

// Where a turn begins: at a step of somebody else than before it.
/** @type {(log: {who: string}[], step: number, by: number) => number} */
export function turnFrom(log, step, by) {
  /** @type {(at: number) => boolean} */
  const begins = (at) => at <= 0 || at >= log.length || log[at].who !== log[at - 1].who;
  let at = step + by;
  while (at > 0 && at < log.length && !begins(at)) at += by;
  return Math.min(Math.max(at, 0), log.length);
}

/** @type {(main: Element, id: string, first: string) => Promise<{redraw: () => void, deeds: Deeds, go: (step: number) => void, close: () => void}>} */
export async function openReplay(main, id, first) {
  const [story, link] = await Promise.all([get(`/api/games/${id}?lang=${language}`), get(`/api/games/${id}/bg-stats`)]);
  const brought = await bring(story.game);
  const { page } = brought;
  const scoped = { "data-game": story.game };
  const map = h("div", { class: "area-map", ...scoped }),
    said = h("p", { class: "ticker", role: "status", ...scoped }),
    side = h("div", { class: "side", ...scoped }),
    plot = h("section", { class: "card", ...scoped }),
    seats = h("div", {
      class: "area-seats seats",
      tabindex: "0",
      role: "group",
      "aria-label": t("Players"),
      ...scoped,
    }),
    onward = h("div"),
    playing = h("span", { class: "replay-buttons" });
  let step = Math.min(Math.max(Number(first) || 0, 0), story.steps);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const slider = h("input", {
    type: "range",
    min: 0,
    max: story.steps,
    value: step,
    "aria-label": t("Step"),
    class: "slider",
    id: "slider",
  });
  const told = h("output", { class: "told" });
  let asked = 0;
  /** @type {(at: number) => string} */
  const sentenceAt = (at) =>
    at ? story.log[at - 1].text || story.log[at - 1].say : t(meant("before the first step", "set-up"));
  const draw = async () => {
    const mine = ++asked;
    slider.value = String(step);
    told.textContent = t("step {step} of {steps}", { step, steps: story.steps });
    drawButtons();
    /** @type {State} */
    const state = await get(`/api/games/${id}/at/${step}?lang=${language}`);
    if (mine !== asked) return;
    history.replaceState(null, "", `#games/${id}/${step}`);
    /** @type {Scene} */
    const scene = {
      board: story.board,
      game: state,
      log: story.log.slice(0, step),
      unseen: {},
      bench: null,
      hands: null,
      mine: null,
      showScores: true,
      isNotation: store.isNotation,
      isTall: isTall(),
    };
    const sentence = sentenceAt(step);
    slider.setAttribute("aria-valuetext", sentence);
    said.textContent = sentence;
    const canPlayOn = store.document?.bench && store.me.may_control && story.game === store.here.id && !state.winners;
    renew(
      onward,
      canPlayOn && h("button", { class: "primary", "data-key": "play-on", onclick: playOn }, t("Play on from here")),
    );
    renew(map, page.drawMap(scene));
    renew(seats, page.drawSeats(scene));
    renew(
      plot,
      h("h2", {}, t("Scores over the game")),
      scorePlot(story.plot, story.board.players, state.names, step, go),
    );
    const log = page.drawLog({ ...scene, log: story.log, step, stepLink: (at) => `#games/${id}/${at}` });
    renew(
      side,
      state.winners && page.drawFinal(scene),
      h("section", { class: "card" }, h("h2", {}, t("Log")), log, notation()),
    );
    const at = /** @type {HTMLElement | null} */ (side.querySelector(".log .at"));
    if (at?.offsetParent) at.offsetParent.scrollTop = at.offsetTop - 60;
  };
  /** @type {(to: number) => void} */
  const go = (to) => {
    step = Math.min(Math.max(to, 0), story.steps);
    if (step >= story.steps) pause();
    draw();
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const flip = () => {
    if (timer) pause();
    else {
      if (step >= story.steps) step = 0;
      timer = setInterval(() => go(step + 1), PLAY_MS);
    }
    draw();
  };
  const notation = () =>
    h(
      "button",
      {
        class: "quiet",
        "data-key": "notation",
        "aria-pressed": String(store.isNotation),
        onclick: () => {
          store.isNotation = !store.isNotation;
          keep("log", store.isNotation ? "notation" : "sentences");
          draw();
        },
      },
      store.isNotation ? t("In sentences") : t("As notation"),
    );
  const drawButtons = () => {
    /** @type {(key: string, sign: string, words: string, action: () => void) => Element} */
    const button = (key, sign, words, action) =>
      h("button", { "data-key": key, "aria-label": words, title: words, onclick: action }, sign);
    renew(
      playing,
      button("turn-back", "«", t("To the turn before"), () => go(turnFrom(story.log, step, -1))),
      button("prev", "‹", t("One step back"), () => go(step - 1)),
      button("play", timer ? "❚❚" : "▶", timer ? t("Pause") : t("Play"), flip),
      button("next", "›", t("One step on"), () => go(step + 1)),
      button("turn-on", "»", t("To the next turn"), () => go(turnFrom(story.log, step, 1))),
    );
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  const playOn = async () => {
    const { game } = store.document ?? {};
    if (game && !game.winners && !confirm(t("This game is not over. Give it up and begin another one?"))) return;
    if (await post("/api/virtual/play-on", { game: id, step })) location.hash = "#table";
  };
  show(
    main,
    h(
      "div",
      { class: "replay" },
      h(
        "div",
        { class: "middle" },
        h("h2", { class: "unseen" }, t("Go through")),
        map,
        said,
        h("div", { class: "card controls" }, playing, slider, told),
        seats,
      ),
      h(
        "div",
        { class: "beside" },
        onward,
        side,
        plot,
        h(
          "section",
          { class: "card export" },
          h("h2", {}, t("Take it along")),
          h("a", { class: "chip", href: `/api/games/${id}/record`, download: true }, t("Notation")),
          h("a", { class: "chip", href: `/api/games/${id}/journal`, download: true }, t("JSON")),
          link.link &&
            h("a", { class: "chip", href: link.link, rel: "noreferrer noopener", target: "_blank" }, "BG Stats"),
          link.link &&
            h(
              "details",
              {},
              h("summary", {}, t("QR code for BG Stats")),
              h("img", { class: "code", src: `/api/games/${id}/bg-stats.svg`, alt: t("QR code for BG Stats") }),
            ),
        ),
      ),
    ),
  );
  await draw();
  return {
    redraw: draw,
    go,
    close: pause,
    deeds: { choose: () => {}, walk: (by) => go(step + by), takeBack: () => {}, end: () => {}, play: flip },
  };
}
