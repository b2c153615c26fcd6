// Seats, piles, ledger, log and the final score.

/**
 * @import { HansaPage, HansaRow, HansaState, Score } from "./hansa.js"
 * @typedef {{who: string, round: number, words: HansaRow[]}} Turn round 0: none is told
 */

import { h, s, unseen } from "/static/dom.js";
import { ALL, marker, nameOf, signOf } from "./goods.js";
import { t } from "./words.js";

/** @type {(player: string) => Element} */
export const booth = (player) =>
  s(
    "svg",
    { viewBox: "0 0 24 24", class: `booth seat-${player}`, "aria-hidden": "true" },
    s("path", { d: "M3 10L12 3l9 7v11H3z" }),
    s("path", { d: "M9.5 21v-6h5v6", class: "door" }),
  );

/** @type {(label: string, value: number, extra?: Element) => Element} */
function count(label, value, extra) {
  return h("div", { class: "count" }, h("dt", {}, label), h("dd", {}, extra ?? null, value));
}

/** @type {(goods: string[]) => [string, number][]} */
function grouped(goods) {
  const counts = new Map();
  for (const good of goods) counts.set(good, (counts.get(good) ?? 0) + 1);
  return [...counts];
}

/** @type {HansaPage["drawSeats"]} */
export function drawSeats({ board, game, showScores, hands, bench }) {
  return board.players.map((player) =>
    drawSeat(player, game, {
      showScores,
      isVirtual: Boolean(bench && hands),
      robot: bench?.robots.skills[player] ?? null,
    }),
  );
}

/** @type {(player: string, game: HansaState, how: {showScores: boolean, isVirtual: boolean, robot: string | null}) => Element} */
function drawSeat(player, game, { showScores, isVirtual, robot }) {
  const its = game.players[player];
  const isMover = game.mover === player;
  const left = game.left.includes(player);
  const hand = its.goods.map((good) =>
    marker(
      good,
      isVirtual
        ? {
            "data-key": `${player}-${good}`,
            "data-piece": `marker.${good}`,
            tabindex: "0",
            role: "button",
            "aria-label": `${signOf(good)}, ${nameOf(good)}`,
          }
        : {},
    ),
  );
  const sold = grouped(its.sold).map(([good, many]) =>
    h("span", { class: "sold" }, marker(good), many > 1 ? `×${many}` : null),
  );
  return h(
    "article",
    {
      class: `seat seat-${player}${isMover ? " mover" : ""}${left ? " left" : ""}`,
      "data-key": `seat-${player}`,
      "aria-current": isMover ? "true" : null,
    },
    h(
      "header",
      {},
      h("span", { class: "sign", "aria-hidden": "true" }, t(`seat.${player}.short`)),
      h(
        "div",
        { class: "who" },
        h("h3", {}, game.names[player]),
        isMover && h("span", { class: "turn" }, t("decides")),
        left && h("span", { class: "turn" }, t("has.left")),
        robot && h("small", {}, t(`skill.${robot}`)),
      ),
      h(
        "span",
        { class: "points" },
        showScores ? game.scores[player].total : "–",
        h("span", { class: "unit" }, t("points")),
      ),
    ),
    h(
      "dl",
      { class: "counts" },
      count(t("talers"), its.talers, h("span", { class: "coin", "aria-hidden": "true" })),
      count(
        t("booths.left"),
        its.booths_left,
        isVirtual && its.booths_left > 0
          ? h(
              "span",
              {
                class: "grab",
                "data-key": `booth-${player}`,
                "data-piece": `booth.${player}`,
                role: "button",
                tabindex: "0",
                "aria-label": t("take.booth", { player: game.names[player] }),
              },
              booth(player),
            )
          : booth(player),
      ),
      count(t("sold"), its.sold.length),
    ),
    h(
      "div",
      { class: "holdings" },
      h(
        "div",
        { class: "hand", "aria-label": t("goods"), role: "group" },
        hand.length ? hand : h("span", { class: "none" }, t("no.goods")),
      ),
      sold.length > 0 &&
        h(
          "div",
          { class: "hand small", "aria-label": t("sold"), role: "group" },
          h("span", { class: "caption" }, t("sold")),
          sold,
        ),
    ),
  );
}

/** @type {HansaPage["drawMore"]} */
export const drawMore = ({ game }) => [drawLedger(game), drawPiles(game)];

/** @type {(game: HansaState) => Element} */
function drawPiles(game) {
  const full = Math.max(15, ...game.piles);
  const bars = game.piles.map((many, index) => {
    const last = index === game.piles.length - 1;
    const height = (many / full) * 60;
    return s(
      "g",
      {
        class: `pile${game.pile_in_use === index ? " used" : ""}${last ? " last" : ""}`,
        transform: `translate(${index * 46} 0)`,
      },
      s("rect", { x: 6, y: 6, width: 34, height: 60, rx: 4, class: "well" }),
      s("rect", { x: 6, y: 66 - height, width: 34, height, rx: 4, class: "heap" }),
      s("text", { x: 23, y: 84, "text-anchor": "middle" }, many),
      game.pile_in_use === index && s("path", { d: "M23 4l-6 -8h12z", class: "arrow" }),
    );
  });
  const told = game.piles.map((many, index) => `${t("pile", { number: index + 1 })}: ${many}`).join(", ");
  return h(
    "section",
    { class: "card piles" },
    h("h2", {}, t("supply")),
    s("svg", { viewBox: "0 -6 236 96", role: "img", "aria-label": told }, bars),
    h("p", { class: "bank" }, `${t("bank")}: `, h("strong", {}, game.bank), ` ${t("talers")}`),
  );
}

/** @type {(game: HansaState) => Element} */
function drawLedger(game) {
  return h(
    "section",
    { class: "card ledger" },
    h("h2", {}, t("ledger")),
    h(
      "dl",
      {},
      game.ledger.map((row) => h("div", {}, h("dt", {}, row.text), h("dd", {}, row.right))),
    ),
  );
}

// The lines of the log: one a turn, with its round.
/** @type {(log: HansaRow[], start: string) => Turn[]} */
export function turnsOf(log, start) {
  /** @type {Turn[]} */
  const lines = [];
  let round = 0;
  for (const row of log) {
    if (row.turn && row.who === start) round += 1;
    const before = lines.at(-1);
    if (before && !row.turn && before.who === row.who) before.words.push(row);
    else lines.push({ who: row.who, round: row.turn ? Math.max(1, round) : 0, words: [row] });
  }
  return lines;
}

// The log in the notation, one line a turn.
/** @type {HansaPage["drawLog"]} */
export function drawLog({ log, game }) {
  const lines = turnsOf(log, game.start);
  return h(
    "ol",
    { class: "log", reversed: true, tabindex: "0", "aria-label": t("log") },
    lines
      .map((line, index) =>
        h(
          "li",
          { "data-key": `turn-${index}` },
          h(
            "span",
            { class: `sign seat-${line.who}`, title: game.names[line.who] ?? line.who },
            t(`seat.${line.who}.short`),
          ),
          line.round ? h("span", { class: "round" }, line.round) : null,
          h(
            "span",
            {},
            line.words.map((row, word) =>
              h("span", { class: row.correction ? "corrected" : null }, word ? "; " : "", row.say),
            ),
          ),
        ),
      )
      .reverse(),
  );
}

/** @type {(game: HansaState, winners: string[]) => string} */
export function verdict(game, winners) {
  const [first] = winners;
  const best = game.scores[first];
  const tied = Object.keys(game.scores).filter((player) => game.scores[player].total === best.total);
  const details = tied.map((player) => `${game.names[player]} ${game.scores[player].booths}`).join(", ");
  if (winners.length > 1) {
    return t("shared", {
      players: winners.map((player) => game.names[player]).join(" & "),
      points: best.total,
      booths: best.booths,
    });
  }
  if (tied.length > 1) return t("tie", { player: game.names[first], points: best.total, booths: details });
  return t("wins", { player: game.names[first], points: best.total });
}

/** @type {HansaPage["drawFinal"]} */
export function drawFinal({ game }) {
  const winners = game.winners ?? [];
  const order = Object.keys(game.scores).sort(
    (a, b) => game.scores[b].total - game.scores[a].total || game.scores[b].booths - game.scores[a].booths,
  );
  /** @type {(keyof Score)[]} */
  const sources = ["unsold", "sold", "cities", "total", "booths"];
  return h(
    "section",
    { class: "card final", id: "final" },
    h("h2", {}, t("final")),
    h("p", { class: "verdict" }, verdict(game, winners)),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, unseen(t("games.players"))),
            sources.map((source) => h("th", { scope: "col" }, t(`score.${source}`))),
          ),
        ),
        h(
          "tbody",
          {},
          order.map((player) =>
            h(
              "tr",
              { class: winners.includes(player) ? "won" : null },
              h(
                "th",
                { scope: "row" },
                h("span", { class: `sign seat-${player}` }, t(`seat.${player}.short`)),
                ` ${game.names[player]}${winners.includes(player) ? " ★" : ""}`,
              ),
              sources.map((source) => h("td", { class: `score-${source}` }, game.scores[player][source])),
            ),
          ),
        ),
      ),
    ),
  );
}

// The eighteen keys with which a marker that was turned over is entered; not where that is done for the players.
/** @type {HansaPage["drawEntry"]} */
export function drawKeys({ game, hands, bench }) {
  const { fill } = game;
  if (!fill || !hands || bench?.robots.deals) return null;
  return h(
    "section",
    {
      class: "card keys",
      "aria-labelledby": "keys-title",
      "data-key": "keys",
      "data-means": `${fill.city} ${fill.space}`,
    },
    h("h2", { id: "keys-title" }, t("keys")),
    h(
      "div",
      { class: "keypad" },
      ALL.filter((good) => good in fill.kinds || game.goods_in_play?.includes(good.slice(0, -1))).map((good) =>
        h(
          "button",
          {
            "data-key": `good-${good}`,
            disabled: !(good in fill.kinds),
            onclick: () => hands.move({ type: "reveal", good }),
          },
          marker(good),
        ),
      ),
    ),
  );
}
