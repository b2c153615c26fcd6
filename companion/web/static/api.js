// Posts to the table, and what it says no to.

/** @import { Sentence } from "./contract.js" */

import { h } from "./dom.js";
import { sent } from "./sent.js";
import { language, say, t } from "./words.js";

const PATIENCE_MS = 30000; // the table refuses within a few seconds what it does not get to

// What people run into.
/** @type {Record<string, Sentence>} */
export const REFUSED = {
  no_game: say("There is no such game."),
  wrong_pin: say("That is not the PIN on the small screen."),
  no_pin: say("No PIN is shown. Choose Phones in the table menu."),
  no_more: say("Too many wrong PINs from this phone. Choose Phones in the table menu again."),
  not_paired: say("You are only watching now. Enter the PIN that the small screen shows."),
  too_often: say("That was too often. Wait a little, then try again."),
  stale: say("The table has gone on meanwhile. Look again."),
  nothing_there: say("Nothing can be done there now."),
  read_first: say("The small screen tells something. Read it, then press ok."),
  busy: say("The table does not answer. Try again in a moment."),
  place: say("This kit has no reader there. Use the pad."),
  all_there: say("All pieces of this kind lie on the table already."),
  over: say("The game is over there."),
  names_alike: say("Two players would have the same name. Give each another one."),
  name_long: say("A name has at most 20 characters."),
  name_unclean: say("That cannot be a name: it has characters that cannot be shown."),
};

/** @type {(path: string) => Promise<any>} */
export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(reasonOf(await answer.json()));
  return answer.json();
}

/** @type {(path: string, body?: any) => Promise<any>} */
export async function post(path, body = {}) {
  let answer;
  try {
    answer = await sent(
      fetch(`${path}?lang=${language}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
  } catch {
    toast(t("The table cannot be reached."), "bad");
    return null;
  }
  const data = await answer.json();
  if (answer.ok) return data;
  if (!data.shown) toast(reasonOf(data), "bad", data.paragraph); // else the table's own refusal says so
  if (answer.status === 401) window.dispatchEvent(new Event("unpaired"));
  return null;
}

// What people run into is said in their language; the rest only programs can bring about.
/** @type {(refused: {error: string, reason: string, remedy?: string}) => string} */
const reasonOf = ({ error, reason, remedy }) =>
  error in REFUSED ? t(REFUSED[error]) : [reason, remedy].filter(Boolean).join(" ");

// From a refusal to its paragraph in the rule book.
/** @type {(paragraph: string) => Element} */
export const ruleLink = (paragraph) =>
  h("a", { class: "rule-link", href: `#rules/${paragraph}`, "data-key": "rule" }, t("The rule"));

/** @type {(text: string, kind?: string, paragraph?: string) => void} */
export function toast(text, kind = "good", paragraph = "") {
  // What lies behind a dialog that has the whole page is dimmed, and not read aloud.
  const box = document.querySelector("dialog:modal [role=alert]") ?? document.getElementById("toasts");
  const note = h("p", { class: `toast ${kind}` }, text, paragraph && [" ", ruleLink(paragraph)]);
  for (const each of box?.querySelectorAll(".toast") ?? []) if (each.textContent === note.textContent) each.remove();
  box?.append(note);
  setTimeout(() => note.remove(), 6000);
}
