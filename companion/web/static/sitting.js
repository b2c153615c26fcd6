// Whose the seats are, how somebody takes one or leaves it, and the codes that bring phones to them.

/**
 * @import { Bench } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { get, post, toast } from "./api.js";
import { drawCalls } from "./calls.js";
import { h, renew } from "./dom.js";
import { drawCharacter, drawSkills, parted, robotName } from "./robots.js";
import { seatSign } from "./shelf.js";
import { isAmong, ownSeats, store } from "./store.js";
import { t } from "./words.js";

const CODES_MS = 5 * 60 * 1000; // between two looks at a code, which is good for longer
const JOIN = "#join/";

/** @type {(owner: string) => boolean} */
const isFree = (owner) => owner === "robot" || owner === "cardboard";
/** @type {(owner: string) => boolean} */
const isAnothers = (owner) => !isFree(owner) && owner !== store.me.asks;
/** @type {(document_: Told, player: string) => string} */
const called = ({ game }, player) => game?.names[player] ?? store.here.page.named(`seat.${player}`);

/** @type {(document_: Told, player: string) => string} */
function ownerWords({ seats, away, bench }, player) {
  const owner = seats[player];
  if (owner === store.me.asks) return store.me.paired ? t("on this phone") : t("at this page");
  if (owner === "here") return t("at the table's own page");
  if (owner === "cardboard") return t("free");
  if (owner !== "robot") return away.includes(player) ? t("on a phone that is away") : t("on a phone");
  return robotName(bench?.robots.skills[player] ?? bench?.robots.usual ?? "", store.here.page.named);
}

/** @type {(player: string, skill: string) => Promise<any>} */
const setSkill = (player, skill) => post("/api/virtual/robots", { skills: { [player]: skill } });

// --- coming and going ---

// A phone that scanned a code is paired and has its seat before anything is drawn.
export async function comeIn() {
  if (!location.hash.startsWith(JOIN)) return;
  const word = location.hash.slice(JOIN.length);
  history.replaceState(null, "", "#table"); // used up: a page that is loaded again does not try it again
  const told = await post("/api/join", { word });
  if (told) store.joined = told;
}

// What came of it, once the seats are known.
/** @type {(document_: Told) => void} */
export function greet(document_) {
  if (store.invites && Object.values(document_.seats).includes("cardboard")) {
    store.invites = false;
    openCodes();
  }
  const told = store.joined;
  store.joined = null;
  if (!told) return;
  if (told.player) toast(t("You play {seat} on this phone.", { seat: called(document_, told.player) }));
  else toast(t("Somebody was quicker: this seat is taken. Choose another one."), "bad");
}

/** @type {(document_: Told) => string[]} */
function leftSeats({ revision, seats }) {
  const kept = JSON.parse(localStorage.getItem("seated") ?? "{}");
  return kept.game === revision.game ? kept.players.filter((/** @type {string} */ each) => isFree(seats[each])) : [];
}

/** @type {(document_: Told) => void} */
function remember({ revision, seats }) {
  const players = Object.keys(seats).filter((player) => seats[player] === store.me.asks);
  if (store.me.paired && players.length)
    localStorage.setItem("seated", JSON.stringify({ game: revision.game, players }));
}

// For a phone: the seat that it left or lost, or the seats that it may choose from.
/** @type {(document_: Told) => Element | false} */
export function drawSitDown(document_) {
  const { game, bench, seats } = document_;
  if (!bench || !game || game.winners || !store.me.paired) return false;
  remember(document_);
  if (ownSeats(document_).length) return false;
  const left = leftSeats(document_);
  const free = left.length ? left : Object.keys(seats).filter((player) => isFree(seats[player]));
  return h(
    "section",
    { class: "card sit-down", "data-key": "sit-down", "data-game": store.here.id },
    h("h2", {}, left.length ? t("Come back") : t("Which seat is yours?")),
    free.length === 0 && h("p", {}, t("No seat is free. You may watch, or ask for one below the map.")),
    free.map((player) =>
      h(
        "button",
        { class: "line", "data-key": `sit-${player}`, onclick: () => setSkill(player, "") },
        seatSign(store.here, player),
        h("span", {}, called(document_, player)),
        h("span", { class: "right" }, ownerWords(document_, player)),
      ),
    ),
  );
}

// --- who plays ---

/** @type {(document_: Told, bench: Bench, player: string) => Element} */
function drawSeat(document_, bench, player) {
  const owner = document_.seats[player];
  const isAway = document_.away.includes(player);
  const mayChoose = !isAnothers(owner) || (isAway && store.me.open); // those at the table, for a phone that has gone
  const isFixed = owner === "cardboard" || isAnothers(owner);
  const skill = bench.robots.skills[player] ?? "";
  const { level } = parted(skill);
  const here = store.me.paired ? t("on this phone") : t("at this page");
  /** @type {(value: string, text: string) => Element} */
  const drawn = (value, text) => h("option", { value, selected: !isFixed && level === value }, text);
  return h(
    "div",
    { class: "opponent", "data-key": `owner-${player}`, "data-owner": owner.split(" ")[0] },
    seatSign(store.here, player),
    h("span", { id: `called-${player}` }, called(document_, player)),
    mayChoose
      ? h(
          "select",
          {
            "data-key": `skill-${player}`,
            "aria-labelledby": `called-${player}`,
            onchange: (event) => setSkill(player, event.target.value),
          },
          isFixed && h("option", { value: "?", selected: true, disabled: true }, ownerWords(document_, player)),
          drawn("", here),
          drawSkills(bench.robots.known, bench.robots.levels, (each) =>
            drawn(each, store.here.page.named(`skill.${each}`)),
          ),
        )
      : h(
          "span",
          { class: "whose" },
          ownerWords(document_, player),
          " ",
          document_.table.at_home &&
            h(
              "button",
              { "data-key": `ask-${player}`, onclick: () => post("/api/seats/ask", { player }) },
              t("Ask for this seat"),
            ),
        ),
    mayChoose &&
      bench.robots.levels.includes(level) &&
      drawCharacter(skill, document_.characters, player, (chosen) => setSkill(player, chosen)),
  );
}

/** @type {(document_: Told, bench: Bench) => Element} */
export function drawWhoPlays(document_, bench) {
  const { game, board } = document_;
  const own = store.me.paired && game ? ownSeats(document_) : [];
  const mayLetIn = store.me.open && document_.table.phones;
  return h(
    "section",
    { class: "card opponents", "data-game": store.here.id },
    h("h2", {}, t("Who plays?")),
    game && board.players.map((player) => drawSeat(document_, bench, player)),
    game &&
      (mayLetIn || own.length > 0) &&
      h(
        "div",
        { class: "bar" },
        h(
          "button",
          { "data-key": "phones", onclick: openCodes },
          mayLetIn ? t("Play on phones…") : t("A second phone for this seat…"),
        ),
        own.map((player) =>
          h(
            "button",
            { "data-key": `leave-${player}`, onclick: () => setSkill(player, bench.robots.usual) },
            t("Leave {seat} to the companion", { seat: called(document_, player) }),
          ),
        ),
      ),
    h(
      "fieldset",
      { class: "calls", "data-key": "call-ways" },
      h("legend", {}, t("When it is my turn")),
      drawCalls(store.redraw),
    ),
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        checked: bench.robots.deals,
        "data-key": "deals",
        onchange: (event) => post("/api/virtual/robots", { skills: {}, deals: event.target.checked }),
      }),
      h("span", {}, store.here.page.named("deals")),
    ),
    bench.robots.small &&
      h("p", { class: "hint", "data-key": "small" }, t("Players who think need more than there is here.")),
  );
}

// --- codes at the seats ---

/** @type {{dialog: HTMLDialogElement, address: string | null, shown: number} | null} */
let codes = null;

/** @type {(document_: Told) => string[]} */
function seatsWithCodes(document_) {
  const own = ownSeats(document_);
  if (store.me.paired) return own;
  // Somebody alone at this page keeps their own seat; of several there, any may go over to a phone.
  return Object.keys(document_.seats).filter((player) => {
    const owner = document_.seats[player];
    return isFree(owner) || document_.away.includes(player) || (owner === "here" && own.length > 1);
  });
}

async function findAddress() {
  const told = await get("/api/watch").catch(() => ({ address: null }));
  if (codes) codes.address = told.address;
  drawCodes();
}

/** @type {(isIn: boolean) => Promise<void>} */
async function letIn(isIn) {
  if (!(await post("/api/seats/phones", { in: isIn }))) return;
  for (let tries = 0; codes && Boolean(codes.address) !== isIn && tries < 20; tries++) {
    await findAddress(); // it listens a moment later
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function openCodes() {
  if (codes) return;
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "card codes", "aria-labelledby": "codes-title", "data-game": store.here.id })
  );
  codes = { dialog, address: null, shown: Date.now() };
  const timer = setInterval(() => {
    if (codes) codes.shown = Date.now();
    drawCodes();
  }, CODES_MS);
  dialog.addEventListener("close", () => {
    clearInterval(timer);
    dialog.remove();
    codes = null;
  });
  document.body.append(dialog);
  findAddress();
  dialog.showModal();
}

// Again with all news: a seat that is taken has no code any more.
export function drawCodes() {
  const document_ = store.document;
  if (!codes || !document_) return;
  const { dialog, address, shown } = codes;
  if (!document_.game) {
    dialog.close();
    return;
  }
  const players = address ? seatsWithCodes(document_) : [];
  const others = Object.keys(document_.seats).filter((player) => !players.includes(player));
  renew(
    dialog,
    h("h2", { id: "codes-title", tabindex: "-1", autofocus: true }, t("Play on phones")),
    !address && [
      h(
        "p",
        {},
        t("Phones are kept out of this table. Whoever is in the same network can watch once they are let in."),
      ),
      store.me.open &&
        h("button", { class: "primary", "data-key": "let-in", onclick: () => letIn(true) }, t("Let phones in")),
    ],
    address && players.length > 0 && h("p", {}, t("Scan a code with the camera of a phone: it has that seat at once.")),
    h(
      "div",
      { class: "seat-codes" },
      players.map((player) =>
        h(
          "figure",
          { "data-key": `code-${player}` },
          h("img", {
            src: `/api/seats/code.svg?player=${player}&at=${shown}`,
            alt: t("Code for {seat}", { seat: called(document_, player) }),
          }),
          h("figcaption", {}, seatSign(store.here, player), " ", called(document_, player)),
        ),
      ),
    ),
    address &&
      store.me.open &&
      h(
        "ul",
        { class: "taken" },
        others.map((player) =>
          h(
            "li",
            { "data-key": `taken-${player}` },
            seatSign(store.here, player),
            h("span", {}, `${called(document_, player)}: ${ownerWords(document_, player)}`),
          ),
        ),
      ),
    address && store.me.open && h("p", { class: "hint" }, t("To watch: {address}", { address })),
    h(
      "div",
      { class: "bar" },
      address &&
        store.me.open &&
        h("button", { class: "quiet", "data-key": "keep-out", onclick: () => letIn(false) }, t("Keep phones out")),
      h("button", { class: "primary", "data-key": "codes-close", onclick: () => dialog.close() }, t("Close")),
    ),
  );
}

// A phone that has the move and has gone: whoever is at the table may let the companion go on.
/** @type {(document_: Told) => Element | false} */
export function drawGone(document_) {
  const { game, away, bench } = document_;
  const mover = game && !game.winners && game.mover;
  if (!mover || !away.includes(mover) || !bench) return false;
  return h(
    "p",
    { class: "gone", "data-key": "gone" },
    h("span", {}, t("{player}'s phone is away.", { player: called(document_, mover) })),
    isAmong(["here"]) &&
      h(
        "button",
        { "data-key": "stand-in", onclick: () => setSkill(mover, bench.robots.usual) },
        t("Let the companion play on"),
      ),
  );
}
