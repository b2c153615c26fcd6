// What was chosen at the front door, until the table is set up for it: another game means another page at this address.

import { post } from "./api.js";
import { store } from "./store.js";

/**
 * @import { Told } from "./document.js"
 * @typedef {{game: string, title: string, cover: boolean, begin?: any, game_id?: string, own?: boolean}} Order a new game, one that goes
 *   on, or a game to be played with its own pieces
 */

const KEPT_MS = 60000; // a table that takes longer than this has something to say itself

/** @type {() => Order | null} */
export function order() {
  const kept = JSON.parse(sessionStorage.getItem("order") ?? "null");
  return kept && Date.now() - kept.at < KEPT_MS ? kept : null;
}

/** @type {(given: Order) => Promise<void>} */
export async function place(given) {
  const isHere = given.game === store.here.id && !given.game_id;
  if (isHere && !(given.own && store.document?.game)) {
    await fill(given);
    return;
  }
  sessionStorage.setItem("order", JSON.stringify({ ...given, at: Date.now() }));
  store.redraw();
  const { game, game_id } = given;
  if (await post("/api/virtual/change-game", { game, ...(game_id && { game_id }) })) return;
  drop();
  store.redraw();
}

// Does what was chosen once its table is there.
/** @type {(document_: Told) => void} */
export function takeUp({ about, revision, game, table }) {
  const kept = order();
  if (!kept || kept.game !== about.game || (kept.game_id && kept.game_id !== revision.game)) return;
  if (!kept.game_id && game) return; // its table is not there yet
  drop();
  if (!kept.game_id) {
    fill(kept);
    return;
  }
  location.hash = "table";
  if (table.dialog.about === "resuming") post("/api/choose", { dialog: table.dialog.id, line: 0 });
}

function drop() {
  sessionStorage.removeItem("order");
}

/** @type {(given: Order) => Promise<void>} */
async function fill({ begin, own }) {
  store.invites = Boolean(begin?.phones?.length);
  if (own) location.hash = "own";
  else if (await post("/api/virtual/begin", begin)) location.hash = "table";
  store.redraw();
}
