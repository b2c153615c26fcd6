// The page: puts its parts together, and draws again what the table says has changed.

import { get, post, toast } from "./api.js";
import { drawDialog } from "./dialog.js";
import { h, own, renew, show } from "./dom.js";
import { openGames, openReplay, openStatistics } from "./games.js";
import { Live } from "./live.js";
import { isTall, keep, store } from "./store.js";
import { languageTool, themeTool } from "./tools.js";
import { drawTour } from "./tour.js";
import {
  drawBegin,
  drawFaults,
  drawHand,
  drawLamps,
  drawOpponents,
  makeBox,
  makeDraggable,
  pieceName,
  placeName,
  put,
} from "./virtual.js";
import { language, preferred, speak, t } from "./words.js";

const element = (id) => document.getElementById(id);
const main = element("main");
let game_; // the game's own drawing
let view = null; // what is open: {name, redraw}
let parts = null; // of the live view
let lasting = []; // what the banner says until it is over
const MOST_FAULTS = 3; // told one by one: a cable that is cut must not push the map off a phone
let lastSpoken = "";
let address = "table"; // of the view that is open
const isSkip = () => location.hash === "#main"; // where the skip link leads, and no view

// --- the live view ---

function buildTable() {
  parts = {
    map: h("div", { class: "area-map" }),
    tour: h("div"),
    final: h("div", { class: "ending" }),
    action: h("div", { class: "area-action" }),
    seats: h("div", { class: "area-seats seats" }),
    more: h("div", { class: "area-more" }),
    story: h("div", { class: "area-story" }),
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

const DRAW = {
  map(document_) {
    const { board, game } = document_;
    if (document_.asks_board) {
      // Built once: what somebody corrects here must not be lost when the table says something, or a tablet is turned.
      if (parts.check?.mayControl !== store.me.may_control) {
        const element = own(h("div"));
        parts.check = {
          element,
          mayControl: store.me.may_control,
          redraw: game_.openBoardCheck(element, store.me.may_control, isTall, { isFirst: true }),
        };
      }
      renew(parts.map, parts.check.element);
      return;
    }
    parts.check = null;
    if (!board) {
      const canBegin = document_.bench && store.me.may_control;
      // Once: the sea does not change while nobody plays.
      if (parts.idle?.isTall !== isTall())
        parts.idle = { element: own(game_.drawBoard(store.board, null, { isTall: isTall() })), isTall: isTall() };
      renew(
        parts.map,
        h(
          "section",
          { class: "card welcome" },
          h("h2", {}, t("no.game")),
          h("p", {}, t(canBegin ? "no.game.virtual" : "no.game.hint")),
          canBegin && drawBegin("primary"),
        ),
        parts.idle.element,
      );
      return;
    }
    parts.idle = null;
    renew(
      parts.map,
      game_.drawBoard(board, game, { isTall: isTall(), table: tableActions(document_), unseen: document_.unseen }),
    );
  },
  final(document_) {
    if (isDragging()) return;
    const { game } = document_;
    renew(parts.final, game?.winners ? [game_.drawFinal(game), drawPlot(document_)] : []);
  },
  action(document_) {
    parts.box.update(document_, game_.marker);
    const {
      revision,
      table: { dialog },
    } = document_;
    const isControl = store.me.may_control;
    const fill = document_.game?.fill && isControl && !document_.bench?.robots.deals;
    renew(
      parts.action,
      drawDialog(dialog, isControl),
      fill &&
        dialog.kind !== "notice" &&
        game_.drawKeys(document_.game, (good) => move(revision, { type: "reveal", good })),
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
    const { board, game, bench } = document_;
    renew(
      parts.seats,
      game
        ? board.players.map((player) =>
            game_.drawSeat(player, game, {
              showScores: store.showScores || game.phase === "over",
              isVirtual: Boolean(bench) && store.me.may_control,
              robot: bench?.robots.skills[player] ?? null,
            }),
          )
        : [],
    );
  },
  more(document_) {
    const { game } = document_;
    renew(parts.more, game ? [game_.drawLedger(game), game_.drawPiles(game)] : []);
  },
  story(document_) {
    const { game, log } = document_;
    renew(
      parts.story,
      game
        ? [
            h("section", { class: "card" }, h("h2", {}, t("log")), game_.drawLog(log, game, { start: game.start })),
            store.showScores && !game.winners && drawPlot(document_),
          ]
        : [],
    );
  },
  bench(document_) {
    const isAble = document_.bench && store.me.may_control;
    renew(parts.bench, isAble && drawOpponents(document_), drawLamps(document_), isAble && drawFaults(document_));
  },
  tour(document_) {
    if (isDragging()) return;
    renew(
      parts.tour,
      drawTour(document_, () => DRAW.tour(document_)),
    );
  },
};

// What stands above the map waits while a piece is dragged over it, and is drawn when it is put down: nothing may move
// away under the hand.
const isDragging = () => document.body.classList.contains("dragging");

// A refusal lies over the page, for it comes and goes while people play; what lasts has a place of its own.
function drawBanner({ game, table }) {
  if (!isDragging()) {
    lasting = table.faults
      .slice(0, MOST_FAULTS)
      .map((fault) => ["fault", `${fault.title} – ${fault.reason}: ${fault.remedy}`]);
    if (table.faults.length > MOST_FAULTS)
      lasting.push(["fault", t("faults.more", { count: table.faults.length - MOST_FAULTS })]);
    if (game?.last_round && game.phase !== "over") lasting.push(["last", t("last.round")]);
  }
  const refused = table.refusal ? [["refusal over", `${table.refusal.reason} ${table.refusal.remedy}`]] : [];
  const texts = [...refused, ...lasting];
  element("banner").hidden = texts.length === 0;
  renew(
    element("banner"),
    texts.map(([kind, text]) => h("p", { class: kind, "data-key": kind }, text)),
  );
}

const drawPlot = ({ board, game, plot }) =>
  h("section", { class: "card" }, h("h2", {}, t("plot")), game_.drawPlot(plot, board.players, game.names));

const move = (revision, entry) => post("/api/move", { revision: revision.number, entry });

// What clicking the map does: sail or place by choosing a lit city, buy by choosing a marker.
function tableActions(document_) {
  const { revision, game, bench } = document_;
  const ship = bench?.lying.ship?.startsWith("city.") ? bench.lying.ship.slice(5) : null;
  if (!store.me.may_control || !game) return { ship };
  const find = (type, key, value) => game.menu.find((line) => line.entry?.type === type && line.entry[key] === value);
  // The same city or marker is another move once somebody has moved.
  const means = `${revision.game} ${revision.number}`;
  return {
    ship,
    goes(city) {
      if (store.picked) {
        return {
          label: t("put.here", { piece: pieceName(store.picked), place: placeName(`city.${city}`, document_.board) }),
          action: () => {},
          means: store.picked,
        };
      }
      const line = find("sail", "to", city) ?? find("place", "city", city);
      return line && { label: line.text, action: () => move(revision, line.entry), means };
    },
    buys(city, good) {
      const line = game.ship === city && game.phase === "actions" ? find("buy", "good", good) : null;
      return (
        line && {
          label: `${line.text}, ${line.right}`,
          action: () => (bench ? put(`marker.${good}`, "pad") : move(revision, line.entry)),
          means,
        }
      );
    },
  };
}

function drawBar(document_) {
  const { revision, table } = document_;
  const hold = (button) =>
    document_.bench ? post("/api/virtual/button", { button, do: "hold" }) : post("/api/press", { button, held: true });
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
      !document_.game.winners &&
      h("button", { "data-key": "bar-end", onclick: () => hold("end") }, t("end.turn")),
    h(
      "button",
      { "data-key": "bar-menu", onclick: () => press("back") },
      table.dialog.name === "home" ? t("table.menu") : t("back"),
    ),
  );
}

// --- said aloud, and for screen readers ---

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
  document.querySelector("[data-word=skip]").textContent = t("skip");
}

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

const age = (seconds) =>
  seconds < 60 ? t("age.seconds", { count: seconds }) : t("age.minutes", { count: Math.floor(seconds / 60) });

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
  dialog.querySelector("form").addEventListener("submit", async (event) => {
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
      show(room, h("section", { class: "card" }, h("p", {}, error.message)));
    }
    if (view !== opened) return;
    show(main, room);
  }
  main.dataset.view = name;
}

const ROOMS = {
  games: (room, id) => (id ? openReplay(room, id) : openGames(room)),
  statistics: openStatistics,
  board: (room) => game_.openBoardCheck(room, store.me.may_control, isTall),
};

const live = new Live((changed) => {
  store.document = live.document;
  if (changed.has("about")) drawTools();
  drawBanner(store.document);
  if (view?.name === "table") drawTable(changed);
  document.body.dataset.revision = store.document.revision.number;
  announce(store.document);
}, drawStatus);

await speak(preferred());
game_ = await import("/game/main.js");
await learn();
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
