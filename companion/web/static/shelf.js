// The games that can be shown: each brings a module and its looks, once it is first needed.

/** @import { LoadedGame } from "./contract.js" */

import { h } from "./dom.js";

/** @type {Map<string, Promise<LoadedGame>>} */
const brought = new Map();
/** @type {Map<string, Promise<unknown>>} */
const dressed = new Map();

// Brings a game to the page; another try is made where the last one failed.
/** @type {(game: string) => Promise<LoadedGame>} */
export function bring(game) {
  const found = brought.get(game);
  if (found) return found;
  const coming = fetchAll(game);
  coming.catch(() => brought.delete(game));
  brought.set(game, coming);
  return coming;
}

/** @type {(game: string) => Promise<LoadedGame>} */
async function fetchAll(game) {
  const [module] = await Promise.all([import(`/games/${game}/main.js`), dress(game)]);
  return { id: game, page: module.game };
}

// Brings the looks of a game alone: the colours of its seats. They count inside an element with its `data-game`.
/** @type {(game: string) => Promise<unknown>} */
export function dress(game) {
  const found = dressed.get(game);
  if (found) return found;
  const link = h("link", { rel: "stylesheet", href: `/games/${game}/game.css` });
  const coming = new Promise((resolve) => {
    link.onload = link.onerror = resolve; // without colours rather than not at all
  });
  dressed.set(game, coming);
  document.head.append(link);
  return coming;
}

// A seat's short name on its colour.
/** @type {(game: LoadedGame, player: string, title?: string | null) => Element} */
export const seatSign = ({ page }, player, title = null) =>
  h("span", { class: `sign seat-${player}`, title }, page.named(`seat.${player}.short`));
