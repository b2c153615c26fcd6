// Plots, drawn as SVG: lines over moves, and bars. Each series has a dash, a mark and a name of its own next to its
// colour.

import { h, s } from "./dom.js";
import { meant, t } from "./words.js";

const LONGEST_NAME = 13; // letters at the end of a line
const DASHES = ["none", "7 4", "2 3", "10 3 2 3", "14 4 2 4 2 4"];

// The scores over a game; `step` marks the one that is shown.
/** @type {(plot: number[][], players: string[], names: Record<string, string>, step?: number, go?: (step: number) => void) => Element} */
export function scorePlot(plot, players, names, step, go) {
  const series = players.map((player, seat) => ({
    key: player,
    name: names[player],
    values: [0, ...plot.map((row) => row[seat])],
  }));
  return linePlot({ series, marker: step, label: t("Scores over the game"), go });
}

// With `go`, a press leads to the step below it.
/** @type {(plot: {series: {key: string, name: string, values: number[]}[], marker?: number, label: string, go?: (step: number) => void}) => Element} */
export function linePlot({ series, marker, label, go }) {
  const width = 460,
    height = 230,
    left = 34,
    right = 124,
    top = 12,
    bottom = 30;
  const length = Math.max(1, ...series.map((one) => one.values.length - 1));
  const most = Math.max(10, ...series.flatMap((one) => one.values));
  /** @type {(index: number) => number} */
  const x = (index) => left + (index / length) * (width - left - right);
  /** @type {(value: number) => number} */
  const y = (value) => height - bottom - (value / most) * (height - top - bottom);
  const step = most > 60 ? 20 : most > 25 ? 10 : 5;
  const grid = [];
  for (let value = 0; value <= most; value += step) {
    grid.push(
      s("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "grid" }),
      s("text", { x: left - 6, y: y(value) + 4, class: "tick", "text-anchor": "end" }, value),
    );
  }
  const ends = spread(
    series.map((one) => y(one.values.at(-1) ?? 0)),
    19,
    height - bottom,
  );
  const lines = series.map((one, index) => {
    const points = one.values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const last = one.values.at(-1) ?? 0;
    return s(
      "g",
      { class: `series seat-${one.key}` },
      s("polyline", { points, "stroke-dasharray": DASHES[index % DASHES.length] }),
      s("circle", { cx: x(one.values.length - 1), cy: y(last), r: 4 }),
      s("text", { x: width - right + 10, y: ends[index] + 4 }, `${shortened(one.name)} ${last}`),
    );
  });
  const at =
    marker !== undefined && s("line", { x1: x(marker), x2: x(marker), y1: top, y2: height - bottom, class: "now" });
  const told = series.map((one) => `${one.name} ${one.values.at(-1) ?? 0}`).join(", ");
  /** @type {(event: MouseEvent) => void} */
  const press = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const scale = Math.min(box.width / width, box.height / height);
    const along = (event.clientX - box.left - (box.width - width * scale) / 2) / scale;
    go?.(Math.round(Math.min(Math.max((along - left) / (width - left - right), 0), 1) * length));
  };
  return s(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      class: `plot${go ? " acts" : ""}`,
      role: "img",
      "aria-label": `${label}: ${told}`,
      onclick: go && press,
    },
    grid,
    s(
      "text",
      { x: (left + width - right) / 2, y: height - 6, class: "tick", "text-anchor": "middle" },
      t(meant("their number", "moves")),
    ),
    at || null,
    lines,
  );
}

// As much of a name as leaves room for the points after it.
/** @type {(name: string) => string} */
const shortened = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name);

// Moves labels apart that would lie on one another.
/** @type {(places: number[], apart: number, lowest: number) => number[]} */
export function spread(places, apart, lowest) {
  const order = places.map((place, index) => [place, index]).sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < order.length; i++) order[i][0] = Math.max(order[i][0], order[i - 1][0] + apart);
  const over = Math.max(0, (order.at(-1)?.[0] ?? 0) - lowest);
  for (const one of order) one[0] -= over;
  /** @type {number[]} */
  const result = [];
  for (const [place, index] of order) result[index] = place;
  return result;
}

/**
 * @typedef {{value: number, name: string, class: string}} Part
 * @type {(plot: {rows: {name: string, parts: Part[], text?: string, isApart?: boolean}[], label: string, unit?: string}) => Element}
 */
export function barPlot({ rows, label, unit = "" }) {
  const most = Math.max(1, ...rows.map((row) => row.parts.reduce((sum, part) => sum + part.value, 0)));
  return h(
    "table",
    { class: "bars" },
    h("caption", {}, label),
    rows.map((row) => {
      const total = row.parts.reduce((sum, part) => sum + part.value, 0);
      let from = 0;
      const parts = row.parts.map((part) => {
        const bar = s(
          "rect",
          { x: (from / most) * 100, y: 2, width: (part.value / most) * 100, height: 16, class: part.class },
          s("title", {}, `${part.name} ${part.value}`),
        );
        from += part.value;
        return bar;
      });
      return h(
        "tr",
        { class: row.isApart ? "apart" : null },
        h("th", { scope: "row" }, row.name),
        h(
          "td",
          { class: "drawn" },
          s("svg", { viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" }, parts),
          parts.length > 1 && h("span", { class: "parts" }, row.parts.map((part) => part.value).join(" + ")),
        ),
        h("td", { class: "number" }, row.text ?? `${Math.round(total * 10) / 10}${unit}`),
      );
    }),
  );
}
