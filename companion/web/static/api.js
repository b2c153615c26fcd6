// Posts to the table, and what it says no to.

import { h } from "./dom.js";
import { language, t } from "./words.js";

export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error((await answer.json()).reason);
  return answer.json();
}

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
  toast([data.reason, data.remedy].filter(Boolean).join(" "), "bad");
  return null;
}

export function toast(text, kind = "good") {
  const box = document.getElementById("toasts");
  const note = h("p", { class: `toast ${kind}` }, text);
  box.append(note);
  setTimeout(() => note.remove(), 6000);
}
