// What the page knows of all tables, and the small things that every view says of a table.

/** @import { Changes, Evening, Table } from "./tables.js" */

import { h } from "/static/dom.js";
import { language, meant, say, t } from "/static/words.js";

/** @type {{isKnown: boolean, titles: Record<string, string>, tables: Map<string, Table>, evening: Evening, link: {trouble: string} | null}} */
export const hall = { isKnown: false, titles: {}, tables: new Map(), evening: { games: 0, rankings: [] }, link: null };

// Takes a document in; tells which tables have changed (nothing: all), and whether the evening has.
/** @type {(document_: any, changes: any) => Changes} */
export function takeIn(document_, changes) {
  const now = performance.now();
  /** @type {Record<string, any>} */
  const tables = changes ? (changes.tables?.merge ?? {}) : document_.tables;
  if (!changes) hall.tables.clear();
  for (const id of changes?.tables?.drop ?? []) hall.tables.delete(id);
  for (const [id, entry] of Object.entries(tables)) {
    const before = hall.tables.get(id);
    hall.tables.set(id, {
      ...entry.table,
      stale: entry.stale,
      help: entry.help,
      at: now - entry.told_s * 1000,
      before: before && pointsOf(before),
    });
  }
  hall.titles = document_.about.titles;
  hall.evening = document_.evening;
  hall.link = document_.link;
  hall.isKnown = true;
  return changes
    ? { tables: [...Object.keys(tables), ...(changes.tables?.drop ?? [])], evening: Boolean(changes.evening) }
    : { tables: null, evening: true };
}

/** @type {(table: Table) => Record<string, number | null>} */
const pointsOf = (table) => Object.fromEntries(table.players.map((player) => [player.seat, player.points]));

// Tables in the order of their names, numbers in them counted.
/** @type {(tables: Iterable<Table>) => Table[]} */
export function inOrder(tables) {
  const collator = new Intl.Collator(language, { numeric: true });
  return [...tables].sort((a, b) => collator.compare(a.table, b.table) || collator.compare(a.id, b.id));
}

/** @type {(table: Table, seconds: number) => number} */
export const secondsSince = (table, seconds) =>
  Math.max(0, Math.round(seconds + (performance.now() - table.at) / 1000));

/** @type {(seconds: number) => string} */
export function age(seconds) {
  if (seconds < 60) return t("{count} s ago", { count: seconds });
  return seconds < 3600
    ? t("{count} min ago", { count: Math.floor(seconds / 60) })
    : t("{count} h ago", { count: Math.floor(seconds / 3600) });
}

// An age that goes on by itself.
/** @type {(table: Table, seconds: number) => Element} */
export function ageOf(table, seconds) {
  const mark = h("span", { class: "age" }, age(secondsSince(table, seconds)));
  mark.dataset.since = String(table.at - seconds * 1000);
  return mark;
}

/** @type {(root: Element) => void} */
export function growOlder(root) {
  const marks = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".age"));
  for (const mark of marks) {
    const text = age(Math.max(0, Math.round((performance.now() - Number(mark.dataset.since)) / 1000)));
    if (mark.textContent !== text) mark.textContent = text;
  }
}

/** @type {(table: Table) => string} */
export const address = (table) => `/#table/${encodeURIComponent(table.id)}`;

// Which game is played, and how far it is.
/** @type {(table: Table) => string} */
export const played = (table) => `${hall.titles[table.game] ?? table.game} · ${progress(table)}`;

/** @type {(table: Table) => string} */
function progress(table) {
  if (!table.game_id) return t("no game");
  if (table.winners) return t("ended");
  if (table.round === null) return t("move {number}", { number: table.revision });
  return table.round === 0 ? t(meant("a table", "set-up")) : t("round {number}", { number: table.round });
}

/** @type {(seat: string) => Element} */
export const swatch = (seat) => h("span", { class: `swatch seat-${seat}`, "aria-hidden": "true" });

// Why somebody should go there, in a few words; with what to do there, where there is room for it.
/** @type {(table: Table, options?: {withRemedy?: boolean}) => string[]} */
export function helpTexts(table, { withRemedy = false } = {}) {
  return table.help.map((reason) => {
    if (reason === "fault")
      return table.faults
        .map((fault) => `${fault.source} – ${fault.reason}${withRemedy && fault.remedy ? `: ${fault.remedy}` : ""}`)
        .join(" · ");
    return reason === "stuck" ? `${t("Cannot go on:")} ${table.trouble?.text}` : t("The players call for help.");
  });
}

export function numbers() {
  const players = [...hall.tables.values()].reduce((sum, table) => sum + table.players.length, 0);
  return [
    t(say("{count} table", "{count} tables"), { count: hall.tables.size }),
    t("{count} players", { count: players }),
    t(say("{count} game ended", "{count} games ended"), { count: hall.evening.games }),
  ];
}
