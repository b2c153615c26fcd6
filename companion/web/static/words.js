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

// Learns the words of a language, from one folder or several.
export async function speak(code, ...folders) {
  const answers = await Promise.all(["/static/words", ...folders].map((folder) => fetch(`${folder}/${code}.json`)));
  words = Object.assign({}, ...(await Promise.all(answers.map((answer) => answer.json()))));
  language = code;
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
}

export const has = (key) => key in words;

// Says a sentence, its gaps filled; of one thing only, as it is said of one.
export function t(key, details = {}) {
  const text = (details.count === 1 && words[`${key}.one`]) || words[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => details[name] ?? "");
}
