// The page: puts its parts together, and draws again what the table says has changed.

/**
 * @import { Told } from "./document.js"
 * @import { Deeds } from "./keys.js"
 */

import { announce, speakAloud } from "./aloud.js";
import { get, post, ruleLink, toast } from "./api.js";
import { isOwnTurn, watchTurns } from "./calls.js";
import { h, renew, show } from "./dom.js";
import { makeDraggable } from "./dragging.js";
import {
  boardCheck,
  buildTable,
  drawTable,
  flipHardware,
  isAtDoor,
  isDragging,
  layCardboard,
  leaveTable,
  sceneNow,
  tableDeeds,
} from "./front.js";
import { openGames } from "./games.js";
import { listenToKeys, showKeys } from "./keys.js";
import { Live } from "./live.js";
import { openNames } from "./names.js";
import { takeUp } from "./order.js";
import { openReplay } from "./replay.js";
import { isWaiting, watchPresses } from "./sent.js";
import { bring } from "./shelf.js";
import { comeIn, drawCodes, greet, openCodes } from "./sitting.js";
import { openStatistics } from "./statistics.js";
import { isTall, keep, store } from "./store.js";
import { languageTool, themeTool, tool } from "./tools.js";
import { language, preferred, speak, t } from "./words.js";

/** @type {(id: string) => any} */
const element = (id) => document.getElementById(id);
const main = element("main");
/** @type {any} */
let view = null; // what is open: {name, redraw}
/** @type {string[][]} */
let lasting = []; // what the banner says until it is over
const PRODUCT = "Hansa companion";
const MOST_FAULTS = 3; // told one by one: a cable that is cut must not push the map off a phone
const REFUSED = "refusal over"; // how it is drawn
const START = new URLSearchParams(location.search).get("view") === "tv" ? "tv" : "table";
let address = START; // of the view that is open
const isBook = () => /^#rules(\/|$)/.test(location.hash); // over whatever is shown, and no view
const isSkip = () => location.hash === "#main" || isBook(); // the same goes for where the skip link leads

// Whether the table's own refusal is read in the panel next to the map. On a phone the panel is below the map.
/** @type {(dialog: Told["table"]["dialog"]) => boolean} */
function isReadInPanel({ tone }) {
  const panel = document.querySelector(".front .area-action")?.getBoundingClientRect();
  return tone === "refusal" && !isTall() && Boolean(panel?.height && panel.top >= 0 && panel.top < innerHeight / 2);
}

// A refusal lies over the page, for it comes and goes while people play; what lasts has a place of its own. Where the
// panel says it, it is not shown twice: here it is then only read aloud.
/** @type {(document_: Told) => void} */
function drawBanner({ game, table }) {
  if (!isDragging()) {
    lasting = table.faults
      .slice(0, MOST_FAULTS)
      .map((fault) => ["fault", `${fault.title} – ${fault.reason}: ${fault.remedy}`]);
    if (table.faults.length > MOST_FAULTS)
      lasting.push(["fault", t("and {count} more", { count: table.faults.length - MOST_FAULTS })]);
    if (game?.last_round && !game.winners) lasting.push(["last", store.here.page.named("last.round")]);
  }
  const refused = table.refusal ? [[REFUSED, `${table.refusal.reason} ${table.refusal.remedy}`]] : [];
  const isTwice = isReadInPanel(table.dialog);
  const paragraph = isTwice ? "" : table.dialog.paragraph;
  const texts = [...refused, ...lasting];
  element("banner").hidden = texts.length === 0;
  renew(
    element("banner"),
    texts.map(([kind, text]) =>
      h(
        "p",
        { class: kind === REFUSED && isTwice ? `${kind} unseen` : kind, "data-key": kind },
        text,
        kind === REFUSED && paragraph && [" ", ruleLink(paragraph)],
      ),
    ),
  );
}

// --- around it ---

function drawTools() {
  /** @type {(label: string, isOn: boolean, action: () => void, word: string, key: string) => Element} */
  const flip = (label, isOn, action, word, key) =>
    tool(label, word, { "aria-pressed": String(isOn), "data-key": key, onclick: action });
  const bench = store.document?.bench && store.me.may_control;
  renew(
    element("begin"),
    bench && !isAtDoor() && h("a", { class: "tool chip", href: "#new", "data-key": "new-game" }, t("New game")),
  );
  renew(
    element("tools"),
    h(
      "button",
      {
        class: "tool",
        "aria-pressed": String(store.hardware),
        "data-key": "hardware",
        onclick: () => {
          flipHardware();
          drawTools();
        },
      },
      t("Hardware"),
    ),
    store.document?.game &&
      store.me.may_control &&
      tool(t("Names of the players"), t("Names"), { "data-key": "names", onclick: openNames }),
    bench &&
      store.me.open &&
      store.document?.game &&
      store.document.table.phones &&
      tool(t("Let others play on their phones"), t("Phones"), { "data-key": "phones-tool", onclick: openCodes }),
    flip(
      t("Show the scores during the game"),
      store.showScores,
      () => {
        keep("scores", store.showScores ? "hidden" : "shown");
        drawTools();
        redraw();
      },
      t("Scores"),
      "scores",
    ),
    flip(t("Announce turns aloud"), store.speaks, () => speakAloud(!store.speaks), t("Aloud"), "speak"),
    store.shelf.games[store.here?.id]?.rules &&
      h("a", { class: "tool chip", href: "#rules", "data-key": "rules" }, t("Rules")),
    tool(t("Keyboard"), t("Keys"), { "data-key": "keys", onclick: showKeys }),
    h(
      "a",
      {
        class: "tool chip",
        href: "?view=tv",
        title: t("The table on a large screen, to watch from afar"),
        "data-key": "tv",
      },
      t("TV"),
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
            live.open(language); // as somebody else
            redraw();
          },
        },
        t("Only watch"),
      ),
  );
}

/** @type {(here: string) => void} */
function drawTabs(here) {
  const tabs = element("tabs");
  // Whoever has no board of their own, as at a virtual table, has none to check.
  const isVirtual = store.document?.bench && !["own", "board"].includes(here);
  tabs.setAttribute("aria-label", t("Pages"));
  renew(
    tabs,
    Object.entries({ table: t("Table"), games: t("Games"), statistics: t("Statistics"), board: t("Board") }).map(
      ([name, title]) =>
        !(isVirtual && name === "board") &&
        h("a", { href: `#${name}`, "aria-current": here === name ? "page" : null, "data-key": `tab-${name}` }, title),
    ),
  );
  element("skip").textContent = t("Skip to the table");
  element("fold").setAttribute("aria-label", t("Menu"));
}

/** @type {(status: string) => string} */
function statusText(status) {
  switch (status) {
    case "live": {
      if (isWaiting()) return t("Waiting for the table…");
      const number = store.document?.revision?.number ?? 0;
      const told = t("Live · move {number} · {age}", { number, age: age(live.ageSeconds) });
      return told.replace(/ (?!·)/g, "\u00a0"); // a line breaks between its parts
    }
    case "quiet":
      return t("No sign of the table for {count} s…", { count: live.silentSeconds });
    case "stale":
      return t("Cut off – what you see may be old. Connecting again…");
    case "parting":
      return t("Setting up {game}…", { game: live.parting });
    default:
      return t("Connecting…");
  }
}

/** @type {(status: string) => void} */
function drawStatus(status) {
  const box = element("live");
  const text = statusText(status);
  element("setting-up").hidden = status !== "parting";
  if (status === "parting") element("setting-up").textContent = text;
  // Read aloud when it is cut off and when it is back, and not every second, as the age grows.
  if (box.dataset.status !== status && [status, box.dataset.status].includes("stale"))
    element("spoken").textContent = text;
  box.dataset.status = status;
  document.body.dataset.status = status;
  // What the table does is nothing to a lesson, as long as it is there.
  const shown = status === "live" && view?.name === "learn" ? "" : text;
  if (element("live-text").textContent !== shown) element("live-text").textContent = shown;
}

/** @type {(seconds: number) => string} */
const age = (seconds) =>
  seconds < 60 ? t("{count} s ago", { count: seconds }) : t("{count} min ago", { count: Math.floor(seconds / 60) });

/** @type {(code: string) => Promise<void>} */
async function changeLanguage(code) {
  await speak(code);
  drawTools();
  live.open(code);
  await route();
  await followBook();
}

// The board as its file has it now; somebody may have corrected it at another page.
async function refreshBoard() {
  const board = await get("/api/board");
  if (JSON.stringify(board) === JSON.stringify(store.board)) return;
  store.board = board;
  if (view?.name === "table") drawTable(new Set(["board"]));
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
      h("h2", {}, t("Enter the PIN")),
      h("p", { id: "pin-hint" }, t("Choose Phones in the table menu: the small screen shows six digits.")),
      h("label", {}, t("PIN"), pin),
      h("div", { role: "alert" }),
      h(
        "div",
        { class: "bar" },
        h("button", { value: "no", type: "button", onclick: () => dialog.close() }, t("Cancel")),
        h("button", { class: "primary", type: "submit", id: "pair-ok" }, t("Enter the PIN")),
      ),
    ),
  );
  dialog.querySelector("form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await post("/api/pair", { pin: pin.value.trim() })) {
      dialog.close();
      await learn();
      live.open(language); // as somebody else
      toast(t("You may play from here now."));
      redraw();
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// The game that is played here, in the head and in the browser's list of pages.
function drawName() {
  const title = store.document?.game && store.shelf.games[store.here.id].title;
  element("brand").textContent = title || PRODUCT;
  const turn = store.me.paired && isOwnTurn() ? `● ${t("Your turn")} – ` : "";
  const name = turn + (title ? `${title} – ${PRODUCT}` : PRODUCT);
  if (document.title !== name) document.title = name;
}

function redraw() {
  if (store.document) drawBanner(store.document);
  if (view?.name === "table") drawTable(null);
  else view?.redraw?.();
}

// Another screen may have turned from wide to tall, and back.
async function reshape() {
  redraw();
  (await boardCheck())?.();
}

// The rule book is brought only where it is wanted, and goes with the address.
/** @type {() => Promise<void>} */
async function followBook() {
  const book = document.getElementById("rulebook");
  if (!isBook() && !book) return;
  const { closeRules, openRules } = await import("./rulebook.js");
  const leave = () => history.replaceState(null, "", `#${address}`);
  const game = book?.dataset.rules ?? store.here.id; // the book that is open need not be of the game that is played
  if (isBook()) await openRules(game, location.hash.split("/")[1] ?? "", leave);
  if (!isBook()) closeRules();
}

async function route() {
  if (!isSkip()) address = location.hash.slice(1) || START;
  const [name, detail, more] = address.split("/");
  store.room = name;
  if (view?.name === name && view.detail === detail && view.go) {
    view.go(Number(more) || 0); // another step of the game that is shown
    return;
  }
  drawTabs(name);
  drawTools();
  leaveTable();
  view?.close?.();
  /** @type {{name: string, detail: string} & Partial<View>} */
  const opened = { name: name in ROOMS ? name : "table", detail };
  view = opened;
  if (opened.name === "table") {
    buildTable(main, openPairing);
    if (store.document && !store.document.game) refreshBoard();
    drawTable(null);
  } else {
    // In a room of its own, shown when it is ready and still wanted: whoever has gone on is not called back.
    const room = h("div");
    try {
      Object.assign(opened, await ROOMS[name](room, detail, more));
    } catch (error) {
      show(room, h("section", { class: "card" }, h("p", {}, /** @type {Error} */ (error).message)));
    }
    if (view !== opened) {
      opened.close?.();
      return;
    }
    show(main, room);
    scrollTo(0, 0); // whoever comes from far down a long page would not see how it begins
  }
  // Another view begins at its top, wherever the last one was scrolled to.
  if (main.dataset.view && main.dataset.view !== name) scrollTo(0, 0);
  main.dataset.view = name;
}

/**
 * @typedef {{redraw: () => void, follow: () => void, go: (step: number) => void, close: () => void, deeds: Deeds}} View
 *   what a view may offer: to be drawn again, to follow the table, to go to another step, to be left, and what keys do
 * @type {Record<string, (room: HTMLElement, detail: string, more: string) => Promise<Partial<View> | void>>}
 */
const ROOMS = {
  games: (room, id, step) => (id ? openReplay(room, id, step) : openGames(room)),
  statistics: openStatistics,
  learn: async (room, game) => (await import("./lesson.js")).openLesson(room, game),
  tv: async (room) => (await import("./tv.js")).openTv(room), // brought only where it is wanted
  async board(room) {
    room.dataset.game = store.here.id;
    const redraw = await store.here.page.openBoardCheck(room, {
      mayControl: store.me.may_control,
      isTall,
      isFirst: false,
    });
    return { redraw };
  },
};

const live = new Live((changed) => {
  /** @type {Told} */
  const document_ = live.document;
  if (document_.about.game !== store.here.id) {
    live.close(); // what is left behind must not look cut off
    scrollTo(0, 0);
    location.reload(); // the table plays another game since its last start
    return;
  }
  const isFirst = !store.document;
  store.document = document_;
  if (changed.has("game")) window.dispatchEvent(new Event("game"));
  if (isFirst && store.hardware) layCardboard();
  takeUp(document_);
  if (changed.has("about") || changed.has("board")) {
    drawTools();
    drawTabs(store.room);
    drawName();
  }
  drawBanner(document_);
  if (!document_.game && (changed.has("asks_board") || changed.has("game") || changed.has("table"))) refreshBoard();
  if (view?.name === "table") drawTable(changed);
  else if (view?.follow) view.follow();
  else if (changed.has("about")) view?.redraw?.();
  document.body.dataset.revision = String(document_.revision.number);
  announce(document_, element("spoken"));
  watchTurns(document_);
  drawName();
  greet(document_);
  drawCodes();
}, drawStatus);

store.redraw = redraw;
await speak(preferred());
await comeIn();
await learn();
store.shelf = await get("/api/shelf");
store.here = await bring(store.shelf.game);
store.board = await get("/api/board");
makeDraggable(document.body, redraw, sceneNow);
// What explains is brought once somebody looks at something.
const explain = () => import("./explain.js");
for (const sign of ["pointerover", "focusin"])
  document.addEventListener(sign, async () => (await explain()).listenToLooks(), { once: true });
listenToKeys(
  async () => (await explain()).flipWhatIf(),
  () => (view?.name === "table" ? tableDeeds() : (view?.deeds ?? null)),
);
// The game fills what the head leaves of the screen.
const fold = element("fold");
/** @type {(isOpen: boolean) => void} */
const unfold = (isOpen) => {
  fold.setAttribute("aria-expanded", String(isOpen));
  element("head").classList.toggle("unfolded", isOpen);
};
fold.onclick = () => unfold(fold.getAttribute("aria-expanded") !== "true");
const head = new ResizeObserver(() => {
  const height = element("head").offsetHeight + element("banner").offsetHeight;
  document.documentElement.style.setProperty("--top", `${height}px`);
});
head.observe(element("head"));
head.observe(element("banner"));
await route();
await followBook();
live.open(language);
// A session ends after some hours, and when phones are switched off: whoever is surprised by that can pair again.
window.addEventListener("board", refreshBoard);
window.addEventListener("aloud", drawTools);
window.addEventListener("unpaired", async () => {
  await learn();
  redraw();
});
window.addEventListener("hashchange", () => {
  const isBack = Boolean(document.getElementById("rulebook")) && (location.hash.slice(1) || START) === address; // from a rule
  unfold(false);
  followBook();
  if (isSkip() || isBack) return;
  route();
});
matchMedia("(max-width: 760px)").addEventListener("change", reshape);
window.addEventListener("online", () => live.wake());
document.addEventListener("visibilitychange", () => document.hidden || live.wake());
watchPresses(document, () => drawStatus(live.status));
