// The words of the page: one catalogue a language, all with the same keys.

export const languages = { en: "English", it: "Italiano", nl: "Nederlands" };
let words = {};
export let language = "en";

export function preferred() {
  const kept = localStorage.getItem("language");
  if (kept in languages) return kept;
  const asked = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in languages);
  return asked ?? "en";
}

export async function speak(code) {
  const answer = await fetch(`/static/words/${code}.json`);
  words = await answer.json();
  language = code;
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
}

// Says a sentence, its gaps filled.
export function t(key, details = {}) {
  const text = words[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => details[name] ?? "");
}
