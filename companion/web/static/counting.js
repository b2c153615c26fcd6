// Counts a result up: source by source, each player's points of it, and their sum grows with them. Whatever has a class
// `score-<source>` is a number of it, `score-total` the sum, one for each player in the same order.

const SOURCE_MS = 1100;
const PAUSE_MS = 250;
const FIRST_MS = 500;

// What is shown of each number when this much of the whole has been counted; pure, for tests to look at.
/** @type {(columns: number[][], at_ms: number) => {parts: number[][], sums: number[]}} */
export function countedAt(columns, at_ms) {
  const parts = columns.map((column, source) => {
    const done = (at_ms - FIRST_MS - source * (SOURCE_MS + PAUSE_MS)) / SOURCE_MS;
    const share = Math.min(Math.max(done, 0), 1);
    return column.map((value) => Math.round(value * share));
  });
  const sums = (columns[0] ?? []).map((_, player) => parts.reduce((sum, column) => sum + column[player], 0));
  return { parts, sums };
}

/** @type {(sources: number) => number} */
export const lasts = (sources) => FIRST_MS + sources * (SOURCE_MS + PAUSE_MS);

// Counts up the result within an element, unless somebody has asked for no motion, or its numbers do not add up.
/** @type {(root: Element) => void} */
export function countUp(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const final = root.querySelector("#final");
  if (!final) return;
  /** @type {Map<string, Element[]>} */
  const cells = new Map();
  for (const each of final.querySelectorAll("[class*='score-']")) {
    const source = [...each.classList].find((name) => name.startsWith("score-"))?.slice("score-".length) ?? "";
    cells.set(source, [...(cells.get(source) ?? []), each]);
  }
  const sums = cells.get("total") ?? [];
  const after = [...cells.keys()];
  const sources = after.slice(0, after.indexOf("total"));
  const columns = sources.map((source) => (cells.get(source) ?? []).map((each) => Number(each.textContent)));
  const totals = sums.map((each) => Number(each.textContent));
  const whole = countedAt(columns, Infinity).sums;
  if (!sources.length || totals.some((total, player) => total !== whole[player])) return;
  final.classList.add("counting");
  const began = performance.now();
  const step = () => {
    const at = performance.now() - began;
    const { parts, sums: grown } = countedAt(columns, at);
    sources.forEach((source, index) => cells.get(source)?.forEach((each, player) => tell(each, parts[index][player])));
    sums.forEach((each, player) => tell(each, grown[player]));
    if (at < lasts(sources.length) && final.isConnected) requestAnimationFrame(step);
    else final.classList.remove("counting");
  };
  step();
}

/** @type {(element: Element, value: number) => void} */
function tell(element, value) {
  const text = String(value);
  if (element.textContent !== text) element.textContent = text;
}
