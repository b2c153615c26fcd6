// The hardware of the virtual table: five buttons, the pad, lamps, faults.

/**
 * @import { Bench } from "./contract.js"
 * @import { Light, Told } from "./document.js"
 */

import { post } from "./api.js";
import { h, own, renew, show } from "./dom.js";
import { pieceName } from "./dragging.js";
import { makePanel } from "./panel.js";
import { store } from "./store.js";
import { meant, naming, say, t } from "./words.js";

const buttonName = naming(t, { up: say("up"), down: say("down"), ok: say("ok"), back: say("back"), end: say("end") });
const pressing = naming(t, {
  up: say("Up"),
  down: say("Down"),
  ok: say("Choose"),
  back: say("Back; hold: take back the last move"),
  end: say("Hold: end the turn"),
});

const patternName = naming(t, {
  off: meant("a lamp", "off"),
  on: say("on"),
  blink: say("blinks"),
  breathe: say("breathes"),
  alarm: say("flashes"),
  flicker: say("flickers"),
});

const HOLD_MS = 1000;
/** @type {Record<string, string>} */
const BUTTONS = { up: "▲", down: "▼", ok: "●", back: "↩", end: "■" };

/** @type {(place: string, board: any) => string} */
function placeName(place, board) {
  if (place === "pad") return t(meant("a place", "pad"));
  return place === "end" ? t("end") : store.here.page.placeName(place, board ?? store.board);
}

// --- the box: screen, buttons, pad ---

export function makeBox() {
  const panel = makePanel();
  const buttons = h("div", { class: "buttons", role: "group" });
  const pad = h("div", { class: "pad" });
  const element = own(h("section", { class: "card box", id: "box" }, panel.element, buttons, pad));
  let drawn = "";
  return {
    element,
    /** @type {(document_: Told) => void} */
    update(document_) {
      panel.update(document_.panel, document_.table.dialog);
      const { bench } = document_;
      const key = `${bench ? bench.buttons : ""}${store.me.may_control}${t("OK")}`;
      if (key !== drawn) {
        drawn = key;
        buttons.setAttribute("aria-label", t("Buttons"));
        show(
          buttons,
          (bench?.buttons ?? Object.keys(BUTTONS)).map((name) => drawButton(name, Boolean(bench))),
        );
      }
      pad.hidden = !bench;
      if (bench) renew(pad, drawPad(bench));
    },
  };
}

/** @type {(name: string, isVirtual: boolean) => Element} */
function drawButton(name, isVirtual) {
  let down = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(what: string) => Promise<any>} */
  const send = (what) =>
    isVirtual
      ? post("/api/virtual/button", { button: name, do: what })
      : post("/api/press", { button: name, held: what === "hold" });
  const press = () => {
    down = performance.now();
    clearTimeout(timer);
    timer = setTimeout(() => {
      down = 0;
      element.classList.add("held");
      send("hold");
    }, HOLD_MS);
  };
  const release = () => {
    clearTimeout(timer);
    element.classList.remove("held");
    if (down) send("press");
    down = 0;
  };
  const element = h(
    "button",
    {
      class: `knob knob-${name}`,
      "data-key": `knob-${name}`,
      disabled: !store.me.may_control,
      title: pressing(name),
    },
    h("span", { "aria-hidden": "true" }, BUTTONS[name]),
    h("span", { class: "label" }, buttonName(name)),
  );
  const cancel = () => {
    down = 0;
    release();
  };
  element.addEventListener("pointerdown", (event) => {
    if (!event.button) {
      element.setPointerCapture(event.pointerId);
      press();
    }
  });
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("blur", cancel);
  // Screen readers click without a pointer or a key.
  element.addEventListener("click", (event) => {
    if (!event.detail) send("press");
  });
  element.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      press();
    }
  });
  element.addEventListener("keyup", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      release();
    }
  });
  return element;
}

/** @type {(bench: Bench) => Element} */
function drawPad(bench) {
  const lying = Object.entries(bench.lying).filter(([, place]) => place === "pad");
  const hint = store.picked
    ? t("Put {piece} here: {place}", { piece: pieceName(store.picked), place: t(meant("a place", "pad")) })
    : t("Pad: drop a piece here, or tap a piece and then the pad");
  return h(
    "div",
    { class: "pad-face", "data-place": "pad", "data-game": store.here.id },
    h("button", { class: "pad-label", "data-key": "pad" }, hint),
    lying.map(([piece]) =>
      h(
        "button",
        {
          class: "on-pad",
          "data-key": `lift-${piece}`,
          title: t("Take {piece} off", { piece: pieceName(piece) }),
          "aria-label": t("Take {piece} off", { piece: pieceName(piece) }),
          onclick: (event) => {
            event.stopPropagation();
            post("/api/virtual/lift", { piece });
          },
        },
        store.here.page.drawPiece(piece),
      ),
    ),
  );
}

// --- lamps ---

/** @type {(document_: Told) => Element} */
export function drawLamps(document_) {
  const names = document_.bench?.lamps ?? Object.keys(document_.lamps);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const name of names) {
    const kind = name.split(".")[0];
    groups.set(kind, [...(groups.get(kind) ?? []), name]);
  }
  return h(
    "section",
    { class: "card lamps" },
    h("h2", {}, t("Lamps")),
    [...groups].map(([kind, all]) =>
      h(
        "div",
        { class: "rail" },
        h(
          "span",
          { class: "rail-name" },
          kind === "pad"
            ? t(meant("a place", "pad"))
            : kind === "end"
              ? t("end")
              : store.here.page.named(`lamp.${kind}`),
        ),
        h(
          "ul",
          {},
          all.map((name) => drawLamp(name, document_.lamps[name], document_.board)),
        ),
      ),
    ),
  );
}

/** @type {(name: string, light: Light | undefined, board: any) => Element} */
function drawLamp(name, light, board) {
  const pattern = light?.pattern ?? "off";
  const label = placeName(name, board);
  const bulb = h("span", { class: `bulb ${pattern}` });
  if (light && pattern !== "off") bulb.style.setProperty("--light", light.colour);
  return h(
    "li",
    { class: "lamp", title: `${label}: ${patternName(pattern)}` },
    bulb,
    h("span", { class: "lamp-name" }, label),
    h("span", { class: "unseen" }, patternName(pattern)),
  );
}

// --- faults ---

/** @type {(document_: Told, bench: Bench) => Element} */
export function drawFaults(document_, bench) {
  const { board } = document_;
  /** @type {(fault: string, what: string, on: boolean) => Promise<any>} */
  const flip = (fault, what, on) => post("/api/virtual/fault", { fault, what, on });
  /** @type {(label: string, isOn: boolean, action: (on: boolean) => void, key: string) => Element} */
  const choice = (label, isOn, action, key) =>
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        checked: isOn,
        "data-key": key,
        onchange: (event) => action(event.target.checked),
      }),
      h("span", {}, label),
    );
  const far = bench.readers.filter((name) => name !== "pad");
  const lying = Object.keys(bench.lying);
  return h(
    "details",
    { class: "card faults" },
    h("summary", {}, t("Break something")),
    h("p", { class: "hint" }, t("See how the companion copes.")),
    document_.about.power &&
      h("button", { class: "chip", "data-key": "f-power", onclick: () => flip("power", "", true) }, t("Cut the power")),
    choice(t("Pull the screen's plug"), bench.faults.unplugged, (on) => flip("unplugged", "", on), "f-unplugged"),
    far.length > 0 &&
      choice(
        t("Cut the USB cable of the board"),
        far.every((name) => bench.faults.deaf.includes(name)),
        (on) => flip("cut", "", on),
        "f-cut",
      ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("Deaf reader")),
      bench.readers.map((name) =>
        choice(placeName(name, board), bench.faults.deaf.includes(name), (on) => flip("deaf", name, on), `f-${name}`),
      ),
    ),
    lying.length > 0 &&
      h(
        "fieldset",
        {},
        h("legend", {}, t("Flapping tag")),
        lying.map((piece) =>
          choice(
            `${pieceName(piece)} (${placeName(bench.lying[piece], board)})`,
            bench.faults.flapping.includes(piece),
            (on) => flip("flapping", piece, on),
            `f-${piece}`,
          ),
        ),
      ),
    lying.length > 0 &&
      h(
        "fieldset",
        {},
        h("legend", {}, t("Stacked tags")),
        lying.map((piece) =>
          h(
            "button",
            {
              class: "chip",
              "data-key": `s-${piece}`,
              onclick: () =>
                post("/api/virtual/put", {
                  piece: store.here.page.spareFor(piece),
                  place: bench.lying[piece],
                  stacked: true,
                }),
            },
            t("a piece on {piece}", { piece: pieceName(piece) }),
          ),
        ),
      ),
    h("button", { class: "chip", "data-key": "tidy", onclick: () => post("/api/virtual/tidy") }, t("Tidy the table")),
  );
}
