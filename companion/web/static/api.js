// Posts to the table, and what it says no to.

import { h } from "./dom.js";
import { has, language, t } from "./words.js";

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
    answer = await fetch(`${path}?lang=${language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    toast(t("offline"), "bad");
    return null;
  }
  const data = await answer.json();
  if (answer.ok) return data;
  if (!data.shown) toast(reasonOf(data), "bad"); // else the table's own refusal says so
  if (answer.status === 401) window.dispatchEvent(new Event("unpaired"));
  return null;
}

// What people run into is said in their language; the rest only programs can bring about.
/** @type {(refused: {error: string, reason: string, remedy?: string}) => string} */
const reasonOf = ({ error, reason, remedy }) =>
  has(`refused.${error}`) ? t(`refused.${error}`) : [reason, remedy].filter(Boolean).join(" ");

/** @type {(text: string, kind?: string) => void} */
export function toast(text, kind = "good") {
  // What lies behind an open dialog is dimmed, and not read aloud.
  const box = document.querySelector("dialog[open] [role=alert]") ?? document.getElementById("toasts");
  const note = h("p", { class: `toast ${kind}` }, text);
  for (const each of box?.querySelectorAll(".toast") ?? []) if (each.textContent === text) each.remove();
  box?.append(note);
  setTimeout(() => note.remove(), 6000);
}
