// The page: puts its parts together, and draws again what the table says has changed.

/**
 * @import { Scene } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { get, post, toast } from "./api.js";
import { drawDialog } from "./dialog.js";
import { h, own, renew, show } from "./dom.js";
import { openGames, openReplay, openStatistics } from "./games.js";
import { Live } from "./live.js";
import { scorePlot } from "./plot.js";
import { bring } from "./shelf.js";
import { isTall, keep, store } from "./store.js";
import { languageTool, themeTool } from "./tools.js";
import { drawTour } from "./tour.js";
import { drawBegin, drawFaults, drawHand, drawLamps, drawOpponents, makeBox, makeDraggable, put } from "./virtual.js";
import { language, preferred, speak, t } from "./words.js";

/** @type {(id: string) => any} */
const element = (id) => document.getElementById(id);
const main = element("main");
/** @type {any} */
let view = null; // what is open: {name, redraw}
/** @type {any} */
let parts = null; // of the live view
/** @type {string[][]} */
let lasting = []; // what the banner says until it is over
const MOST_FAULTS = 3; // told one by one: a cable that is cut must not push the map off a phone
let lastSpoken = "";
let address = "table"; // of the view that is open
const isSkip = () => location.hash === "#main"; // where the skip link leads, and no view

// --- the live view ---

function buildTable() {
  parts = {
    map: h("div", { class: "area-map", "data-game": store.here.id }),
    tour: h("div"),
    final: h("div", { class: "ending", "data-game": store.here.id }),
    action: h("div", { class: "area-action" }),
    seats: h("div", { class: "area-seats seats", "data-game": store.here.id }),
    more: h("div", { class: "area-more", "data-game": store.here.id }),
    story: h("div", { class: "area-story", "data-game": store.here.id }),
    bench: h("div", { class: "area-bench" }),
    box: makeBox(),
    hand: h("div", { class: "in-hand", role: "status" }),
    check: null, // of the board, at the first start
    idle: null, // the map while there is no game
  };
  parts.whole = h(
    "div",
    { class: "table" },
    h("div", { class: "area-top" }, parts.tour, parts.final),
    parts.map,
    parts.action,
    h("div", { class: "area-side" }, parts.seats, parts.more),
    parts.story,
    parts.bench,
    parts.hand,
  );
  show(main, parts.whole);
}

/** @type {Record<string, string[]>} */
const NEEDS = {
  map: ["revision", "board", "game", "bench", "asks_board", "unseen"],
  final: ["game", "plot"],
  action: ["revision", "table", "game", "panel", "bench"],
  seats: ["game", "bench"],
  more: ["game"],
  story: ["log", "plot", "game"],
  bench: ["lamps", "bench", "board", "game"],
  tour: ["table", "game", "bench", "asks_board"],
};

/** @type {(changed: Set<string> | null) => void} */
function drawTable(changed) {
  if (!parts || !store.document) return;
  const document_ = store.document;
  parts.whole.classList.toggle("idle", !document_.game);
  parts.whole.classList.toggle("playable", Boolean(document_.bench) && store.me.may_control);
  for (const [name, sections] of Object.entries(NEEDS)) {
    if (!changed || sections.some((section) => changed.has(section))) DRAW[name](document_);
  }
  renew(parts.hand, drawHand(parts.whole, redraw));
}

// What the game draws from, where one is played.
/** @type {(document_: Told) => Scene} */
function sceneOf({ revision, board, game: played, log, unseen, bench }) {
  const game = /** @type {Scene["game"]} */ (played);
  /** @type {NonNullable<Scene["hands"]>} */
  const hands = {
    means: `${revision.game} ${revision.number}`,
    picked: store.picked,
    move: (entry) => post("/api/move", { revision: revision.number, entry }),
    put,
  };
  return {
    board,
    game,
    log,
    unseen,
    bench: bench ?? null,
    hands: store.me.may_control ? hands : null,
    showScores: store.showScores || Boolean(game.winners),
    isTall: isTall(),
  };
}

/** @type {Record<string, (document_: Told) => void>} */
const DRAW = {
  map(document_) {
    const { page, say } = store.here;
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
      const canBegin = document_.bench && store.me.may_control;
      // Once: the map does not change while nobody plays.
      if (parts.idle?.isTall !== isTall())
        parts.idle = { element: own(page.drawEmptyMap(store.board, isTall())), isTall: isTall() };
      renew(
        parts.map,
        h(
          "section",
          { class: "card welcome" },
          h("h2", {}, t("no.game")),
          h("p", {}, say(canBegin ? "no.game.virtual" : "no.game.hint")),
          canBegin && drawBegin("primary"),
        ),
        parts.idle.element,
      );
      return;
    }
    parts.idle = null;
    renew(parts.map, page.drawMap(sceneOf(document_)));
  },
  final(document_) {
    if (isDragging()) return;
    const isOver = Boolean(document_.game?.winners);
    renew(parts.final, isOver ? [store.here.page.drawFinal(sceneOf(document_)), drawPlot(document_)] : []);
  },
  action(document_) {
    parts.box.update(document_);
    const { dialog } = document_.table;
    const isControl = store.me.may_control;
    const entry = document_.game && dialog.kind !== "notice" && store.here.page.drawEntry(sceneOf(document_));
    renew(
      parts.action,
      drawDialog(dialog, isControl),
      entry && h("div", { "data-game": store.here.id, "data-key": "entry" }, entry),
      isControl
        ? drawBar(document_)
        : h(
            "section",
            { class: "card watching" },
            h("p", {}, t("watching")),
            h("button", { "data-key": "pair", onclick: openPairing }, t("pair")),
          ),
      parts.box.element,
    );
  },
  seats(document_) {
    renew(parts.seats, document_.game ? store.here.page.drawSeats(sceneOf(document_)) : []);
  },
  more(document_) {
    renew(parts.more, document_.game ? store.here.page.drawMore(sceneOf(document_)) : []);
  },
  story(document_) {
    const { game } = document_;
    renew(
      parts.story,
      game
        ? [
            h("section", { class: "card" }, h("h2", {}, t("log")), store.here.page.drawLog(sceneOf(document_))),
            store.showScores && !game.winners && drawPlot(document_),
          ]
        : [],
    );
  },
  bench(document_) {
    const bench = store.me.may_control && document_.bench;
    renew(
      parts.bench,
      bench && drawOpponents(document_, bench),
      drawLamps(document_),
      bench && drawFaults(document_, bench),
    );
  },
  tour(document_) {
    if (isDragging()) return;
    renew(
      parts.tour,
      drawTour(document_, document_.game && sceneOf(document_), () => DRAW.tour(document_)),
    );
  },
};

// What stands above the map waits while a piece is dragged over it, and is drawn when it is put down: nothing may move
// away under the hand.
const isDragging = () => document.body.classList.contains("dragging");

// A refusal lies over the page, for it comes and goes while people play; what lasts has a place of its own.
/** @type {(document_: Told) => void} */
function drawBanner({ game, table }) {
  if (!isDragging()) {
    lasting = table.faults
      .slice(0, MOST_FAULTS)
      .map((fault) => ["fault", `${fault.title} – ${fault.reason}: ${fault.remedy}`]);
    if (table.faults.length > MOST_FAULTS)
      lasting.push(["fault", t("faults.more", { count: table.faults.length - MOST_FAULTS })]);
    if (game?.last_round && !game.winners) lasting.push(["last", store.here.say("last.round")]);
  }
  const refused = table.refusal ? [["refusal over", `${table.refusal.reason} ${table.refusal.remedy}`]] : [];
  const texts = [...refused, ...lasting];
  element("banner").hidden = texts.length === 0;
  renew(
    element("banner"),
    texts.map(([kind, text]) => h("p", { class: kind, "data-key": kind }, text)),
  );
}

/** @type {(document_: Told) => Element} */
const drawPlot = ({ board, game, plot }) =>
  h("section", { class: "card" }, h("h2", {}, t("plot")), scorePlot(plot, board.players, game?.names ?? {}));

/** @type {(document_: Told) => Element} */
function drawBar(document_) {
  const { revision, table } = document_;
  /** @type {(button: string) => Promise<any>} */
  const hold = (button) =>
    document_.bench ? post("/api/virtual/button", { button, do: "hold" }) : post("/api/press", { button, held: true });
  /** @type {(button: string) => Promise<any>} */
  const press = (button) =>
    document_.bench ? post("/api/virtual/button", { button, do: "press" }) : post("/api/press", { button });
  const isOn = Boolean(document_.game);
  return h(
    "div",
    { class: "bar", "data-key": "bar", "data-means": `${revision.game} ${revision.number} ${table.dialog.id}` },
    isOn &&
      h(
        "button",
        { "data-key": "bar-back", onclick: () => post("/api/take-back", { revision: revision.number }) },
        t("take.back"),
      ),
    isOn &&
      !document_.game?.winners &&
      h("button", { "data-key": "bar-end", onclick: () => hold("end") }, t("end.turn")),
    h(
      "button",
      { "data-key": "bar-menu", onclick: () => press("back") },
      table.dialog.name === "home" ? t("table.menu") : t("back"),
    ),
  );
}

// --- said aloud, and for screen readers ---

/** @type {(document_: Told) => void} */
function announce({ game, table }) {
  if (!game) return;
  const said = table.refusal
    ? `${table.refusal.reason} ${table.refusal.remedy}`
    : game.winners
      ? t("game.over")
      : game.mover
        ? t("says.turn", { player: game.names[game.mover], phase: game.phase_name })
        : "";
  if (!said || said === lastSpoken) return;
  lastSpoken = said;
  element("spoken").textContent = table.refusal ? "" : said; // the banner is an alert, and read as one
  if (store.speaks && "speechSynthesis" in window) {
    const words = new SpeechSynthesisUtterance(said);
    words.lang = language;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}

// --- around it ---

function drawTools() {
  /** @type {(label: string, isOn: boolean, action: () => void, sign: string, key: string) => Element} */
  const flip = (label, isOn, action, sign, key) =>
    h(
      "button",
      {
        class: "tool",
        "aria-pressed": String(isOn),
        title: label,
        "aria-label": label,
        "data-key": key,
        onclick: action,
      },
      sign,
    );
  renew(
    element("tools"),
    flip(
      t("show.scores"),
      store.showScores,
      () => {
        keep("scores", store.showScores ? "hidden" : "shown");
        drawTools();
        redraw();
      },
      "№",
      "scores",
    ),
    flip(
      t("speak"),
      store.speaks,
      () => {
        store.speaks = !store.speaks;
        keep("speaks", store.speaks ? "yes" : "no");
        lastSpoken = "";
        drawTools();
      },
      "♪",
      "speak",
    ),
    themeTool(drawTools),
    languageTool(changeLanguage),
  );
  renew(
    element("session"),
    store.me.paired &&
      h(
        "button",
        {
          class: "tool",
          "data-key": "unpair",
          onclick: async () => {
            await post("/api/unpair");
            await learn();
            redraw();
          },
        },
        t("unpair"),
      ),
  );
}

/** @type {(here: string) => void} */
function drawTabs(here) {
  const tabs = element("tabs");
  tabs.setAttribute("aria-label", t("nav"));
  renew(
    tabs,
    ["table", "games", "statistics", "board"].map((name) =>
      h(
        "a",
        { href: `#${name}`, "aria-current": here === name ? "page" : null, "data-key": `tab-${name}` },
        t(`tab.${name}`),
      ),
    ),
  );
  element("skip").textContent = t("skip");
}

/** @type {(status: string) => void} */
function drawStatus(status) {
  const box = element("live");
  const number = store.document?.revision?.number ?? 0;
  const text =
    status === "live"
      ? t("live", { number, age: age(live.ageSeconds) })
      : status === "stale"
        ? t("stale")
        : t("connecting");
  // Read aloud when it is cut off and when it is back, and not every second, as the age grows.
  if (box.dataset.status !== status && [status, box.dataset.status].includes("stale"))
    element("spoken").textContent = text;
  box.dataset.status = status;
  document.body.dataset.status = status;
  if (element("live-text").textContent !== text) element("live-text").textContent = text;
}

/** @type {(seconds: number) => string} */
const age = (seconds) =>
  seconds < 60 ? t("age.seconds", { count: seconds }) : t("age.minutes", { count: Math.floor(seconds / 60) });

/** @type {(code: string) => Promise<void>} */
async function changeLanguage(code) {
  await speak(code);
  drawTools();
  live.open(code);
  await route();
}

async function learn() {
  store.me = await get("/api/me");
  drawTools();
}

function openPairing() {
  const pin = h("input", {
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9]{6}",
    maxlength: 6,
    id: "pin",
    "aria-describedby": "pin-hint",
  });
  const dialog = h(
    "dialog",
    { class: "card" },
    h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("pair")),
      h("p", { id: "pin-hint" }, t("pair.hint")),
      h("label", {}, t("pin"), pin),
      h("div", { role: "alert" }),
      h(
        "div",
        { class: "bar" },
        h("button", { value: "no", type: "button", onclick: () => dialog.close() }, t("cancel")),
        h("button", { class: "primary", type: "submit", id: "pair-ok" }, t("pair")),
      ),
    ),
  );
  dialog.querySelector("form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await post("/api/pair", { pin: pin.value.trim() })) {
      dialog.close();
      await learn();
      toast(t("paired"));
      redraw();
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function redraw() {
  if (store.document) drawBanner(store.document);
  if (view?.name === "table") drawTable(null);
  else view?.redraw?.();
}

// Another screen may have turned from wide to tall, and back.
async function reshape() {
  redraw();
  (await parts?.check?.redraw)?.();
}

async function route() {
  if (!isSkip()) address = location.hash.slice(1) || "table";
  const [name, detail] = address.split("/");
  drawTabs(name);
  parts = null;
  /** @type {{name: string, redraw?: (() => void) | void}} */
  const opened = { name: name in ROOMS ? name : "table" };
  view = opened;
  if (opened.name === "table") {
    buildTable();
    drawTable(null);
  } else {
    // In a room of its own, shown when it is ready and still wanted: whoever has gone on is not called back.
    const room = h("div");
    try {
      opened.redraw = await ROOMS[name](room, detail);
    } catch (error) {
      show(room, h("section", { class: "card" }, h("p", {}, /** @type {Error} */ (error).message)));
    }
    if (view !== opened) return;
    show(main, room);
  }
  main.dataset.view = name;
}

/** @type {Record<string, (room: HTMLElement, detail: string) => Promise<(() => void) | void>>} */
const ROOMS = {
  games: (room, id) => (id ? openReplay(room, id) : openGames(room)),
  statistics: openStatistics,
  board(room) {
    room.dataset.game = store.here.id;
    return store.here.page.openBoardCheck(room, { mayControl: store.me.may_control, isTall, isFirst: false });
  },
};

const live = new Live((changed) => {
  /** @type {Told} */
  const document_ = live.document;
  if (document_.about.game !== store.here.id) {
    location.reload(); // the table plays another game since its last start
    return;
  }
  store.document = document_;
  if (changed.has("about")) drawTools();
  drawBanner(document_);
  if (view?.name === "table") drawTable(changed);
  document.body.dataset.revision = String(document_.revision.number);
  announce(document_);
}, drawStatus);

await speak(preferred());
await learn();
store.shelf = await get("/api/shelf");
store.here = await bring(store.shelf.game);
store.board = await get("/api/board");
makeDraggable(document.body, redraw);
await route();
live.open(language);
// A session ends after some hours, and when phones are switched off: whoever is surprised by that can pair again.
window.addEventListener("unpaired", async () => {
  await learn();
  redraw();
});
window.addEventListener("hashchange", () => isSkip() || route());
matchMedia("(max-width: 760px)").addEventListener("change", reshape);
