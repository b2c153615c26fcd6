// The words of the page and of the games it shows: one catalogue a language, all with the same keys.
//
// A game says what is its own in its own words, and what every game says in the page's.

/** @import { Say } from "./contract.js" */

/** @type {Record<string, string>} */
export const languages = { en: "English", it: "Italiano", nl: "Nederlands" };
/** @type {Record<string, string>} */
let words = {};
/** @type {Map<string, Record<string, string>>} */
const games = new Map(); // of each game that was shown
export let language = "en";

export function preferred() {
  const kept = localStorage.getItem("language") ?? "";
  if (kept in languages) return kept;
  const asked = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in languages);
  return asked ?? "en";
}

/** @type {(folder: string, code: string) => Promise<Record<string, string>>} */
const read = async (folder, code) => (await fetch(`${folder}/${code}.json`)).json();
/** @type {(game: string) => string} */
const folderOf = (game) => `/games/${game}/words`;

// Learns the words of a language: from the page's own folder or several, and those of all games that were shown.
/** @type {(code: string, ...folders: string[]) => Promise<void>} */
export async function speak(code, ...folders) {
  const shown = [...games.keys()];
  const [own, theirs] = await Promise.all([
    Promise.all(["/static/words", ...folders].map((folder) => read(folder, code))),
    Promise.all(shown.map((game) => read(folderOf(game), code))),
  ]);
  words = Object.assign({}, ...own);
  shown.forEach((game, index) => games.set(game, theirs[index]));
  language = code;
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
}

// Learns the words of a game, in the language that is spoken when they are there.
/** @type {(game: string) => Promise<void>} */
export async function learnGame(game) {
  let code;
  do {
    code = language;
    games.set(game, await read(folderOf(game), code));
  } while (code !== language);
}

/** @type {(key: string) => boolean} */
export const has = (key) => key in words;

// Fills the gaps of a sentence; of one thing only, it is said as of one.
/** @type {(catalogues: Record<string, string>[], key: string, details?: Record<string, unknown>) => string} */
export function sentence(catalogues, key, details = {}) {
  const own = catalogues.find((each) => key in each);
  if (!own) throw new Error(`no words for ${key}`);
  const text = (details.count === 1 && own[`${key}.one`]) || own[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(details[name] ?? ""));
}

/** @type {Say} */
export const t = (key, details) => sentence([words], key, details);

// How a game says things.
/** @type {(game: string) => Say} */
export const wordsOf = (game) => (key, details) => sentence([games.get(game) ?? {}, words], key, details);
