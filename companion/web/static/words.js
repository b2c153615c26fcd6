// What the page says: sentences are in English, as in the code; others are in the catalogues, those of each game apart.
//
// `make catalogues` finds what `t`, `say` and `meant` are given, and makes of the catalogues what the page asks for here.

/** @import { Catalogues, Named, Say, Sentence, Texts } from "./contract.js" */

/** @type {Record<string, string>} */
export const languages = { en: "English", it: "Italiano", nl: "Nederlands" };
/** @type {Catalogues} */
const NONE = { forms: { one: 0, other: 1 }, page: {}, games: {} }; // what English needs
let catalogues = NONE;
export let language = "en";

export function preferred() {
  const kept = localStorage.getItem("language") ?? "";
  if (kept in languages) return kept;
  const asked = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in languages);
  return asked ?? "en";
}

// Learns what the page and all games say in a language.
/** @type {(code: string) => Promise<void>} */
export async function speak(code) {
  catalogues = code === "en" ? NONE : await (await fetch(`/words/${code}.json`)).json();
  language = code;
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
}

// A sentence that is said later; one that counts has two forms, one for a single thing.
/** @type {(text: string, many?: string) => Sentence} */
export const say = (text, many) => ({ text, many });

// A sentence that other languages say differently, depending on what it means.
/** @type {(meaning: string, text: string) => Sentence} */
export const meant = (meaning, text) => ({ text, meaning });

// Says a sentence in the words of the first that has them, or else in English, and fills its gaps.
/** @type {(forms: Record<string, number>, texts: Texts[], said: string | Sentence, details?: Record<string, unknown>) => string} */
export function sentence(forms, texts, said, details = {}) {
  const { text, many = null, meaning = "" } = typeof said === "string" ? { text: said } : said;
  const key = meaning ? `${meaning}\u0004${text}` : text;
  const found = texts.find((each) => key in each)?.[key] ?? (many === null ? text : [text, many]);
  const form = typeof found === "string" ? found : found[formOf(forms, Number(details.count))];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(details[name] ?? ""));
}

// The form for this many: which numbers have one of their own, the language says; which one, its catalogue.
/** @type {(forms: Record<string, number>, count: number) => number} */
const formOf = (forms, count) => forms[new Intl.PluralRules(language).select(count)] ?? forms.other;

/** @type {Say} */
export const t = (said, details) => sentence(catalogues.forms, [catalogues.page], said, details);

// How a game says things: in its own words, else in the page's.
/** @type {(game: string) => Say} */
export const wordsOf = (game) => (said, details) =>
  sentence(catalogues.forms, [catalogues.games[game] ?? {}, catalogues.page], said, details);

// Says what has a key.
/** @type {(say: Say, sentences: Record<string, Sentence>) => Named} */
export const naming = (say, sentences) => (key, details) => {
  if (!(key in sentences)) throw new Error(`no words for ${key}`);
  return say(sentences[key], details);
};
