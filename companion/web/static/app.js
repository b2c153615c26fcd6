// The page: puts its parts together, and draws again what the table says has changed.

import { get, post, toast } from "./api.js";
import { drawDialog } from "./dialog.js";
import { h, own, renew, show } from "./dom.js";
import { openGames, openReplay, openStatistics } from "./games.js";
import { Live } from "./live.js";
import { isTall, keep, store } from "./store.js";
import { languageTool, themeTool } from "./tools.js";
import { drawTour } from "./tour.js";
import { drawBegin, drawFaults, drawLamps, drawOpponents, makeBox, makeDraggable, pieceName, placeName, put } from "./virtual.js";
import { language, preferred, speak, t } from "./words.js";

const element = (id) => document.getElementById(id);
const main = element("main");
let game_; // the game's own drawing
let view = null; // what is open: {name, redraw}
let parts = null; // of the live view
let lastSpoken = "";

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
    check: null, // of the board, at the first start
    idle: null, // the map while there is no game
  };
  parts.whole = h("div", { class: "table" }, h("div", { class: "area-top" }, parts.tour, parts.final), parts.map, parts.action, h("div", { class: "area-side" }, parts.seats, parts.more), parts.story, parts.bench);
  show(main, parts.whole);
}

const NEEDS = {
  map: ["board", "game", "bench", "asks_board", "unseen"],
  final: ["game", "plot"],
  action: ["table", "game", "panel", "bench"],
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
  for (const [name, sections] of Object.entries(NEEDS)) {
    if (!changed || sections.some((section) => changed.has(section))) DRAW[name](document_);
  }
  drawBanner(document_);
}

const DRAW = {
  map(document_) {
    const { board, game } = document_;
    if (document_.asks_board) {
      // Built once: what somebody corrects here must not be lost when the table says something.
      const key = `${store.me.may_control} ${isTall()}`;
      if (parts.check?.dataset.for !== key) {
        parts.check = own(h("div", { "data-for": key }));
        game_.openBoardCheck(parts.check, store.me.may_control, isTall, { isFirst: true });
      }
      renew(parts.map, parts.check);
      return;
    }
    parts.check = null;
    if (!board) {
      const canBegin = document_.bench && store.me.may_control;
      // Once: the sea does not change while nobody plays.
      parts.idle ??= own(game_.drawBoard(store.board, null, { isTall: isTall() }));
      renew(parts.map, h("section", { class: "card welcome" }, h("h2", {}, t("no.game")), h("p", {}, t(canBegin ? "no.game.virtual" : "no.game.hint")), canBegin && drawBegin("primary")), parts.idle);
      return;
    }
    parts.idle = null;
    renew(parts.map, game_.drawBoard(board, game, { isTall: isTall(), table: tableActions(document_), unseen: document_.unseen }));
  },
  final(document_) {
    const { game } = document_;
    renew(parts.final, game?.winners ? [game_.drawFinal(game), drawPlot(document_)] : []);
  },
  action(document_) {
    parts.box.update(document_, game_.marker);
    const { dialog } = document_.table;
    const isControl = store.me.may_control;
    const fill = document_.game?.fill && isControl && !document_.bench?.robots.deals;
    renew(parts.action,
      drawDialog(dialog, isControl),
      fill && dialog.kind !== "notice" && game_.drawKeys(document_.game, (good) => move({ type: "reveal", good })),
      isControl ? drawBar(document_) : h("section", { class: "card watching" }, h("p", {}, t("watching")), h("button", { "data-key": "pair", onclick: openPairing }, t("pair"))),
      parts.box.element);
  },
  seats(document_) {
    const { board, game, bench } = document_;
    renew(parts.seats, game ? board.players.map((player) => game_.drawSeat(player, game, {
      showScores: store.showScores || game.phase === "over",
      isVirtual: Boolean(bench) && store.me.may_control,
      robot: bench?.robots.skills[player] ?? null,
    })) : []);
  },
  more(document_) {
    const { game } = document_;
    renew(parts.more, game ? [game_.drawLedger(game), game_.drawPiles(game)] : []);
  },
  story(document_) {
    const { game, log } = document_;
    renew(parts.story, game ? [
      h("section", { class: "card" }, h("h2", {}, t("log")), game_.drawLog(log, game, { start: game.start })),
      store.showScores && !game.winners && drawPlot(document_),
    ] : []);
  },
  bench(document_) {
    const isAble = document_.bench && store.me.may_control;
    renew(parts.bench, isAble && drawOpponents(document_), drawLamps(document_), isAble && drawFaults(document_));
  },
  tour(document_) {
    renew(parts.tour, drawTour(document_, () => DRAW.tour(document_)));
  },
};

const drawPlot = ({ board, game, plot }) => h("section", { class: "card" }, h("h2", {}, t("plot")), game_.drawPlot(plot, board.players, game.names));

// What clicking the map does: sail or place by choosing a lit city, buy by choosing a marker.
function tableActions(document_) {
  const { game, bench } = document_;
  const ship = bench?.lying.ship?.startsWith("city.") ? bench.lying.ship.slice(5) : null;
  if (!store.me.may_control || !game) return { ship };
  const find = (type, key, value) => game.menu.find((line) => line.entry?.type === type && line.entry[key] === value);
  return {
    ship,
    goes(city) {
      if (store.picked) {
        return { label: t("put.here", { piece: pieceName(store.picked), place: placeName(`city.${city}`, document_.board) }), action: () => {} };
      }
      const line = find("sail", "to", city) ?? find("place", "city", city);
      return line && { label: line.text, action: () => move(line.entry) };
    },
    buys(city, good) {
      const line = game.ship === city && game.phase === "actions" ? find("buy", "good", good) : null;
      return line && { label: `${line.text}, ${line.right}`, action: () => (bench ? put(`marker.${good}`, "pad") : move(line.entry)) };
    },
  };
}

const move = (entry) => post("/api/move", { revision: store.document.revision.number, entry });

function drawBar(document_) {
  const hold = (button) => (document_.bench ? post("/api/virtual/button", { button, do: "hold" }) : post("/api/press", { button, held: true }));
  const press = (button) => (document_.bench ? post("/api/virtual/button", { button, do: "press" }) : post("/api/press", { button }));
  const isOn = Boolean(document_.game);
  return h("div", { class: "bar", "data-key": `bar-${document_.revision.number}` },
    isOn && h("button", { "data-key": "bar-back", onclick: () => post("/api/take-back", { revision: document_.revision.number }) }, t("take.back")),
    isOn && !document_.game.winners && h("button", { "data-key": "bar-end", onclick: () => hold("end") }, t("end.turn")),
    h("button", { "data-key": "bar-menu", onclick: () => press("back") }, document_.table.dialog.name === "home" ? t("table.menu") : t("back")));
}

function drawBanner({ game, table }) {
  const banner = element("banner");
  const texts = [];
  if (table.refusal) texts.push([`${table.refusal.reason} ${table.refusal.remedy}`, "refusal"]);
  for (const fault of table.faults) texts.push([`${fault.title}. ${fault.reason}: ${fault.remedy}`, "fault"]);
  if (game?.last_round && game.phase !== "over") texts.push([t("last.round"), "last"]);
  banner.hidden = texts.length === 0;
  renew(banner, texts.map(([text, kind]) => h("p", { class: kind }, text)));
}

// --- said aloud, and for screen readers ---

function announce({ game, table }) {
  if (!game) return;
  const said = table.refusal ? `${table.refusal.reason} ${table.refusal.remedy}`
    : game.winners ? t("game.over") : game.mover ? t("says.turn", { player: game.names[game.mover], phase: game.phase_name }) : "";
  if (!said || said === lastSpoken) return;
  lastSpoken = said;
  element("spoken").textContent = said;
  if (store.speaks && "speechSynthesis" in window) {
    const words = new SpeechSynthesisUtterance(said);
    words.lang = language;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}

// --- around it ---

function drawTools() {
  const flip = (label, isOn, action, sign, key) => h("button", { class: "tool", "aria-pressed": String(isOn), title: label, "aria-label": label, "data-key": key, onclick: action }, sign);
  renew(element("tools"),
    flip(t("show.scores"), store.showScores, () => { keep("scores", store.showScores ? "hidden" : "shown"); drawTools(); redraw(); }, "№", "scores"),
    flip(t("speak"), store.speaks, () => { store.speaks = !store.speaks; keep("speaks", store.speaks ? "yes" : "no"); lastSpoken = ""; drawTools(); }, "♪", "speak"),
    themeTool(drawTools),
    languageTool(changeLanguage),
    store.me.paired && h("button", { class: "tool", "data-key": "unpair", onclick: async () => { await post("/api/unpair"); await learn(); redraw(); } }, t("unpair")));
}

function drawTabs() {
  const here = (location.hash.slice(1) || "table").split("/")[0];
  const tabs = element("tabs");
  tabs.setAttribute("aria-label", t("nav"));
  renew(tabs, ["table", "games", "statistics", "board"].map((name) => h("a", { href: `#${name}`, "aria-current": here === name ? "page" : null, "data-key": `tab-${name}` }, t(`tab.${name}`))));
  document.querySelector("[data-word=skip]").textContent = t("skip");
}

function drawStatus(status) {
  const box = element("live");
  const number = store.document?.revision?.number ?? 0;
  box.dataset.status = status;
  document.body.dataset.status = status;
  const text = status === "live" ? t("live", { number, age: age(live.ageSeconds) }) : status === "stale" ? t("stale") : t("connecting");
  if (element("live-text").textContent !== text) element("live-text").textContent = text;
}

const age = (seconds) => (seconds < 60 ? t("age.seconds", { count: seconds }) : t("age.minutes", { count: Math.floor(seconds / 60) }));

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
  const pin = h("input", { inputmode: "numeric", autocomplete: "one-time-code", pattern: "[0-9]{6}", maxlength: 6, id: "pin", "aria-describedby": "pin-hint" });
  const dialog = h("dialog", { class: "card" }, h("form", { method: "dialog" },
    h("h2", {}, t("pair")), h("p", { id: "pin-hint" }, t("pair.hint")),
    h("label", {}, t("pin"), pin),
    h("div", { class: "bar" }, h("button", { value: "no", type: "button", onclick: () => dialog.close() }, t("cancel")), h("button", { class: "primary", type: "submit", id: "pair-ok" }, t("pair")))));
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
  if (view?.name === "table") drawTable(null);
  else view?.redraw?.();
}

async function route() {
  const [name, detail] = (location.hash.slice(1) || "table").split("/");
  drawTabs();
  parts = null;
  const opened = { name };
  view = opened;
  try {
    if (name === "games" && detail) opened.redraw = await openReplay(main, detail);
    else if (name === "games") await openGames(main);
    else if (name === "statistics") await openStatistics(main);
    else if (name === "board") opened.redraw = await game_.openBoardCheck(main, store.me.may_control, isTall);
    else {
      opened.name = "table";
      buildTable();
      drawTable(null);
    }
  } catch (error) {
    show(main, h("section", { class: "card" }, h("p", {}, error.message)));
  }
  if (view === opened) main.dataset.view = name;
}

const live = new Live((changed) => {
  store.document = live.document;
  if (changed.has("about")) drawTools();
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
window.addEventListener("hashchange", route);
matchMedia("(max-width: 760px)").addEventListener("change", redraw);
