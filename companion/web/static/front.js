// The live view: the game in front, what is behind it below, and the hardware in a drawer.

/**
 * @import { Scene } from "./contract.js"
 * @import { Dialog, Told } from "./document.js"
 * @import { Deeds } from "./keys.js"
 */

import { askToSpeak } from "./aloud.js";
import { post, toast } from "./api.js";
import { askHowToCall } from "./calls.js";
import { drawChronicle, drawTicker, mineOf, showNewest } from "./chronicle.js";
import { drawDialog, once } from "./dialog.js";
import { h, own, renew, show } from "./dom.js";
import { drawHand, put, touch } from "./dragging.js";
import { floatChanges } from "./floats.js";
import { drawMoves } from "./moving.js";
import { offer, withdraw } from "./offer.js";
import { drawDoor, drawOwn } from "./door.js";
import { celebrate, drawEnding, drawWelcome } from "./occasions.js";
import { drawDecided, drawPace, drawWait } from "./pacing.js";
import { scorePlot } from "./plot.js";
import { isAmong, isAsked, isTall, keep, ownSeats, store } from "./store.js";
import { drawTour } from "./tour.js";
import { drawGone, drawSitDown, drawWhoPlays } from "./sitting.js";
import { drawFaults, drawLamps, makeBox } from "./virtual.js";
import { meant, t } from "./words.js";

/** @type {any} */
let parts = null;
/** @type {() => void} */
let askToPair = () => {};

/** @type {(main: Element, pair: () => void) => void} */
export function buildTable(main, pair) {
  askToPair = pair;
  const scoped = { "data-game": store.here.id };
  parts = {
    tour: h("div", { class: "area-top" }),
    map: h("div", { class: "area-map", onclick: answerMiss, ...scoped }),
    told: h("div", { class: "area-told", ...scoped }),
    action: h("div", { class: "area-action", onkeydown: once }),
    seats: h("div", {
      class: "area-seats seats",
      role: "group",
      "aria-label": t("Players"),
      onclick: answerMiss,
      ...scoped,
    }),
    more: h("div", { class: "area-more", onclick: answerMiss, ...scoped }),
    story: h("div", { class: "area-story", ...scoped }),
    opponents: h("div", { class: "area-opponents" }),
    hardware: h("aside", { class: "area-hardware", id: "hardware", "aria-label": t("Hardware") }),
    box: makeBox(),
    hand: h("div", { class: "in-hand", role: "status" }),
    door: h("div", { class: "area-door" }),
    isAtDoor: null,
    check: null, // of the board, at the first start
    idle: null, // the map while there is no game
    mine: null, // whose seat comes first
    signs: own(h("dl")), // what they mean, once somebody asks
  };
  parts.front = h("div", { class: "front" }, parts.tour, parts.map, parts.told, parts.action, parts.seats);
  parts.whole = h(
    "div",
    { class: "table" },
    parts.front,
    h("div", { class: "behind" }, parts.more, parts.opponents, parts.story),
    parts.hardware,
    parts.hand,
    parts.door,
  );
  show(main, parts.whole);
}

// A press on a place or a piece where nothing can be done is answered, too: who decides, or why not, by the rules.
/** @type {(event: Event) => Promise<void>} */
async function answerMiss({ target }) {
  const { game, bench } = store.document ?? {};
  if (!store.document || !store.me.may_control || !game || game.winners) return;
  const pressed = /** @type {Element} */ (target);
  const place = pressed.closest("[data-why], [data-place]");
  const isTaken = bench && store.hardware && pressed.closest("[data-piece]"); // in hand, at a virtual table
  if (!place || isTaken || pressed.closest(".acts, button, a")) return;
  if (!isAsked(store.document)) toast(store.document.decides.text, "bad");
  else await (await import("./explain.js")).sayWhyNot(place);
}

export function leaveTable() {
  parts = null;
  withdraw();
}

/** @type {() => Promise<(() => void) | undefined> | undefined} */
export const boardCheck = () => parts?.check?.redraw;

/** @type {Record<string, string[]>} */
const NEEDS = {
  map: ["revision", "board", "game", "bench", "asks_board", "unseen", "log", "table", "house_rules", "decides"],
  told: ["log", "game", "bench", "people", "news", "away"],
  action: ["revision", "table", "game", "bench", "log", "plot", "decides", "take_back", "ask_back", "seats", "news"],
  seats: ["game", "bench", "table", "revision", "decides", "seats"],
  more: ["game"],
  story: ["log", "plot", "game", "house_rules"],
  opponents: ["bench", "board", "game", "seats", "away", "table"],
  hardware: ["lamps", "bench", "board", "game", "panel", "table"],
  tour: ["table", "game", "bench", "decides", "seats", "revision"],
  door: ["game", "people", "revision"],
};

// At a virtual table: while nothing is played, or somebody wants another game, unless it is one with their own pieces.
export const isAtDoor = () => {
  const { bench, game } = store.document ?? {};
  return Boolean(bench && store.me.may_control && (store.room === "new" || (!game && store.room !== "own")));
};

/** @type {(changed: Set<string> | null) => void} */
export function drawTable(changed) {
  if (!parts || !store.document) return;
  const document_ = store.document;
  const { classList } = parts.whole;
  classList.toggle("idle", !document_.game);
  classList.toggle("over", Boolean(document_.game?.winners));
  classList.toggle("last-round", Boolean(document_.game?.last_round && !document_.game.winners));
  classList.toggle("checks", document_.asks_board);
  classList.toggle("playable", Boolean(document_.bench) && store.me.may_control);
  classList.toggle("with-hardware", store.hardware);
  classList.toggle("seated", store.me.paired && ownSeats(document_).length > 0);
  const atDoor = isAtDoor();
  if (parts.isAtDoor !== atDoor) {
    changed = null;
    scrollTo(0, 0); // on a phone the door is long, and the map would be above what is seen
  }
  parts.isAtDoor = atDoor;
  classList.toggle("at-door", atDoor);
  for (const [name, sections] of Object.entries(NEEDS)) {
    if (atDoor !== (name === "door")) continue; // the other is out of sight
    if (!changed || sections.some((section) => changed.has(section))) DRAW[name](document_);
  }
  renew(parts.hand, drawHand(parts.whole, redraw));
  if (!isDragging()) floatChanges(parts.seats, document_.revision.game);
  drawMoves(parts.map, parts.seats, document_.revision.game, document_.log?.at(-1)?.who);
  celebrate(document_, parts.action);
}

export const redraw = () => drawTable(null);

export function flipHardware() {
  store.hardware = !store.hardware;
  keep("hardware", store.hardware ? "open" : "closed");
  layCardboard();
  redraw();
  if (store.hardware && isTall()) parts?.hardware.scrollIntoView({ block: "start" });
}

// Whoever looks at the hardware of a simulated table has its pieces in hand; nobody else is bothered with them.
export function layCardboard() {
  if (store.document?.bench && store.me.open) post("/api/virtual/hardware", { open: store.hardware });
}

// What stands above the map waits while a piece is dragged over it, and is drawn when it is put down: nothing may move
// away under the hand.
export const isDragging = () => document.body.classList.contains("dragging");

/** @type {(dialog: Dialog, line: number) => Promise<any>} */
const choose = (dialog, line) => post("/api/choose", { dialog: dialog.id, line });

// What the game draws from, where one is played.
/** @type {(document_: Told) => Scene} */
function sceneOf(document_) {
  const { revision, board, game: played, log, unseen, bench, table } = document_;
  const isMine = isAsked(document_);
  const game = /** @type {Scene["game"]} */ (played && (isMine ? played : { ...played, offers: [] }));
  /** @type {NonNullable<Scene["hands"]>} */
  const hands = {
    means: `${revision.game} ${revision.number}`,
    picked: store.picked,
    move: (entry) => post("/api/move", { revision: revision.number, entry }),
    choose: table.at_home && isMine ? (line) => choose(table.dialog, line) : null,
    menu: isMine ? table.dialog.name : "",
    asks: false,
    offer,
    pick: bench && store.hardware && store.me.open ? pick : null,
    put,
    touch: bench?.points && store.hardware && store.me.open ? touch : null,
  };
  return {
    board,
    game,
    log,
    unseen,
    bench: bench ?? null,
    hands: store.me.may_control ? hands : null,
    mine: mineOf(document_),
    showScores: store.showScores || Boolean(game.winners),
    isTall: isTall(),
  };
}

// The scene of this moment, where the live view shows a game.
/** @type {() => Scene | null} */
export const sceneNow = () => (parts && store.document?.game ? sceneOf(store.document) : null);

/** @type {(piece: string) => void} */
function pick(piece) {
  store.picked = piece;
  redraw();
}

/** @type {Record<string, (document_: Told) => void>} */
const DRAW = {
  map(document_) {
    const { page } = store.here;
    if (document_.asks_board) {
      // Built once: what somebody corrects here must not be lost when the table says something, or a tablet is turned.
      const mayControl = store.me.may_control;
      if (parts.check?.mayControl !== mayControl) {
        const element = own(h("div"));
        parts.check = {
          element,
          mayControl,
          redraw: page.openBoardCheck(element, { mayControl, isTall, isFirst: true }),
        };
      }
      renew(parts.map, parts.check.element);
      return;
    }
    parts.check = null;
    if (!document_.game) {
      // Once: the map does not change while nobody plays, but for an edited board.
      if (parts.idle?.isTall !== isTall() || parts.idle?.board !== store.board)
        parts.idle = {
          element: own(page.drawEmptyMap(store.board, isTall())),
          isTall: isTall(),
          board: store.board,
        };
      renew(parts.map, drawWelcome(document_), parts.idle.element);
      return;
    }
    parts.idle = null;
    renew(parts.map, page.drawMap(sceneOf(document_)));
  },
  told(document_) {
    renew(
      parts.told,
      drawTicker(document_),
      drawGone(document_),
      drawWait(document_),
      drawDecided(document_),
      drawPace(document_),
    );
  },
  action(document_) {
    const { dialog, at_home: isHome } = document_.table;
    const isControl = store.me.may_control;
    const { game } = document_;
    const scene = game && sceneOf(document_);
    const isMine = isAsked(document_);
    const entry = scene && isMine && dialog.kind !== "notice" && store.here.page.drawEntry(scene);
    const isOver = Boolean(game?.winners);
    renew(
      parts.action,
      scene && isOver && drawEnding(document_, scene),
      !(isOver && isHome) &&
        drawDialog(dialog, isMine, Boolean(document_.bench), isControl && !isMine ? document_.decides.text : ""),
      entry && h("div", { "data-game": store.here.id, "data-key": "entry" }, entry),
      isControl
        ? drawBar(document_)
        : h(
            "section",
            { class: "card watching" },
            h("p", {}, t("You are watching. With the PIN you can play from here.")),
            h("button", { "data-key": "pair", onclick: askToPair }, t("Enter the PIN")),
          ),
      !isOver && drawChronicle(document_),
    );
    showNewest(parts.action);
  },
  seats(document_) {
    renew(parts.seats, document_.game ? store.here.page.drawSeats(sceneOf(document_)) : []);
    // On a phone the seats are a strip that stays with whom it showed: whose turn it is comes first, and into sight.
    const mine = mineOf(document_);
    if (mine !== parts.mine) parts.seats.scrollLeft = 0;
    parts.mine = mine;
    // Keys can move it, also where nothing in it can be pressed.
    if (isTall() && document_.game) parts.seats.setAttribute("tabindex", "0");
    else parts.seats.removeAttribute("tabindex");
  },
  more(document_) {
    renew(parts.more, document_.game ? [...store.here.page.drawMore(sceneOf(document_)), drawGlossary()] : []);
  },
  story(document_) {
    const { game } = document_;
    renew(
      parts.story,
      game
        ? [
            h(
              "section",
              { class: "card" },
              h("h2", {}, t("Log")),
              drawHouseRulesInForce(document_),
              store.here.page.drawLog({ ...sceneOf(document_), isNotation: store.isNotation }),
              notationSwitch(),
            ),
            store.showScores && !game.winners && drawPlot(document_),
          ]
        : [],
    );
    showNewest(parts.story);
  },
  opponents(document_) {
    const bench = store.me.may_control && document_.bench;
    renew(parts.opponents, bench && drawWhoPlays(document_, bench));
  },
  hardware(document_) {
    parts.hardware.hidden = !store.hardware;
    if (!store.hardware) return;
    parts.box.update(document_);
    const bench = store.me.open && document_.bench;
    renew(
      parts.hardware,
      h("h2", {}, t("Hardware")),
      parts.box.element,
      drawLamps(document_),
      bench && drawFaults(document_, bench),
    );
  },
  door(document_) {
    renew(
      parts.door,
      drawDoor(document_, () => parts && DRAW.door(store.document ?? document_)),
    );
  },
  tour(document_) {
    if (isDragging()) return;
    renew(
      parts.tour,
      drawSitDown(document_),
      askHowToCall(document_, redraw),
      askToSpeak(document_, redraw),
      document_.bench && !document_.game && store.me.may_control && drawOwn(document_),
      drawTour(document_, document_.game && sceneOf(document_), () => DRAW.tour(document_)),
    );
  },
};

// The house rules that this game is played with, for everybody who watches; nothing if there are none.
/** @type {(document_: Told) => Element | false} */
function drawHouseRulesInForce({ game, house_rules: known }) {
  const inForce = known.filter(({ id }) => game?.house_rules?.includes(id)).map(({ text }) => text);
  return inForce.length > 0 && h("p", { class: "in-force" }, t("House rules: {which}", { which: inForce.join(", ") }));
}

// What the signs mean, brought once somebody unfolds it.
/** @type {() => Element | false} */
function drawGlossary() {
  if (!store.here.page.glossary) return false;
  const fill = async () => show(parts.signs, ...(await (await import("./explain.js")).drawSigns()));
  return h(
    "details",
    { class: "card glossary", "data-key": "glossary" },
    h("summary", { onclick: fill }, t("What the signs mean")),
    parts.signs,
  );
}

// The log in sentences, or in the notation of the game's records.
/** @type {() => Element} */
function notationSwitch() {
  return h(
    "button",
    {
      class: "quiet",
      "data-key": "notation",
      "aria-pressed": String(store.isNotation),
      onclick: () => {
        store.isNotation = !store.isNotation;
        keep("log", store.isNotation ? "notation" : "sentences");
        redraw();
      },
    },
    store.isNotation ? t("In sentences") : t("As notation"),
  );
}

/** @type {(document_: Told) => Element} */
const drawPlot = ({ board, game, plot }) =>
  h(
    "section",
    { class: "card" },
    h("h2", {}, t("Scores over the game")),
    scorePlot(plot, board.players, game?.names ?? {}),
  );

// One click is one request to the table, at a simulated one too: only its drawn buttons go down and come up.
/** @type {(button: string) => Promise<any>} */
const press = (button) => post("/api/press", { button });
// Of the turn that was shown, and not of the next one too if it is pressed twice.
/** @type {(document_: Told) => Promise<any>} */
const endTurn = ({ revision }) => post("/api/press", { button: "end", held: true, revision: revision.number });
// Where others have decided something since, they are asked.
/** @type {(document_: Told) => Promise<any>} */
const takeBack = ({ revision, take_back: direct }) =>
  post("/api/take-back", { revision: revision.number, ...(!isAmong(direct) && { asks: true }) });
/** @type {(document_: Told) => boolean} */
const mayTakeBack = ({ take_back: direct, ask_back: asks }) => isAmong(direct) || isAmong(asks);

/** @type {(document_: Told) => Element} */
function drawBar(document_) {
  const { revision, table, decides } = document_;
  const isOn = Boolean(document_.game);
  // What cannot be used now says why when it is pressed: the table knows it, or whose turn it is.
  const back = () =>
    mayTakeBack(document_) ? takeBack(document_) : post("/api/take-back", { revision: revision.number });
  const end = () => (isAsked(document_) ? endTurn(document_) : toast(decides.text, "bad"));
  return h(
    "div",
    { class: "bar", "data-key": "bar", "data-means": `${revision.game} ${revision.number} ${table.dialog.id}` },
    isOn &&
      h(
        "button",
        { "data-key": "bar-back", "aria-disabled": mayTakeBack(document_) ? null : "true", onclick: back },
        marked(
          "↶",
          isAmong(document_.take_back) || !mayTakeBack(document_)
            ? t(meant("a button", "Take back"))
            : t("Ask to take back"),
        ),
      ),
    isOn &&
      !document_.game?.winners &&
      h(
        "button",
        { "data-key": "bar-end", "aria-disabled": isAsked(document_) ? null : "true", onclick: end },
        t("End the turn"),
      ),
    h(
      "button",
      { "data-key": "bar-menu", onclick: () => press("back") },
      table.at_home ? marked("⋯", t("Table menu")) : marked("‹", t("Back")),
    ),
  );
}

// A sign where there is little room, and words that are read aloud there.
/** @type {(sign: string, words: string) => Element[]} */
const marked = (sign, words) => [
  h("span", { class: "mark", "aria-hidden": "true" }, sign),
  h("span", { class: "words" }, words),
];

// What the keys do in the live view; nothing for those who only watch.
/** @type {() => Deeds | null} */
export function tableDeeds() {
  const document_ = store.document;
  if (!parts || !document_ || !store.me.may_control || isAtDoor()) return null;
  const { dialog } = document_.table;
  /** @type {() => HTMLElement[]} */
  const lines = () =>
    [
      ...parts.action.querySelectorAll("#dialog button.line, #dialog .primary, [data-key=entry] button, .bar button"),
    ].filter((each) => each.getClientRects().length); // lines give way to keys that stand for the same
  return {
    choose(index) {
      const isThere = dialog.kind === "notice" ? index === 0 : index < dialog.lines.length;
      if (isThere && isAsked(document_)) choose(dialog, index);
    },
    walk(by) {
      const all = lines();
      const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length]?.focus();
    },
    takeBack: () => document_.game && mayTakeBack(document_) && takeBack(document_),
    end: () => document_.game && !document_.game.winners && isAsked(document_) && endTurn(document_),
  };
}
