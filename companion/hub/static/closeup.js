// One table in close-up: drawn by its own game where the hub can, told in words and numbers where it cannot.

/**
 * @import { Board, GamePage, Scene, State } from "/static/contract.js"
 * @import { Table, View } from "./tables.js"
 */

import { h, renew, show } from "/static/dom.js";
import { bring } from "/static/shelf.js";
import { isTall } from "/static/store.js";
import { t } from "/static/words.js";
import { drawCard } from "./card.js";
import { ageOf, growOlder, hall, played } from "./hall.js";

const AGAIN_MS = 250; // doubled each time, up to:
/** @type {Record<string, number>} */
const LONGEST_MS = { behind: 1000, refused: 8000 };

/** @type {(table: Table) => Element | false} */
function drawTroubles(table) {
  const lines = [
    ...table.faults.map((fault) =>
      h("li", { class: "fault" }, h("strong", {}, fault.source), ` – ${fault.reason}: ${fault.remedy}`),
    ),
    table.trouble && h("li", { class: "trouble" }, table.trouble.text, " ", ageOf(table, table.trouble.age_s)),
    ...table.refusals
      .filter((refusal) => !table.trouble?.text.startsWith(refusal.reason))
      .map((refusal) =>
        h("li", {}, refusal.reason, " ", h("em", {}, refusal.remedy), " ", ageOf(table, refusal.age_s)),
      ),
  ].filter(Boolean);
  if (table.calls) lines.unshift(h("li", { class: "fault" }, t("The players call for help.")));
  return (
    lines.length > 0 &&
    h("section", { class: "card troubles" }, h("h2", {}, t("Refused and out of order")), h("ul", {}, lines))
  );
}

/** @type {(state: any) => Element} */
function drawPlain(state) {
  const rows = Object.entries(state ?? {}).map(([key, value]) =>
    h("div", {}, h("dt", {}, key), h("dd", {}, typeof value === "object" ? JSON.stringify(value) : String(value))),
  );
  return h("section", { class: "card plain-state" }, h("dl", {}, rows));
}

/** @type {(page: GamePage, board: Board, game: State) => {map: Element, side: Element[]}} */
function drawGame(page, board, game) {
  /** @type {Scene} */
  const scene = {
    board,
    game,
    log: [],
    unseen: {},
    bench: null,
    hands: null,
    mine: null,
    showScores: Boolean(game.scores),
    isTall: isTall(),
  };
  // The seats stand in the middle here: what is next to them on the table's own page comes last.
  const side = [...page.drawSeats(scene), ...page.drawMore(scene).reverse()];
  return { map: page.drawMap(scene), side: game.winners ? [...page.drawFinal(scene), ...side] : side };
}

/** @type {(main: Element, id: string) => View} */
export function openCloseUp(main, id) {
  let isAsking = false,
    isAskedAgain = false,
    shown = null;
  let againMs = AGAIN_MS,
    timer = 0;
  const head = h("div", { class: "close-head" });
  const map = h("div", { class: "close-map" });
  const side = h("div", { class: "close-side seats" });
  const notes = h("div", { class: "close-notes" });
  const whole = h("div", { class: "close-up" }, head, map, side, notes);
  show(main, whole);

  async function ask() {
    if (isAsking) {
      isAskedAgain = true;
      return;
    }
    isAsking = true;
    clearTimeout(timer);
    let lacks = "refused";
    try {
      const answer = await fetch(`/api/tables/${encodeURIComponent(id)}`);
      const table = hall.tables.get(id);
      if (answer.ok && table) lacks = (await draw(await answer.json(), table)) ? "" : "behind";
      else if (!table) lacks = "";
    } catch {
      // The hub itself is away: asked again like a server that is.
    }
    isAsking = false;
    againMs = lacks ? Math.min(2 * againMs, LONGEST_MS[lacks]) : AGAIN_MS;
    if (lacks || isAskedAgain) timer = setTimeout(() => head.isConnected && ask(), againMs);
    isAskedAgain = false;
  }

  // Draws what is known; tells whether that is all.
  /** @type {(detail: any, table: Table) => Promise<boolean>} */
  async function draw(detail, table) {
    try {
      if (!detail.game) throw new Error("no game");
      if (!detail.drawn) throw new Error("not drawn here");
      shown = drawGame((await bring(table.game)).page, detail.board, detail.game);
    } catch {
      shown = {
        map: h("div", { class: "lonely" }, drawCard(table, { isLinked: false })),
        side: detail.game ? [drawPlain(detail.game)] : [],
      };
    }
    map.dataset.game = side.dataset.game = table.game;
    renew(map, shown.map);
    renew(side, shown.side);
    whole.dataset.revision = detail.revision;
    // A table that nobody looked at until now takes a moment to describe itself.
    return !table.game_id || (detail.game_id === table.game_id && detail.revision === table.revision);
  }

  /** @type {View["update"]} */
  function update(changes) {
    if (changes.tables && !changes.tables.includes(id)) return;
    const table = hall.tables.get(id);
    if (!table) {
      renew(
        head,
        h("a", { href: "/#tables", class: "chip" }, `← ${t("Tables")}`),
        h("h2", {}, t("This table has left.")),
      );
      renew(map);
      renew(side);
      renew(notes);
      return;
    }
    renew(
      head,
      h("a", { href: "/#tables", class: "chip", "data-key": "back" }, `← ${t("Tables")}`),
      h("h2", {}, table.table),
      h("span", { class: "how-far" }, played(table)),
      table.is_last_round && !table.winners && h("span", { class: "chip-state warn" }, t("last round")),
      table.stale && h("span", { class: "chip-state silent" }, t("not heard")),
      ageOf(table, table.moved_s),
    );
    renew(notes, drawTroubles(table));
    ask();
  }

  update({ tables: null, evening: false });
  return { update, tick: () => growOlder(main) };
}
