// The screen on the wall behind one table: large, with nothing to press; map, scores and last moves take turns.

/**
 * @import { Scene } from "./contract.js"
 * @import { Told } from "./document.js"
 * @import { Deeds } from "./keys.js"
 */

import { get } from "./api.js";
import { drawTurn as drawTurnTold, lastSaid, line, sentences, turnsOf } from "./chronicle.js";
import { h, own, renew, show } from "./dom.js";
import { drawMoves as drawTravels } from "./moving.js";
import { celebrate, drawBunting } from "./occasions.js";
import { scorePlot } from "./plot.js";
import { seatSign } from "./shelf.js";
import { isTall, store } from "./store.js";
import { naming, say, t } from "./words.js";

const titleOf = naming(t, {
  map: say("Map"),
  scores: say("Scores"),
  moves: say("Last moves"),
  final: say("Final score"),
  more: say("Where the points come from"),
});

const TURN_S = { map: 20, scores: 10, moves: 10, final: 20, more: 20 };
const MOST_MOVES = 8; // sentences on the wall
const LONG_NAME = 12; // letters, beyond which a name is written smaller
const LARGEST = 1.8; // how much larger or smaller than usual a result is shown
const SMALLEST = 0.4;
const ASKED_AGAIN_S = 15; // phones may be let in, or kept out, at any time

/** @typedef {keyof typeof TURN_S} Leaf one of the pages that take turns */

// What there is to turn between: points are left out where they are not to be seen, and the result comes at the end, with more
// of it where a game has more than one card.
/** @type {(document_: Told | null, isMore?: boolean) => Leaf[]} */
export function leavesOf(document_, isMore = false) {
  const game = document_?.game;
  if (!game) return ["map"];
  if (game.winners) return isMore ? ["final", "more", "map", "scores"] : ["final", "map", "scores"];
  return store.showScores ? ["map", "scores", "moves"] : ["map", "moves"];
}

// The players with their points, the most first; whoever has as many stays in the order of the seats.
/** @type {(players: string[], row: number[] | undefined) => {player: string, points: number}[]} */
export const ranked = (players, row) =>
  players
    .map((player, seat) => ({ player, points: row?.[seat] ?? 0 }))
    .sort((first, second) => second.points - first.points);

/** @type {(document_: Told) => Scene} */
const sceneOf = ({ board, game, log }) => ({
  board,
  game,
  log,
  unseen: {}, // from four metres nobody asks which piece was seen by a reader
  bench: null,
  hands: null,
  mine: null,
  showScores: store.showScores || Boolean(game?.winners),
  isTall: isTall(),
});

/** @type {(document_: Told) => Element} */
function drawScores({ board, game, plot }) {
  const names = game?.names ?? {};
  const rows = ranked(board.players, plot.at(-1));
  const most = Math.max(10, ...rows.map(({ points }) => points));
  return h(
    "div",
    { class: "tv-scores" },
    h(
      "ol",
      {},
      rows.map(({ player, points }) => {
        const fill = h("span", { class: `bar-fill seat-${player}` });
        fill.style.width = `${Math.round((Math.max(0, points) / most) * 100)}%`;
        return h(
          "li",
          { "data-key": `tv-${player}`, class: game?.winners?.includes(player) ? "won" : null },
          seatSign(store.here, player),
          h("span", { class: "who" }, names[player]),
          h("span", { class: "bar-track", "aria-hidden": "true" }, fill),
          h("strong", {}, points),
        );
      }),
    ),
    scorePlot(plot, board.players, names),
  );
}

/** @type {(document_: Told) => Element} */
function drawMoves(document_) {
  const told = sentences(document_, document_.log.length - 5 * MOST_MOVES).slice(-MOST_MOVES);
  return h("ol", { class: "tv-moves" }, told.length ? told.map(line) : h("li", {}, t("Nothing has happened yet.")));
}

/** @type {Record<Leaf, (document_: Told) => Element>} */
const DRAW = {
  map: (document_) =>
    h(
      "div",
      { class: "area-map", "data-game": store.here.id },
      document_.game
        ? store.here.page.drawMap(sceneOf(document_))
        : own(store.here.page.drawEmptyMap(store.board, isTall())),
    ),
  scores: drawScores,
  moves: drawMoves,
  final: (document_) =>
    h("div", { class: "tv-final side" }, drawBunting(document_.board.players), drawFinal(document_)[0]),
  more: (document_) => h("div", { class: "tv-final side" }, drawFinal(document_).slice(1)),
};

/** @type {(document_: Told) => Element[]} */
const drawFinal = (document_) => store.here.page.drawFinal(sceneOf(document_));

// Who decides what, or who has won.
/** @type {(document_: Told) => Element} */
function drawTurn({ game }) {
  const title = h("p", { class: "tv-game" }, store.shelf.games[store.here.id].title);
  if (!game) return h("section", { class: "card tv-turn" }, title, h("p", { class: "tv-name" }, t("No game yet")));
  const who = game.winners ?? (game.mover ? [game.mover] : []);
  const names = who.map((player) => game.names[player]).join(", ");
  return h(
    "section",
    { class: `card tv-turn${game.winners ? " over" : ""}` },
    title,
    h("p", { class: "what" }, game.winners ? t("The game is over.") : t("Now plays")),
    h(
      "p",
      { class: who.length === 1 && names.length > LONG_NAME ? "tv-name long" : "tv-name" },
      who.map((player) => seatSign(store.here, player)),
      h("span", {}, names, game.winners && h("span", { class: "star" }, " ★")),
    ),
    !game.winners && h("p", { class: "phase" }, game.phase_name),
    game.last_round && !game.winners && h("p", { class: "last" }, store.here.page.named("last.round")),
  );
}

/** @type {(document_: Told) => Element | null} */
function drawLast(document_) {
  const said = document_.game && !document_.game.winners && lastSaid(document_);
  return said ? h("ul", { class: "card tv-last" }, line(said)) : null;
}

// The points next to whatever else is shown.
/** @type {(document_: Told) => Element | null} */
function drawStanding({ board, game, plot }) {
  if (!game || !(store.showScores || game.winners)) return null;
  return h(
    "section",
    { class: "card tv-standing" },
    h(
      "ol",
      {},
      ranked(board.players, plot.at(-1)).map(({ player, points }) =>
        h(
          "li",
          { "data-key": `seat-${player}` },
          seatSign(store.here, player),
          h("span", { class: "who" }, game.names[player]),
          h("strong", {}, points),
        ),
      ),
    ),
  );
}

// What happened before the last thing, next to the map; as much of it as there is room for.
/** @type {(document_: Told) => Element | null} */
function drawNews(document_) {
  const told = document_.game && sentences(document_, document_.log.length - 5 * MOST_MOVES).slice(-MOST_MOVES, -1);
  if (!told?.length) return null;
  return h("ol", { class: "card tv-news", "data-key": `news-${told[0].step}` }, turnsOf(told).map(drawTurnTold));
}

// How to watch from a phone; where none reaches the table, how to let them in, if that is possible.
/** @type {(address: string | null, mayLetIn: boolean) => Element | false} */
const drawCode = (address, mayLetIn) =>
  Boolean(address || mayLetIn) &&
  h(
    "section",
    { class: "card tv-code", "data-key": `code-${address}` },
    address
      ? [
          h("img", {
            src: `/api/watch.svg?at=${encodeURIComponent(address)}`,
            alt: t("QR code with the address of this table"),
          }),
          h(
            "div",
            {},
            h("p", {}, t("Watch on your phone")),
            h("p", { class: "at" }, address.replace(/^http:\/\/|\/$/g, "")),
          ),
        ]
      : h("p", {}, t("To watch on a phone: choose Phones in the table menu.")),
  );

/**
 * @param {HTMLElement} room
 * @returns {Promise<{redraw: () => void, follow: () => void, close: () => void, deeds: Deeds}>}
 */
export async function openTv(room) {
  const link = h("link", { rel: "stylesheet", href: "/static/tv.css" });
  await new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
  const asked = Number(new URLSearchParams(location.search).get("turn")); // seconds for each page, where somebody says
  let at = 0,
    turnedAt = performance.now(),
    askedAt = -Infinity;
  /** @type {string | null} */
  let address = null;
  /** @type {Leaf | null} */
  let shown = null;
  const title = h("h1", { class: "unseen" }, store.shelf.games[store.here.id].title);
  const heading = h("h2", {});
  const dots = h("p", { class: "pages tv-dots", role: "img" });
  const sheet = h("div", { class: "tv-sheet" });
  const foot = h("div", { class: "tv-foot" });
  const side = h("div", { class: "tv-side" });
  const whole = h("section", { class: "tv-main" }, heading, sheet, foot, dots);
  const wall = h("div", { class: "tv", "data-game": store.here.id }, title, whole, side);
  let isOver = false;
  show(room, wall);

  function draw() {
    const document_ = store.document;
    if (!document_) return;
    // The result comes at once, whatever was shown.
    if (document_.game?.winners && !isOver) [at, turnedAt] = [0, performance.now()];
    isOver = Boolean(document_.game?.winners);
    wall.classList.toggle("last-round", Boolean(document_.game?.last_round && !document_.game.winners));
    const leaves = leavesOf(document_, Boolean(document_.game?.winners) && drawFinal(document_).length > 1);
    at = (at + leaves.length) % leaves.length;
    const leaf = leaves[at];
    sheet.dataset.leaf = leaf;
    heading.textContent = titleOf(leaf);
    if (shown !== leaf) show(sheet, DRAW[leaf](document_));
    else renew(sheet, DRAW[leaf](document_));
    shown = leaf;
    dots.setAttribute("aria-label", t("page {number} of {of}", { number: at + 1, of: leaves.length }));
    renew(dots, leaves.length > 1 && leaves.map((_, index) => h("span", { class: index === at ? "here" : null })));
    renew(
      side,
      drawTurn(document_),
      leaf === "map" || leaf === "moves" ? drawStanding(document_) : null,
      leaf === "map" && !document_.game?.winners ? drawNews(document_) : null,
      drawCode(address, document_.table.phones),
    );
    renew(foot, leaf === "moves" ? null : drawLast(document_));
    fitSheet();
    drawTravels(sheet, side, document_.revision.game, document_.log?.at(-1)?.who);
    celebrate(document_, sheet);
  }

  function fitSheet() {
    if (shown === "final" || shown === "more") fit(sheet);
    if (shown === "moves") dropOldest(sheet.firstElementChild, true);
    dropOldest(side.querySelector(".tv-news"));
  }

  /** @type {(by: number) => void} */
  function turn(by) {
    at += by;
    turnedAt = performance.now();
    draw();
  }

  async function askAddress() {
    askedAt = performance.now();
    try {
      ({ address } = await get("/api/watch"));
    } catch {
      return; // the page says already that the table is away
    }
    draw();
  }

  function tick() {
    const now = performance.now();
    if (shown && now - turnedAt >= 1000 * (asked > 0 ? asked : TURN_S[shown])) turn(1);
    if (now - askedAt >= 1000 * ASKED_AGAIN_S) askAddress();
  }

  const ticking = setInterval(tick, 250);
  const sizes = new ResizeObserver(fitSheet); // has no size before the room is shown
  sizes.observe(sheet);
  window.addEventListener("resize", draw);
  draw();
  tick();
  return {
    redraw: draw,
    follow: draw,
    close() {
      clearInterval(ticking);
      sizes.disconnect();
      window.removeEventListener("resize", draw);
    },
    deeds: { walk: turn, choose: (index) => turn(index - at), takeBack() {}, end() {} },
  };
}

// Where names are long there is room for fewer moves: the oldest go, and with the last of a turn its seat; at last the
// whole list where not even one has room, unless it is all that is shown.
/** @type {(moves: Element | null, isAll?: boolean) => void} */
function dropOldest(moves, isAll = false) {
  while (moves?.isConnected && moves.scrollHeight > moves.clientHeight) {
    const oldest = moves.querySelector("p") ?? moves.firstElementChild;
    const whole = oldest?.parentElement?.children.length === 1 ? oldest.closest("li") : oldest;
    const isLast = !whole?.previousElementSibling && !whole?.nextElementSibling;
    if (isLast && isAll) return;
    (isLast ? moves : whole)?.remove();
  }
}

// Makes what is drawn as large as the wall allows; its lines break elsewhere at every size, so each is tried.
/** @type {(sheet: HTMLElement) => void} */
function fit(sheet) {
  const whole = /** @type {HTMLElement} */ (sheet.firstElementChild);
  const isWider = (/** @type {Element} */ box) => box.scrollWidth > box.clientWidth;
  const isCut = () =>
    sheet.scrollHeight > sheet.clientHeight || isWider(sheet) || [...sheet.querySelectorAll(".scroll")].some(isWider);
  let zoom = LARGEST;
  do whole.style.setProperty("zoom", zoom.toFixed(2));
  while (isCut() && (zoom -= 0.05) > SMALLEST);
}
