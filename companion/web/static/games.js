// Games kept: the list, one game step by step, and statistics.

import { get } from "./api.js";
import { h, renew, show, unseen } from "./dom.js";
import { isTall, store } from "./store.js";
import { language, t } from "./words.js";

let game_;

export async function openGames(main) {
  game_ = await import("/game/main.js");
  const { games } = await get("/api/games");
  show(
    main,
    h(
      "section",
      { class: "card wide" },
      h("h2", {}, t("games")),
      games.length === 0
        ? h("p", { class: "empty" }, t("no.games"))
        : h(
            "div",
            { class: "scroll" },
            h(
              "table",
              { class: "games" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["when", "players", "result"].map((key) => h("th", { scope: "col" }, t(`games.${key}`))),
                  h("th", { scope: "col" }, unseen(t("replay"))),
                ),
              ),
              h("tbody", {}, games.map(row)),
            ),
          ),
    ),
  );
}

const when = (text) => new Date(text).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

function row(game) {
  const players = Object.entries(game.scores ?? {});
  const state =
    game.trouble ??
    (game.over
      ? t("games.won", { players: game.winners.map((player) => t(`seat.${player}`)).join(", ") })
      : game.ended
        ? t("games.aborted")
        : t("games.going"));
  return h(
    "tr",
    {},
    h("td", {}, when(game.created)),
    h(
      "td",
      {},
      players.map(([player, points]) =>
        h(
          "span",
          { class: "pair" },
          h("span", { class: `sign seat-${player}`, title: t(`seat.${player}`) }, t(`seat.${player}.short`)),
          game.ended || store.showScores ? ` ${points} ` : " ",
        ),
      ),
    ),
    h("td", {}, state),
    h("td", {}, !game.trouble && h("a", { href: `#games/${game.id}`, class: "chip" }, t("replay"))),
  );
}

export async function openReplay(main, id) {
  game_ = await import("/game/main.js");
  const story = await get(`/api/games/${id}`);
  const board = h("div"),
    side = h("div", { class: "side" }),
    plot = h("div");
  const slider = h("input", {
    type: "range",
    min: 0,
    max: story.steps,
    value: story.steps,
    "aria-label": t("step"),
    class: "slider",
    id: "slider",
  });
  const told = h("output", { class: "told" });
  let asked = 0;
  const draw = async () => {
    const step = Number(slider.value);
    const mine = ++asked;
    const state = await get(`/api/games/${id}/at/${step}?lang=${language}`);
    if (mine !== asked) return;
    told.textContent = t("step.of", { step, steps: story.steps });
    slider.setAttribute("aria-valuetext", step ? story.log[step - 1].say : t("set-up"));
    renew(board, game_.drawBoard(story.board, state, { isTall: isTall() }));
    renew(
      plot,
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("plot")),
        game_.drawPlot(story.plot, story.board.players, state.names, step),
      ),
    );
    renew(
      side,
      state.winners && game_.drawFinal(state),
      h(
        "div",
        { class: "seats" },
        story.board.players.map((player) =>
          game_.drawSeat(player, state, { showScores: true, isVirtual: false, robot: null }),
        ),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("log")),
        game_.drawLog(story.log, state, { upTo: step, start: state.start }),
      ),
    );
  };
  slider.addEventListener("input", draw);
  const move = (by) => {
    slider.value = Number(slider.value) + by;
    draw();
  };
  const link = await get(`/api/games/${id}/bg-stats`);
  show(
    main,
    h(
      "div",
      { class: "replay" },
      h(
        "div",
        { class: "middle" },
        h(
          "div",
          { class: "card controls" },
          h("button", { "data-key": "prev", "aria-label": t("earlier"), onclick: () => move(-1) }, "◀"),
          slider,
          h("button", { "data-key": "next", "aria-label": t("later"), onclick: () => move(1) }, "▶"),
          told,
        ),
        board,
        plot,
        h(
          "section",
          { class: "card export" },
          h("h2", {}, t("export")),
          h("a", { class: "chip", href: `/api/games/${id}/record`, download: true }, t("export.record")),
          h("a", { class: "chip", href: `/api/games/${id}/journal`, download: true }, t("export.json")),
          link.link &&
            h("a", { class: "chip", href: link.link, rel: "noreferrer noopener", target: "_blank" }, "BG Stats"),
          link.link &&
            h(
              "details",
              {},
              h("summary", {}, t("export.code")),
              h("img", { class: "code", src: `/api/games/${id}/bg-stats.svg`, alt: t("export.code") }),
            ),
        ),
      ),
      side,
    ),
  );
  await draw();
  return draw;
}

export async function openStatistics(main) {
  game_ = await import("/game/main.js");
  const sums = await get("/api/statistics");
  show(
    main,
    h(
      "section",
      { class: "wide" },
      h("h2", {}, t("statistics.title", { count: sums.games })),
      game_.drawStatistics(sums),
    ),
  );
}
