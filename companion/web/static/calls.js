// Tells whoever has a seat that it is their turn: the phone vibrates, sounds or flashes, as its owner likes.

/** @import { Told } from "./document.js" */

import { h } from "./dom.js";
import { isAsked, keep, ownSeats, store } from "./store.js";
import { t } from "./words.js";

const PULSES_MS = [180, 90, 180];
const FLASH_MS = 1500;
const TONES = [660, 880]; // hertz, one after the other
const TONE_S = 0.14;

/** @typedef {"vibrate" | "sound" | "flash"} Way */

const canVibrate = "vibrate" in navigator;
/** @type {Way[]} */
const WAYS = canVibrate ? ["vibrate", "sound", "flash"] : ["sound", "flash"];

// By which ways somebody wants to be called; null until they have been asked.
/** @type {() => Way[] | null} */
const chosen = () => JSON.parse(localStorage.getItem("calls") ?? "null");
/** @type {(ways: Way[]) => void} */
const choose = (ways) => keep("calls", JSON.stringify(ways));

// --- the ways ---

/** @type {AudioContext | null} */
let audio = null;

// Browsers let a page sound only after somebody has touched it.
function wakeSound() {
  if (!chosen()?.includes("sound")) return;
  audio ??= new AudioContext();
  audio.resume();
}

function sound() {
  if (audio?.state !== "running") return;
  for (const [index, hertz] of TONES.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + index * TONE_S;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_S);
  }
}

function flash() {
  document.body.classList.add("called");
  setTimeout(() => document.body.classList.remove("called"), FLASH_MS);
}

/** @type {(ways: Way[]) => void} */
function call(ways) {
  if (ways.includes("vibrate")) navigator.vibrate?.(PULSES_MS);
  if (ways.includes("sound")) sound();
  if (ways.includes("flash")) flash();
}

// --- when ---

let wasAsked = true; // who opens the page sees whose turn it is

// Whether a seat of one's own is asked, and not everybody.
/** @type {(document_: Told) => boolean} */
const isCalled = (document_) => isAsked(document_) && document_.decides.may.includes(store.me.asks);

/** @type {(document_: Told) => void} */
export function watchTurns(document_) {
  const asked = Boolean(document_.game) && !document_.game?.winners && isCalled(document_);
  if (asked && !wasAsked) call(chosen() ?? []);
  wasAsked = asked;
}

export const isOwnTurn = () => wasAsked;

document.addEventListener("pointerdown", wakeSound, { passive: true });

// --- asked once, and chosen later ---

/** @type {(redraw: () => void) => Element[]} */
export function drawCalls(redraw) {
  const ways = chosen() ?? [];
  const words = { vibrate: t("vibrate"), sound: t("sound"), flash: t("flash") };
  /** @type {(way: Way, isOn: boolean) => void} */
  const flip = (way, isOn) => {
    choose(WAYS.filter((each) => (each === way ? isOn : ways.includes(each))));
    wakeSound();
    if (isOn) call([way]); // so that one knows what it is like
    redraw();
  };
  return WAYS.map((way) =>
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        checked: ways.includes(way),
        "data-key": `call-${way}`,
        onchange: (event) => flip(way, event.target.checked),
      }),
      h("span", {}, words[way]),
    ),
  );
}

// The question, once, for whoever has a seat on a phone.
/** @type {(document_: Told, redraw: () => void) => Element | false} */
export function askHowToCall(document_, redraw) {
  if (chosen() || !store.me.paired || !document_.game || !ownSeats(document_).length) return false;
  /** @type {(ways: Way[]) => void} */
  const answer = (ways) => {
    choose(ways);
    wakeSound();
    call(ways);
    redraw();
  };
  return h(
    "section",
    { class: "card calls", "data-key": "calls" },
    h(
      "p",
      {},
      canVibrate
        ? t("Shall this phone vibrate and sound when it is your turn?")
        : t("Shall this phone sound and flash when it is your turn?"),
    ),
    h(
      "div",
      { class: "bar" },
      h("button", { "data-key": "calls-no", onclick: () => answer([]) }, t("No")),
      h(
        "button",
        { class: "primary", "data-key": "calls-yes", onclick: () => answer(canVibrate ? ["vibrate", "sound"] : WAYS) },
        t("Yes"),
      ),
    ),
  );
}
